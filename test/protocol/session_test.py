"""Runs every recorded conversation of test/data/protocol against the built server."""
import os
import pathlib
import queue
import re
import subprocess
import sys
import threading

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SESSIONS = sorted((ROOT / "test/data/protocol").glob("*.session"))
META = ('"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
        '"io.modelcontextprotocol/clientCapabilities":{}}')
TIMEOUT = 30


def binary():
    return pathlib.Path(os.environ.get("CODECALC_BIN_DIR", ROOT / "build/release/bin")) / "codecalc"


def matches(expected, line):
    pattern = ".*".join(re.escape(part) for part in expected.split("${any}"))
    return re.fullmatch(pattern, line) is not None


class Conversation:
    """The server of one session, line by line."""

    def __init__(self, environment):
        self.process = subprocess.Popen(
            [binary()], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, **environment})
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\n"))
        self.lines.put(None)

    def send(self, text):
        self.process.stdin.write(text.replace("${meta}", META).encode() + b"\n")
        self.process.stdin.flush()

    def receive(self):
        try:
            line = self.lines.get(timeout=TIMEOUT)
        except queue.Empty:
            line = None
        return "(nothing)" if line is None else line

    def close(self):
        """The lines that nobody expected, and the exit status."""
        self.process.stdin.close()
        status = self.process.wait(TIMEOUT)
        rest = []
        while (line := self.lines.get(timeout=TIMEOUT)) is not None:
            rest.append(line)
        return rest, status


def play(path):
    """The file's lines as they should read, what differs, and how many lines were compared."""
    lines = path.read_text().splitlines()
    environment = dict(line[4:].split("=", 1) for line in lines if line.startswith("env "))
    conversation = Conversation(environment)
    written, faults, compared = [], [], 0
    for number, line in enumerate(lines, 1):
        if line.startswith("> "):
            conversation.send(line[2:])
        elif line.startswith("< "):
            got = conversation.receive()
            compared += 1
            if not matches(line[2:], got):
                faults.append(f"{path.name}:{number}\n  expected {line[2:]}\n  got      {got}")
                line = "< " + got
        elif line and not line.startswith(("#", "env ")):
            faults.append(f"{path.name}:{number}: cannot be read: {line}")
        written.append(line)
    rest, status = conversation.close()
    faults += [f"{path.name}: unexpected {line}" for line in rest]
    written += ["< " + line for line in rest]
    if status != 0:
        faults.append(f"{path.name}: the server left with status {status}")
    return written, faults, compared


def test_there_are_sessions():
    assert len(SESSIONS) >= 5


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_session(path):
    _, faults, compared = play(path)
    assert compared > 0
    assert not faults, "\n".join(faults)


if __name__ == "__main__" and "--update" in sys.argv:
    for session in SESSIONS:
        text, differences, _ = play(session)
        if differences:
            session.write_text("\n".join(text) + "\n")
            print(f"{session.name}: {len(differences)} lines rewritten")
