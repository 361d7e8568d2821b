"""Random questions with a fixed seed, answered by the server and by SymPy: no disagreement.

A right answer agrees with SymPy's at points (12 digits or more); an open one is left unevaluated
with a reason; "no opinion" means that SymPy gave nothing within its time. CODECALC_RANDOM_SEED asks
other questions, CODECALC_RANDOM_SHARE=0.1 fewer ones.
"""
# ctest: TIMEOUT 600 RUN_SERIAL ON
import collections
import json
import multiprocessing
import os
import pathlib
import signal
import sys
import time

import judge
import mpmath
import sympy as sp
from judge import Open, Wrong, agree, number, tree
from random_expressions import POINTS, questions

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test/support"))
from mcp_stdio import Server  # noqa: E402

X = sp.Symbol("x")
SECONDS = 6


class NoOpinion(Exception):
    """SymPy does not answer."""


def reference(step):
    """What SymPy says; its failures are not ours."""
    try:
        value = step()
    except (Open, Wrong, NotImplementedError, ValueError, TypeError, AttributeError,
            ZeroDivisionError, RecursionError, IndexError, KeyError) as error:
        raise NoOpinion(f"{type(error).__name__}: {error}") from None
    return value


def closed(text):
    if any(form + "(" in text for form in judge.FORMS):
        raise Open(text[:100])
    return tree(text)


def same_at_points(answer, wanted, digits=15):
    seen = 0
    for point in POINTS:
        try:
            value = reference(lambda: number(wanted, point, 30))
        except NoOpinion:
            continue
        if not agree(number(answer, point, 30), value, digits):
            raise Wrong(f"at {point}: {sp.N(number(answer, point), 12)}, not {sp.N(value, 12)}")
        seen += 1
    if seen == 0:
        raise NoOpinion("no point with a value")


def judge_evaluate(result, aim):
    same_at_points(closed(result["expression"]), reference(lambda: tree(aim["same"])))


def judge_simplify(result, aim):
    wanted = tree(aim["same"])
    for name in ("simplified", "factored", "expanded"):
        if name in result:
            same_at_points(closed(result[name]), wanted)


def judge_differentiate(result, aim):
    wanted = reference(lambda: sp.diff(tree(aim["of"]), X, aim["order"]))
    same_at_points(closed(result["expression"]), wanted)


def judge_integrate(result, aim):
    same_at_points(sp.diff(closed(result["expression"]), X), tree(aim["of"]), 12)


def judge_definite(result, aim):
    f = sp.lambdify(X, tree(aim["of"]), "mpmath")
    low, high = aim["from"], aim["to"]
    text = result["expression"]
    if text in ("oo", "-oo", "nan"):
        # The only poles inside a range are double ones, of x**k/(x**2 - c)**2.
        steep = max(abs(f(low + (high - low) * (k + 0.5) / 4000)) for k in range(4000))
        if text != "oo" or steep < 1e4:
            raise Wrong(f"{text}; the integrand stays below {steep}")
        return
    with mpmath.workdps(25):
        wanted = sp.sympify(reference(lambda: mpmath.quad(f, mpmath.linspace(low, high, 5))))
    if not agree(number(closed(text), {}, 30), wanted, 10):
        raise Wrong(f"{text}, not {sp.N(wanted, 12)}")


def judge_solve(result, aim):
    left, _, right = aim["of"].partition("=")
    equation = sp.expand(tree(left) - tree(right or "0"))
    if not equation.has(X):
        raise NoOpinion("no equation")
    polynomial = sp.Poly(equation, X)
    squarefree = polynomial.quo(sp.gcd(polynomial, polynomial.diff()))
    wanted = [complex(z) for z in reference(lambda: squarefree.nroots(n=25, maxsteps=200))]
    if not result["solutions"]:
        raise Open(str(result.get("reason")))
    got = [complex(number(tree(t), {}, 30)) for t in result["solutions"]]
    if len(got) != len(wanted):
        raise Wrong(f"{len(got)} roots, not {len(wanted)}")
    for root in got:
        nearest = min(wanted, key=lambda w: abs(w - root))
        if abs(nearest - root) > 1e-10 * max(1, abs(root)):
            raise Wrong(f"{root} is no root")
        wanted.remove(nearest)


def judge_system(result, aim):
    a, b = sp.Matrix(aim["rows"]), sp.Matrix(aim["right"])
    names = sp.symbols("x y z")[:a.cols]
    wanted = list(sp.linsolve((a, b), *names))
    if len(result["solutions"]) != len(wanted):
        raise Wrong(f"{len(result['solutions'])} solutions, not {len(wanted)}")
    for text in result["solutions"]:
        values = {sp.Symbol(k.strip()): tree(v) for k, v in
                  (p.split(":", 1) for p in judge.parts(text.strip()[1:-1]))}
        if any(sp.expand(v) != 0 for v in a * sp.Matrix([values.get(n, n) for n in names]) - b):
            raise Wrong(f"{text} is no solution")
        if len(names) - len(values) != len(names) - a.rank():
            raise Wrong(f"{text}: not all solutions")


