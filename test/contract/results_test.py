"""Every result of every tool keeps the contract: its full schema, one stamp, text = structure."""
import json
import subprocess

import pytest
from jsonschema import Draft202012Validator

from calls import calls_of, filled

CODES = {"validation", "runtime_unavailable", "timeout", "resource_exhausted", "permission_denied",
         "dependency_missing", "worker_failure", "internal"}
# Results of these families have the published envelope; the others keep their own schema.
RUN_TOOLS = {"execute_code", "execute_code_stream", "session_run"}
WRONG = {"string": 5.5, "integer": "no number", "number": [], "boolean": "perhaps", "array": 7,
         "object": 3}


@pytest.fixture(scope="module")
def schemas(bin_dir, tmp_path_factory):
    """Tool name -> full output schema, as the program writes them."""
    folder = tmp_path_factory.mktemp("schemas")
    subprocess.run([bin_dir / "codecalc", "schemas", folder], check=True)
    return folder


@pytest.fixture(scope="module")
def tools(server):
    found = server.list_tools()
    assert found
    return found


def output_validator(schemas, tool):
    schema = json.loads((schemas / f"{tool}.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def structured(result):
    """The structured result, once it is sure that the text says the same."""
    texts = [block["text"] for block in result["content"] if block["type"] == "text"]
    value = result["structuredContent"]
    if set(value) == {"result"} and isinstance(value["result"], list):
        assert [json.loads(text) for text in texts] == value["result"]
    else:
        assert json.loads(texts[0]) == value
    return value


def check_stamp(value):
    assert isinstance(value["ok"], bool)
    assert value["contract_version"] == "1.6.0"
    if "code" in value:
        assert value["code"] in CODES
        assert value["ok"] is False
        assert value["error"] and value["remedy"]
    assert value.get("code") != "internal"


def errors_of(validator, value):
    return [f"{'/'.join(map(str, error.path))}: {error.message[:300]}"
            for error in validator.iter_errors(value)]


@pytest.fixture(scope="module")
def made(server):
    """What the example calls need: a session with two files and a snapshot, a run."""
    session = server.call_tool("session_start", {"language": "bash"})["session_id"]
    for path in ("main.sh", "spare.txt"):
        server.call_tool("session_write_file", {
            "session_id": session, "path": path, "content": "echo made >made.txt\n"})
    snapshot = server.call_tool("session_snapshot", {"session_id": session})["snapshot_id"]
    run = server.call_tool("run_submit", {"language": "bash", "code": "true"})["run_id"]
    worker = server.call_tool("session_start", {"language": "python3"})["session_id"]
    return {"session": session, "snapshot": snapshot, "run": run, "worker": worker}


def test_every_example_call(server, tools, schemas, made):
    envelope = Draft202012Validator(json.loads((schemas / "result-v1.schema.json").read_text()))
    seen, succeeded = 0, set()
    for tool in tools:
        name = tool["name"]
        validator = output_validator(schemas, name)
        for arguments in calls_of(name):
            result = server.call(name, filled(arguments, made))
            value = structured(result)
            where = f"{name} {json.dumps(arguments)[:200]} gave {json.dumps(value)[:600]}"
            assert errors_of(validator, value) == [], where
            seen += 1
            if "result" in value and "ok" not in value:
                succeeded.add(name)
                continue
            check_stamp(value)
            if value["ok"]:
                succeeded.add(name)
            if name in RUN_TOOLS:
                assert errors_of(envelope, value) == [], where
    assert seen >= len(tools)
    assert {tool["name"] for tool in tools} - succeeded == set(), "no example call succeeded"


def test_wrong_arguments(server, tools, schemas):
    refused = 0
    for tool in tools:
        name, example = tool["name"], calls_of(tool["name"])[0]
        validator = output_validator(schemas, name)
        wrong = [({**example, "no_such_parameter_": 1}, "no_such_parameter_")]
        for parameter, schema in tool["inputSchema"].get("properties", {}).items():
            kinds = schema.get("type", [])
            kinds = [kinds] if isinstance(kinds, str) else kinds
            kind = next((kind for kind in kinds if kind != "null"), None)
            if len([kind for kind in kinds if kind != "null"]) == 1 and kind in WRONG:
                wrong.append(({**example, parameter: WRONG[kind]}, parameter))
        for parameter in tool["inputSchema"].get("required", []):
            wrong.append(({key: example[key] for key in example if key != parameter}, parameter))
        for arguments, parameter in wrong:
            result = server.call(name, arguments)
            value = structured(result)
            where = f"{name} {json.dumps(arguments)[:200]} gave {json.dumps(value)[:600]}"
            assert value.get("ok") is False and value.get("code") == "validation", where
            assert parameter in value["error"], where
            assert "verdict" not in value, where
            check_stamp(value)
            assert errors_of(validator, value) == [], where
            refused += 1
    assert refused >= len(tools)


def test_input_schemas(tools):
    for tool in tools:
        Draft202012Validator.check_schema(tool["inputSchema"])
        Draft202012Validator.check_schema(tool["outputSchema"])
        assert tool["inputSchema"]["type"] == "object"
        validator = Draft202012Validator(tool["inputSchema"])
        for arguments in calls_of(tool["name"]):
            assert errors_of(validator, arguments) == [], (tool["name"], arguments)
