"""The published TypeScript clients of both lines."""
import json
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NODE_FOLDER = ROOT / "build/node"
CONVERSATIONS = [("sdk", "legacy", None), ("client", "legacy", "2025-11-25"),
                 ("client", "auto", "2026-07-28")]


@pytest.fixture(scope="module")
def node():
    program = shutil.which("node")
    if program is None:
        pytest.skip("node is not installed")
    if not (NODE_FOLDER / "node_modules").is_dir():
        pytest.skip("build/node is missing (scripts/test-env.sh makes it)")
    return program


@pytest.mark.parametrize("line, mode, version", CONVERSATIONS)
def test_a_whole_conversation(node, bin_dir, line, mode, version):
    done = subprocess.run(
        [node, ROOT / "test/protocol/typescript_client.mjs", line, mode, bin_dir / "codecalc",
         NODE_FOLDER], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["version"] == version or version is None
    assert seen["server"]["name"] == "codecalc"
    assert {"calc_exact", "execute_code", "list_languages"} <= set(seen["tools"])
    assert seen["prompts"] == []
    assert seen["sum"]["structuredContent"]["value"] is True
    assert json.loads(seen["sum"]["content"][0]["text"]) == seen["sum"]["structuredContent"]
    assert seen["run"]["structuredContent"]["stdout"] == "got 7\n"
    assert len(seen["languages"]["structuredContent"]["result"]) == 31
    assert seen["wrong"]["isError"] is True
    assert seen["unknown"] == -32602
    assert seen["aborted"] is True
    assert seen["squares"] == [str(n * n) for n in range(100)]
