"""The rows of the benchmark: what is measured, how, and the target of each.

A row measures one sample at a time on a peer (a server's command, or None for the bare program),
so that rounds can be interleaved. To add one: a function that gives the sampler of a peer, and a
line in ROWS.
"""
import dataclasses
import json
import os
import pathlib
import statistics
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from mcp_stdio import Server

SMALL_SMT = {"smt2": "(declare-const x Int)(assert (> x 5))(assert (< x 7))(check-sat)"}
FIRST_SOLVER_ALONE = {"CODECALC_SMT_SECOND": "off"}
SHELL = "echo hi"
PYTHON = "print('hi')"
NODE = "console.log('hi')"
# Every server finds the same real interpreters, not a version manager's wrappers.
ENVIRONMENT = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}


@dataclasses.dataclass
class Row:
    name: str
    unit: str
    sampler: Callable  # sampler(command) -> object with sample() and close()
    rounds: int
    at_most: float = None
    at_least: float = None
    at_least_times: float = None  # how many times better than the original
    above: Callable = None  # a bare sampler: its median is taken off both
    share_of: Callable = None  # a bare sampler: the figure is the share of its median
    bubblewrap: Callable = None  # a sampler of the same program under bubblewrap
    note: str = ""
    more_is_better: bool = False
    warm_up: int = 1
    alone: bool = False  # the original cannot do it

    def measure(self, ours, original, rounds):
        """One table row: medians of `rounds` interleaved samples of every peer."""
        peers = {"ours": self.sampler(ours)}
        if original and not self.alone:
            peers["original"] = self.sampler(original)
        if self.bubblewrap and os.access(BUBBLEWRAP[0], os.X_OK):
            peers["bubblewrap"] = self.bubblewrap(None)
        bare = self.above or self.share_of
        if bare:
            peers["bare"] = bare(None)
        samples = {name: [] for name in peers}
        try:
            for index in range(self.warm_up + rounds):
                for name, peer in peers.items():
                    value = peer.sample()
                    if index >= self.warm_up:
                        samples[name].append(value)
        finally:
            for peer in peers.values():
                peer.close()
        median = {name: statistics.median(values) for name, values in samples.items()}
        return self._result(median, rounds)

    def _result(self, median, rounds):
        bare = median.get("bare")
        figure = dict(median)
        for name in figure:
            if self.above:
                figure[name] -= bare
            if self.share_of:
                figure[name] /= bare
        ours, theirs = figure["ours"], figure.get("original")
        targets, holds = [], []
        if self.at_most is not None:
            targets.append(f"at most {self.at_most:g} {self.unit}")
            holds.append(ours <= self.at_most)
        if self.at_least is not None:
            targets.append(f"at least {self.at_least:g} {self.unit}")
            holds.append(ours >= self.at_least)
        if self.at_least_times is not None:
            targets.append(f"{self.at_least_times:g}x")
            if theirs is not None:
                holds.append(theirs / ours >= self.at_least_times)
        return {"name": self.name, "unit": self.unit, "ours": ours, "original": theirs,
                "bubblewrap": figure.get("bubblewrap"), "bare_ms": bare, "rounds": rounds, "more_is_better": self.more_is_better,
                "target_text": ", ".join(targets) or "-", "note": self.note,
                "holds": all(holds) if holds else None}


class Spawn:
    """From the start of the process to the answer of tools/list, in ms."""

    def __init__(self, command):
        self.command = command

    def sample(self):
        began = time.perf_counter()
        with Server(self.command, env=ENVIRONMENT) as server:
            server.initialize()
            server.request("tools/list", {})
            spent = time.perf_counter() - began
        return spent * 1000

    def close(self):
        pass


class WarmCall:
    """One call on a running server, in ms."""

    def __init__(self, command, tool, arguments, calls=1, settings=None):
        self.server = Server(command, env={**ENVIRONMENT, **(settings or {})})
        self.server.initialize()
        self.tool, self.arguments, self.calls = tool, arguments, calls

    def sample(self):
        began = time.perf_counter()
        for _ in range(self.calls):
            reply = self.server.call_tool(self.tool, self.arguments)
        spent = time.perf_counter() - began
        if reply.get("ok") is False:
            raise RuntimeError(f"{self.tool} failed: {str(reply)[:300]}")
        return spent * 1000 / self.calls

    def close(self):
        self.server.close()


class FirstCall:
    """The first call of a tool on a server that has answered tools/list, in ms."""

    def __init__(self, command, tool, arguments, settings=None):
        self.command, self.tool, self.arguments = command, tool, arguments
        self.env = {**ENVIRONMENT, **(settings or {})}

    def sample(self):
        with Server(self.command, env=self.env) as server:
            server.initialize()
            server.request("tools/list", {})
            time.sleep(0.3)  # what the server does after its start is not the call
            began = time.perf_counter()
            reply = server.call_tool(self.tool, self.arguments)
            spent = time.perf_counter() - began
        if reply.get("ok") is False:
            raise RuntimeError(f"{self.tool} failed: {str(reply)[:300]}")
        return spent * 1000

    def close(self):
        pass


