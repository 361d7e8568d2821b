"""clang-tidy over every source of src/: files that changed first, unchanged ones from a cache.

A file is clean for as long as it, the project's headers that it includes, the checks and the tool
stay the same. CODECALC_TIDY_SECONDS bounds the time (0: no bound); what was not reached is said.
"""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from lint_support import ROOT, finish, project_files, text_of  # noqa: E402

BUILD = ROOT / "build" / "lint"
CACHE = BUILD / "tidy-clean"
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
MAX_FILE_SECONDS = 240


def configure():
    """A compilation database made for clang; generated sources come with the configuration."""
    subprocess.run(["cmake", "--preset", "lint"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    rows = json.loads((BUILD / "compile_commands.json").read_text())
    return {os.path.relpath(row["file"], ROOT) for row in rows}


def included(name, seen):
    """Adds the project's files that `name` includes, at any depth, to `seen`."""
    if name in seen:
        return seen
    seen.add(name)
    for target in INCLUDE.findall(text_of(name)):
        for candidate in (f"src/{target}", os.path.normpath(f"{os.path.dirname(name)}/{target}")):
            if (ROOT / candidate).is_file():
                included(candidate, seen)
    return seen


def fingerprint(name, base):
    digest = hashlib.sha256(base)
    for part in sorted(included(name, set())):
        digest.update(part.encode() + b"\0" + (ROOT / part).read_bytes())
    return digest.hexdigest()


def changed_files():
    """What differs from the commit before, or from main on a branch."""
    done = subprocess.run(["git", "diff", "--name-only", "HEAD~1"], cwd=ROOT, text=True,
                          capture_output=True)
    return set(done.stdout.split())


def check(tool, name, key, deadline):
    if deadline and time.monotonic() > deadline:
        return name, None, ""
    try:
        done = subprocess.run([tool, "-p", str(BUILD), "--quiet", name], cwd=ROOT, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              timeout=MAX_FILE_SECONDS)
    except subprocess.TimeoutExpired:
        return name, False, f"clang-tidy took longer than {MAX_FILE_SECONDS} s"
    if done.returncode == 0:
        (CACHE / key).touch()
    return name, done.returncode == 0, done.stdout.replace(f"{ROOT}/", "")


def main():
    tool = shutil.which("clang-tidy-19")
    if not tool:
        finish(["clang-tidy-19 is missing: scripts/install-deps.sh lint"], 0)
    compiled = configure()
    CACHE.mkdir(parents=True, exist_ok=True)
    version = subprocess.run([tool, "--version"], capture_output=True).stdout
    base = version + (ROOT / ".clang-tidy").read_bytes()
    names = [name for name in project_files("src/*.cpp") if name in compiled]
    keys = {name: fingerprint(name, base) for name in names}
    pending = [name for name in names if not (CACHE / keys[name]).exists()]
    changed = changed_files()
    # Another order on every commit: what one bounded run does not reach, another one does.
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True).stdout
    turn = {name: hashlib.sha256(commit + name.encode()).digest() for name in pending}
    pending.sort(key=lambda name: (name not in changed, name.endswith("_test.cpp"), turn[name]))

    seconds = int(os.environ.get("CODECALC_TIDY_SECONDS") or 0)
    deadline = time.monotonic() + seconds if seconds else None
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        results = list(pool.map(lambda name: check(tool, name, keys[name], deadline), pending))
    findings = [f"{name}: {text}" for name, good, text in results if good is False]
    unreached = [name for name, good, _ in results if good is None]
    if unreached:
        print(f"not reached within {seconds} s: {' '.join(unreached)}")
    finish(findings, len(names) - len(unreached),
           f"of {len(names)} files checked ({len(names) - len(pending)} unchanged since they were clean)")


main()
