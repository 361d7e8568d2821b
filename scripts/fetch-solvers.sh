#!/usr/bin/env bash
# Fetches the wheels of scripts/solvers.txt (pinned by SHA-256) and takes the libraries out.
#
#   scripts/fetch-solvers.sh [FOLDER]      FOLDER: build/solvers
#
# FOLDER gets lib/, include/ (Z3), licences/ and libraries.txt (the names in lib/). Does nothing,
# and needs no network, when FOLDER is up to date. Needs python3 with pip or venv.
set -u
cd "$(dirname "$0")/.." || exit 2
folder=${1:-build/solvers}
pins=scripts/solvers.txt
say() { printf 'fetch-solvers: %s\n' "$*"; }

cmp -s "$pins" "$folder/.pins" && exit 0
mkdir -p "$folder" || exit 1
exec 9>"$folder/.lock"
flock 9
cmp -s "$pins" "$folder/.pins" && exit 0  # another build was quicker

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) ;;
  *) say "the pinned wheels are for Linux on x86_64, this is $(uname -s) on $(uname -m)"; exit 1 ;;
esac
command -v python3 >/dev/null 2>&1 || { say "python3 is missing: apt-get install python3 python3-venv"; exit 1; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

pip=(python3 -m pip)
if ! "${pip[@]}" --version >/dev/null 2>&1; then
  python3 -m venv "$work/venv" >"$work/log" 2>&1 || {
    say "neither pip nor venv is there: apt-get install python3-venv"; exit 1; }
  pip=("$work/venv/bin/python" -m pip)
fi
say "fetching Z3 and cvc5 (53 MB) from the Python package registry"
# The tags say for which interpreter a wheel was made; only its shared libraries are used.
"${pip[@]}" download --quiet --disable-pip-version-check --no-deps --only-binary :all: \
  --require-hashes --python-version 3.11 --implementation cp --abi cp311 --abi none \
  --platform manylinux_2_27_x86_64 --platform manylinux_2_17_x86_64 --platform manylinux2014_x86_64 \
  --dest "$work" -r "$pins" </dev/null >"$work/log" 2>&1 || {
  tail -n 3 "$work/log"
  say "the wheels could not be fetched (see above); z3_check needs them"
  exit 1
}
for wheel in "$work"/*.whl; do python3 -m zipfile -e "$wheel" "$work/all" || exit 1; done

rm -rf "$folder/lib" "$folder/include" "$folder/licences" "$folder/.pins"
mkdir -p "$folder/lib" "$folder/include" "$folder/licences/cvc5" || exit 1
cp "$work"/all/z3/include/z3*.h "$folder/include/" &&
  cp "$work"/all/z3/lib/libz3.so.5.4 "$work"/all/cvc5.libs/*.so.* "$folder/lib/" &&
  cp -r "$work"/all/cvc5-*.dist-info/licenses/. "$folder/licences/cvc5/" &&
  cp "$work"/all/z3_solver-*.dist-info/METADATA "$folder/licences/z3.txt" &&
  chmod 755 "$folder"/lib/* && ls "$folder/lib" >"$folder/libraries.txt" &&
  cp "$pins" "$folder/.pins" || { say "the wheels do not hold what they held when they were pinned"; exit 1; }
say "ready in $folder"
