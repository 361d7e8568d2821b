#!/usr/bin/env bash
# Prints how many compilers may run at once: one per core, each with 1.5 GiB of free memory.
# JOBS=N in the environment decides instead.
if [ -n "${JOBS:-}" ]; then echo "$JOBS"; exit 0; fi
cores=$(nproc 2>/dev/null || echo 1)
free=$(awk '/^MemAvailable:/ {print int($2 / 1572864)}' /proc/meminfo 2>/dev/null)
[ "${free:-1}" -ge 1 ] || free=1
echo $((cores < free ? cores : free))
