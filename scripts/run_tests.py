#!/usr/bin/env python3
"""Runs the tests of one preset through ctest and ends with a verdict over every case.

  scripts/run_tests.py PRESET [--label L]... [--without L]... [--jobs N] [--regex R]

A ctest case that writes a JUnit file of its own counts by the cases inside it. The last line is
"N passed, N failed, N skipped"; every skip is listed with its reason. The exit status is 0 only
when something passed and nothing failed. The counts also go to build/PRESET/junit/summary.json.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULT_LINE = re.compile(r"^\s*\d+/\d+ Test\s+#\d+: (\S+) \.*\s*(.*?)\s+[\d.]+ sec")


def run_ctest(arguments, junit):
    """Shows failures as they come and one line a half-minute; ctest's own list is too long."""
    command = ["ctest", "--test-dir", f"build/{arguments.preset}", "-j", str(arguments.jobs),
               "--output-on-failure", "--no-tests=error", "--timeout", "300",
               "--output-junit", str(junit)]
    if arguments.label:
        command += ["-L", "^(" + "|".join(arguments.label) + ")$"]
    if arguments.without:
        command += ["-LE", "^(" + "|".join(arguments.without) + ")$"]
    if arguments.regex:
        command += ["-R", arguments.regex]
    done, shown = 0, time.monotonic()
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace") as ctest:
        for line in ctest.stdout:
            match = RESULT_LINE.match(line)
            done += bool(match)
            if re.match(r"^\s*Start\s+\d+:", line) or (match and match[2] == "Passed"):
                if time.monotonic() - shown > 30:
                    shown = time.monotonic()
                    print(f"  … {done} cases done", flush=True)
                continue
            print(line, end="", flush=True)
    return ctest.returncode


def skip_reason(case):
    """Why a case was skipped, from what it printed."""
    text = case.findtext("system-out") or ""
    match = re.search(r": Skipped\n(.*)|^SKIPPED:? (.*)$|^SKIPPED \[\d+\] \S+ (.*)$", text, re.M)
    if match:
        return next(group for group in match.groups() if group is not None).strip()
    skipped = case.find("skipped")
    return (skipped.get("message") if skipped is not None else None) or "no reason given"


def cases_of_file(path):
    """(name, state, reason) of every case in a JUnit file that pytest or a gtest program wrote."""
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        name = f"{path.stem}.{case.get('name')}"
        if case.find("failure") is not None or case.find("error") is not None:
            yield name, "failed", ""
        elif case.find("skipped") is not None:
            yield name, "skipped", case.find("skipped").get("message") or "no reason given"
        else:
            yield name, "passed", ""


def collect(junit, started):
    """(name, state, reason) of every case that ran."""
    for case in ElementTree.parse(junit).getroot().iter("testcase"):
        name, status = case.get("name"), case.get("status")
        detail = junit.parent / f"{name}.xml"
        if detail.exists() and detail.stat().st_mtime >= started:
            rows = list(cases_of_file(detail))
            if rows:
                yield from rows
                if status == "fail" and not any(state == "failed" for _, state, _ in rows):
                    yield name, "failed", ""
                continue
        if status == "run":
            yield name, "passed", ""
        elif status in ("notrun", "disabled") and case.find("skipped") is not None:
            message = case.find("skipped").get("message") or ""
            # A program that could not be started is a failure of the build, not a skip.
            if "SKIP" in message or status == "disabled":
                yield name, "skipped", skip_reason(case)
            else:
                yield name, "failed", ""
        else:
            yield name, "failed", ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("preset")
    parser.add_argument("--label", action="append", default=[])
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--regex")
    parser.add_argument("--jobs", type=int, default=int(os.environ.get("JOBS") or os.cpu_count()))
    arguments = parser.parse_args()
    if not arguments.label and not arguments.regex:
        arguments.without.append("slow")

    folder = ROOT / "build" / arguments.preset / "junit"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    junit, started = folder / "ctest.xml", time.time() - 1
    print(f"tests of {arguments.preset}"
          + (f", label {'|'.join(arguments.label)}" if arguments.label else ""), flush=True)
    status = run_ctest(arguments, junit)

    rows = list(collect(junit, started)) if junit.exists() else []
    count = {state: sum(row[1] == state for row in rows) for state in ("passed", "failed", "skipped")}
    if status != 0 and count["failed"] == 0:
        count["failed"] += 1
        print(f"ctest ended with status {status}")
    for name, state, _ in rows:
        if state == "failed":
            print(f"FAILED   {name}")
    for name, state, reason in rows:
        if state == "skipped":
            print(f"SKIPPED  {name}: {' '.join(reason.split())[:200]}")
    (folder / "summary.json").write_text(json.dumps(
        {**count, "skips": [[name, reason] for name, state, reason in rows if state == "skipped"]}))
    good = status == 0 and count["failed"] == 0 and count["passed"] > 0
    print(f"Tests of {arguments.preset}: {'all good' if good else 'NOT GOOD'}"
          f" in {time.time() - started - 1:.0f} s")
    print(f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
