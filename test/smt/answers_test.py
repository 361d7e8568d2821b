"""What z3_check says of single scripts: models, cores, objectives, responses, refusals."""
import pytest


def ask(server, script):
    return server.call_tool("z3_check", {"smt2": script})


MODELS = [
    ("(declare-const x Int)(assert (= x (- 5)))", {"x": "-5"}),
    ("(declare-const x Real)(assert (= (* 3 x) (- 1.0)))", {"x": "-1/3"}),
    ("(declare-const x Real)(assert (= x 4.0))", {"x": "4"}),
    ("(declare-const x Real)(assert (= (* x x) 2.0))(assert (> x 0))", {"x": "1.4142135623?"}),
    ("(declare-const b (_ BitVec 12))(assert (= b #xabc))", {"b": "#xabc"}),
    ("(declare-const b (_ BitVec 3))(assert (= b #b101))", {"b": "#b101"}),
    ('(declare-const s String)(assert (= s "a""b\\u{e9}"))', {"s": '"a""b\\u{e9}"'}),
    ("(declare-const |a b| Bool)(assert |a b|)", {"a b": "true"}),
    ("(declare-const a (Array Int Int))(assert (= a ((as const (Array Int Int)) (- 2))))",
     {"a": "((as const (Array Int Int)) (- 2))"}),
    ("(declare-fun f (Int) Int)(assert (forall ((x Int)) (= (f x) 3)))",
     {"f": "(define-fun f ((x!0 Int)) Int 3)"}),
    ("(declare-datatypes ((C 0)) (((red) (blue))))(declare-const c C)(assert (not (= c red)))",
     {"c": "blue"}),
    ("(define-fun k () Int 3)(assert (! (= k 3) :named n))", {}),
]


@pytest.mark.parametrize("script,model", MODELS)
def test_model(server, script, model):
    got = ask(server, script + "(check-sat)")
    assert (got["result"], got["model"], got["model_check"]) == ("sat", model, "holds")


def test_recorded_faults_are_not_repeated(server):
    """The original asks only for the state at the end, in one context for all calls."""
    after = ask(server, "(declare-const y Int)(check-sat)(assert (< y y))")
    assert (after["result"], after["grade"], after["assertions"]) == ("sat", "ungraded", 0)
    scoped = ask(server, "(declare-const p Bool)(push)(assert p)(assert (not p))(check-sat)(pop)(check-sat)")
    assert [(r["result"], r["assertions"]) for r in scoped["results"]] == [("unsat", 2), ("sat", 0)]
    ask(server, "(declare-const leak Int)(define-fun y () Int 7)(assert (= leak 1))(check-sat)")
    assert ask(server, "(declare-const y Bool)(assert y)(check-sat)")["model"] == {"y": "true"}
    assert ask(server, "(assert (= leak 1))(check-sat)")["code"] == "validation"


def test_core_names_only_what_contradicts(server):
    got = ask(server, "(declare-const x Int)(assert (! (> x 5) :named low))"
                      "(assert (! (< x 3) :named |too high|))(assert (! (> x 0) :named idle))(check-sat)")
    assert sorted(got["model"]["unsat_core"]) == ["low", "too high"]
    assumed = ask(server, "(declare-const p Bool)(declare-const q Bool)(assert (not p))"
                          "(check-sat-assuming (q p))")
    assert assumed["model"]["unsat_core"] == ["p"]
    plain = ask(server, "(declare-const x Int)(assert (< x x))(check-sat)")
    assert plain["model"] == {"unsat_core": []}


def test_objectives(server):
    got = ask(server, "(declare-const x Int)(declare-const y Int)(assert (and (<= 0 x 10) (<= 0 y 10)))"
                      "(assert (<= (+ x y) 12))(maximize (+ (* 2 x) y))(check-sat)")
    assert got["objectives"] == [{"term": "(+ (* 2 x) y)", "value": "22"}]
    assert got["model"] == {"x": "10", "y": "2"}
    soft = ask(server, "(declare-const p Bool)(assert-soft p :weight 3 :id wish)(assert (not p))(check-sat)")
    assert soft["objectives"] == [{"term": "wish", "value": "3"}]


