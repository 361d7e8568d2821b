#!/usr/bin/env bash
# The language runtimes that CI runs: those of test/data/languages/tested.txt, which are shown as
# tested. Fails when one is missing, or when they are fewer than 26.
set -u
cd "$(dirname "$0")/.." || exit 2
enough=26
mapfile -t names < <(grep -v '^#' test/data/languages/tested.txt)
mkdir -p build
bash scripts/install-runtimes.sh build/runtimes "${names[@]}" | tee build/runtimes.list
ready=$(grep -c '^ready ' build/runtimes.list)
echo "$ready of ${#names[@]} runtimes are ready, at least $enough and all of them are needed"
[ "$ready" -ge "$enough" ] && [ "$ready" -eq "${#names[@]}" ]
