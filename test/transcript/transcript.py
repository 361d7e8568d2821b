#!/usr/bin/env python3
"""Holds a real MCP conversation with the built server and prints it as a transcript.

  test/transcript/transcript.py [--bin DIR] [--json FILE]

The standard library alone. Exit status 0 only when every answer was right and at least eight
languages really ran. --json writes what was found, for other scripts.
"""
import argparse
import json
import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test" / "support"))
from mcp_stdio import McpError, Server, ServerGone  # noqa: E402

LANGUAGES = 31
ENOUGH_LANGUAGES = 8
# The program of every language: it reads lines of numbers and prints their sum.
PROGRAMS = ROOT / "test" / "data" / "languages"
STDIN, STDOUT = "1 2 3\n4 5\n", "15\n"
# Slow compilers get time; a program's own limits are tried apart.
PROGRAM_TIMEOUT_S = 120

EXACT = [
    ("0.1 + 0.2 == 0.3", True),
    ("1/3 + 1/6", "1/2"),
    ("2**100", str(2**100)),
    ("9**9**9**9", None),  # None: must be refused
]


def clip(text, width=118):
    text = text.replace("\n", " ").rstrip()
    return text if len(text) <= width else text[: width - 2] + " …"


class Transcript:
    def __init__(self):
        self.faults = []
        self.languages = {}

    def say(self, text=""):
        print(text, flush=True)

    def check(self, good, what):
        if not good:
            self.faults.append(what)
        return "" if good else "   <-- WRONG"


def runtime_path():
    """The folders of runtimes that scripts/install-runtimes.sh made, if it was run."""
    folder = ROOT / "build" / "runtimes" / "bin"
    if "CODECALC_RUNTIME_PATH" in os.environ or not folder.is_dir():
        return {}
    return {"CODECALC_RUNTIME_PATH": f"{folder}:{os.environ.get('PATH', '/usr/bin:/bin')}"}


def show_server(t, server, spent_ms):
    info = server.server_info["serverInfo"]
    t.say(f"server      {info.get('title') or info['name']} {info['version']}, MCP "
          f"{server.server_info['protocolVersion']}, answered after {spent_ms:.0f} ms")
    tools = server.list_tools()
    t.say(f"tools       {len(tools)}")
    for tool in tools:
        summary = " ".join(tool.get("description", "").split())
        t.say(clip(f"  {tool['name']:26}{summary}"))
    needed = {"calc_exact", "execute_code", "list_languages"}
    absent = needed - {tool["name"] for tool in tools}
    t.check(not absent, f"tools/list lacks {', '.join(sorted(absent))}")
    return not absent


def exact(t, server):
    t.say("\ncalc_exact")
    for expression, expected in EXACT:
        reply = server.call_tool("calc_exact", {"expr": expression})
        if expected is None:
            good = reply.get("ok") is False and "code" in reply
            shown = f"refused: {reply.get('code')}: {reply.get('error')}"
        else:
            value = reply.get("value")
            good = reply.get("ok") is True and (
                value is expected if isinstance(expected, bool) else str(value) == expected)
            shown = json.dumps(value)
        wrong = t.check(good, f"calc_exact {expression} gave {json.dumps(reply)[:200]}")
        t.say(clip(f"  {expression:22}{shown}") + wrong)


def numbers_of(reply):
    memory = reply.get("peak_memory_kb") or 0
    return (f"{reply.get('verdict', '-'):4}exit {str(reply.get('exit_code')):4}"
            f"{reply.get('compile_ms') or 0:6.0f} ms compile {reply.get('duration_ms') or 0:6.0f} ms run"
            f" {memory / 1024:6.1f} MiB")


def source_of(language):
    folder = PROGRAMS / language
    found = sorted(folder.glob("stdin_sum.*")) if folder.is_dir() else []
    return found[0].read_text(encoding="utf-8") if found else None


