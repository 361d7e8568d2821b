#!/usr/bin/env python3
"""Measures the built server against the original, medians of interleaved rounds.

  bench/bench.py [--rounds N] [--only WORD]... [--json FILE] [--write] [--no-original]

Prints a table: figure, ours, the original's, bubblewrap's where it runs the same program, the
bare program's time, the ratio of ours and the original's, the target and whether it holds. The
original is installed from PyPI into build/bench-venv; where that fails the table says so and shows
ours alone. --write puts the table into docs/performance.md. Exit status 0 when every target holds.
"""
import argparse
import json
import os
import pathlib
import platform
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test" / "support"))
sys.path.insert(0, str(ROOT / "bench"))
import calculator_rows  # noqa: E402
import rows  # noqa: E402
from peers import original_command  # noqa: E402

HEAD = ("figure", "ours", "original", "bubblewrap", "bare", "ratio", "target", "holds")


def show(value, unit):
    if value is None:
        return "-"
    digits = 3 if value < 1 else 2 if value < 100 else 0
    return f"{value:.{digits}f} {unit}"


def table_row(row):
    ours, theirs = row["ours"], row["original"]
    ratio = "-"
    if ours and theirs:
        ratio = f"{(ours / theirs if row['more_is_better'] else theirs / ours):.1f}x"
    return (row["name"], show(ours, row["unit"]), show(theirs, row["unit"]),
            show(row["bubblewrap"], row["unit"]), show(row["bare_ms"], "ms"), ratio,
            row["target_text"], {True: "yes", False: "NO", None: "-"}[row["holds"]])


def render(results, markdown):
    lines = [HEAD, *map(table_row, results)]
    if markdown:
        body = ["| " + " | ".join(line) + " |" for line in lines]
        return "\n".join([body[0], "|" + "---|" * len(HEAD), *body[1:]])
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEAD))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip()
                     for line in lines)


def machine():
    model = "unknown processor"
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    return f"{os.cpu_count()} cores ({model}), Linux {platform.release()}, load {os.getloadavg()[0]:.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=0, help="0: each row's own number")
    parser.add_argument("--only", action="append", default=[], help="rows whose name has this word")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--no-original", action="store_true")
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build" / "release" / "bin")
    arguments = parser.parse_args()

    ours = [str(arguments.bin / "codecalc")]
    if not os.access(ours[0], os.X_OK):
        sys.exit(f"bench: {ours[0]} is missing; run make build")
    original, why = (None, "left out by --no-original") if arguments.no_original else original_command()
    print(f"bench: {machine()}")
    print(f"bench: the original {'is ' + ' '.join(original) if original else 'cannot be measured: ' + why}",
          flush=True)

    results = []
    for row in [*rows.ROWS, *calculator_rows.ROWS]:
        if arguments.only and not any(word in row.name for word in arguments.only):
            continue
        print(f"  measuring {row.name} …", file=sys.stderr, flush=True)
        results.append(row.measure(ours, original, arguments.rounds or row.rounds))
    if not results:
        sys.exit("bench: no row has such a name")
    print(render(results, markdown=False))
    for result in results:
        if result["note"]:
            print(f"note: {result['name']}: {result['note']}")
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n")
    if arguments.write:
        (ROOT / "docs" / "performance.md").write_text(
            "# Performance\nMedians of interleaved rounds, written by `bench/bench.py --write`.\n"
            f"Measured on {machine()}.\n\n{render(results, markdown=True)}\n")
    missed = [result["name"] for result in results if result["holds"] is False]
    print(f"verdict: {'every target holds' if not missed else 'missed: ' + ', '.join(missed)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
