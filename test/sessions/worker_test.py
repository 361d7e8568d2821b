"""Stateful python3 sessions: what lasts, what ends, and programs that attack the line to the server."""
import json
import time

import pytest


@pytest.fixture
def session(server):
    made = server.call_tool("session_start")
    assert made["stateful"] is True and made["language"] == "python3"
    return made["session_id"]


@pytest.fixture
def run(server, session):
    def call(code, **more):
        return server.call_tool("execute_code", {
            "session_id": session, "language": "python3", "code": code, **more})
    return call


def test_variables_and_imports_last(run, session):
    first = run("import math\nx = 41\nprint('a')")
    assert first["ok"] is True and first["stdout"] == "a\n" and first["stderr"] == ""
    assert first["session"] is True and first["backend"] == "session-worker"
    assert first["verdict"] == "OK" and first["exit_code"] == 0 and "phase" not in first
    assert first["provider"]["session_id"] == session
    assert run("x += 1; print(x, math.floor(2.5))")["stdout"] == "42 2\n"
    assert run("x")["stdout"] == ""
    assert run("def f(): return __name__\nprint(f(), input())", stdin="hey")["stdout"] == \
        "__main__ hey\n"
    assert run("print(input())", stdin="other")["stdout"] == "other\n"


def test_ends_of_a_call(run):
    failed = run("y = 5\n1/0")
    assert failed["ok"] is False and failed["verdict"] == "RTE" and failed["exit_code"] == 1
    assert "ZeroDivisionError" in failed["stderr"] and "1/0" in failed["stderr"]
    assert "serve" not in failed["stderr"] and "code" not in failed
    assert "SyntaxError" in run("def f(:")["stderr"]
    for code, status in [("import sys; sys.exit(3)", 3), ("import sys; sys.exit(0)", 0),
                         ("import sys; sys.exit('why')", 1), ("raise KeyboardInterrupt", 1)]:
        value = run(code)
        assert value["exit_code"] == status and value["ok"] is (status == 0), code
    assert run("print(y)")["stdout"] == "5\n"


def test_files_and_artifacts(run, session):
    made = run("open('r.csv', 'w').write('a,b')")
    assert made["artifacts_created"] == [
        {"path": "r.csv", "size": 3, "mime": "text/csv",
         "resource": f"codecalc://session/{session}/files/r.csv"}]
    assert run("print(open('r.csv').read())")["stdout"] == "a,b\n"
    assert run("import os; print(os.getcwd(), sorted(os.listdir()))")["stdout"] == \
        "/box ['.codecalc-session-lock', 'r.csv']\n"


def test_output_is_capped_and_spilled_call_by_call(server, run, session):
    value = run("print('z' * 100000)")
    assert value["verdict"] == "OK" and value["output_truncated"] is True
    assert value["stdout_bytes"] == 100001
    path = value["stdout_spill"].partition("/files/")[2]
    whole = server.call_tool("session_read_file", {"session_id": session, "path": path,
                                                   "max_bytes": 200000})
    assert whole["content"] == "z" * 100000 + "\n"
    capped = run("print('z' * 100000)", max_output_kb=2)
    assert capped["verdict"] == "OLE" and len(capped["stdout"]) == 2048 + 15
    assert run("print('next')")["stdout"] == "next\n"


def test_limits_that_one_call_cannot_have_are_named(run):
    value = run("print(1)", max_memory_mb=100, max_cpu=1)
    assert {"max_memory_mb", "max_cpu", "session_background_threads"} <= set(value["unenforced"])
    assert run("print(1)", compact=True)["stdout"] == "1\n"


def test_a_time_limit_ends_the_session(server, run, session):
    run("x = 1")
    start = time.monotonic()
    value = run("print('before', flush=True)\nwhile True: pass", timeout=1)
    assert time.monotonic() - start < 10
    assert value["verdict"] == "TLE" and value["code"] == "timeout" and value["timed_out"] is True
    assert value["stdout"] == "before\n"
    for _ in range(2):
        later = run("print(x)")
        assert later["ok"] is False and later["code"] == "worker_failure"
        assert "verdict" not in later
    assert server.call_tool("session_list")["sessions"][0]["alive"] is False
    assert server.call_tool("session_write_file", {
        "session_id": session, "path": "a.py", "content": "print(7)"})["ok"] is True
    assert server.call_tool("session_run", {
        "session_id": session, "entry_file": "a.py"})["stdout"] == "7\n"


def test_a_program_that_ends_the_worker(run):
    value = run("import os; os._exit(3)")
    assert value["verdict"] == "RTE" and value["code"] == "worker_failure"
    assert value["exit_code"] == 3 and value["ok"] is False
    assert run("print(1)")["code"] == "worker_failure"


