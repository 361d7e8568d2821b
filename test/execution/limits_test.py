"""Limits as a caller and an operator see them."""
import shutil

import pytest

COUNT = """
import os, time
made = 0
try:
    while made < 100:
        if os.fork() == 0:
            time.sleep(60)
        made += 1
except OSError as error:
    print(made, os.strerror(error.errno))
else:
    print(made)
"""


@pytest.fixture
def count(start_server):
    if shutil.which("python3") is None:
        pytest.skip("python3 is not installed")

    def run(env):
        server = start_server(env=env)
        return server.call_tool("execute_code", {"language": "python3", "code": COUNT})
    return run


def test_a_limit_of_24_processes_stops_at_24(count):
    result = count({"CODECALC_MAX_PROCESSES": "24"})
    # The program itself is one of them.
    assert result["stdout"] == "23 Resource temporarily unavailable\n", result
    assert "process_limit_not_enforced_for_uid_0" not in (result.get("unenforced") or [])


def test_the_default_allows_more(count):
    assert count({})["stdout"] == "100\n"
    assert count({"CODECALC_PROCESS_HEADROOM": "40"})["stdout"].startswith("39 ")


@pytest.mark.parametrize("timeout", [0, 0.5, 0.999, -1])
def test_a_time_limit_below_a_second_is_refused(server, timeout):
    result = server.call_tool("execute_code", {
        "language": "bash", "code": "echo ran", "timeout": timeout})
    assert (result["ok"], result["code"], result["parameter"]) == (False, "validation", "timeout")
    assert "stdout" not in result or result["stdout"] == ""


def test_a_child_that_keeps_the_output_open_does_not_hold_the_call(server):
    result = server.call_tool("execute_code", {
        "language": "bash", "code": "(sleep 100; echo late) & echo at once", "timeout": 30})
    assert (result["verdict"], result["stdout"], result["stdout_bytes"]) == ("OK", "at once\n", 8)
    assert result["duration_ms"] < 10_000
