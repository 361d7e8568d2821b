"""A source file has at most 500 lines, or says why in its head ("Longer than 500 lines because …")."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from lint_support import finish, project_files, text_of  # noqa: E402

LIMIT = 500
REASON = re.compile(r"longer than \d+ lines because", re.I)


def main():
    findings, names = [], project_files("*.cpp", "*.h", "*.c", "*.py", "*.sh", "*.mjs", "*.ts",
                                        "*.cmake", "*CMakeLists.txt", "dev", ".ci/run")
    names = [name for name in names if not name.startswith("test/data/")]
    for name in names:
        lines = text_of(name).splitlines()
        head = " ".join(re.sub(r"^\s*(//|#|\*)+", "", line) for line in lines[:12])
        if len(lines) > LIMIT and not REASON.search(" ".join(head.split())):
            findings.append(f"{name}:1: {len(lines)} lines, at most {LIMIT} without a reason in the head")
        first = next((line for line in lines if line and not line.startswith("#!")), "")
        if name.startswith("src/") and name.endswith((".cpp", ".h")) and not first.startswith(("//", "/*")):
            findings.append(f"{name}:1: the file does not begin with its line of purpose")
    finish(findings, len(names))


main()
