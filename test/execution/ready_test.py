"""Interpreters that are started ahead of their runs: nothing passes from one run to the next, and
a run cannot be told from one whose interpreter was started for it."""
# ctest: TIMEOUT 600
import json
import os
import pathlib
import signal
import subprocess
import time

import pytest

# Long against a slow start on a busy machine.
PAUSE = 1.5

SPOIL = {
    "python3": """
import builtins, json, os, random, signal, subprocess, sys, threading, time
for place in ('/box', '/tmp', '/dev/shm'):
    open(place + '/left', 'w').write('left')
builtins.left = 1
json.dumps = lambda *_: 'patched'
sys.modules['left'] = json
os.environ['LEFT'] = '1'
os.umask(0)
random.seed(1)
signal.signal(signal.SIGUSR1, signal.SIG_IGN)
subprocess.Popen(['/bin/sleep', '100'], start_new_session=True)
threading.Thread(target=time.sleep, args=(100,), daemon=True).start()
os.dup2(1, 77)
os.chdir('/tmp')
print('spoilt')
""",
    "node": """
const fs = require('fs');
for (const place of ['/box', '/tmp', '/dev/shm']) fs.writeFileSync(place + '/left', 'left');
globalThis.left = 1;
JSON.stringify = () => 'patched';
process.env.LEFT = '1';
process.umask(0);
require('child_process').spawn('/bin/sleep', ['100'], {detached: true, stdio: 'ignore'}).unref();
fs.openSync('/tmp/left');
process.chdir('/tmp');
console.log('spoilt');
process.exit(0);
""",
}

# Prints one object; "own" is what must differ from run to run.
LOOK = {
    "python3": """
import builtins, os, random, resource, signal, sys, threading
import json
def lines(path, names):
    return [l for l in open(path).read().splitlines() if l.split(':')[0] in names]
files = sorted(os.path.join(d, f) for place in ('/box', '/tmp', '/dev/shm')
               for d, _, names in os.walk(place) for f in names)
try:
    open('/.guarded').read()
    landlock = False
except PermissionError:
    landlock = True
umask = os.umask(0)
print(json.dumps({
    'files': files, 'left': hasattr(builtins, 'left'), 'modules': 'left' in sys.modules,
    'globals': sorted(globals()), 'argv': sys.argv, 'orig_argv': sys.orig_argv, 'file': __file__,
    'name': __name__, 'path': sys.path, 'flags': str(sys.flags), 'environment': dict(os.environ),
    'umask': umask, 'cwd': os.getcwd(), 'pid': os.getpid(), 'ppid': os.getppid(),
    'processes': sorted(p for p in os.listdir('/proc') if p.isdigit()),
    'descriptors': sorted(os.listdir('/proc/self/fd')), 'threads': threading.active_count(),
    'tasks': len(os.listdir('/proc/self/task')),
    'limits': open('/proc/self/limits').read(), 'signals': str(signal.getsignal(signal.SIGUSR1)),
    'status': lines('/proc/self/status', ('CapEff', 'CapBnd', 'NoNewPrivs', 'Seccomp', 'SigIgn',
                                          'Seccomp_filters', 'SigBlk', 'CapPrm', 'CapInh')),
    'landlock': landlock, 'mounts': len(open('/proc/self/mountinfo').read().splitlines()),
    'stdin': sys.stdin.read(), 'session': os.getsid(0),
    'own': {'hash': hash('left'), 'random': random.random(), 'address': id(object())},
}))
""",
    "node": """
const fs = require('fs');
const walk = d => fs.readdirSync(d, {withFileTypes: true}).flatMap(
    e => e.isDirectory() ? walk(d + '/' + e.name) : [d + '/' + e.name]);
let landlock = false;
try { fs.readFileSync('/.guarded'); } catch (error) { landlock = error.code === 'EACCES'; }
const names = ['CapEff', 'CapBnd', 'NoNewPrivs', 'Seccomp', 'Seccomp_filters', 'SigBlk'];
console.log(JSON.stringify({
    files: ['/box', '/tmp', '/dev/shm'].flatMap(walk).sort(), left: 'left' in globalThis,
    globals: Object.getOwnPropertyNames(globalThis).sort(), argv: process.argv,
    execArgv: process.execArgv, file: __filename, main: require.main === module,
    cache: Object.keys(require.cache), paths: module.paths, environment: process.env,
    umask: process.umask(), cwd: process.cwd(), pid: process.pid, ppid: process.ppid,
    processes: fs.readdirSync('/proc').filter(p => /^[0-9]+$/.test(p)).sort(),
    descriptors: fs.readdirSync('/proc/self/fd').length,
    limits: fs.readFileSync('/proc/self/limits', 'utf8'), landlock,
    status: fs.readFileSync('/proc/self/status', 'utf8').split('\\n').filter(
        l => names.includes(l.split(':')[0])),
    mounts: fs.readFileSync('/proc/self/mountinfo', 'utf8').split('\\n').length,
    stdin: fs.readFileSync(0, 'utf8'),
    own: {random: Math.random(), more: Math.random()},
}));
""",
}


