"""Judges algebra answers mathematically: a second system (SymPy) evaluates both sides at points.

judge(case, result) gives (verdict, detail); verdicts: right, wrong, open (left unevaluated, refused,
not simplified). Each kind of check is one function named check_<kind>. run_apart() judges in a
forked process with a CPU limit, so that no answer can hang the run.
"""
import json
import os
import re
import resource
import select
import signal
import sys

import sympy as sp
from sympy.calculus.accumulationbounds import AccumBounds
from sympy.parsing.sympy_parser import convert_xor, parse_expr, standard_transformations

NAMES = "A B a b c d f g h k m n p q r s t u v w x y z".split()
VALUES = dict(zip("a b c d k m n p q r y z w A B s t".split(),
                  (1.3, 0.7, 1.9, 0.6, 1.1, 1.7, 2.3, 0.45, 2.6, 0.8, 0.9, 1.4, 0.55, 1.2, 2.1, 1.6,
                   0.65)))
FORMS = ("Integral", "Sum", "Product", "Limit", "Subs", "Derivative", "ConditionSet")
ABSENT = re.compile(r"^(nan|DNE|undefined|AccumBounds\(.*\))$")


class Open(Exception):
    """The answer leaves something unevaluated."""


class Wrong(Exception):
    """The answer is false."""


def tree(text):
    """An answer as a SymPy expression; only what an algebra answer may hold is read."""
    text = str(text).strip()
    if re.search(r"__|['\"\[\]{};@]|\.\s*[A-Za-z_]|lambda|import", text):
        raise Open(f"not an expression: {text[:80]}")
    scope = {k: v for k, v in vars(sp).items() if not k.startswith("_")}
    scope.update(__builtins__={}, abs=sp.Abs)
    local = {n: sp.Symbol(n) for n in NAMES}
    local.update(AccumBounds=AccumBounds, CRootOf=root_of)
    try:
        return parse_expr(text, local_dict=local, global_dict=scope,
                          transformations=standard_transformations + (convert_xor,))
    except Exception as error:
        raise Open(f"not an expression: {text[:80]} ({str(error)[:60]})") from None


def root_of(polynomial, index=0):
    """Real roots first, ascending; then by real and imaginary part."""
    roots = sp.Poly(polynomial).nroots(n=50, maxsteps=300)
    real = sorted((z for z in roots if abs(sp.im(z)) < 1e-30), key=sp.re)
    rest = sorted((z for z in roots if abs(sp.im(z)) >= 1e-30), key=lambda z: (sp.re(z), sp.im(z)))
    return (real + rest)[int(index)]


def exact(value):
    return sp.Rational(str(value)) if not isinstance(value, complex) else sp.nsimplify(value)


def at(expression, point):
    return expression.subs({sp.Symbol(k): exact(v) for k, v in point.items()})


def number(expression, point, digits=40):
    """The value at a point; free constants C1, C2 are 0."""
    value = at(expression, point)
    left = {type(node).__name__ for node in sp.preorder_traversal(value)} & set(FORMS)
    if left:
        raise Open("contains " + ", ".join(sorted(left)))
    free = value.free_symbols
    if any(not str(s).startswith("C") for s in free):
        raise Open(f"free symbols: {free}")
    value = sp.N(value.subs({s: 0 for s in free}), digits, maxn=400)
    try:
        plain = complex(value)
    except TypeError:
        raise Wrong(f"not a number: {str(value)[:60]}") from None
    if plain != plain:
        raise Wrong("not a number: nan")
    return value


def agree(a, b, digits):
    gap = abs(complex(sp.N(a - b, 40)))
    return gap <= 10.0 ** -digits * max(1.0, abs(complex(a)), abs(complex(b)))


def evaluated(result):
    """The first member that holds an evaluated answer."""
    for name in ("expression", "simplified", "value", "limit"):
        text = result.get(name)
        if text is not None and not any(f + "(" in text for f in FORMS):
            return text
    raise Open(str(result.get("expression"))[:80])


def parts(text):
    """Split at commas outside brackets."""
    out, depth, current = [], 0, ""
    for c in text:
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth == 0:
            out.append(current.strip())
            current = ""
        else:
            current += c
    return out + ([current.strip()] if current.strip() else [])


def check_bool(case, result):
    if result["identical"] == case["check"]["value"]:
        return
    raise Open("equality not found") if case["check"]["value"] else Wrong("claims an identity")


def check_exact_str(case, result):
    if re.sub(r"\s", "", result["expression"]) != re.sub(r"\s", "", case["check"]["value"]):
        raise Wrong(result["expression"])


