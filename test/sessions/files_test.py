"""Sessions and their files through the server."""
import base64
import json
import re
import zlib

import pytest


def png():
    """The smallest grey picture."""
    def chunk(kind, body):
        return (len(body).to_bytes(4, "big") + kind + body +
                zlib.crc32(kind + body).to_bytes(4, "big"))
    head = chunk(b"IHDR", bytes([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")


@pytest.fixture
def bash(server):
    return server.call_tool("session_start", {"language": "sh"})["session_id"]


def test_a_session_from_start_to_stop(server, root):
    started = server.call_tool("session_start", {"language": "sh"})
    session = started["session_id"]
    assert re.fullmatch(r"bash-[0-9a-f]{32}", session)
    assert started == {"ok": True, "session_id": session, "language": "bash", "stateful": False,
                       "workdir": f"{root}/{session}", "files": [], "contract_version": "1.6.0"}
    assert server.call_tool("session_list")["sessions"] == [
        {"session_id": session, "language": "bash", "stateful": False,
         "workdir": f"{root}/{session}", "alive": False}]
    assert server.call_tool("session_stop", {"session_id": session}) == {
        "ok": True, "session_id": session, "deleted": True, "snapshots_deleted": 0,
        "contract_version": "1.6.0"}
    assert server.call_tool("session_stop", {"session_id": session})["deleted"] is False
    assert server.call_tool("session_list")["sessions"] == []
    assert not (root / session).exists()


def test_an_unknown_language_is_refused(server, root):
    refused = server.call_tool("session_start", {"language": "pyhton"})
    assert refused["ok"] is False and refused["code"] == "validation"
    assert "python" in refused["error"]
    assert server.call_tool("session_list")["sessions"] == []


def test_unknown_sessions_are_refused_by_every_tool(server):
    for tool, more in [("session_files", {}), ("session_artifacts", {}),
                       ("session_write_file", {"path": "a", "content": ""}),
                       ("session_read_file", {"path": "a"}), ("session_delete_file", {"path": "a"}),
                       ("session_run", {"entry_file": "a"}),
                       ("execute_code", {"language": "bash", "code": "true"})]:
        for name in ("nope", "../x", "bash-" + "0" * 32, ""):
            if tool == "execute_code" and not name:
                continue
            result = server.call(tool, {"session_id": name, **more})
            value = json.loads(result["content"][0]["text"])
            assert value["ok"] is False and value["code"] == "validation", (tool, name)
            assert result.get("isError", False) is False, (tool, name)


def test_write_read_list_delete(server, bash):
    def call(tool, **arguments):
        return server.call_tool(tool, {"session_id": bash, **arguments})

    assert call("session_write_file", path="sub/../d/e.txt", content="h\u00e9")["path"] == "d/e.txt"
    assert call("session_write_file", path="b.txt", content="x")["ok"] is True
    assert call("session_files") == {
        "ok": True, "path": ".", "contract_version": "1.6.0",
        "files": [{"path": "b.txt", "type": "file", "size": 1}, {"path": "d/", "type": "dir"}]}
    assert call("session_files", path="d")["files"] == [
        {"path": "e.txt", "type": "file", "size": 3}]
    first = call("session_files", page_size=1)
    assert [row["path"] for row in first["files"]] == ["b.txt"] and first["next_cursor"] == "1"
    last = call("session_files", page_size=1, cursor="1")
    assert [row["path"] for row in last["files"]] == ["d/"] and last["next_cursor"] is None
    for bad in ({"page_size": 0}, {"page_size": -1}, {"page_size": 1, "cursor": "x"},
                {"path": "nope"}, {"path": "b.txt"}):
        assert call("session_files", **bad)["code"] == "validation", bad
    assert call("session_read_file", path="d/e.txt") == {
        "ok": True, "path": "d/e.txt", "size": 3, "content": "h\u00e9", "truncated": False,
        "resource": f"codecalc://session/{bash}/files/d/e.txt", "contract_version": "1.6.0"}
    cut = call("session_read_file", path="d/e.txt", max_bytes=2)
    assert cut["content"] == "h" and cut["truncated"] is True
    assert call("session_read_file", path="d/e.txt", max_bytes=0)["content"] == ""
    assert call("session_read_file", path="d/e.txt", max_bytes=-1)["code"] == "validation"
    assert call("session_artifacts")["artifacts"] == [
        {"path": "b.txt", "size": 1}, {"path": "d/e.txt", "size": 3}]
    assert call("session_delete_file", path="b.txt")["deleted"] is True
    assert call("session_delete_file", path="b.txt")["code"] == "validation"
    assert call("session_delete_file", path="d")["code"] == "validation"


@pytest.mark.parametrize("path", ["../evil", "/tmp/evil", "a/../../evil", "..", "./../x"])
def test_paths_out_of_the_session_are_denied(server, bash, path):
    for tool, more in [("session_write_file", {"content": "x"}), ("session_read_file", {}),
                       ("session_delete_file", {}), ("session_files", {})]:
        value = server.call_tool(tool, {"session_id": bash, "path": path, **more})
        assert value["ok"] is False and value["code"] == "permission_denied", tool


def test_images_and_bytes(server, bash, root):
    (root / bash / "p.dat").write_bytes(png())
    (root / bash / "raw").write_bytes(b"\xff\x00\xfe")
    result = server.call("session_read_file", {"session_id": bash, "path": "p.dat"})
    assert [block["type"] for block in result["content"]] == ["image"]
    assert base64.b64decode(result["content"][0]["data"]) == png()
    assert result["content"][0]["mimeType"] == "image/png"
    assert result["structuredContent"]["size"] == len(png())
    raw = server.call_tool("session_read_file", {"session_id": bash, "path": "raw"})
    assert raw["encoding"] == "base64" and base64.b64decode(raw["content"]) == b"\xff\x00\xfe"
    refused = server.call_tool("session_read_file",
                               {"session_id": bash, "path": "raw", "as_image": True})
    assert refused["code"] == "validation"


def test_quota_by_configuration(start, root):
    server = start(CODECALC_SESSION_DISK_QUOTA_MB="1", CODECALC_MAX_ARTIFACT_BYTES="900000")
    session = server.call_tool("session_start", {"language": "bash"})["session_id"]

    def write(path, size):
        return server.call_tool("session_write_file", {"session_id": session, "path": path,
                                                       "content": "x" * size})
    assert write("a", 900_001)["code"] == "resource_exhausted"
    assert write("a", 900_000)["ok"] is True
    assert write("b", 200_000)["code"] == "resource_exhausted"
    assert sorted(path.name for path in (root / session).iterdir()) == ["a"]


def test_two_sessions_do_not_meet(server, root):
    one, two = (server.call_tool("session_start", {"language": "bash"})["session_id"]
                for _ in range(2))
    server.call_tool("session_write_file", {"session_id": two, "path": "s", "content": "secret"})
    code = (f"cat ../{two}/s {root}/{two}/s /box/../{two}/s; ls {root}; ln -s {root}/{two} other; "
            "cat other/s; ls /proc/*/cwd/s; echo done")
    value = server.call_tool("execute_code", {"session_id": one, "language": "bash", "code": code})
    assert value["stdout"] == "done\n", value
    for path in ("other/s", f"../{two}/s"):
        stolen = server.call_tool("session_read_file", {"session_id": one, "path": path})
        assert stolen["code"] == "permission_denied"


def test_a_session_outlives_its_server(start, server):
    session = server.call_tool("session_start", {"language": "bash"})["session_id"]
    server.call_tool("session_write_file", {"session_id": session, "path": "a", "content": "kept"})
    server.process.kill()
    other = start()
    assert other.call_tool("session_read_file",
                           {"session_id": session, "path": "a"})["content"] == "kept"
    assert other.call_tool("execute_code", {"session_id": session, "language": "bash",
                                            "code": "cat a"})["stdout"] == "kept"
