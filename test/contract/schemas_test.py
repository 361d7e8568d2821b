"""docs/contract is what the code makes, and docs/contract.md names what the code knows."""
import json
import re
import subprocess

import jsonschema
import pytest
from conftest import ROOT

PUBLISHED = ROOT / "docs" / "contract"
ALWAYS_IN_A_RUN = {
    "ok", "language", "phase", "backend", "platform", "stdout", "stderr", "exit_code", "timed_out",
    "verdict", "output_truncated", "output_error", "duration_ms", "compile_ms", "total_ms",
    "cpu_ms", "peak_memory_kb", "unenforced", "workdir", "stdout_bytes", "stderr_bytes"}
CODES = {"validation", "runtime_unavailable", "timeout", "resource_exhausted", "permission_denied",
         "dependency_missing", "worker_failure", "internal"}


@pytest.fixture(scope="module")
def made(bin_dir, tmp_path_factory):
    folder = tmp_path_factory.mktemp("schemas")
    subprocess.run([bin_dir / "codecalc", "schemas", folder], check=True, timeout=60)
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_published_schemas_are_those_of_the_code(made):
    published = {path.name: path.read_text() for path in PUBLISHED.iterdir()}
    assert len(made) > 1
    assert sorted(published) == sorted(made)
    stale = [name for name in made if published[name] != made[name]]
    assert not stale, "run: build/release/bin/codecalc schemas docs/contract"


def test_every_schema_is_one(made):
    for text in made.values():
        jsonschema.Draft202012Validator.check_schema(json.loads(text))


def test_every_tool_has_a_schema(made, server):
    served = {tool["name"] for tool in server.list_tools()}
    assert served and served <= {name.removesuffix(".schema.json") for name in made}


def test_families_of_results(made):
    families = json.loads(made["result-v1.schema.json"])["$defs"]
    assert {"execution_envelope", "compact_result", "rejected"} <= families.keys()
    envelope = families["execution_envelope"]
    assert ALWAYS_IN_A_RUN <= set(envelope["required"])
    assert envelope["properties"]["backend"]["enum"] == ["native"]
    assert set(envelope["properties"]["verdict"]["enum"]) == {"OK", "TLE", "OLE", "MLE", "RTE"}
    for family in ("execution_envelope", "compact_result", "rejected"):
        assert set(families[family]["properties"]["code"]["enum"]) == CODES


def test_the_document_names_every_token_code_and_member(made):
    document = (ROOT / "docs" / "contract.md").read_text()
    header = (ROOT / "src" / "sandbox" / "unenforced.h").read_text()
    tokens = re.findall(r'string_view k\w+ = "(\w+)"', header)
    assert len(tokens) > 10
    missing = [token for token in tokens if f"| `{token}` |" not in document]
    stale = [token for token in re.findall(r"^\| `(\w+)` \| ", document.partition(
        "## `unenforced`")[2], re.M) if token not in tokens]
    assert not missing and not stale
    assert [code for code in CODES if f"| `{code}` |" not in document] == []
    version = re.search(r'kContractVersion = "([\d.]+)"',
                        (ROOT / "src/registry/contract.h").read_text())[1]
    assert f"**{version}**" in document
    families = json.loads(made["result-v1.schema.json"])["$defs"]
    for family in ("execution_envelope", "compact_result", "rejected"):
        unnamed = [name for name in families[family]["properties"]
                   if not re.search(rf"`[^`]*\b{name}\b[^`]*`", document)]
        assert not unnamed, family
