#!/usr/bin/env bash
# The language runtimes that CI installs and runs: those of test/data/languages/tested.txt, which
# are shown as tested. All of them must be there.
cd "$(dirname "$0")/.." || exit 2
mapfile -t names < <(sed '/^#/d' test/data/languages/tested.txt)
mkdir -p build
bash scripts/install-runtimes.sh build/runtimes "${names[@]}" | tee build/runtimes.list
ready=$(grep -c '^ready ' build/runtimes.list)
echo "$ready of ${#names[@]} runtimes are ready"
[ "$ready" -eq "${#names[@]}" ]
