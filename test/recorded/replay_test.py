"""Replays recorded calls of codecalc 0.12.0 (the Python one) and compares the results.

test/data/recorded/<tool>.json holds arguments and results; texts that differ by wording stand as
"<prose>". Every member of a recorded result has to be in ours with the same value, unless
test/data/recorded/allowed.json names the difference and docs/differences.md, under the heading that
the entry gives, says why ours is right. An entry that no call needs any more is a failure too.
"""
import json
import math
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "test/data/recorded"
# Texts of our own, and the version of the contract.
OWN = {"contract_version", "code_inferred", "remedy"}


def tools():
    names = sorted(p.stem for p in DATA.glob("*.json") if p.stem != "allowed")
    assert len(names) >= 15, f"{DATA} holds {len(names)} tools"
    return names


def load(name):
    return json.loads((DATA / f"{name}.json").read_text())


def expand(value):
    """Arguments that the recording abbreviates: "<401-digit integer>"."""
    if isinstance(value, str) and (m := re.fullmatch(r"<(\d+)-digit integer>", value)):
        return 10 ** (int(m.group(1)) - 1)
    if isinstance(value, dict):
        return {k: expand(v) for k, v in value.items()}
    return value


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def differences(got, wanted, path=""):
    """Paths at which `got` lacks or contradicts what was recorded."""
    if isinstance(wanted, str) and "<prose>" in wanted:
        pattern = ".+".join(re.escape(part) for part in wanted.split("<prose>"))
        return [] if isinstance(got, str) and re.fullmatch(pattern, got, re.S) else [path]
    if isinstance(wanted, dict) and isinstance(got, dict):
        found = []
        for name, value in wanted.items():
            if path == "" and name in OWN:
                continue
            where = f"{path}.{name}" if path else name
            found += differences(got[name], value, where) if name in got else [where]
        return found
    if isinstance(wanted, list) and isinstance(got, list):
        listed = [w for w in wanted if not (isinstance(w, str) and w.startswith("<"))]
        if len(listed) < len(wanted):  # "<22 in all>": the recording shows a part
            return [] if all(w in got for w in listed) else [path]
        if len(got) != len(wanted):
            return [path]
        return [d for i, (g, w) in enumerate(zip(got, wanted))
                for d in differences(g, w, f"{path}.{i}")]
    if is_number(wanted) and is_number(got):
        # The recorded number went through binary64: two units in its last place are its noise.
        if isinstance(wanted, int) and isinstance(got, int):
            return [] if wanted == got else [path]
        return [] if math.isclose(got, wanted, rel_tol=4.5e-16) else [path]
    return [] if type(got) is type(wanted) and got == wanted else [path]


def headings():
    text = (ROOT / "docs/differences.md").read_text()
    return set(re.findall(r"^### (.+)$", text, re.M))


def key(arguments):
    return json.dumps(arguments, sort_keys=True, ensure_ascii=False)


@pytest.fixture(scope="module")
def used():
    return set()


@pytest.mark.parametrize("tool", tools())
def test_agrees_or_is_listed(server, tool, used):
    allowed = json.loads((DATA / "allowed.json").read_text()).get(tool, [])
    known = headings()
    calls = load(tool)
    assert calls, f"no recorded call of {tool}"
    problems = []
    for call in calls:
        got = server.call_tool(tool, expand(call["arguments"]))
        recorded = call["result"]
        if "_rejected" in recorded:
            # The original gave no result at all: an exception, or arguments that it refused.
            found = [] if got["ok"] is False else ["(no result recorded)"]
        else:
            found = differences(got, recorded)
        for path in found:
            entry = next((e for e in allowed
                          if path in e["members"]
                          and ("arguments" not in e or key(e["arguments"]) == key(call["arguments"]))),
                         None)
            if entry is None:
                problems.append(f"{call['arguments']}: {path}: {json.dumps(got)[:600]}"
                                f"\n   recorded {json.dumps(recorded)[:600]}")
            elif entry["why"] not in known:
                problems.append(f"docs/differences.md has no heading {entry['why']!r}")
            else:
                used.add((tool, allowed.index(entry)))
    assert not problems, "\n".join(problems)


def test_every_recorded_unit_is_known(server):
    names = load("list_units")[0]["result"]["units"]
    assert len(names) == 142
    served = set(server.call_tool("list_units")["units"])
    unknown = [n for n in names if n not in served or not server.call_tool(
        "convert_units", {"value": 1, "from_unit": n, "to_unit": n})["ok"]]
    assert not unknown


def test_no_stale_entry(used):
    allowed = json.loads((DATA / "allowed.json").read_text())
    listed = {(tool, i) for tool, entries in allowed.items() for i in range(len(entries))}
    assert used == listed, f"not needed: {sorted(listed - used)}"
    unexplained = headings() - {e["why"] for entries in allowed.values() for e in entries}
    assert not unexplained, f"docs/differences.md explains what no entry needs: {unexplained}"
