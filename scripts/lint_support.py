"""What the checks of scripts/lint share: the files of the project, and how a check ends."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def project_files(*patterns):
    """The files that are or will be in the repository, as paths from the root."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *patterns],
        cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return [name for name in sorted(set(listed.split("\0"))) if name and (ROOT / name).is_file()]


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8", errors="replace")


def finish(findings, inputs, noun="files"):
    """Prints the findings and the count of inputs; no input is a failure."""
    for finding in findings:
        print(finding)
    print(f"{inputs} {noun}, {len(findings)} findings")
    sys.exit(1 if findings or inputs == 0 else 0)
