#!/usr/bin/env python3
"""Runs every fuzz target for some seconds, from seeds made of the test data.

  scripts/fuzz.py SECONDS [TARGET...]

A target's source names its seeds in lines such as
  // Seeds: test/data/calc/*.txt (lines)
where "(lines)" makes one seed of each line's first tab-separated field, "(sent)" of each line
after "> ", and neither of each file.
Targets share the cores; a finding is kept in build/fuzz/found. The last line is
"N passed, N failed".
"""
import hashlib
import os
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "fuzz"
SEEDS = re.compile(r"^// Seeds: (\S+)(?: \((lines|sent)\))?\s*$", re.M)


def make_seeds(source, folder):
    """Writes the seeds of a target and returns how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    for pattern, mode in SEEDS.findall(source.read_text()):
        for path in sorted(ROOT.glob(pattern)):
            texts = [path.read_bytes()]
            if mode == "sent":
                texts = [line[2:] for line in texts[0].splitlines() if line.startswith(b"> ")]
            elif mode == "lines":
                texts = [line.split(b"\t")[0] for line in texts[0].splitlines()
                         if line and not line.startswith(b"#")]
            for text in texts:
                (folder / hashlib.sha256(text).hexdigest()[:16]).write_bytes(text)
    return len(list(folder.iterdir()))


def run(source, seconds):
    name = source.stem
    seeds = BUILD / "seeds" / name
    corpus = BUILD / "corpus" / name
    found = BUILD / "found"
    corpus.mkdir(parents=True, exist_ok=True)
    found.mkdir(parents=True, exist_ok=True)
    count = make_seeds(source, seeds)
    if count == 0:
        return name, False, "has no seeds (a line '// Seeds: test/data/...' names them)"
    command = [str(BUILD / "fuzz" / name), f"-max_total_time={seconds}", "-timeout=10",
               "-rss_limit_mb=2048", "-max_len=65536", "-print_final_stats=1",
               f"-artifact_prefix={found}/{name}-", str(corpus), str(seeds)]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=seconds + 300)
    text = done.stdout.decode(errors="replace")
    (BUILD / f"{name}.log").write_text(text)
    units = re.search(r"number_of_executed_units:\s*(\d+)", text)
    executed = int(units[1]) if units else 0
    if done.returncode != 0:
        return name, False, f"found something: see {BUILD.relative_to(ROOT)}/{name}.log\n{text[-3000:]}"
    return name, executed > count, f"{count} seeds, {executed} inputs, nothing found"


def main():
    if len(sys.argv) < 2 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    seconds, wanted = int(sys.argv[1]), sys.argv[2:]
    sources = sorted((ROOT / "src").rglob("*_fuzzer.cpp"))
    sources = [source for source in sources if not wanted or source.stem in wanted]
    if not sources:
        print("no fuzz target found (src/**/*_fuzzer.cpp)")
        return 1
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        results = list(pool.map(lambda source: run(source, seconds), sources))
    for name, good, text in results:
        print(f"{'good  ' if good else 'FAILED'} {name}: {text}")
    failed = sum(not good for _, good, _ in results)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
