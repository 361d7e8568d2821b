"""Includes follow the table of docs/architecture.md: `folder` may include what its row names."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from lint_support import finish, project_files, text_of  # noqa: E402

DOCUMENT = "docs/architecture.md"
# Not domains: what "every domain" does not mean.
NO_DOMAIN = {"cli", "protocol", "tools", "registry", "base"}


def allowed():
    """Folder -> the folders that it may include, from the document's table."""
    rows = []
    for line in text_of(DOCUMENT).splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == 2 and re.match(r"^`[a-z_]+`", cells[0]):
            folders = re.findall(r"`([a-z_]+)`", cells[0])
            rows.append((folders, cells[1]))
    rows = [row for row in rows if "may include" not in row[1]]
    known = {folder for folders, _ in rows for folder in folders} | {"base"}
    table = {"base": {"base"}}
    for folders, text in rows:
        names = set(re.findall(r"`([a-z_]+)`", text)) & known
        if "all below" in text:
            names |= known
        if "every domain" in text:
            names |= known - NO_DOMAIN
        for folder in folders:
            table[folder] = names | {folder}
    return table


def main():
    table, findings, count = allowed(), [], 0
    if len(table) < 5:
        findings.append(f"{DOCUMENT}: the table of folders was not found")
    for name in project_files("src/*.cpp", "src/*.h"):
        parts = name.split("/")
        if len(parts) < 3:
            continue
        folder = parts[1]
        count += 1
        if folder not in table:
            findings.append(f"{name}:1: the folder src/{folder} has no row in {DOCUMENT}")
            continue
        for number, line in enumerate(text_of(name).splitlines(), 1):
            match = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            if not match or "/" not in match[1]:
                continue
            target = match[1].split("/")[0]
            if target not in table[folder]:
                findings.append(f"{name}:{number}: {folder} may not include {match[1]} ({DOCUMENT})")
    finish(findings, count)


main()