def run(server, language, code, **arguments):
    return server.call_tool("execute_code", {"language": language, "code": code, **arguments})


def look(server, language, **arguments):
    result = run(server, language, LOOK[language], stdin="line\n", **arguments)
    assert result["verdict"] == "OK", result
    assert result["unenforced"] == [] or "memory_limit_polled" in result["unenforced"]
    return json.loads(result["stdout"])


def as_user(bin_dir):
    """The words that start a program as an ordinary user; where that cannot be, a skip."""
    wrap = ["setpriv", "--reuid", "12345", "--regid", "12345", "--clear-groups"]
    if os.geteuid() != 0:
        pytest.skip("the tests run as an ordinary user already")
    reach = subprocess.run([*wrap, "test", "-x", str(bin_dir / "codecalc")], check=False)
    if reach.returncode != 0:
        pytest.skip("an ordinary user cannot reach the built programs")
    return wrap


@pytest.mark.parametrize("language, no_net, user", [
    ("python3", False, False), ("python3", True, False), ("node", False, False),
    ("node", True, False), ("python3", False, True), ("node", True, True),
])
def test_nothing_passes_from_run_to_run(start_server, bin_dir, language, no_net, user):
    wrap = as_user(bin_dir) if user else []
    seen = {}
    for ready in ("4", "0"):
        server = start_server(env={"CODECALC_READY_PROCESSES": ready}, wrap=wrap)
        assert run(server, language, SPOIL[language], no_net=no_net)["stdout"] == "spoilt\n"
        looks = []
        for _ in range(2):
            time.sleep(PAUSE)
            assert run(server, language, SPOIL[language], no_net=no_net)["stdout"] == "spoilt\n"
            before = waiting(server.process.pid)
            looks.append(look(server, language, no_net=no_net))
            used = before - waiting(server.process.pid)
            assert len(used) == (1 if ready == "4" else 0), "which kind of process served it"
        seen[ready] = looks
    for looks in seen.values():
        for one in looks:
            assert one["landlock"] is True and one["left"] is False
            assert not any("left" in name for name in one["files"])
            assert one["pid"] == 2 and one["ppid"] == 1
            assert one["stdin"] == "line\n"
    own = [one.pop("own") for looks in seen.values() for one in looks]
    for name in own[0]:
        assert len({each[name] for each in own}) == len(own), f"{name} is the same in two runs"
    for looks in seen.values():
        for one in looks:
            assert one == seen["0"][0]


