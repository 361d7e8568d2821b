#!/usr/bin/env bash
# Runs one Python test file in the tests' own environment:  scripts/pytest.sh FILE [JUNIT.xml]
# ctest's way in; by hand:  CODECALC_BIN_DIR=build/release/bin scripts/pytest.sh test/x/y_test.py
cd "$(dirname "$0")/.." || exit 2
file=${1:?usage: scripts/pytest.sh FILE [JUNIT.xml]}
python=build/venv/bin/python
if [ ! -x "$python" ]; then
  echo "SKIPPED: the test environment is missing (scripts/test-env.sh makes it)"
  exit 77
fi
[ -x build/node/bin/node ] && export PATH="$PWD/build/node/bin:$PATH"
if [ -z "${CODECALC_RUNTIME_PATH:-}" ] && [ -d build/runtimes/bin ]; then
  export CODECALC_RUNTIME_PATH=$PWD/build/runtimes/bin:$PATH  # scripts/install-runtimes.sh was run
fi
export PYTHONDONTWRITEBYTECODE=1 CODECALC_BIN_DIR=${CODECALC_BIN_DIR:-$PWD/build/release/bin}
exec "$python" -m pytest -q -rs -p no:cacheprovider --rootdir=test -o junit_family=xunit2 \
  ${2:+--junitxml="$2"} "$file" </dev/null
