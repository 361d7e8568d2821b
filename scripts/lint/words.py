"""Nothing unfinished, no machine's paths, no registry's host name, no skip without its reason."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from lint_support import finish, project_files, text_of  # noqa: E402

# Written so that this file does not find itself.
RULES = [
    ("an unfinished word", re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|place" r"holder|not " r"implemented)\b", re.I)),
    ("a path of one machine", re.compile(r"(?<![\w.])(/wo" r"rk/|/ro" r"ot/|/ho" r"me/(?!linuxbrew/)[a-z]+/)|\.py" r"env/")),
    ("a registry's host name", re.compile(
        r"py" r"pi\.org|registry\.npm" r"js|crates" r"\.io|proxy\.gol" r"ang|deb\.deb" r"ian\.org|repo1?\.mav" r"en")),
    ("a skip without a reason", re.compile(r"GTEST_SKIP\(\)\s*;|pytest\.skip\(\s*\)|DISABLED_\w+")),
]
# What the words mean there is the subject itself.
EXEMPT = ("test/data/", "LICENSE", "test/package-lock.json")


def main():
    findings, count = [], 0
    for name in project_files():
        if name.startswith(EXEMPT):
            continue
        try:
            text = text_of(name)
        except OSError:
            continue
        if "\0" in text:
            continue
        count += 1
        for number, line in enumerate(text.splitlines(), 1):
            for what, pattern in RULES:
                match = pattern.search(line)
                if match:
                    findings.append(f"{name}:{number}: {what}: {match[0]}")
    finish(findings, count)


main()