def check_antiderivative(case, result):
    check = case["check"]
    answer, integrand = tree(evaluated(result)), tree(check["integrand"])
    step, variable = sp.Rational(1, 10**12), check["var"]
    for point in check["points"]:
        rest = {k: v for k, v in point.items() if k != variable}
        middle = exact(point[variable])
        ends = [number(answer, {**rest, variable: str(middle + s)}, 50) for s in (step, -step)]
        slope, wanted = (ends[0] - ends[1]) / (2 * step), number(integrand, point)
        if not agree(slope, wanted, 8):
            raise Wrong(f"at {point}: {sp.N(slope, 8)}, not {sp.N(wanted, 8)}")


def check_equal_value(case, result):
    check = case["check"]
    text = result["value"] if case["tool"] == "matrix" else evaluated(result)
    if re.fullmatch(r"-?oo|zoo|nan", text):
        raise Wrong(text)
    wanted = tree(check.get("value", check.get("expr")))
    for point in check.get("points") or [check.get("params") or {}]:
        a, b = number(tree(text), point), number(wanted, point)
        if not agree(a, b, min(check.get("digits", 9), 12)):
            raise Wrong(f"{sp.N(a, 12)}, not {sp.N(b, 12)}")


check_equal_expr = check_equal_value


def check_simplified(case, result):
    check, answer = case["check"], tree(result["simplified"])
    original, target = tree(check["expr"]), tree(check["target"])
    for point in check["points"]:
        try:
            wanted = number(original, point)
        except Wrong:
            wanted = number(target, point)
        if not agree(number(answer, point), wanted, 8):
            raise Wrong(f"differs at {point}")
    length = sp.count_ops(target)
    if sp.count_ops(answer) > max(length + 2, int(1.6 * length)):
        raise Open(f"not simplified: {result['simplified'][:100]}")


def check_diverges(case, result):
    if not re.search(r"\boo\b|zoo|nan|AccumBounds", evaluated(result)):
        raise Wrong(evaluated(result))


def check_limit(case, result):
    text, wanted = result["limit"], [case["check"]["value"], *case["check"].get("accept", [])]
    if any(f + "(" in text for f in FORMS):
        raise Open(text[:80])
    for value in wanted:
        if value == "DNE" or value.startswith("AccumBounds"):
            if ABSENT.match(text):
                return
        elif "oo" in value or value == "zoo":
            if text.replace(" ", "") == value:
                return
        elif not re.search(r"\boo\b|zoo|nan", text):
            a, b = tree(text), tree(value)
            point = {str(s): VALUES[str(s)] for s in a.free_symbols | b.free_symbols}
            if agree(number(a, point), number(b, point), 10):
                return
    raise Wrong(f"{text[:80]}, not {wanted}")


def distinct(values):
    out = []
    for v in values:
        if not any(abs(complex(v) - complex(w)) < 1e-9 * max(1, abs(complex(w))) for w in out):
            out.append(v)
    return out


def check_roots(case, result):
    check, point = case["check"], case["check"].get("params") or {}
    x, equation, roots = sp.Symbol(check["var"]), at(tree(check["of"]), point), []
    for text in result["solutions"]:
        root = at(tree(text), point)
        if any(not str(s).startswith(("C", "n", "_n", "k")) for s in root.free_symbols):
            raise Wrong(f"not solved: {text[:60]}")
        root = sp.N(root.subs({s: 1 for s in root.free_symbols}), 40, maxn=400)
        step = sp.Rational(1, 10**12)  # a quotient: functions like Abs have no derivative in SymPy
        slope = abs(complex(sp.N((equation.subs(x, root + step) - equation.subs(x, root)) / step, 40)))
        scale = max(1.0, slope if slope < 1e12 else 1.0)
        if not abs(complex(sp.N(equation.subs(x, root), 40))) <= 1e-8 * scale:
            raise Wrong(f"{text[:60]} is no solution")
        roots.append(root)
    roots = distinct(roots)
    for value in check.get("values") or []:
        wanted = complex(sp.N(at(tree(value), point), 20))
        if not any(abs(complex(v) - wanted) < 1e-8 for v in roots):
            raise (Wrong if roots else Open)(f"missing {wanted}")
    count = check.get("count")
    if (count is not None and len(roots) != count) or len(roots) < check.get("min_count", 0):
        raise (Wrong if roots else Open)(f"{len(roots)} solutions, not {count}")


