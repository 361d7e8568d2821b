"""Real programs in the real sandbox: every row of the contract's table of situations."""
import shutil

import pytest
from contract import Contract

MARKER = "\n...[truncated]"


@pytest.fixture(scope="module")
def contract():
    checker = Contract()
    yield checker
    assert checker.checked > 0


@pytest.fixture
def run(server, contract):
    def execute(language, code, **arguments):
        arguments = {"language": language, "code": code, **arguments}
        return contract.check("execute_code", server.call_tool("execute_code", arguments))
    return execute


@pytest.fixture
def python(run):
    if shutil.which("python3") is None:
        pytest.skip("python3 is not installed")
    return lambda code, **arguments: run("python3", code, **arguments)


@pytest.fixture
def c(run):
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    return lambda code, **arguments: run("c", code, **arguments)


def pick(result, *names):
    return tuple(result.get(name) for name in names)


ENDING = ("ok", "verdict", "exit_code", "signal", "limit_hit", "killed_by", "timed_out", "code")


@pytest.mark.parametrize("code, arguments, ending", [
    ("exit 0", {}, (True, "OK", 0, None, None, None, False, None)),
    ("exit 3", {}, (False, "RTE", 3, None, None, None, False, None)),
    ("kill -TERM $$", {}, (False, "RTE", -15, 15, None, "program", False, None)),
    ("kill -XCPU $$", {}, (False, "RTE", -24, 24, None, "program", False, None)),
    ("while :; do :; done", {"timeout": 1},
     (False, "TLE", -9, 9, "wall", "sandbox", True, "timeout")),
    ("sleep 30", {"timeout": 1}, (False, "TLE", -9, 9, "wall", "sandbox", True, "timeout")),
    ("while :; do :; done", {"timeout": 20, "max_cpu": 1},
     (False, "TLE", -9, 9, "cpu", "sandbox", True, "timeout")),
    ("printf %070000d 7", {}, (True, "OLE", 0, None, "output", None, False, None)),
    ("printf %070000d 7; exit 4", {}, (False, "OLE", 4, None, "output", None, False, None)),
    ("yes", {}, (False, "OLE", -9, 9, "output", "sandbox", False, None)),
])
def test_endings(run, code, arguments, ending):
    result = run("bash", code, **arguments)
    assert pick(result, *ENDING) == ending
    assert result["phase"] == "run"
    assert ("remedy" in result) == (result.get("code") is not None)


def test_plain_run(run):
    result = run("sh", "read line; echo \"got $line\"; echo oops >&2", stdin="abc\n")
    assert pick(result, "ok", "language", "phase", "backend", "platform", "stdout", "stderr",
                "stdout_bytes", "stderr_bytes", "workdir", "compile_ms", "output_error") == (
        True, "bash", "run", "native", "linux", "got abc\n", "oops\n", 8, 5, "/box", 0, None)
    assert 0 <= result["duration_ms"] <= result["total_ms"]
    assert result["peak_memory_kb"] > 100


def test_time_limit_says_so_only_when_nothing_was_written(run):
    silent = run("bash", "sleep 30", timeout=1)
    assert silent["stderr_bytes"] == 0 and "1 s" in silent["stderr"]
    assert 950 <= silent["duration_ms"] < 3000
    talking = run("bash", "echo working >&2; sleep 30", timeout=1)
    assert talking["stderr"] == "working\n"


def test_output_is_cut_at_a_character_and_counted(run):
    # é is two bytes: an odd cap of bytes falls inside one.
    code = "printf a; for i in {1..2000}; do printf 'é'; done"
    result = run("bash", code, max_output_kb=1)
    assert result["stdout"] == "a" + "é" * 511 + MARKER
    assert pick(result, "stdout_bytes", "output_truncated", "verdict", "ok") == (
        4001, True, "OLE", True)
    assert "invalid_utf8" not in result
    clamped = run("bash", "printf %0300000d 7", max_output_kb=5000)
    assert len(clamped["stdout"]) == 240 * 1024 + len(MARKER)
    assert clamped["stdout_bytes"] == 300_000
    assert clamped["provider"]["limits"]["requested"]["max_output_kb"] == 240
    exact = run("bash", "printf %065536d 7")
    assert pick(exact, "verdict", "output_truncated", "stdout_bytes") == ("OK", False, 65536)


