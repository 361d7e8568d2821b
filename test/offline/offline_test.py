"""The server, the launcher and the workers open no internet socket while every tool is called.

Everything runs under strace; a program that a caller sent is not looked at, nor what runs in a
sandbox on its behalf: only the server's own processes are.
"""
# ctest: TIMEOUT 600
import re
import shutil
import subprocess
import sys

import pytest

from calls import calls_of

TRACE = "socket,clone,clone3,fork,vfork,execve,connect"
LINE = re.compile(r"^(\d+)\s+(?:<\.\.\. (\w+) resumed>)?(?:(\w+)\()?(.*)$")
INTERNET = re.compile(r"\bAF_INET6?\b")


class Watch:
    """What one strace log says of the server's own processes."""

    def __init__(self, log):
        self.own = set()
        self.programs = {}
        self.sockets = []
        self.strangers = 0
        lines = [match for match in map(LINE.match, log.splitlines()) if match]
        threads = self._threads(lines)
        for pid, _, call, rest in (match.groups() for match in lines):
            if pid in threads:
                pid = threads[pid]
            if call == "execve" and ("= 0" in rest or "unfinished" in rest):
                self.programs[pid] = rest.split('"')[1].rsplit("/", 1)[-1]
                if self.programs[pid].startswith("codecalc"):
                    self.own.add(pid)
                else:
                    self.own.discard(pid)
            if call in ("socket", "connect"):
                if pid not in self.own:
                    self.strangers += 1
                elif INTERNET.search(rest):
                    self.sockets.append(f"{self.programs.get(pid, pid)}: {call}({rest}")

    @staticmethod
    def _threads(lines):
        """Thread id -> the process that it belongs to (its first ancestor that is no thread)."""
        parent, pending = {}, {}
        for pid, resumed, call, rest in (match.groups() for match in lines):
            if call in ("clone", "clone3", "fork", "vfork"):
                pending[pid] = "CLONE_THREAD" in rest
            created = re.search(r"= (\d+)", rest)
            if (call or resumed) in ("clone", "clone3", "fork", "vfork") and created:
                if pending.get(pid):
                    parent[created[1]] = pid
        for thread in parent:
            top = parent[thread]
            while top in parent:
                top = parent[top]
            parent[thread] = top
        return parent


def test_the_watch_sees_an_internet_socket(tmp_path):
    """A control: the watch reports what it is there for."""
    if not shutil.which("strace"):
        pytest.skip("strace is not installed")
    log, named = tmp_path / "control", tmp_path / "codecalc-control"
    named.symlink_to(sys.executable)
    program = "import socket; socket.socket(socket.AF_INET6); socket.socket()"
    for interpreter, expected in ((named, 2), (sys.executable, 0)):
        subprocess.run(["strace", "-f", "-qq", "-e", f"trace={TRACE}", "-o", log,
                        interpreter, "-c", program], check=True)
        assert len(Watch(log.read_text()).sockets) == expected


def test_every_tool_stays_offline(start_server, tmp_path):
    if not shutil.which("strace"):
        pytest.skip("strace is not installed")
    log = tmp_path / "trace"
    server = start_server(wrap=["strace", "-f", "-qq", "-e", f"trace={TRACE}", "-o", str(log)])
    called = 0
    for tool in server.list_tools():
        for arguments in calls_of(tool["name"]):
            server.call(tool["name"], arguments, timeout=180)
            called += 1
    server.close(timeout=30)
    assert called > 0
    watch = Watch(log.read_text())
    assert "codecalc" in watch.programs.values()
    assert "codecalc-exec" in watch.programs.values(), "the launcher never ran"
    assert watch.sockets == []
