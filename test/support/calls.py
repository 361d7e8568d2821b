"""The example calls of test/data/calls: one file of argument objects per tool."""
import json
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "data" / "calls"


def calls_of(tool):
    """The argument objects for a tool; a tool without any is a gap in the test data."""
    path = FOLDER / f"{tool}.json"
    assert path.exists(), f"the tool {tool} has no example calls: write {path}"
    calls = json.loads(path.read_text(encoding="utf-8"))
    assert calls, f"{path} is empty"
    return calls


def filled(arguments, names):
    """The arguments with "{name}" replaced by what a test made under that name."""
    return {key: names.get(value[1:-1], value) if isinstance(value, str) and value[:1] == "{"
            else value for key, value in arguments.items()}
