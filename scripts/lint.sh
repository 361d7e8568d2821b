#!/usr/bin/env bash
# All static checks, each with its time:  scripts/lint.sh [--seconds N] [CHECK...]
#   format       clang-format over the C++ sources
#   <name>       scripts/lint/<name>.py; a check counts its inputs and fails on none
# --seconds N bounds clang-tidy: what it could not reach is said. --fix-format formats and ends.
set -u
cd "$(dirname "$0")/.." || exit 2

sources() { git ls-files --cached --others --exclude-standard 'src/*.cpp' 'src/*.h' 'test/*.cpp' 'test/*.h' | grep -v '^test/data/'; }
format() {  # format ARGUMENT...: clang-format over all sources
  local tool files
  tool=$(command -v clang-format-19) || { echo "clang-format-19 is missing: scripts/install-deps.sh lint"; return 1; }
  mapfile -t files < <(sources)
  [ ${#files[@]} -gt 0 ] || { echo "no source found"; return 1; }
  "$tool" "$@" "${files[@]}" && echo "${#files[@]} files"
}

export CODECALC_TIDY_SECONDS=0 PYTHONDONTWRITEBYTECODE=1
wanted=()
while [ $# -gt 0 ]; do
  case "$1" in
    --fix-format) format -i; exit ;;
    --seconds) CODECALC_TIDY_SECONDS=${2:?--seconds needs a number}; shift ;;
    -h | --help) sed -n '2,5p' "$0" | sed 's/^# //'; exit 0 ;;
    *) wanted+=("$1") ;;
  esac
  shift
done
if [ ${#wanted[@]} -eq 0 ]; then
  wanted=(format)
  for script in scripts/lint/*.py; do wanted+=("$(basename "$script" .py)"); done
fi

passed=0 failed=0
for check in "${wanted[@]}"; do
  began=$SECONDS
  if [ "$check" = format ]; then output=$(format --dry-run --Werror 2>&1); status=$?
  elif [ -f "scripts/lint/$check.py" ]; then output=$(python3 "scripts/lint/$check.py" 2>&1 </dev/null); status=$?
  else output="there is no such check"; status=2; fi
  if [ $status -eq 0 ]; then
    passed=$((passed + 1)); printf 'good    %-10s %s (%d s)\n' "$check" "$(tail -n 1 <<<"$output")" $((SECONDS - began))
  else
    failed=$((failed + 1)); printf '%s\n' "$output" | tail -n 200; printf 'FAILED  %-10s (%d s)\n' "$check" $((SECONDS - began))
  fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