def judge_limit(result, aim):
    e, point = tree(aim["of"]), sp.sympify(aim["point"])
    sides = "+" if point.is_infinite else "+-"
    wanted = [reference(lambda s=s: sp.limit(e, X, point, s)) for s in sides]
    text = result["limit"]
    if any(form + "(" in text for form in judge.FORMS):
        raise Open(text)
    if "x**" in aim["of"] and "log(x)" in aim["of"] or "x**(1/" in aim["of"]:
        wanted = wanted[:1]  # real values from the right alone
    differ = len(wanted) == 2 and wanted[0] != wanted[1] and sp.simplify(wanted[0] - wanted[1]) != 0
    if differ != (text == "nan"):
        raise Wrong(f"{text}, SymPy {wanted}")
    if differ:
        return
    value = tree(text)
    if value.is_infinite or wanted[0].is_infinite:
        if value != wanted[0]:
            raise Wrong(f"{text}, SymPy {wanted}")
    elif not agree(number(value, {}), number(wanted[0], {}), 12):
        raise Wrong(f"{text}, SymPy {wanted}")


def other_form(aim):
    """An expression that is equal to aim["of"], or differs from it, by its construction."""
    e, n = tree(aim["of"]), aim["shift"]
    change = {"expand": lambda: sp.expand(e), "factor": lambda: sp.factor(e),
              "together": lambda: sp.together(e + 1) - 1,
              "twice": lambda: sp.expand(e * (X + n)) / (X + n),
              "shifted": lambda: e.subs(X, X + n).subs(X, X - n),
              "wrong": lambda: sp.expand(e) + sp.Rational(n, 10**12) * X}
    return str(reference(change[aim["form"]]))


def judge_equivalence(result, aim):
    if result["identical"] == (aim["form"] != "wrong"):
        return
    if aim["form"] == "wrong":
        raise Wrong("claims an identity")
    if result.get("checked"):
        raise Wrong("denies an identity")
    raise Open(str(result.get("reason")))


def judge_matrix(result, aim):
    m = sp.Matrix([[sp.Rational(str(v)) for v in row] for row in aim["rows"]])
    op = aim["op"]
    if op == "inverse" and m.det() == 0:
        if result["ok"]:
            raise Wrong("inverse of a singular matrix")
        return
    if op in ("inverse", "transpose"):
        got = sp.Matrix([[tree(v) for v in row] for row in result["matrix"]])
        if got != (m.inv() if op == "inverse" else m.T):
            raise Wrong(str(result["matrix"]))
    elif op == "eigenvalues":
        p = m.charpoly(X).as_expr()
        judge.check_eigen({"check": {"charpoly": str(p)}}, result)
    else:
        wanted = {"det": m.det, "rank": m.rank, "trace": m.trace}[op]()
        if tree(result["value"]) != wanted:
            raise Wrong(f"{result['value']}, not {wanted}")


def too_long(*_):
    raise NoOpinion("out of time")


def ask(server, question):
    kind, tool, arguments, aim = question
    if kind == "matrix":
        aim = dict(arguments)
    if kind == "equivalence":
        arguments = {**arguments, "b": other_form(aim)}
    signal.setitimer(signal.ITIMER_PROF, 0)
    result = server.call_tool(tool, arguments)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    if not result["ok"] and not (kind == "matrix" and result["code"] == "validation"):
        raise Open(f"{result['code']}: {result['error']}")
    globals()["judge_" + kind](result, aim)
    return result


def worker(share):
    """Answers and judges one share of the questions: [(kind, verdict, detail, question, checked)]."""
    signal.signal(signal.SIGPROF, too_long)
    sys.setrecursionlimit(20000)
    folder = pathlib.Path(os.environ.get("CODECALC_BIN_DIR", ROOT / "build/release/bin"))
    out = []
    with Server([str(folder / "codecalc")]) as server:
        server.initialize()
        for question in share:
            verdict, detail, checked = "right", "", False
            began = time.monotonic()
            try:
                signal.setitimer(signal.ITIMER_PROF, SECONDS)
                checked = bool(ask(server, question).get("checked"))
            except NoOpinion as error:
                verdict, detail = "no opinion", str(error)
            except Open as error:
                verdict, detail = "open", str(error)
            except Wrong as error:
                verdict, detail = "wrong", str(error)
            except Exception as error:
                verdict, detail = "unjudged", f"{type(error).__name__}: {error}"
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
            out.append((question[0], verdict, detail[:200], json.dumps(question[2])[:300], checked,
                        round(time.monotonic() - began, 2)))
    return out


def test_random_expressions():
    seed = int(os.environ.get("CODECALC_RANDOM_SEED", "20260101"))
    share = float(os.environ.get("CODECALC_RANDOM_SHARE", "1"))
    asked = questions(seed, share)
    assert len(asked) >= 2000 * share
    with multiprocessing.Pool(2) as pool:
        shares = pool.imap_unordered(worker, [asked[i::8] for i in range(8)])
        seen = [row for rows in shares for row in rows]
    assert len(seen) == len(asked)
    table = collections.defaultdict(collections.Counter)
    for kind, verdict, _, _, checked, _ in seen:
        table[kind][verdict] += 1
        table[kind]["checked"] += verdict == "right" and checked
    print(f"{len(seen)} questions, seed {seed}")
    for kind, counts in sorted(table.items()):
        print(f"{kind:14}", dict(counts))
    for kind, verdict, detail, question, _, seconds in seen:
        if verdict != "right":
            print(f"{verdict:10} {kind} {question}: {detail} ({seconds} s)")
    total = collections.Counter(row[1] for row in seen)
    right = total["right"]
    checked = sum(row[1] == "right" and row[4] for row in seen)
    assert total["wrong"] == 0 and total["unjudged"] == 0, dict(total)
    assert total["no opinion"] <= 0.03 * len(seen), dict(total)
    assert total["open"] <= 0.05 * len(seen), dict(total)
    assert checked >= 0.90 * right, (checked, right)