ATTACKS = {
    "writes to every descriptor":
        "import os\nfor fd in range(3, 300):\n try: os.write(fd, b'\\n' + b'0' * 32 + b' 0\\n' * 99)\n"
        " except OSError: pass",
    "fake answers of every form":
        "import os\nfor text in (b'0\\n', b'{\"ok\":true}\\n', b'f' * 32 + b' 0\\n', b'\\0' * 9999):\n"
        " for fd in range(1, 300):\n  try: os.write(fd, text)\n  except OSError: pass",
    "a child that goes on printing":
        "import os, time\nif os.fork() == 0:\n while True:\n  print('late', flush=True)\n"
        "  time.sleep(0.001)",
    "a child of a child in a session of its own":
        "import subprocess\nsubprocess.Popen(['sh', '-c', 'setsid sh -c \"while :; do echo late; "
        "echo late >&2; done\" &'])",
    "a child that comes back":
        "import os\nos.fork()",
    "rebinds what the driver might use":
        "import os, sys, builtins\nos.dup2 = os.kill = os.getpid = lambda *a: 0\n"
        "sys.stdout = sys.stderr = None\nbuiltins.compile = builtins.exec = None\n"
        "builtins.open = None",
    "a thread that prints later":
        "import threading, time, os\ndef go():\n time.sleep(0.05)\n os.write(1, b'')\n"
        "threading.Thread(target=go, daemon=True).start()",
    "an exit handler and a signal handler":
        "import atexit, signal, os\natexit.register(print, 'late')\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)",
    "reads the line": "import os, socket\nfor fd in range(3, 300):\n"
        " try: socket.socket(fileno=os.dup(fd)).recv(1, socket.MSG_DONTWAIT)\n"
        " except Exception: pass",
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_attack_forges_or_shifts_an_answer(run, attack):
    run("import os, sys, time")
    first = run(ATTACKS[attack])
    assert first["ok"] in (True, False)
    for number in range(5):
        value = run(f"import time\ntime.sleep(0.01)\nprint('answer {number}')")
        if value.get("code") == "worker_failure":
            assert "verdict" not in value
            break
        text = f"answer {number}\n"
        if attack.startswith("rebinds"):
            assert value["stdout"] in (text, ""), value
        else:
            assert value["stdout"] == text and value["stderr"] == "", value


def test_closing_every_descriptor_is_the_end(run):
    value = run("import os\nos.closerange(0, 400)\nprint('x')")
    assert value["code"] == "worker_failure" and value["ok"] is False
    assert run("print(1)")["code"] == "worker_failure"


def test_processes_end_with_their_call(run):
    run("import subprocess, os\np = subprocess.Popen(['sleep', '60'])")
    left = run("print([n for n in os.listdir('/proc') if n.isdigit() and n not in "
               "('1', str(os.getpid()))])")
    assert left["stdout"] == "[]\n"


def test_sessions_do_not_share_an_interpreter(server, run):
    run("secret = 5")
    other = server.call_tool("session_start")["session_id"]
    value = server.call_tool("execute_code", {"session_id": other, "language": "python3",
                                              "code": "print('secret' in globals())"})
    assert value["stdout"] == "False\n"


def test_other_languages_run_beside_it(run, server, session):
    run("open('a', 'w').write('1')")
    value = server.call_tool("execute_code", {"session_id": session, "language": "bash",
                                              "code": "cat a"})
    assert value["stdout"] == "1" and value["backend"] == "native"


def test_a_restart_of_the_server_ends_it(start, server, session, run):
    run("x = 1; open('a', 'w').write('kept')")
    server.process.kill()
    other = start()
    value = other.call_tool("execute_code", {"session_id": session, "language": "python3",
                                             "code": "print(x)"})
    assert value["code"] == "worker_failure" and "verdict" not in value
    assert other.call_tool("session_read_file",
                           {"session_id": session, "path": "a"})["content"] == "kept"


def test_idle_sessions_expire(start, root):
    server = start(CODECALC_SESSION_IDLE_TTL_SECONDS="1")
    session = server.call_tool("session_start")["session_id"]
    code = {"session_id": session, "language": "python3", "code": "print(1)"}
    assert server.call_tool("execute_code", code)["ok"] is True
    time.sleep(2.2)
    expired = server.call_tool("execute_code", code)
    assert expired["code"] == "worker_failure" and "idle" in expired["error"]
    assert server.call_tool("execute_code", code)["code"] == "worker_failure"
    assert (root / session / ".codecalc-session-expired").exists()
    assert not (root / session / ".codecalc-session-lock").exists()


def test_stopping_ends_the_worker(server, run, session):
    run("x = 1")
    assert server.call_tool("session_stop", {"session_id": session})["deleted"] is True
    refused = server.call("execute_code", {"session_id": session, "language": "python3",
                                           "code": "print(1)"})
    assert json.loads(refused["content"][0]["text"])["code"] == "validation"


def test_a_snapshot_gives_files_and_a_clean_interpreter(server, run, session):
    run("x = 1; open('a', 'w').write('1')")
    saved = server.call_tool("session_snapshot", {"session_id": session})["snapshot_id"]
    run("open('a', 'w').write('2')")
    back = server.call_tool("session_snapshot", {"session_id": session, "action": "restore",
                                                 "snapshot_id": saved, "replace": True})
    assert back["ok"] is True and back["stateful"] is True
    assert run("print(open('a').read(), 'x' in globals())")["stdout"] == "1 False\n"


def test_a_warm_call_is_quick(run):
    run("pass")
    times = []
    for _ in range(20):
        start = time.perf_counter()
        run("pass")
        times.append(time.perf_counter() - start)
    assert min(times) < 0.02, times