def test_responses_in_order(server):
    got = ask(server, '(declare-const x Int)(assert (= x 4))\n(echo "sat? (unsat)")\n(check-sat)\n'
                      "(get-value (x (+ x 1)))\n(eval (* x x))\n(get-unsat-core)")
    rows = [(r["line"], r["command"], r["text"], r["failed"]) for r in got["responses"]]
    assert rows[0] == (2, "echo", "sat? (unsat)", False)
    assert rows[1] == (4, "get-value", "((x 4)\n ((+ x 1) 5))", False)
    assert rows[2] == (5, "eval", "16", False)
    assert rows[3][1] == "get-unsat-core" and rows[3][3] is True
    assert (got["result"], got["grade"]) == ("sat", "ungraded")


def test_unknown_has_its_reason(server):
    got = ask(server, "(declare-fun f (Int) Int)(assert (forall ((x Int)) (> (f (+ x 1)) (* (f x) (f x)))))"
                      "(assert (forall ((x Int)) (< (f (* x x)) (f x))))(check-sat)")
    assert got["result"] in ("unknown", "unsat")
    if got["result"] == "unknown":
        assert got["reason"] and got["model"] is None and got["grade"] == "ungraded"


REFUSED = [
    ("(declare-const x Int)\n(assert (> y 1))(check-sat)", "validation", 2, 12, "unknown constant y"),
    ("(declare-const x Int)\n\n  (assert\n (and x\n    true))(check-sat)", "validation", 5, None, "Sort mismatch"),
    ("(assert true)\n(check-sat", "validation", 2, 1, "never closed"),
    ("(check-sat))", "validation", 1, 12, "closes nothing"),
    ('(echo "x)(check-sat)', "validation", 1, 7, "no end"),
    ("(chek-sat)", "validation", 1, 1, "no command chek-sat"),
    ("(declare-const x Int)(declare-const x Int)(check-sat)", "validation", 1, None, "already declared"),
    ("(include \"/etc/passwd\")(check-sat)", "permission_denied", 1, 1, "file"),
]


@pytest.mark.parametrize("script,code,line,column,words", REFUSED)
def test_refusal(server, script, code, line, column, words):
    got = ask(server, script)
    assert (got["ok"], got["code"], got["grade"]) == (False, code, "ungraded")
    assert got["line"] == line and (column is None or got["column"] == column), got
    assert words in got["error"] and got["error"].startswith(f"line {line}, column ")
    assert got["remedy"] and "result" not in got


def test_options(server):
    got = ask(server, "(set-option :produce-models true)(set-option :foo 1)(set-option :parallel.enable true)"
                      "(set-logic QF_LIA)(declare-const x Int)(assert (> x 0))(check-sat)")
    assert got["result"] == "sat"
    assert got["notes"] == ["the option :foo has no effect here",
                            "the option :parallel.enable has no effect here"]


def test_second_solver_can_be_switched_off(start_server):
    server = start_server(env={"CODECALC_SMT_SECOND": "off"})
    got = ask(server, "(declare-const x Int)(assert (< x x))(check-sat)")
    assert (got["result"], got["second_result"], got["second_engine"]) == ("unsat", None, None)
    assert got["second_reason"] == "switched off by CODECALC_SMT_SECOND"
    assert got["grade"] == "solver_proven" and "No second verdict" in got["grade_basis"]


def test_missing_worker(start_server):
    server = start_server(env={"CODECALC_SMT_BIN": "/nonexistent/codecalc-smt"})
    got = ask(server, "(check-sat)")
    assert (got["ok"], got["code"], got["grade"]) == (False, "dependency_missing", "ungraded")
    assert "fetch-solvers" in got["remedy"]
    # What needs no solver is told without one.
    assert ask(server, "(check-sat")["code"] == "validation"