def test_bytes_that_are_not_utf8(run):
    result = run("bash", r"printf 'a\xffb\xc3' ; printf '\r\n' >&2")
    assert pick(result, "stdout", "stdout_bytes", "invalid_utf8", "stderr", "verdict") == (
        "a\ufffdb\ufffd", 4, ["stdout"], "\r\n", "OK")


def test_standard_input_is_passed_whole(run, python):
    big = "0123456789abcdé\n" * 200_000
    result = python("import sys, hashlib\nd = sys.stdin.buffer.read()\n"
                    "print(len(d), hashlib.sha256(d).hexdigest())", stdin=big)
    import hashlib
    raw = big.encode()
    assert result["stdout"] == f"{len(raw)} {hashlib.sha256(raw).hexdigest()}\n"
    assert run("bash", "head -c 1", stdin=big)["stdout"] == "0", "a program may leave input unread"
    assert run("bash", "od -An -tx1", stdin="a\0b")["stdout"].split() == ["61", "00", "62"]


@pytest.mark.parametrize("code", [
    "x = bytearray(300 << 20)",
    "l = []\nwhile True: l.append(bytearray(1 << 20))",
])
def test_memory_limit(python, code):
    result = python(code, max_memory_mb=100, timeout=30)
    assert pick(result, "ok", "verdict", "limit_hit") == (False, "MLE", "memory")
    assert python(code.replace("while True", "for _ in range(20)").replace("300", "20"),
                  max_memory_mb=100)["verdict"] == "OK"


def test_compiled_program(c):
    result = c("#include <stdio.h>\nint main(){char b[9];fgets(b,9,stdin);printf(\"<%s>\",b);}",
               stdin="hey")
    assert pick(result, "ok", "verdict", "phase", "stdout") == (True, "OK", "run", "<hey>")
    assert result["total_ms"] >= result["compile_ms"] + result["duration_ms"]
    crash = c("int main(void){volatile int *p=0;return *p;}")
    assert pick(crash, *ENDING) == (False, "RTE", -11, 11, None, "program", False, None)


def test_compile_error(c):
    result = c("int main(){return x;}")
    assert pick(result, "ok", "verdict", "phase", "code", "stdout") == (
        False, "RTE", "compile", None, "")
    assert "‘x’ undeclared" in result["stderr"] and result["exit_code"] != 0
    assert result["stderr_bytes"] == len(result["stderr"].encode())


def test_compile_and_run_share_the_time(c):
    result = c("int main(){for(volatile long i=0;;)i++;}", timeout=2)
    assert result["verdict"] == "TLE"
    assert result["total_ms"] < 3500


def test_without_network(python):
    code = ("import socket\nfor family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX):\n"
            "  try: socket.socket(family); print(family.name, 'yes')\n"
            "  except OSError: print(family.name, 'no')")
    result = python(code, no_net=True)
    receipt = result["provider"]
    if "no_net" in result["unenforced"]:
        pytest.skip("this host cannot take the network away")
    assert result["stdout"] == "AF_INET no\nAF_INET6 no\nAF_UNIX yes\n"
    assert "no_net" in receipt["limits"]["provider_reported_enforced"]
    assert pick(receipt["capabilities"], "requested", "effective") == ([], [])
    # The control: the same program with the network.
    assert python(code)["stdout"] == "AF_INET yes\nAF_INET6 yes\nAF_UNIX yes\n"