def check_system(case, result):
    check, seen = case["check"], []
    free = {**VALUES, **(check.get("free") or {})}
    for text in result["solutions"]:
        pairs = dict(p.split(":", 1) for p in parts(text.strip()[1:-1]))
        solved = {k.strip(): tree(v) for k, v in pairs.items()}
        point = {v: free.get(v, 0.37) for v in check["vars"] if v not in solved}
        for name, value in solved.items():
            others = {str(s): point.get(str(s), free.get(str(s), 0.37)) for s in value.free_symbols}
            point[name] = sp.N(at(value, others), 40)
        for equation in check["eqs"]:
            e = tree(equation)
            e = at(e, {str(s): free.get(str(s), 0.37) for s in e.free_symbols if str(s) not in point})
            left = e.subs({sp.Symbol(k): (v if isinstance(v, sp.Basic) else exact(v))
                           for k, v in point.items()})
            if not abs(complex(sp.N(left, 30))) < 1e-9:
                raise Wrong(f"{text[:60]} is no solution")
        key = tuple(round(complex(point[v]).real, 8) + 1j * round(complex(point[v]).imag, 8)
                    for v in check["vars"])
        if key not in seen:
            seen.append(key)
    if len(seen) != check["count"]:
        raise (Wrong if seen else Open)(f"{len(seen)} solutions, not {check['count']}")


def check_region(case, result):
    region, x = tree(result["expression"]), sp.Symbol(case["check"]["var"])
    for name, wanted in (("true_at", True), ("false_at", False)):
        for value in case["check"][name]:
            got = region.subs(x, exact(value)) if hasattr(region, "subs") else region
            if got not in (True, False, sp.true, sp.false):
                raise Open(f"no truth value at {value}: {got}")
            if bool(got) != wanted:
                raise Wrong(f"{got} at {value}")


def check_series(case, result):
    answer = tree(result["expression"])
    if hasattr(answer, "getO") and answer.getO() is not None:
        answer = answer.removeO()
    for value in ("0.3", "0.7"):
        gap = number(answer - tree(case["check"]["poly"]), {"x": value})
        if abs(complex(gap)) > 1e-12:
            raise Wrong(result["expression"][:90])


def check_ode(case, result):
    check, text = case["check"], result["expression"].strip()
    x, b, c, d = sp.symbols("x b c d")
    for equation in parts(text[1:-1]) if text.startswith("[") else [text]:
        if not equation.startswith("Eq(f(x),"):
            raise Open(equation[:80])
        y = tree(parts(equation[3:-1])[1])
        constants = sorted((s for s in y.free_symbols if str(s).startswith("C")), key=str)
        if len(constants) < check["order"]:
            raise Wrong(f"{len(constants)} constants")
        y = y.subs(dict(zip(constants, (sp.Rational(7, 10), sp.Rational(13, 10), sp.Rational(1, 3)))))
        residual = tree(check["residual"].replace("y2", "d").replace("y1", "c").replace("y", "b"))
        residual = residual.subs({b: y, c: sp.diff(y, x), d: sp.diff(y, x, 2)})
        for value in ("0.4", "1.3"):
            if abs(complex(sp.N(residual.subs(x, sp.Rational(value)), 25))) > 1e-12:
                raise Wrong(equation[:80])


def check_eigen(case, result):
    check, values = case["check"], []
    for text, count in result["eigenvalues"].items():
        values += [number(tree(text), check.get("params") or {}, 30)] * count
    polynomial = tree(check["charpoly"]).subs(sp.Symbol("u"), exact(check.get("u", 0)))
    wanted = [complex(z) for z in sp.Poly(polynomial, sp.Symbol("x")).nroots(n=20, maxsteps=200)]
    if len(values) != len(wanted):
        raise Wrong(f"{len(values)} eigenvalues, not {len(wanted)}")
    for v in values:
        nearest = min(wanted, key=lambda w: abs(w - complex(v)))
        if abs(nearest - complex(v)) > 1e-6:
            raise Wrong(f"eigenvalue {v}")
        wanted.remove(nearest)


def judge(case, result):
    kind = case["check"]["kind"]
    if not result.get("ok", True):
        says = result.get("error", "")
        if kind == "diverges" and "diverg" in says:
            return "right", says
        return "open", f"{result.get('code')}: {says[:120]}"
    try:
        globals()["check_" + kind](case, result)
    except Open as reason:
        return "open", str(reason)
    except Wrong as reason:
        return "wrong", str(reason)
    return "right", ""


def run_apart(case, result, seconds=60):
    """judge() in a process of its own; a judgement that takes longer is "open"."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        sys.setrecursionlimit(20000)
        try:
            answer = judge(case, result)
        except Exception as error:  # a fault of the judge's, to be seen in the report
            answer = ("unjudged", f"{type(error).__name__}: {str(error)[:100]}")
        os.write(write, json.dumps(answer).encode()[:60000])
        os._exit(0)
    os.close(write)
    data = b""
    while select.select([read], [], [], 6 * seconds)[0]:
        block = os.read(read, 65536)
        if not block:
            break
        data += block
    else:
        os.kill(pid, signal.SIGKILL)
    os.close(read)
    os.waitpid(pid, 0)
    try:
        return tuple(json.loads(data))
    except ValueError:
        return "unjudged", "the judge ran out of time"
