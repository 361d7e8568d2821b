"""Snapshots through the server."""
import re

import pytest


@pytest.fixture
def session(server):
    made = server.call_tool("session_start", {"language": "perl"})["session_id"]
    server.call_tool("session_write_file", {"session_id": made, "path": "d/a", "content": "one"})
    return made


def snapshot(server, session, **arguments):
    return server.call_tool("session_snapshot", {"session_id": session, **arguments})


def test_save_list_restore_delete(server, session, root):
    saved = snapshot(server, session, label="first")
    assert {key: saved[key] for key in ("ok", "action", "session_id", "files", "label")} == {
        "ok": True, "action": "save", "session_id": session, "files": 1, "label": "first"}
    assert re.fullmatch("[0-9a-f]{32}", saved["snapshot_id"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", saved["created_at"])
    row = {key: saved[key] for key in ("snapshot_id", "bytes", "files", "created_at", "label")}
    assert snapshot(server, session, action="list")["snapshots"] == [row]

    server.call_tool("session_write_file", {"session_id": session, "path": "b", "content": "two"})
    back = snapshot(server, session, action="restore", snapshot_id=saved["snapshot_id"],
                    replace=True)
    assert back["replaced"] is True and back["session_id"] == session
    assert back["restored_files"] == 1 and back["bytes"] == 3
    assert back["files"] == [{"path": "d/", "type": "dir"}]
    fresh = snapshot(server, session, action="restore", snapshot_id=saved["snapshot_id"])
    assert fresh["session_id"] != session and "replaced" not in fresh
    assert fresh["language"] == "perl" and (root / fresh["session_id"] / "d/a").read_text() == "one"
    assert server.call_tool("execute_code", {
        "session_id": session, "language": "bash", "code": "cat d/a"})["stdout"] == "one"

    gone = snapshot(server, session, action="delete", snapshot_id=saved["snapshot_id"])
    assert gone["deleted"] is True
    assert snapshot(server, session, action="delete",
                    snapshot_id=saved["snapshot_id"])["deleted"] is False
    assert snapshot(server, session, action="list")["snapshots"] == []


@pytest.mark.parametrize("arguments, code", [
    ({"action": "restore"}, "validation"), ({"action": "delete"}, "validation"),
    ({"action": "frob"}, "validation"), ({"label": "x" * 201}, "validation"),
    ({"action": "restore", "snapshot_id": "../../x"}, "permission_denied"),
    ({"action": "restore", "snapshot_id": "nope"}, "permission_denied"),
    ({"action": "restore", "snapshot_id": "0" * 32}, "validation")])
def test_what_cannot_be(server, session, arguments, code):
    assert snapshot(server, session, **arguments)["code"] == code
    assert len(server.call_tool("session_list")["sessions"]) == 1


def test_stopping_takes_snapshots_along_unless_told(server, session):
    saved = snapshot(server, session)
    stopped = server.call_tool("session_stop", {"session_id": session, "keep_snapshots": True})
    assert "snapshots_deleted" not in stopped
    assert len(snapshot(server, session, action="list")["snapshots"]) == 1
    fresh = snapshot(server, session, action="restore", snapshot_id=saved["snapshot_id"])
    assert fresh["ok"] is True
    assert snapshot(server, session, action="restore", snapshot_id=saved["snapshot_id"],
                    replace=True)["code"] == "validation"
    assert server.call_tool("session_stop", {"session_id": session})["snapshots_deleted"] == 1
    assert snapshot(server, session, action="list")["snapshots"] == []


def test_limits(start):
    server = start(CODECALC_MAX_SNAPSHOTS_PER_SESSION="1", CODECALC_MAX_SNAPSHOT_BYTES="100")
    session = server.call_tool("session_start", {"language": "bash"})["session_id"]
    server.call_tool("session_write_file", {"session_id": session, "path": "a",
                                            "content": "x" * 101})
    assert snapshot(server, session)["code"] == "resource_exhausted"
    server.call_tool("session_write_file", {"session_id": session, "path": "a",
                                            "content": "x" * 100})
    assert snapshot(server, session)["ok"] is True
    assert snapshot(server, session)["code"] == "resource_exhausted"
