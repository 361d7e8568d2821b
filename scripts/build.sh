#!/usr/bin/env bash
# Configures and builds one preset:  scripts/build.sh PRESET [TARGET...]
set -eu
cd "$(dirname "$0")/.."
preset=${1:?usage: scripts/build.sh PRESET [TARGET...]}
shift
[ -f "build/$preset/build.ninja" ] || cmake --preset "$preset" >"/dev/null"
exec cmake --build "build/$preset" -j "$(bash scripts/jobs.sh)" ${1+--target "$@"}
