"""The published schemas, for tests that look at results."""
import json
import pathlib

import jsonschema

FOLDER = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "contract"


def _validator(path):
    schema = json.loads(path.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


class Contract:
    """Checks a result against its tool's own schema and, for code that ran, against result-v1."""

    def __init__(self):
        self.results = _validator(FOLDER / "result-v1.schema.json")
        self.tools = {path.name.removesuffix(".schema.json"): _validator(path)
                      for path in FOLDER.glob("*.schema.json") if path.stem != "result-v1.schema"}
        self.checked = 0

    def check(self, tool, result, runs_code=True):
        self.tools[tool].validate(result)
        if runs_code:
            self.results.validate(result)
        self.checked += 1
        return result
