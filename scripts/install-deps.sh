#!/usr/bin/env bash
# Installs what is missing to build, run, test, measure or lint codecalc on Debian 12.
#
#   scripts/install-deps.sh [--check] [SET...]      SET: build run test bench lint fuzz all
#
# Without a SET: build. Sets add up; each one includes build. --check only says what is missing
# (exit status 1). Needs root or sudo when something is missing, and nothing when all is there.
set -u
cd "$(dirname "$0")/.." || exit 2

# One entry a line: "package", or "package=command" where any provider of the command will do.
packages_of() {
  case "$1" in
    build) echo "make=make g++=g++ cmake=cmake git=git ninja-build=ninja pkg-config=pkg-config
                 ccache=ccache mold=mold nlohmann-json3-dev libgtest-dev libgmock-dev libgmp-dev
                 libmpfr-dev libflint-dev libflint-arb-dev libgiac-dev libseccomp-dev libcap-dev
                 nettle-dev libtomlplusplus-dev libarchive-dev
                 python3=python3 python3-venv ca-certificates" ;;
    run)   echo "python3=python3" ;;
    test)  echo "python3=python3 python3-venv ca-certificates strace=strace procps=ps
                 nodejs=node npm=npm gcc=gcc libc6-dev" ;;
    bench) echo "python3=python3 python3-venv ca-certificates libgomp1 bubblewrap=bwrap" ;;
    lint)  echo "python3=python3 clang-19 clang-format-19 clang-tidy-19" ;;
    fuzz)  echo "clang-19 libclang-rt-19-dev" ;;
    *)     return 1 ;;
  esac
}
# Cheap language runtimes, so that `run` shows something: codecalc works without any of them.
runtimes="bash=bash perl=perl lua5.4=lua5.4 ruby=ruby tcl=tclsh sqlite3=sqlite3 jq=jq gawk=gawk
          php-cli=php nodejs=node gcc=gcc libc6-dev"

say() { printf 'install-deps: %s\n' "$*"; }
usage() { sed -n '2,7p' "$0" | sed 's/^# \{0,1\}//'; }

check=0 sets=()
for word in "$@"; do
  case "$word" in
    --check) check=1 ;;
    --for) ;;  # "--for test" reads well and means "test"
    -h | --help) usage; exit 0 ;;
    all) sets+=(run test bench lint fuzz) ;;
    *) packages_of "$word" >/dev/null || { say "no such set: $word" >&2; usage >&2; exit 2; }
       sets+=("$word") ;;
  esac
done
sets=(build ${sets[@]+"${sets[@]}"})

installed=$(dpkg-query -W -f='${db:Status-Abbrev} ${Package}\n' 2>/dev/null | sed -n 's/^ii *//p') || {
  say "this is no Debian system: install the packages of docs/dependencies.md by hand" >&2; exit 2; }
has() {  # has ENTRY: is the command or the package there?
  local package=${1%%=*} command=${1#*=}
  [ "$command" != "$1" ] && command -v "$command" >/dev/null 2>&1 && return 0
  grep -qxF -- "$package" <<<"$installed"
}
missing_of() {  # the packages of the entries that are not there
  local entry
  for entry in "$@"; do has "$entry" || printf '%s\n' "${entry%%=*}"; done | sort -u
}

needed=() optional=()
for set in "${sets[@]}"; do
  read -ra entries -d '' <<<"$(packages_of "$set")"
  needed+=("${entries[@]}")
  case "$set" in run | test) read -ra optional -d '' <<<"$runtimes" ;; esac
done
read -ra missing -d '' <<<"$(missing_of "${needed[@]}")"
read -ra wanted -d '' <<<"$(missing_of ${optional[@]+"${optional[@]}"} | grep -vxF "$(printf '%s\n' - ${missing[@]+"${missing[@]}"})")"

if [ ${#missing[@]} -eq 0 ] && [ ${#wanted[@]} -eq 0 ]; then
  [ $check = 1 ] && say "nothing is missing for: ${sets[*]}"
  exit 0
fi
[ ${#missing[@]} -gt 0 ] && say "missing: ${missing[*]}"
[ ${#wanted[@]} -gt 0 ] && say "missing language runtimes (optional): ${wanted[*]}"
if [ $check = 1 ]; then
  [ ${#missing[@]} -eq 0 ]
  exit
fi

as_root=()
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null 2>&1 || {
    say "run as root: apt-get install --no-install-recommends ${missing[*]-} ${wanted[*]-}" >&2
    [ ${#missing[@]} -eq 0 ]; exit; }
  as_root=(sudo)
fi
apt() {
  ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive \
    apt-get -q -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 "$@" </dev/null
}
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
apt update >"$log" 2>&1 || { tail -n 3 "$log" >&2; say "apt-get update failed; trying with the lists at hand" >&2; }
if [ ${#missing[@]} -gt 0 ]; then
  say "installing ${#missing[@]} packages"
  apt install -y --no-install-recommends "${missing[@]}" >"$log" 2>&1 || {
    tail -n 15 "$log" >&2; say "apt-get could not install: ${missing[*]}" >&2; exit 1; }
fi
for package in ${wanted[@]+"${wanted[@]}"}; do
  apt install -y --no-install-recommends "$package" >"$log" 2>&1 ||
    say "could not install $package: that language stays absent ($(grep -m 1 '^E:' "$log" | cut -c1-120))"
done
say "done"
