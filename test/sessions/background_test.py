"""Background runs through the server, also when it is killed."""
import os
import pathlib
import re
import time

import pytest


def submit(server, code, **more):
    return server.call_tool("run_submit", {"language": "bash", "code": code, **more})


def inspect(server, run_id):
    return server.call_tool("run_inspect", {"run_id": run_id})


def wait(server, run_id, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        view = inspect(server, run_id)
        if view["state"] != "running":
            return view
        time.sleep(0.02)
    raise AssertionError(f"the run goes on: {view}")


def processes_with(word):
    """Processes whose command line holds the word."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if word.encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:
            pass
    return found


def test_a_run_from_start_to_end(server):
    begun = submit(server, "sleep 0.3; echo done; exit 5")
    assert begun["ok"] is True and begun["state"] == "running" and begun["provider_id"] == "local"
    assert re.fullmatch("[0-9a-f]{32}", begun["run_id"])
    assert begun["deadline"] - begun["started_at"] == pytest.approx(30)
    assert abs(begun["started_at"] - time.time()) < 30
    during = inspect(server, begun["run_id"])
    assert during["state"] == "running" and during["cleaned"] is False and "verdict" not in during
    ended = wait(server, begun["run_id"])
    assert ended["stdout"] == "done\n" and ended["exit_code"] == 5 and ended["verdict"] == "RTE"
    assert ended["state"] == "cleaned" and ended["cleaned"] is True
    assert ended["run_id"] == begun["run_id"] and ended["backend"] == "native"
    assert server.call_tool("run_cancel", {"run_id": begun["run_id"]}) == {
        "ok": True, "run_id": begun["run_id"], "cancelled": False, "state": "cleaned",
        "contract_version": "1.6.0"}


def test_mistakes_are_told_at_once(server):
    assert server.call_tool("run_submit", {"language": "nosuch", "code": "x"})["code"] == \
        "validation"
    refused = submit(server, "true", provider="nosuch")
    assert refused["provider_error"] == "unknown_provider" and "local" in \
        refused["available_providers"]
    for tool in ("run_inspect", "run_cancel"):
        value = server.call_tool(tool, {"run_id": "nope"})
        assert (value["code"], value["provider_error"], value["run_id"]) == (
            "validation", "unknown_run", "nope")


def test_cancel_kills_the_whole_tree(server):
    word = f"codecalc-cancel-{os.getpid()}"
    run = submit(server, f"sh -c 'sleep 60; : {word}' & sh -c 'sleep 60; : {word}'")["run_id"]
    end = time.monotonic() + 10
    while len(processes_with(word)) < 2 and time.monotonic() < end:
        time.sleep(0.02)
    assert len(processes_with(word)) >= 2
    assert server.call_tool("run_cancel", {"run_id": run})["cancelled"] is True
    assert processes_with(word) == []
    assert server.call_tool("run_cancel", {"run_id": run})["cancelled"] is False
    view = inspect(server, run)
    assert view["state"] == "cleaned" and view["cancelled"] is True


def test_sixty_four_at_once_none_lost(server):
    begun = [submit(server, f"sleep 0.5; echo {i}")["run_id"] for i in range(64)]
    assert len(set(begun)) == 64
    for i, run in enumerate(begun):
        assert wait(server, run, 120)["stdout"] == f"{i}\n"


def test_admission(start):
    server = start(CODECALC_MAX_ACTIVE_RUNS="1")
    run = submit(server, "sleep 30")["run_id"]
    assert submit(server, "true")["code"] == "resource_exhausted"
    server.call_tool("run_cancel", {"run_id": run})
    assert submit(server, "true")["ok"] is True


def test_the_same_key_is_the_same_run(server):
    first = submit(server, "echo 1", idempotency_key="k")
    assert submit(server, "echo 1", idempotency_key="k")["run_id"] == first["run_id"]
    assert submit(server, "echo 2", idempotency_key="k")["code"] == "validation"


def test_a_killed_server_leaves_facts_and_no_orphans(start, environment):
    server = start()
    word = f"codecalc-orphan-{os.getpid()}"
    done = submit(server, "echo the-output; exit 7", idempotency_key="a")["run_id"]
    wait(server, done)
    going = submit(server, f"sh -c 'sleep 60; : {word}'; : the-source")["run_id"]
    while not processes_with(word):
        time.sleep(0.02)
    server.process.kill()
    server.process.wait()
    end = time.monotonic() + 1
    while processes_with(word) and time.monotonic() < end:
        time.sleep(0.02)
    assert processes_with(word) == []

    other = start()
    view = inspect(other, done)
    assert (view["verdict"], view["exit_code"], view["stdout_bytes"], view["stderr_bytes"]) == (
        "RTE", 7, 11, 0)
    assert view["ok"] is False and view["output_kept"] is False and "stdout" not in view
    lost = inspect(other, going)
    assert lost["state"] == "cleaned" and lost["interrupted"] is True
    assert lost["code"] == "worker_failure" and "verdict" not in lost
    assert submit(other, "echo the-output; exit 7", idempotency_key="a")["run_id"] == done
    kept = b"".join(path.read_bytes()
                    for path in pathlib.Path(environment["CODECALC_RUN_STATE_DIR"]).iterdir())
    assert done.encode() in kept
    for text in (b"the-output", b"the-source", b"sleep"):
        assert text not in kept
