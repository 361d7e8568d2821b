#!/usr/bin/env python3
"""Adds up what the runners of a CI run counted:  scripts/ci_summary.py LOGS BUILD

Lists every skip with its reason and writes LOGS/counts, "N passed, N failed, N skipped". Runners
are ctest and pytest (BUILD/*/junit/summary.json) and those whose log ends with a count.
"""
import json
import pathlib
import re
import sys

COUNT = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.M)


def main():
    logs, build = map(pathlib.Path, sys.argv[1:3])
    total = [0, 0, 0]
    for summary in sorted(build.glob("*/junit/summary.json")):
        counts = json.loads(summary.read_text())
        total = [a + counts[key] for a, key in zip(total, ("passed", "failed", "skipped"))]
        for name, reason in counts["skips"]:
            print(f"skipped: {summary.parent.parent.name}: {name}: {' '.join(reason.split())[:200]}")
    for name in ("fuzz", "lint"):
        log = logs / f"{name}.log"
        found = COUNT.findall(log.read_text(errors="replace")) if log.exists() else []
        if found:
            total = [a + int(b or 0) for a, b in zip(total, found[-1])]
    (logs / "counts").write_text(f"{total[0]} passed, {total[1]} failed, {total[2]} skipped\n")
    return 0 if total[0] > 0 and total[1] == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
