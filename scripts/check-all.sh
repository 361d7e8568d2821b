#!/usr/bin/env bash
# What is too long for every change, by hand before a larger piece of work is called done:
# every language that can be installed, all tests with the slow ones, ThreadSanitizer, longer
# fuzzing, the benchmark. Goes on after a failure; the last line is the verdict.
set -u
cd "$(dirname "$0")/.." || exit 2
bad=()
step() {
  local name=$1; shift
  printf '== %s: %s\n' "$name" "$*"
  "$@" </dev/null || bad+=("$name")
}
step runtimes bash scripts/install-runtimes.sh build/runtimes
step tests make --no-print-directory test
step slow python3 scripts/run_tests.py release --label slow
step asan make --no-print-directory asan
step tsan make --no-print-directory tsan
step fuzz make --no-print-directory fuzz SECONDS=300
step lint make --no-print-directory lint
step bench make --no-print-directory bench
if [ ${#bad[@]} -eq 0 ]; then echo "check-all: GOOD"; else echo "check-all: NOT GOOD: ${bad[*]}"; exit 1; fi
