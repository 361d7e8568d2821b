"""Random questions with a fixed seed: each is (kind, tool, arguments, what the judge needs)."""
import random

POINTS = ({"x": "0.37", "y": "1.31"}, {"x": "1.83", "y": "0.59"}, {"x": "0.71", "y": "2.23"})
COUNTS = {"evaluate": 450, "simplify": 300, "differentiate": 300, "integrate": 250, "definite": 100,
          "solve": 250, "system": 80, "limit": 220, "equivalence": 250, "matrix": 200}


def whole(r, low=-9, high=9):
    return r.choice([n for n in range(low, high + 1) if n != 0])


def coefficient(r):
    n = str(whole(r))
    return f"({n}/{r.randint(2, 9)})" if r.random() < 0.25 else (f"({n})" if n[0] == "-" else n)


def constant(r, depth):
    """A number: rationals, roots, functions of them."""
    if depth == 0 or r.random() < 0.2:
        return r.choice([coefficient(r), f"0.{r.randint(1, 99)}", "pi", "E",
                         f"sqrt({r.randint(2, 20)})"])
    a, b = constant(r, depth - 1), constant(r, depth - 1)
    return r.choice([
        lambda: f"({a} + {b})", lambda: f"({a} - {b})", lambda: f"{a}*{b}", lambda: f"({a})/({b})",
        lambda: f"({a})**{r.randint(2, 4)}", lambda: f"sqrt(Abs({a}))", lambda: f"sin({a})",
        lambda: f"cos({a})", lambda: f"atan({a})", lambda: f"log(Abs({a}) + 1)",
        lambda: f"Abs({a})", lambda: f"exp(-Abs({a}))", lambda: f"floor({a})",
        lambda: f"Max({a}, {b})", lambda: f"binomial({r.randint(3, 12)}, {r.randint(0, 3)})*{a}",
    ])()


def tree(r, depth, names):
    """An expression that is defined and smooth where the variables are positive."""
    if depth == 0 or r.random() < 0.12:
        return r.choice([*names, *names, str(r.randint(1, 9)), coefficient(r)])
    a, b = tree(r, depth - 1, names), tree(r, depth - 1, names)
    return r.choice([
        lambda: f"({a} + {b})", lambda: f"({a} - {b})", lambda: f"({a})*({b})",
        lambda: f"({a})*({b})", lambda: f"({a})/(({b})**2 + {r.randint(1, 5)})",
        lambda: f"({a})**{r.randint(2, 3)}", lambda: f"sin({a})", lambda: f"cos({a})",
        lambda: f"exp(-({a})/{r.randint(1, 4)})", lambda: f"log(({a})**2 + {r.randint(1, 4)})",
        lambda: f"sqrt(({a})**2 + {r.randint(1, 5)})", lambda: f"atan({a})",
    ])()


def polynomial(r, degree, x="x"):
    kept = [k for k in range(degree + 1) if k in (0, degree) or r.random() < 0.6]
    return " + ".join(f"{coefficient(r)}*{x}**{k}" for k in kept)


def integrand(r):
    p = polynomial(r, r.randint(0, 3))
    k, c = r.randint(1, 4), r.randint(1, 6)
    return r.choice([
        f"{p}", f"({p})*exp({whole(r, -3, 3)}*x)", f"({p})*sin({k}*x)", f"({p})*cos({k}*x + {c})",
        f"({p})*log(x + {c})", f"({p})/(x + {c})", f"({p})/(x**2 + {c})",
        f"({p})/((x + {k})*(x + {k + c}))", f"({p})/sqrt(x + {c})", f"x*sqrt(x**2 + {c})",
        f"sin({k}*x)*cos({c}*x)", f"sin(x)**{k}", f"exp(-x/{c})*cos({k}*x)", f"x**{k}*atan(x)",
        f"1/(x**2 + {2 * k}*x + {k * k + c})", f"{c}/(exp({k}*x) + {c})", f"log({k}*x)**2",
        f"x**{k}/(x**2 - {c})**2", f"cosh({k}*x)*x", f"{k + 1}**x*x", f"({p})*(x + {c})**(1/2)",
    ])


def evaluate(r):
    e = constant(r, r.randint(1, 3))
    return "evaluate_expression", {"expression": e}, {"same": e}


def simplify(r):
    e = tree(r, r.randint(2, 3), ["x", "y"])
    e = r.choice([e, f"({e})*({e})", f"({e}) + ({tree(r, 1, ['x'])}) - ({e})",
                  f"({e})/(x + 1) + x*({e})/(x + 1)"])
    return "symbolic", {"op": "simplify", "expr": e}, {"same": e}


