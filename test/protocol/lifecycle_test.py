"""Starting, cancelling and ending, with real programs under way."""
import os
import pathlib
import signal
import subprocess
import time

import pytest

SLEEP = {"language": "sh", "code": "sleep 987", "timeout": 60}


def descendants(pid):
    """Every process below `pid`."""
    found, frontier = [], [pid]
    while frontier:
        parent = frontier.pop()
        try:
            tasks = pathlib.Path(f"/proc/{parent}/task").iterdir()
            children = [int(child) for task in tasks
                        for child in (task / "children").read_text().split()]
        except OSError:
            continue
        found += children
        frontier += children
    return found


def sleepers(pid):
    names = []
    for child in descendants(pid):
        try:
            names.append(pathlib.Path(f"/proc/{child}/cmdline").read_bytes())
        except OSError:
            pass
    return [name for name in names if b"sleep\x00987" in name]


def eventually(condition, seconds=10):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.01)
    return condition()


def alive(pid):
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def begin_runs(server, count):
    ids = [server.begin("tools/call", {"name": "execute_code", "arguments": SLEEP})
           for _ in range(count)]
    assert eventually(lambda: len(sleepers(server.process.pid)) >= count, 20)
    return ids


def test_a_cancelled_run_is_gone_and_unanswered(start_server):
    server = start_server()
    first, second = begin_runs(server, 2)
    server.notify("notifications/cancelled", {"requestId": first, "reason": "test"})
    assert eventually(lambda: len(sleepers(server.process.pid)) == 1)
    server.notify("notifications/cancelled", {"requestId": second})
    assert eventually(lambda: not sleepers(server.process.pid))
    assert server.request("ping") == {}
    time.sleep(0.2)
    assert not server._answers


@pytest.mark.parametrize("how", ["eof", "term", "int"])
def test_the_end_takes_every_process_along(start_server, how):
    server = start_server()
    begin_runs(server, 3)
    below = descendants(server.process.pid)
    assert below
    begin = time.monotonic()
    if how == "eof":
        server.process.stdin.close()
    else:
        server.process.send_signal(signal.SIGTERM if how == "term" else signal.SIGINT)
    assert server.process.wait(5) == 0
    assert time.monotonic() - begin < 1.0
    assert eventually(lambda: not any(alive(pid) for pid in below), 2)


def test_a_killed_server_leaves_nothing_behind(start_server):
    server = start_server()
    begin_runs(server, 1)
    below = descendants(server.process.pid)
    server.process.kill()
    server.process.wait(5)
    assert eventually(lambda: not any(alive(pid) for pid in below), 5)


def test_a_slow_run_delays_no_calculation(start_server):
    server = start_server()
    begin_runs(server, 8)
    times = []
    for n in range(20):
        begin = time.monotonic()
        result = server.call_tool("calc_exact", {"expr": f"{n}/7"})
        times.append(time.monotonic() - begin)
        assert result["ok"] is True
    assert sorted(times)[10] < 0.1


def test_progress_of_a_streamed_run(start_server):
    server = start_server()
    result = server.call(
        "execute_code_stream",
        {"language": "sh", "code": "for i in 1 2 3; do echo $i; sleep 0.7; done"},
        _meta={"progressToken": "tok"})
    assert result["structuredContent"]["stdout"] == "1\n2\n3\n"
    notes = [note["params"] for note in server.notifications]
    assert notes and all(note["progressToken"] == "tok" for note in notes)
    values = [note["progress"] for note in notes]
    assert values == sorted(set(values))


def test_piped_requests_are_answered_before_the_end(bin_dir):
    lines = (b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":'
             b'"2025-11-25"}}\n{"jsonrpc":"2.0","id":2,"method":"tools/call","params":'
             b'{"name":"calc_exact","arguments":{"expr":"1/3"}}}')
    done = subprocess.run([bin_dir / "codecalc"], input=lines, capture_output=True, timeout=30)
    assert done.returncode == 0
    assert b'"id":2,"result"' in done.stdout
    assert done.stderr == b""


def test_closed_standard_descriptors_do_no_harm(bin_dir):
    for close in ("0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"):
        done = subprocess.run(["sh", "-c", f'exec "$0" {close}', bin_dir / "codecalc"],
                              input=b"", capture_output=True, timeout=30)
        assert done.returncode in (0, 1), close


def test_requirement_of_the_full_sandbox(bin_dir):
    missing = {**os.environ, "CODECALC_REQUIRE_NATIVE": "1", "CODECALC_EXEC_BIN": "/nonexistent/x"}
    done = subprocess.run([bin_dir / "codecalc"], input=b"", capture_output=True, env=missing,
                          timeout=30)
    assert done.returncode == 1
    assert b"CODECALC_REQUIRE_NATIVE" in done.stderr and b"/nonexistent/x" in done.stderr
    assert done.stdout == b""
