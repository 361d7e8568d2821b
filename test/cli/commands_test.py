"""The command line: words, flags, exit statuses."""
import json
import os
import subprocess

import pytest


@pytest.fixture
def run(bin_dir):
    def run(*arguments, **environment):
        return subprocess.run([bin_dir / "codecalc", *arguments], capture_output=True, text=True,
                              env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                              timeout=60)
    return run


def test_version_and_help(run):
    for flag in ("--version", "-V"):
        done = run(flag)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("codecalc ") and done.stdout.count(".") == 2
    for flag in ("--help", "-h"):
        done = run(flag)
        assert done.returncode == 0
        for word in ("doctor", "tools", "call"):
            assert word in done.stdout


@pytest.mark.parametrize("command", ["doctor", "tools", "call", "schemas", "--check"])
def test_every_command_has_help(run, command):
    for flag in ("--help", "-h"):
        done = run(command, flag)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("usage: codecalc ")


@pytest.mark.parametrize("arguments", [
    ["docto"], ["--helpp"], ["-x"], [""], ["doctor", "--jsn"], ["tools", "extra"], ["call"],
    ["call", "nosuch"], ["call", "calc_exact", "{"], ["call", "calc_exact", "[]"],
    ["call", "calc_exact", "{}", "more"], ["--version", "more"]])
def test_what_is_not_understood_starts_nothing(run, arguments):
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("codecalc: ") and done.stderr.count("\n") == 1


def test_an_unknown_group_stops_every_command(run):
    for arguments in ([], ["doctor"], ["tools"], ["call", "calc_exact", "{}"]):
        done = run(*arguments, CODECALC_TOOLS="calculator,nosuch")
        assert (done.returncode, done.stdout) == (1, "")
        for name in ("nosuch", "verification", "sessions", "core", "dev", "full"):
            assert name in done.stderr


def test_tools_follow_the_selection(run):
    names = [tool["name"] for tool in json.loads(run("tools", "--json").stdout)]
    assert "calc_exact" in names and len(set(names)) == len(names)
    only = json.loads(run("tools", "--json", CODECALC_TOOLS="calculator").stdout)
    assert {tool["name"] for tool in only} <= set(names)
    assert "execute_code" not in {tool["name"] for tool in only}
    assert run("tools").stdout.count("\n") == len(names)


def test_call_says_by_its_status_whether_it_worked(run):
    good = run("call", "calc_exact", '{"expr": "1/3 + 1/6"}')
    assert good.returncode == 0 and json.loads(good.stdout)["value"] == "1/2"
    bad = run("call", "calc_exact", '{"expr": "1/"}')
    assert bad.returncode == 1 and json.loads(bad.stdout)["code"] == "validation"
    misspelt = run("call", "calc_exact", '{"expresion": "1"}')
    assert misspelt.returncode == 1 and json.loads(misspelt.stdout)["ok"] is False


DOCTOR_KEYS = [
    "contract_version", "codecalc_version", "healthy", "python", "backend", "execution_providers",
    "strict_runtime", "install_sandbox", "extras", "grammar_cache", "status_basis", "runtimes",
    "runtime_summary", "tier_summary", "workspace", "remedies", "tool_groups"]


def test_doctor_reports_a_working_installation(run):
    for word in ("doctor", "--check", "--check-install"):
        done = run(word, "--json")
        report = json.loads(done.stdout)
        assert set(DOCTOR_KEYS) <= set(report)
        assert done.returncode == (0 if report["healthy"] else 1)
        assert report["backend"]["kind"] == "native"
        assert report["healthy"] is True, report["backend"]
    assert "healthy: programs can be run" in run("doctor").stdout


def test_doctor_without_a_launcher_fails_and_says_what_to_do(run):
    done = run("doctor", "--json", CODECALC_EXEC_BIN="/nonexistent/launcher")
    report = json.loads(done.stdout)
    assert (done.returncode, report["healthy"]) == (1, False)
    assert "/nonexistent/launcher" in report["backend"]["detail"]
    assert report["remedies"]
    assert "NOT healthy" in run("doctor", CODECALC_EXEC_BIN="/nonexistent/launcher").stdout


@pytest.mark.parametrize("name, value", [("CODECALC_EXECUTION_PROVIDER", "elsewhere"),
                                         ("CODECALC_CAPABILITY_POLICY", "deny-netwrok"),
                                         ("CODECALC_RUNTIME_PATH", "/nonexistent")])
def test_doctor_sees_settings_under_which_nothing_runs(run, name, value):
    report = json.loads(run("doctor", "--json", **{name: value}).stdout)
    call = run("call", "execute_code", '{"language": "bash", "code": "echo"}', **{name: value})
    assert call.returncode == 1
    assert report["healthy"] is False
    assert any(name in remedy for remedy in report["remedies"])


def test_doctor_sees_an_unwritable_workspace(run):
    report = json.loads(run("doctor", "--json", TMPDIR="/nonexistent").stdout)
    assert report["workspace"]["writable"] is False and report["workspace"]["error"]


@pytest.mark.parametrize("program", ["/bin/true", "/bin/cat", "/bin/sleep"])
def test_a_launcher_that_is_another_program_is_named(run, program):
    """However its end and the call meet: the same answer, never a fault of ours."""
    for _ in range(5):
        done = run("call", "execute_code", '{"language": "bash", "code": "echo"}',
                   CODECALC_EXEC_BIN=program)
        result = json.loads(done.stdout)
        assert (done.returncode, result["code"]) == (1, "runtime_unavailable"), result
        assert program in result["error"] and "verdict" not in result
    done = run("doctor", "--json", CODECALC_EXEC_BIN=program)
    report = json.loads(done.stdout)
    assert (done.returncode, report["healthy"]) == (1, False)
    assert program in report["backend"]["detail"]
    done = run(CODECALC_EXEC_BIN=program, CODECALC_REQUIRE_NATIVE="1")
    assert done.returncode == 1 and program in done.stderr.splitlines()[-1]


def test_doctor_is_not_healthy_where_the_walls_cannot_stand(bin_dir):
    """Root without any privilege may neither make namespaces nor map itself into new ones."""
    if os.geteuid() != 0:
        pytest.skip("needs root, to give privileges up")
    command = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", bin_dir / "codecalc"]
    done = subprocess.run([*command, "doctor", "--json"], capture_output=True, text=True,
                          timeout=60)
    report = json.loads(done.stdout)
    call = subprocess.run([*command, "call", "execute_code",
                           '{"language": "bash", "code": "echo"}'],
                          capture_output=True, text=True, timeout=60)
    result = json.loads(call.stdout)
    assert report["healthy"] is result["ok"], (report["backend"], result)
    assert done.returncode == call.returncode
    assert report["healthy"] or (report["remedies"] and report["backend"]["layers"] == [])


def test_a_person_at_a_terminal_is_told_what_it_waits_for(bin_dir):
    ours, theirs = os.openpty()
    server = subprocess.Popen([bin_dir / "codecalc"], stdin=theirs, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
    os.close(theirs)
    line = server.stderr.readline()
    os.close(ours)
    assert line.startswith("codecalc: serving MCP") and "--help" in line
    assert (server.communicate(timeout=60), server.returncode) == (("", ""), 0)


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["tools"], ["doctor"],
                                       ["call", "calc_exact", '{"expr": "1"}']])
def test_output_that_is_lost_is_a_failure(bin_dir, arguments):
    with open("/dev/full", "w") as full:
        done = subprocess.run([bin_dir / "codecalc", *arguments], stdout=full,
                              stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr == "codecalc: standard output: No space left on device\n"
