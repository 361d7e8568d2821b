#!/usr/bin/env bash
# The language runtimes that CI runs: all but the largest downloads. Fails below 26.
set -u
cd "$(dirname "$0")/.." || exit 2
enough=26
mapfile -t names < <(bash scripts/install-runtimes.sh --list | grep -vxE 'swift|mojo|haskell')
mkdir -p build
bash scripts/install-runtimes.sh build/runtimes "${names[@]}" | tee build/runtimes.list
ready=$(grep -c '^ready ' build/runtimes.list)
echo "$ready of ${#names[@]} runtimes are ready, $enough are needed"
[ "$ready" -ge "$enough" ]
