"""Every shell script parses, every Python file compiles and imports nothing that it does not use."""
import ast
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from lint_support import ROOT, finish, project_files, text_of  # noqa: E402


def unused_imports(tree):
    imported = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                imported[(alias.asname or alias.name).split(".")[0]] = node.lineno
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    exported = {element.value for node in ast.walk(tree) if isinstance(node, ast.Assign)
                and any(getattr(target, "id", "") == "__all__" for target in node.targets)
                and isinstance(node.value, (ast.List, ast.Tuple))
                for element in node.value.elts if isinstance(element, ast.Constant)}
    return [(line, name) for name, line in imported.items() if name not in used | exported]


def main():
    findings, count = [], 0
    for name in project_files():
        if name.startswith("test/data/"):
            continue
        text = text_of(name) if name.endswith((".py", ".sh")) or "." not in name.rsplit("/", 1)[-1] else ""
        if name.endswith(".py"):
            count += 1
            try:
                tree = ast.parse(text, name)
            except SyntaxError as error:
                findings.append(f"{name}:{error.lineno}: {error.msg}")
                continue
            findings += [f"{name}:{line}: {unused} is imported and not used"
                         for line, unused in unused_imports(tree)]
        elif name.endswith(".sh") or text.startswith("#!/usr/bin/env bash"):
            count += 1
            done = subprocess.run(["bash", "-n", name], cwd=ROOT, capture_output=True, text=True)
            if done.returncode:
                findings.append(done.stderr.strip())
    finish(findings, count)


main()
