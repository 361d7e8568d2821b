"""Runs programs of test/data/languages in the sandbox and compares them with expected.json."""
import concurrent.futures
import json
import math
import socket
import threading

import pytest
from languages_data import DATA

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


QUICK = ("hello", "stdin_sum", "unicode", "compile_error", "runtime_error")


def cases(quick):
    """(language, case) of all programs that are quick, or of those that are not."""
    return [(language, case) for language in LANGUAGES for case in programs(language)
            if (case in QUICK) == quick]


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

    def __init__(self, server, languages, quick):
        self.server = server
        self.quick = quick
        self.pool = concurrent.futures.ThreadPoolExecutor(2)
        self.futures = {name: self.pool.submit(self.run_all, name) for name in languages}

    def call(self, language, source, **arguments):
        timeout = arguments.setdefault("timeout", PATIENT_S)
        return self.server.call_tool(
            "execute_code", {"language": language, "code": source, **arguments}, timeout=timeout + 60)

    def run_all(self, language):
        results, compile_ms = {}, 0
        for case, source in programs(language).items():
            # A later compile is compared with this one.
            if (case in QUICK) != self.quick and case != "stdin_sum":
                continue
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


def check(result, language, case, compiled):
    expected = rule(language, case)
    if "stdout_without_network" not in expected:
        check_ending(result, expected, compiled)
        return
    (connected, arrived), (blocked, leaked) = result
    assert connected["stdout"] == expected["stdout"] and arrived >= 1, brief(connected)
    assert blocked["verdict"] == "OK", brief(blocked)
    assert blocked["stdout"] == expected["stdout_without_network"] and leaked == 0, brief(blocked)
