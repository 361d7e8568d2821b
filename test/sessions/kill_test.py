"""The server is killed at 200 random moments while it writes, saves and submits: nothing is half-written,
nothing that it acknowledged is lost, and nothing goes on running."""
# ctest: TIMEOUT 1200 RUN_SERIAL ON
# label: slow
import os
import pathlib
import random
import threading
import time

import pytest
from mcp_stdio import ServerGone

ROUNDS = int(os.environ.get("CODECALC_KILL_ROUNDS", "200"))
WORD = f"codecalc-kill-{os.getpid()}"


def running():
    found = 0
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found += WORD.encode() in path.read_bytes()
        except OSError:
            pass
    return found


class Work:
    """What was asked of a server until it was killed, and what it acknowledged."""

    def __init__(self, server, session, number):
        self.server, self.session, self.number = server, session, number
        self.written = self.tried = None
        self.snapshots, self.runs, self.finished = [], [], {}
        self.threads = [threading.Thread(target=self.until_gone, args=(step,))
                        for step in (self.write, self.save, self.submit)]
        for thread in self.threads:
            thread.start()

    def until_gone(self, step):
        try:
            for count in range(10_000):
                step(count)
        except (ServerGone, OSError):
            pass

    def write(self, count):
        self.tried = (self.number, count)
        self.server.call_tool("session_write_file", {
            "session_id": self.session, "path": "deep/folder/file", "content": content(self.tried)})
        self.written = self.tried

    def save(self, count):
        saved = self.server.call_tool("session_snapshot", {"session_id": self.session,
                                                           "label": str(count)})
        if saved["ok"]:
            self.snapshots.append(saved["snapshot_id"])
        if len(self.snapshots) > 3:
            oldest = self.snapshots.pop(0)
            self.server.call_tool("session_snapshot", {
                "session_id": self.session, "action": "delete", "snapshot_id": oldest})

    def submit(self, count):
        quick = count % 2 == 0
        code = f"echo {count}" if quick else f"sh -c 'sleep 30; : {WORD}'"
        begun = self.server.call_tool("run_submit", {"language": "bash", "code": code})
        if not begun["ok"]:
            time.sleep(0.01)
            return
        self.runs.append(begun["run_id"])
        if quick:
            view = self.server.call_tool("run_inspect", {"run_id": begun["run_id"]})
            if "verdict" in view:
                self.finished[begun["run_id"]] = (view["verdict"], view["exit_code"])


def content(mark):
    return f"{mark[0]}:{mark[1]}\n" * 5000


def check(server, session, root, work, before):
    path = root / session / "deep/folder/file"
    if path.exists():
        text = path.read_text()
        first = tuple(int(part) for part in text.split("\n", 1)[0].split(":"))
        assert text == content(first), "a file is half-written"
        assert first >= (work.written or before or first)
    else:
        assert work.written is None and before is None
    listed = {row["snapshot_id"] for row in server.call_tool("session_snapshot", {
        "session_id": session, "action": "list"})["snapshots"]}
    assert set(work.snapshots) <= listed
    for snapshot in listed:
        restored = server.call_tool("session_snapshot", {
            "session_id": session, "action": "restore", "snapshot_id": snapshot})
        assert restored["ok"] is True, restored
        server.call_tool("session_stop", {"session_id": restored["session_id"]})
        server.call_tool("session_snapshot", {"session_id": session, "action": "delete",
                                              "snapshot_id": snapshot})
    for run in work.runs:
        view = server.call_tool("run_inspect", {"run_id": run})
        assert view.get("state") == "cleaned", view
        if run in work.finished:
            assert (view["verdict"], view["exit_code"]) == work.finished[run]
    assert list((root / ".codecalc/pending").iterdir()) == []
    assert list((root / ".codecalc/trash").iterdir()) == []


@pytest.mark.skipif(ROUNDS == 0, reason="CODECALC_KILL_ROUNDS is 0")
def test_killed_at_random_moments(start, root):
    chance = random.Random(20261201)
    before = None
    server = start()
    session = server.call_tool("session_start", {"language": "bash"})["session_id"]
    acknowledged = 0
    for number in range(ROUNDS):
        work = Work(server, session, number)
        time.sleep(chance.uniform(0.005, 0.25))
        server.process.kill()
        killed = time.monotonic()
        for thread in work.threads:
            thread.join(30)
        # Not earlier: what was on its way to the sandbox may begin, and is ended then.
        time.sleep(max(0, killed + 1 - time.monotonic()))
        assert running() == 0, "a run outlived its server"
        server = start()
        check(server, session, root, work, before)
        before = work.written or before
        acknowledged += len(work.runs) + len(work.snapshots) + (work.written is not None)
    assert acknowledged > ROUNDS
