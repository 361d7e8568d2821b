"""Scripts of known status (test/data/smt): every verdict, its second opinion, its model."""
# ctest: TIMEOUT 300
import pathlib

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "data" / "smt"
SCRIPTS = sorted(FOLDER.glob("*.smt2"))


def status(text):
    """The verdicts that the first line names: "; status: sat unsat"."""
    head, _, verdicts = text.splitlines()[0].partition("status:")
    assert head == "; " and verdicts.split(), "a script begins with its status"
    return verdicts.split()


@pytest.fixture(scope="module")
def answers(server):
    return {p.stem: (status(p.read_text()), server.call_tool("z3_check", {"smt2": p.read_text()}))
            for p in SCRIPTS}


def test_there_are_enough_of_each_theory():
    assert len(SCRIPTS) >= 60
    theories = {p.stem.split("-")[0] for p in SCRIPTS}
    assert {"bool", "lia", "lra", "nia", "nra", "bv", "uf", "array", "dt", "str", "fp", "q",
            "opt"} <= theories


@pytest.mark.parametrize("name", [p.stem for p in SCRIPTS])
def test_status(answers, name):
    wanted, got = answers[name]
    assert got["ok"], got
    assert [row["result"] for row in got["results"]] == wanted
    assert got["result"] == wanted[-1]
    assert got["disagreement"] is False
    for row in got["results"]:
        assert row["second_result"] in (None, row["result"])
        assert row["grade"] == ("solver_proven" if row["result"] == "unsat" else "ungraded")
        if row["result"] == "sat":
            assert row["model_check"] in ("holds", "open")
        else:
            assert "model_check" not in row
    assert got["grade"] == got["results"][-1]["grade"]


def test_most_verdicts_are_confirmed(answers):
    rows = [row for _, got in answers.values() for row in got["results"]]
    confirmed = [row for row in rows if row["second_result"] == row["result"]]
    assert len(confirmed) >= 0.8 * len(rows), f"{len(confirmed)} of {len(rows)}"


def test_most_models_are_evaluated(answers):
    rows = [row for _, got in answers.values() for row in got["results"] if row["result"] == "sat"]
    holding = [row for row in rows if row["model_check"] == "holds"]
    assert len(holding) >= 0.9 * len(rows), f"{len(holding)} of {len(rows)}"