def test_unknown_language(run):
    result = run("pyhton", "print(1)")
    assert pick(result, "ok", "code", "parameter", "backend") == (
        False, "validation", "language", "native")
    assert "verdict" not in result and "python" in result["error"]


def test_missing_runtime_has_a_code_and_no_verdict(start_server, contract, tmp_path):
    server = start_server(env={"CODECALC_RUNTIME_PATH": str(tmp_path)})
    for arguments in ({}, {"compact": True}):
        result = contract.check("execute_code", server.call_tool(
            "execute_code", {"language": "ruby", "code": "puts 1", **arguments}))
        assert pick(result, "ok", "code", "language") == (False, "runtime_unavailable", "ruby")
        assert "verdict" not in result


def test_missing_launcher(start_server, contract, tmp_path):
    server = start_server(env={"CODECALC_EXEC_BIN": str(tmp_path / "absent")})
    result = contract.check("execute_code", server.call_tool(
        "execute_code", {"language": "bash", "code": "echo hi"}))
    assert pick(result, "ok", "code") == (False, "runtime_unavailable")
    assert "absent" in result["error"] and "verdict" not in result


def test_sessions_come_later(run):
    result = run("bash", "echo hi", session_id="bash-0123")
    assert pick(result, "ok", "code", "parameter") == (False, "validation", "session_id")


def test_dependencies_are_never_ignored(run, python):
    refused = run("bash", "echo hi", dependencies=["left-pad"])
    assert pick(refused, "code", "parameter") == ("dependency_missing", "dependencies")
    assert refused["dependencies"][0]["spec"] == "left-pad"
    assert run("bash", "echo hi", dependencies=[])["ok"] is True
    block = "# /// script\n# dependencies = ['rich']\n# ///\nprint(1)"
    shown = python(block)
    assert shown["stdout"] == "1\n"
    assert shown["dependencies"] == [
        {"spec": "rich", "language": "python3", "ok": False, "installer": "none", "elapsed_ms": 0}]
    for arguments in ({"code": block}, {"code": "print(1)", "dependencies": ["rich"]}):
        denied = run("python3", **arguments, no_net=True)
        assert pick(denied, "code", "provider_error", "requested_capabilities") == (
            "permission_denied", "capability_not_requested", ["network"])


def test_compact(run):
    good = run("bash", "echo hi; echo no >&2", compact=True)
    assert pick(good, "ok", "verdict", "stdout", "exit_code") == (True, "OK", "hi\n", 0)
    assert good.keys() <= {"ok", "verdict", "stdout", "exit_code", "unenforced",
                           "unenforced_detail", "provider", "contract_version"}
    slow = run("bash", "sleep 30", compact=True, timeout=1)
    assert pick(slow, "verdict", "exit_code", "code") == ("TLE", -9, "timeout")
    assert len(str(good)) * 2 < len(str(run("bash", "echo hi")))


@pytest.mark.parametrize("arguments, parameter", [
    ({"timeout": 0}, "timeout"), ({"timeout": -5}, "timeout"), ({"timeout": "soon"}, "timeout"),
    ({"max_memory_mb": -1}, "max_memory_mb"), ({"max_output_kb": -1}, "max_output_kb"),
    ({"max_cpu": -1}, "max_cpu"), ({"time_out": 5}, "time_out"), ({"stdin": 5}, "stdin"),
    ({"dependencies": "rich"}, "dependencies"),
])
def test_wrong_arguments_are_named(run, arguments, parameter):
    result = run("bash", "echo hi", **arguments)
    assert pick(result, "ok", "code", "parameter") == (False, "validation", parameter)


@pytest.mark.parametrize("asked, taken", [(5, 5), ("7", 7), (121, 120), (10**30, 120)])
def test_time_limit_is_clamped(run, asked, taken):
    result = run("bash", "echo hi", timeout=asked)
    assert result["provider"]["limits"]["requested"]["timeout_seconds"] == taken