class BareProgram:
    """The same program by posix_spawn alone, its output read through a pipe, in ms."""

    def __init__(self, argv):
        self.argv = argv

    def sample(self):
        began = time.perf_counter()
        read_end, write_end = os.pipe()
        pid = os.posix_spawn(self.argv[0], self.argv, {"PATH": "/usr/bin:/bin"}, file_actions=[
            (os.POSIX_SPAWN_DUP2, write_end, 1), (os.POSIX_SPAWN_CLOSE, read_end)])
        os.close(write_end)
        while os.read(read_end, 65536):
            pass
        os.close(read_end)
        os.waitpid(pid, 0)
        return (time.perf_counter() - began) * 1000

    def close(self):
        pass


BUBBLEWRAP = ["/usr/bin/bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/usr", "/usr",
              "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib",
              "--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev",
              "--tmpfs", "/tmp"]


def bare(*argv):
    return lambda _: BareProgram(list(argv))


def in_bubblewrap(*argv):
    """No limits and no filter are asked for: the least that it does."""
    return lambda _: BareProgram([*BUBBLEWRAP, *argv])


class Launcher:
    """A figure of the sandbox benchmark, which speaks to the launcher without a server."""

    def __init__(self, command, figure):
        launcher = pathlib.Path(command[0]).parent / "codecalc-exec"
        self.program = launcher.parent.parent / "test" / "codecalc_sandbox_bench"
        self.environment = {**os.environ, "CODECALC_EXEC_BIN": str(launcher)}
        self.figure = figure

    def sample(self):
        done = subprocess.run([self.program, "--json", "200"], env=self.environment, check=True,
                              capture_output=True, text=True)
        return json.loads(done.stdout)[self.figure]

    def close(self):
        pass


class Resting:
    """Resident memory of the server process after tools/list and one calculation, in MiB."""

    def __init__(self, command):
        self.server = Server(command, env=ENVIRONMENT)
        self.server.initialize()
        self.server.list_tools()
        self.server.call_tool("calc_exact", {"expr": "1+1"})

    def sample(self):
        for line in open(f"/proc/{self.server.process.pid}/status", encoding="ascii"):
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise RuntimeError("no VmRSS")

    def close(self):
        self.server.close()


class Throughput:
    """Short shell programs per second with several under way."""

    def __init__(self, command, under_way=8, seconds=2.0):
        self.server = Server(command, env=ENVIRONMENT)
        self.server.initialize()
        self.under_way, self.seconds = under_way, seconds

    def sample(self):
        began = time.perf_counter()

        def work(_):
            done = 0
            while time.perf_counter() - began < self.seconds:
                reply = self.server.call_tool("execute_code", {"language": "bash", "code": SHELL})
                if reply.get("verdict") != "OK":
                    raise RuntimeError(f"a run failed: {str(reply)[:300]}")
                done += 1
            return done

        with ThreadPoolExecutor(self.under_way) as pool:
            done = sum(pool.map(work, range(self.under_way)))
        return done / (time.perf_counter() - began)

    def close(self):
        self.server.close()


def python_program():
    """The interpreter that both servers take: the first real binary, not a version manager's."""
    return os.path.realpath("/usr/bin/python3")


def run_call(language, code):
    return lambda command: WarmCall(command, "execute_code", {"language": language, "code": code})


ROWS = [
    Row("spawn to tools/list", "ms", Spawn, 15, at_most=15, at_least_times=100, warm_up=1),
    Row("warm calc_exact", "ms",
        lambda command: WarmCall(command, "calc_exact", {"expr": "0.1 + 0.2 == 0.3"}, calls=5),
        100, at_most=0.3, warm_up=3),
    Row("server at rest", "MiB", Resting, 1, at_most=20, warm_up=0),
    Row("launcher: /bin/true above a bare spawn", "ms",
        lambda command: Launcher(command, "above_bare_ms"), 3, at_most=0.5, alone=True,
        warm_up=0),
    Row("launcher: /bin/true, 8 under way", "/s", lambda command: Launcher(command, "runs_per_s"),
        3, more_is_better=True, at_least=500, alone=True, warm_up=0),
    Row("shell program above a bare spawn", "ms", run_call("bash", SHELL), 60, at_most=1.5,
        above=bare("/usr/bin/bash", "-c", SHELL),
        bubblewrap=in_bubblewrap("/usr/bin/bash", "-c", SHELL), warm_up=3),
    Row("python3 hello / bare interpreter", "times", run_call("python3", PYTHON), 30, at_most=0.4,
        share_of=bare(python_program(), "-c", PYTHON),
        bubblewrap=in_bubblewrap(python_program(), "-c", PYTHON), warm_up=3),
    Row("node hello / bare interpreter", "times", run_call("node", NODE), 30,
        share_of=bare("/usr/bin/node", "-e", NODE),
        bubblewrap=in_bubblewrap("/usr/bin/node", "-e", NODE), warm_up=3),
    Row("shell programs, 8 under way", "/s", Throughput, 3, more_is_better=True, at_least=500,
        warm_up=0),
    Row("z3_check, first call, Z3 alone", "ms",
        lambda command: FirstCall(command, "z3_check", SMALL_SMT, FIRST_SOLVER_ALONE), 8,
        at_most=120, at_least_times=1, warm_up=1),
    Row("z3_check, warm, Z3 alone", "ms",
        lambda command: WarmCall(command, "z3_check", SMALL_SMT, settings=FIRST_SOLVER_ALONE), 60,
        at_most=5, at_least_times=1, warm_up=3),
    Row("z3_check, warm, confirmed by cvc5", "ms",
        lambda command: WarmCall(command, "z3_check", SMALL_SMT), 60, at_most=65, warm_up=3),
]