PROGRAMS = [
    ("python3", "import sys\nprint(input())\nsys.exit(3)", {"stdin": "x\n"}),
    ("python3", "def f():\n    return 1 / 0\nf()\n", {}),
    ("python3", "x = (\nprint('é')\n", {}),
    ("python3", "", {}),
    ("python3", "# -*- coding: latin-1 -*-\nprint('a')\n", {}),
    ("python3", "print(1)\0", {}),
    ("python3", "import inspect\ndef f():\n    return 2\nprint(inspect.getsource(f))\n", {}),
    ("python3", "print('ü€😀')", {}),
    ("python3", "x = 1\n" * 60_000 + "print(x)", {}),
    ("python3", "raise SystemExit('bye')", {}),
    ("python3", "import os; os.kill(os.getpid(), 9)", {}),
    ("python3", "while True: pass", {"timeout": 1}),
    ("python3", "import time; time.sleep(9)", {"timeout": 1}),
    ("python3", "while True: pass", {"max_cpu": 1, "timeout": 5}),
    ("python3", "x = bytearray(400 << 20)\nwhile True: pass", {"max_memory_mb": 256}),
    ("python3", "x = 'a' * 10\nprint(x * 100_000)", {"max_output_kb": 1}),
    ("python3", "import socket; socket.socket()", {"no_net": True}),
    ("python3", "import os\nprint(os.read(0, 10))", {"stdin": "abc"}),
    ("node", "console.log(require('fs').readFileSync(0, 'utf8')); process.exitCode = 4",
     {"stdin": "x"}),
    ("node", "function f() { throw new Error('x') }\nf()", {}),
    ("node", "let x = (", {}),
    ("node", "", {}),
    ("node", "import fs from 'fs';\nconsole.log(await 1, import.meta.url)", {}),
    ("node", "#!/usr/bin/env node\nconsole.log('ü€😀')", {}),
    ("node", "for (;;) ;", {"timeout": 1}),
    ("node", "let x = [1];\n".replace("let", "var") * 20_000 + "console.log(x)", {}),
]
COMPARED = ("verdict", "exit_code", "stdout", "stderr", "timed_out", "limit", "killed_by",
            "stdout_bytes", "stderr_bytes", "output_truncated", "unenforced", "ok", "code", "error")


def test_results_are_those_of_a_fresh_interpreter(start_server):
    ahead = start_server(env={"CODECALC_READY_PROCESSES": "4"})
    fresh = start_server(env={"CODECALC_READY_PROCESSES": "0"})
    for language, code, arguments in PROGRAMS:
        # A run that makes the kind of process wanted, and time to make it.
        run(ahead, language, code, **{**arguments, "timeout": arguments.get("timeout", 10)})
        time.sleep(0.5)
        got = run(ahead, language, code, **arguments)
        wanted = run(fresh, language, code, **arguments)
        for name in COMPARED:
            assert got.get(name) == wanted.get(name), (language, code[:80], arguments, name)


def test_memory_and_time_count_the_interpreter(start_server):
    server = start_server(env={"CODECALC_READY_PROCESSES": "4"})
    code = "x = bytearray(100 << 20)\nfrom time import process_time as now\nt = now()\nwhile now() < t + 0.3: pass"
    for _ in range(2):
        result = run(server, "python3", code)
        assert 100 << 10 <= result["peak_memory_kb"] <= 125 << 10
        assert 280 <= result["cpu_ms"] <= result["duration_ms"] + 60
        time.sleep(PAUSE)


def test_a_waiting_process_that_was_killed_costs_the_next_run_nothing(start_server):
    server = start_server(env={"CODECALC_READY_PROCESSES": "2"})
    assert run(server, "python3", "print(1)")["stdout"] == "1\n"
    time.sleep(PAUSE)
    victims = waiting(server.process.pid)
    assert 1 <= len(victims) <= 2
    for pid in victims:
        os.kill(pid, signal.SIGKILL)
    time.sleep(0.5)
    assert run(server, "python3", "print(2)")["stdout"] == "2\n"


def waiting(server_pid):
    """The interpreters below a server that wait for a script."""
    parents, names = {}, {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rsplit(")", 1)[1].split()[1])
            names[int(entry.name)] = stat[stat.index("(") + 1:stat.rindex(")")]

    def below(pid):
        while pid > 1:
            pid = parents.get(pid, 0)
            if pid == server_pid:
                return True
        return False

    return {pid for pid, name in names.items()
            if name.startswith(("python", "node")) and below(pid)}


def test_the_stock_begins_with_the_first_run_and_is_bounded(start_server):
    server = start_server(env={"CODECALC_READY_PROCESSES": "3"})
    time.sleep(0.5)
    assert waiting(server.process.pid) == set()
    for language, code in (("python3", "print(1)"), ("node", "console.log(1)")):
        for no_net in (False, True):
            run(server, language, code, no_net=no_net)
    deadline = time.monotonic() + 20
    while len(waiting(server.process.pid)) < 3 and time.monotonic() < deadline:
        time.sleep(0.2)
    time.sleep(1)
    assert len(waiting(server.process.pid)) == 3
    off = start_server(env={"CODECALC_READY_PROCESSES": "0"})
    run(off, "python3", "print(1)")
    time.sleep(1)
    assert waiting(off.process.pid) == set()
