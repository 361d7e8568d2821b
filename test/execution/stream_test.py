"""execute_code_stream: what is told while a program runs, cancellation included."""
import pathlib
import time

import pytest
from contract import Contract


@pytest.fixture(scope="module")
def contract():
    return Contract()


def stream(server, contract, code, token=None, **arguments):
    params = {"_meta": {"progressToken": token}} if token else {}
    reply = server.call("execute_code_stream", {"language": "bash", "code": code, **arguments},
                        **params)
    return contract.check("execute_code_stream", reply["structuredContent"])


def progress(server, token):
    return [n["params"] for n in list(server.notifications)
            if n["method"] == "notifications/progress" and n["params"]["progressToken"] == token]


def test_output_is_told_while_the_program_runs(server, contract):
    code = "for i in 1 2 3; do echo line $i; sleep 0.2; done; echo done >&2"
    result = stream(server, contract, code, token="a")
    assert result["stdout"] == result["streamed_partial"] == "line 1\nline 2\nline 3\n"
    assert result["streamed"] is True and result["stderr"] == "done\n"
    told = progress(server, "a")
    assert [p["progress"] for p in told] == [7, 14, 21, 26]
    assert told[0]["message"] == "line 1\n"
    assert told[-1]["message"] == "line 1\nline 2\nline 3\ndone\n"


def test_without_a_token_nothing_is_told(server, contract):
    before = len(server.notifications)
    assert stream(server, contract, "echo hi")["streamed_partial"] == "hi\n"
    assert len(server.notifications) == before


def test_a_flood_is_bounded(server, contract):
    result = stream(server, contract, "for i in {1..3000}; do echo $i; done", token="flood")
    assert result["verdict"] == "OK"
    told = progress(server, "flood")
    assert 0 < len(told) < 1000
    assert all(a["progress"] < b["progress"] for a, b in zip(told, told[1:]))
    assert all(len(p["message"]) <= 4096 for p in told)
    cut = stream(server, contract, "printf %0200000d 7")
    assert cut["verdict"] == "OLE" and len(cut["streamed_partial"]) == 65536
    assert cut["stdout_bytes"] == 200_000


@pytest.mark.parametrize("asked, taken", [(None, 30), (300, 300), (301, 300)])
def test_time_limit(server, contract, asked, taken):
    arguments = {} if asked is None else {"timeout": asked}
    result = stream(server, contract, "echo hi", **arguments)
    assert result["provider"]["limits"]["requested"]["timeout_seconds"] == taken


def test_rejections_have_the_stream_members(server, contract):
    result = contract.check("execute_code_stream", server.call_tool(
        "execute_code_stream", {"language": "nosuch", "code": "x"}))
    assert (result["code"], result["streamed"], result["streamed_partial"]) == (
        "validation", True, "")


def test_every_argument_is_taken(server, contract):
    result = stream(server, contract, "cat", stdin="q", timeout=20, max_memory_mb=200, max_cpu=5,
                    max_output_kb=9, no_net=True, provider="local", dependencies=[])
    assert result["stdout"] == "q"
    assert result["provider"]["limits"]["requested"] == {
        "timeout_seconds": 20, "max_memory_mb": 200, "max_output_kb": 9, "max_cpu_seconds": 5,
        "no_net": True}
    refused = stream(server, contract, "cat", dependencies=["rich"], provider="local")
    assert (refused["code"], refused["streamed"]) == ("dependency_missing", True)


def running(mark):
    count = 0
    for entry in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            count += mark in entry.read_bytes()
        except OSError:
            pass
    return count


@pytest.mark.parametrize("tool", ["execute_code", "execute_code_stream"])
def test_cancelled_programs_are_gone(server, tool):
    mark = b"3600.%d" % (time.time_ns() % 10**9)
    code = f"sleep {mark.decode()} & sleep {mark.decode()}"
    request = server.begin("tools/call", {"name": tool, "arguments": {
        "language": "bash", "code": code, "timeout": 60}})
    deadline = time.monotonic() + 20
    while running(mark) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert running(mark) >= 2
    server.notify("notifications/cancelled", {"requestId": request})
    deadline = time.monotonic() + 5
    while running(mark) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert running(mark) == 0
    assert server.call_tool("execute_code", {"language": "bash", "code": "echo on"})["ok"]