def differentiate(r):
    e = tree(r, r.randint(2, 4), ["x", "x", "y"])
    order = 2 if len(e) < 30 and r.random() < 0.3 else 1
    return "evaluate_expression", {"expression": f"diff({e}, x, {order})"}, {"of": e, "order": order}


def integrate(r):
    e = integrand(r)
    return "evaluate_expression", {"expression": f"integrate({e}, x)"}, {"of": e}


def definite(r):
    e, a = integrand(r), r.randint(1, 3)
    b = a + r.randint(1, 3)
    return ("evaluate_expression", {"expression": f"integrate({e}, (x, {a}, {b}))"},
            {"of": e, "from": a, "to": b})


def solve(r):
    degree = r.choice([1, 2, 2, 2, 3, 3, 4, 5])
    p = polynomial(r, degree)
    if r.random() < 0.4:
        p = "*".join(f"({whole(r)}*x + {whole(r)})" for _ in range(degree))
    if r.random() < 0.3:
        p = f"{p} = {polynomial(r, degree - 1)}"
    return "symbolic", {"op": "solve", "expr": p}, {"of": p}


def system(r):
    n = r.choice([2, 2, 3])
    names = ["x", "y", "z"][:n]
    rows = [[whole(r) if r.random() < 0.85 else 0 for _ in range(n)] for _ in range(n)]
    right = [whole(r) for _ in range(n)]
    if r.random() < 0.15:
        rows[1] = [2 * v for v in rows[0]]
    text = "; ".join(" + ".join(f"({v})*{s}" for v, s in zip(row, names)) + f" = {c}"
                     for row, c in zip(rows, right))
    return ("symbolic", {"op": "solve_linear", "system": text, "variables": ", ".join(names)},
            {"rows": rows, "right": right})


def limit(r):
    a, b, c = whole(r), whole(r), r.randint(1, 4)
    p, q = polynomial(r, r.randint(1, 3)), polynomial(r, r.randint(1, 3))
    e, point = r.choice([
        (f"({p})/({q})", "oo"), (f"({p})/({q})", "-oo"), (f"({p})*exp(-x)", "oo"),
        (f"sin({a}*x)/({b}*x)", "0"), (f"(exp({a}*x) - 1)/sin({b}*x)", "0"),
        (f"(1 + ({a})/x)**({c}*x)", "oo"), (f"(1 - cos({a}*x))/x**2", "0"),
        (f"log(1 + {a}*x)/tan({b}*x)", "0"), (f"(x**2 - {c * c})/(x - {c})", str(c)),
        (f"((x - {c})*({p}))/((x - {c})*(x**2 + 1))", str(c)), (f"x**{c}*log(x)", "0"),
        (f"sqrt(x**2 + {c}*x) - x", "oo"), (f"({p})/(x**2 + 1)", str(a)),
        (f"(sqrt(x + {c * c}) - {c})/x", "0"), (f"log(x)/x**(1/{c})", "oo"),
        (f"{a}/(x - {c})**2", str(c)), (f"{a}/(x - {c})", str(c)), (f"atan({a}*x)", "oo"),
        (f"(x - sin(x))/x**3*{c}", "0"), (f"({a}*x + Abs(x))/x", "0"),
    ])
    return "symbolic", {"op": "limit", "expr": e, "point": point}, {"of": e, "point": point}


def equivalence(r):
    e = tree(r, 2, ["x", "y"])
    form = r.choice(["expand", "factor", "together", "twice", "shifted", "wrong"])
    return "algebraic_equiv", {"a": e}, {"of": e, "form": form, "shift": r.randint(1, 9)}


def entry(r):
    return r.choice([whole(r), whole(r), 0, f"{whole(r)}/{r.randint(2, 7)}"])


def matrix(r):
    op = r.choice(["det", "det", "inverse", "rank", "trace", "transpose", "eigenvalues"])
    n = r.randint(2, 3 if op == "eigenvalues" else 4)
    rows = [[entry(r) for _ in range(n)] for _ in range(n)]
    if r.random() < 0.2:
        rows[-1] = list(rows[0])
    return "matrix", {"rows": rows, "op": op}, {}


MAKERS = {"evaluate": evaluate, "simplify": simplify, "differentiate": differentiate,
          "integrate": integrate, "definite": definite, "solve": solve, "system": system,
          "limit": limit, "equivalence": equivalence, "matrix": matrix}


def questions(seed, share=1.0):
    r = random.Random(seed)
    out = [(kind, *MAKERS[kind](r)) for kind, n in COUNTS.items()
           for _ in range(max(1, int(n * share)))]
    r.shuffle(out)
    return out
