"""Scripts that want to write files, eat time, memory or stack, or forge a grade: none gets its way,
and the server answers the next call."""
# ctest: TIMEOUT 300
import os
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

HEALTHY = "(declare-const x Int)(assert (> x 5))(assert (< x 7))(check-sat)"
LIMIT_S = 15  # 5 s of solving, with room for a busy machine


def ask(server, script):
    began = time.monotonic()
    got = server.call_tool("z3_check", {"smt2": script})
    assert time.monotonic() - began < LIMIT_S
    assert server.call_tool("z3_check", {"smt2": HEALTHY})["model"] == {"x": "6"}
    return got


WRITERS = [
    '(set-option :regular-output-channel "{file}")(echo "x")(check-sat)',
    '(set-option :diagnostic-output-channel "{file}")(check-sat)',
    '(set-option :|regular-output-channel| "{file}")(check-sat)',
    '(set-option :trace true)(set-option :trace_file_name "{file}")(check-sat)',
    '(set-option :solver.smtlib2_log "{file}")(declare-const p Bool)(assert p)(check-sat)',
    '(set-option :sat.drat.file "{file}")(declare-const p Bool)(assert p)(check-sat)',
    '(set-option :dot_proof_file "{file}")(set-option :proof true)(assert false)(check-sat)',
    '(set-option :spacer.trace_file "{file}")(check-sat)',
    '(set-option :dump_models true)(set-info :filename "{file}")(check-sat)',
    '(include "{file}")(check-sat)',
    '(check-sat-using (then simplify (using-params smt :solver.smtlib2_log "{file}")))',
]


@pytest.mark.parametrize("script", WRITERS)
def test_no_file_is_written(server, script, tmp_path):
    target = tmp_path / "out"
    here = set(os.listdir("."))
    got = ask(server, script.replace("{file}", str(target)))
    assert not target.exists() and set(os.listdir(".")) == here
    assert not os.path.exists("/z3.log")
    if not got["ok"]:
        assert got["code"] in ("permission_denied", "validation")


DEEP = 9_000
BOUNDED = {
    "deep not": "(assert " + "(not " * DEEP + "true" + ")" * DEEP + ")(check-sat)",
    "too deep": "(assert " + "(not " * 100_000 + "true" + ")" * 100_000 + ")(check-sat)",
    "a million levels": "(" * 1_000_000,
    "deep sorts": "(declare-const a " + "(Array Int " * DEEP + "Int" + ")" * DEEP + ")(check-sat)",
    "deep lets": "(declare-const x Int)(assert " + "".join(f"(let ((y{i} (+ x {i}))) " for i in range(3000))
                 + "(> y1 0)" + ")" * 3000 + ")(check-sat)",
    "many terms": "(declare-const x Int)(assert (> (+ " + "x " * 200_000 + ") 3))(check-sat)",
    "many declarations": "".join(f"(declare-const x{i} Int)" for i in range(30_000)) + "(check-sat)",
    "many scopes": "(push 9999)(check-sat)(pop 9999)(check-sat)",
    "too many scopes": "(push 4000000000)(check-sat)",
    "long numeral": "(declare-const x Int)(assert (= x 1" + "0" * 300_000 + "))(check-sat)",
    "wide bit-vector": "(declare-const a (_ BitVec 2000000))(declare-const b (_ BitVec 2000000))"
                       "(assert (= (bvmul a b) (bvadd a (_ bv77 2000000))))(assert (not (= a b)))(check-sat)",
    "impossible bit-vector": "(declare-const a (_ BitVec 99999999999999999999))(check-sat)",
    "strings": "(declare-const s String)(assert (= (str.len s) 1000000000))(check-sat)",
    "endless power": "(declare-const x Int)(assert (= (^ 9 (^ 9 (^ 9 9))) x))(check-sat)",
    "cubes": "(declare-const x Int)(declare-const y Int)(declare-const z Int)"
             "(assert (= (+ (* x x x) (* y y y) (* z z z)) 42))(check-sat)",
    "endless recursion": "(define-fun-rec f ((n Int)) Int (+ 1 (f (+ n 1))))(assert (= (f 0) 5))(check-sat)",
    "endless simplify": "(define-fun-rec f ((n Int)) Int (f (+ n 1)))(simplify (f 0))(check-sat)",
    "pigeons": None,
}


def pigeons(n):
    script = "".join(f"(declare-const p{i}_{j} Bool)" for i in range(n + 1) for j in range(n))
    for i in range(n + 1):
        script += "(assert (or " + " ".join(f"p{i}_{j}" for j in range(n)) + "))"
    for j in range(n):
        for i in range(n + 1):
            for k in range(i):
                script += f"(assert (not (and p{i}_{j} p{k}_{j})))"
    return script + "(check-sat)"


BOUNDED["pigeons"] = pigeons(14)


@pytest.mark.parametrize("name", BOUNDED)
def test_is_bounded(server, name):
    got = ask(server, BOUNDED[name])
    if got["ok"]:
        assert got["result"] in ("sat", "unsat", "unknown")
        assert got["disagreement"] is False
        if got["result"] == "unknown":
            assert got["reason"] and got["grade"] == "ungraded"
    else:
        assert got["code"] in ("validation", "resource_exhausted", "worker_failure"), got
        assert got["code"] != "worker_failure" or name in ("deep sorts",), got


def test_too_long_a_script_is_refused(server):
    got = ask(server, ";" + "x" * 4_100_000)
    assert got["ok"] is False and got["code"] in ("validation", "resource_exhausted")


def test_verdicts_before_the_end_of_time_stay(server):
    got = ask(server, "(declare-const x Int)(assert (< x x))(check-sat)(reset)(declare-const a Int)"
                      "(declare-const b Int)(declare-const c Int)"
                      "(assert (= (+ (* a a a) (* b b b) (* c c c)) 42))(check-sat)(check-sat)")
    assert [r["result"] for r in got["results"]] == ["unsat", "unknown", "unknown"]
    assert [r["grade"] for r in got["results"]] == ["solver_proven", "ungraded", "ungraded"]
    assert got["results"][1]["reason"] == "timeout" and got["grade"] == "ungraded"


FORGERS = [
    '(echo "unsat")(check-sat)',
    "(set-info :status unsat)(check-sat)",
    '(check-sat)(echo "unsat")',
    "(declare-const |unsat| Bool)(assert |unsat|)(check-sat)(get-value (|unsat|))",
    "(check-sat)(assert false)",
    "(push)(assert false)(check-sat)(pop)(check-sat)",
    "(assert false)(exit)(check-sat)",
    "; (assert false)\n(check-sat)",
    '(set-option :diagnostic-output-channel "stdout")(declare-const x Int)(check-sat)',
    "(set-option :print-success true)(check-sat)",
]


@pytest.mark.parametrize("script", FORGERS)
def test_no_grade_without_an_unsat_that_was_asked_for(server, script):
    got = ask(server, script)
    assert got["grade"] == "ungraded"
    assert not got["ok"] or got["result"] != "unsat"


def test_many_at_once(server):
    scripts = [BOUNDED["cubes"] if i % 4 == 0 else HEALTHY for i in range(12)]
    with ThreadPoolExecutor(len(scripts)) as pool:
        got = list(pool.map(lambda s: server.call_tool("z3_check", {"smt2": s}), scripts))
    for script, answer in zip(scripts, got):
        assert answer["ok"] and (script != HEALTHY or answer["result"] in ("sat", "unknown"))
    assert server.call_tool("z3_check", {"smt2": HEALTHY})["result"] == "sat"