def one_language(t, server, row):
    name = row["name"]
    source = source_of(name)
    if source is None:
        t.check(False, f"{name}: no program in {PROGRAMS.relative_to(ROOT)}/{name}")
        return t.say(f"  {name:12}no program to run   <-- WRONG")
    reply = server.call_tool("execute_code", {
        "language": name, "code": source, "stdin": STDIN,
        "timeout": PROGRAM_TIMEOUT_S}, timeout=PROGRAM_TIMEOUT_S + 30)
    if not row["available"] and reply.get("code") in ("runtime_unavailable", "dependency_missing"):
        t.languages[name] = "absent"
        return t.say(clip(f"  {name:12}absent   {row.get('detail', '').split(' in /')[0]}"))
    good = (reply.get("ok") is True and reply.get("verdict") == "OK"
            and reply.get("stdout") == STDOUT)
    t.languages[name] = "ran" if good else "failed"
    wrong = t.check(good, f"{name}: {json.dumps(reply)[:400]}")
    stdout = json.dumps(reply.get("stdout", ""))[:16]
    t.say(f"  {name:12}{t.languages[name]:9}{stdout:10}{numbers_of(reply)}{wrong}")


def languages(t, server):
    listed = server.call_tool("list_languages")["result"]
    t.check(len(listed) == LANGUAGES, f"list_languages has {len(listed)} rows, not {LANGUAGES}")
    t.say(f"\nexecute_code, one program in each of {len(listed)} languages: stdin "
          f"{json.dumps(STDIN)}, expected {json.dumps(STDOUT)}")
    for row in listed:
        one_language(t, server, row)
    ran = sum(state == "ran" for state in t.languages.values())
    t.check(ran >= ENOUGH_LANGUAGES, f"only {ran} languages ran; {ENOUGH_LANGUAGES} are needed")
    t.say(f"  {ran} ran, {sum(s == 'absent' for s in t.languages.values())} absent, "
          f"{sum(s == 'failed' for s in t.languages.values())} failed")


def limits(t, server):
    t.say("\nexecute_code, programs that do not end well")
    began = time.monotonic()
    reply = server.call_tool("execute_code", {
        "language": "bash", "code": "echo begun; while :; do :; done", "timeout": 1})
    spent = time.monotonic() - began
    good = (reply.get("verdict") == "TLE" and reply.get("stdout") == "begun\n"
            and reply.get("timed_out") is True and spent < 3)
    wrong = t.check(good, f"the endless loop gave {json.dumps(reply)[:400]} after {spent:.1f} s")
    t.say(f"  loops for ever, limit 1 s   {numbers_of(reply)}, answered after {spent:.2f} s{wrong}")
    reply = server.call_tool("execute_code", {"language": "bash", "code": "echo no >&2; exit 3"})
    good = (reply.get("verdict") == "RTE" and reply.get("exit_code") == 3
            and reply.get("stderr") == "no\n")
    wrong = t.check(good, f"exit 3 gave {json.dumps(reply)[:400]}")
    t.say(f"  exits with status 3         {numbers_of(reply)}, stderr "
          f"{json.dumps(reply.get('stderr'))}{wrong}")
    held_not = reply.get("unenforced") or []
    t.say(f"  guarantees that this host could not give: {', '.join(held_not) or 'none'}")


def converse(t, binary):
    began = time.monotonic()
    with Server([str(binary)], env=runtime_path(), stderr=None) as server:
        server.initialize()
        spent_ms = (time.monotonic() - began) * 1000
        if show_server(t, server, spent_ms):
            exact(t, server)
            languages(t, server)
            limits(t, server)
        status = server.close()
        t.check(status == 0, f"the server ended with status {status}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=pathlib.Path, default=pathlib.Path(
        os.environ.get("CODECALC_BIN_DIR", ROOT / "build" / "release" / "bin")))
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    binary = arguments.bin / "codecalc"
    if not binary.exists():
        print(f"transcript: {binary} is missing; run make build", file=sys.stderr)
        return 2
    t = Transcript()
    try:
        converse(t, binary)
    except (McpError, ServerGone, OSError, KeyError, ValueError) as error:
        t.check(False, f"the conversation broke: {type(error).__name__}: {error}")
    t.say()
    for fault in t.faults:
        t.say(f"WRONG: {fault}")
    ran = sum(state == "ran" for state in t.languages.values())
    if arguments.json:
        arguments.json.write_text(json.dumps({"languages": t.languages, "faults": t.faults}))
    t.say(f"verdict: {'GOOD' if not t.faults else 'NOT GOOD'}: {ran} of {LANGUAGES} languages ran, "
          f"{len(t.faults)} wrong")
    return 1 if t.faults else 0


if __name__ == "__main__":
    sys.exit(main())
