"""Every program of test/data/languages in the sandbox, against test/data/languages/expected.json.

By hand, for some languages:  scripts/pytest.sh ... runs all; pytest -k 'rust or go' picks.
"""
# label: slow
# ctest: TIMEOUT 2400
import concurrent.futures
import json
import math
import socket
import subprocess
import threading

import pytest
from languages_data import DATA, ROOT, ci_languages

EXPECTED = json.loads((DATA / "expected.json").read_text(encoding="utf-8"))
# A slow machine must not fail a program that ends; only infinite_loop looks at a tight limit.
PATIENT_S = 120
# How much longer than the first compile a later one may take before the loop's time is up.
COMPILE_FACTOR = 4
LANGUAGES = sorted(folder.name for folder in DATA.iterdir() if folder.is_dir())


def programs(language):
    """Case name -> source, in the order of expected.json."""
    found = {path.stem: path for path in (DATA / language).iterdir()}
    return {case: found[case].read_text(encoding="utf-8") for case in EXPECTED["programs"] if case in found}


def rule(language, case):
    return EXPECTED["except"].get(language, {}).get(case, EXPECTED["programs"][case])


def all_cases():
    return [(language, case) for language in LANGUAGES for case in programs(language)]


class Listener:
    """A port on the host's loopback that counts who came, and lets them go."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.socket.getsockname()[1]
        self.visitors = 0
        self.last = None  # the address of close()
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        while True:
            connection, address = self.socket.accept()
            connection.close()
            if address == self.last:
                return
            self.visitors += 1

    def close(self):
        """Comes itself, as the last in the queue, and tells how many came before."""
        with socket.socket() as end:
            end.bind(("127.0.0.1", 0))
            self.last = end.getsockname()
            end.connect(("127.0.0.1", self.port))
            self.thread.join()
        self.socket.close()
        return self.visitors


class Runs:
    """Runs the programs of two languages at a time, each language's in order; tests wait for theirs."""

    def __init__(self, server, languages):
        self.server = server
        self.pool = concurrent.futures.ThreadPoolExecutor(2)
        self.futures = {name: self.pool.submit(self.run_all, name) for name in languages}

    def call(self, language, source, **arguments):
        timeout = arguments.setdefault("timeout", PATIENT_S)
        return self.server.call_tool(
            "execute_code", {"language": language, "code": source, **arguments}, timeout=timeout + 60)

    def run_all(self, language):
        results, compile_ms = {}, 0
        for case, source in programs(language).items():
            expected = rule(language, case)
            arguments = {"stdin": expected["stdin"]}
            if "max_memory_mb" in expected:
                arguments["max_memory_mb"] = expected["max_memory_mb"]
            if case == "infinite_loop":
                arguments["timeout"] = 2 + math.ceil(compile_ms * COMPILE_FACTOR / 1000)
            if "stdout_without_network" in expected:
                results[case] = self.network(language, source)
                continue
            results[case] = self.call(language, source, **arguments)
            compile_ms = max(compile_ms, results[case].get("compile_ms") or 0)
        return results

    def network(self, language, source):
        """The same program with the network and without: what it said, and who arrived."""
        outcome = []
        for no_net in (False, True):
            listener = Listener()
            reply = self.call(language, source, stdin=f"{listener.port}\n", no_net=no_net)
            outcome.append((reply, listener.close()))
        return outcome

    def result(self, language, case):
        return self.futures[language].result()[case]


@pytest.fixture(scope="session")
def runs(runner, rows):
    return Runs(runner, [name for name in LANGUAGES if rows[name]["available"]])


def brief(reply):
    shown = {key: value[:300] if isinstance(value, str) else value for key, value in reply.items()}
    shown.pop("provider", None)
    return json.dumps(shown, ensure_ascii=False)


def check_ending(reply, expected, compiled):
    ends = expected.get("ends")
    stdout, about = reply.get("stdout"), brief(reply)
    assert "verdict" in reply, about
    if ends is None:
        assert (reply["verdict"], reply["exit_code"], reply["phase"]) == ("OK", 0, "run"), about
        assert stdout == expected["stdout"], about
    elif ends == "source refused":
        assert reply["verdict"] == "RTE" and reply["exit_code"] != 0, about
        assert reply["phase"] == ("compile" if compiled else "run"), about
        assert reply["stderr"].strip() or (compiled and stdout.strip()), about
        assert expected["never"] not in stdout.split("\n"), about
    elif ends == "fault":
        assert (reply["verdict"], reply["phase"]) == ("RTE", "run") and reply["exit_code"] != 0, about
    elif ends == "time limit":
        assert (reply["verdict"], reply["phase"], reply["timed_out"]) == ("TLE", "run", True), about
    elif ends == "memory limit":
        assert (reply["verdict"], reply["phase"]) == ("MLE", "run"), about
    elif ends == "output cut":
        assert (reply["verdict"], reply["exit_code"]) == ("OLE", 0), about
        assert reply["output_truncated"] and reply["stdout_bytes"] == expected["bytes"], about
    else:
        pytest.fail(f"expected.json says {ends!r}, which this test does not know")
    assert stdout.startswith(expected.get("starts", "")), about


@pytest.mark.parametrize("language,case", all_cases(), ids=lambda value: value)
def test_program(language, case, runs, rows, need):
    need(language)
    result = runs.result(language, case)
    expected = rule(language, case)
    if "stdout_without_network" not in expected:
        return check_ending(result, expected, rows[language]["compiled"])
    (connected, arrived), (blocked, leaked) = result
    assert connected["stdout"] == expected["stdout"] and arrived >= 1, brief(connected)
    assert blocked["verdict"] == "OK", brief(blocked)
    assert blocked["stdout"] == expected["stdout_without_network"] and leaked == 0, brief(blocked)


def test_some_language_is_there(rows):
    assert any(row["available"] for row in rows.values())


def test_every_language_has_its_programs(rows):
    assert sorted(rows) == LANGUAGES
    for language in LANGUAGES:
        lacking = set(EXPECTED["programs"]) - set(programs(language))
        assert lacking == set(EXPECTED["lacking"].get(language, [])), language


def test_tier_says_what_continuous_integration_ran(rows):
    assert {name for name, row in rows.items() if row["tier"] == "tested"} == set(ci_languages())
    assert len(ci_languages()) >= 26


def test_continuous_integration_installs_the_ci_languages():
    """One list for both: the script that CI calls reads the file that the tier is made from."""
    assert "scripts/ci-runtimes.sh" in (ROOT / ".ci" / "run").read_text()
    assert "test/data/languages/tested.txt" in (ROOT / "scripts" / "ci-runtimes.sh").read_text()
    script = [str(ROOT / "scripts" / "install-runtimes.sh"), "--list"]
    installable = subprocess.run(script, capture_output=True, text=True, check=True).stdout.split()
    assert set(ci_languages()) <= set(installable) and len(installable) == len(LANGUAGES)
