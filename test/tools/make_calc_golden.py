#!/usr/bin/env python3
"""Makes test/data/calc/golden.txt: random exact expressions with the values that Python's fractions give.

Run it again only to change the file: `python3 test/tools/make_calc_golden.py > test/data/calc/golden.txt`.
Every literal is read by Fraction, so nothing passes through binary64.
"""

import math
import random
import re
from fractions import Fraction

COUNT = 600
MAX_DIGITS = 120


class Undefined(Exception):
    """The expression has no value, or one that is too long for the file."""


def literal(rng):
    kind = rng.randrange(5)
    if kind == 0:
        return str(rng.randrange(10))
    if kind == 1:
        return str(rng.randrange(10**rng.randrange(1, 25)))
    if kind == 2:
        return f"{rng.randrange(1000)}.{rng.randrange(1000):03d}"
    if kind == 3:
        return f"{rng.randrange(1, 100)}e{rng.randrange(-8, 9)}"
    return hex(rng.randrange(2**40))


def number(rng, depth):
    """An expression whose value is a rational number."""
    if depth == 0:
        return literal(rng)
    one = lambda: number(rng, depth - 1)
    whole = lambda: integer(rng, depth - 1)
    pick = rng.randrange(12)
    if pick < 5:
        return f"({one()} {rng.choice(['+', '-', '*', '/', '//', '%'])} {one()})"
    if pick == 5:
        return f"({one()})**{rng.choice([-3, -1, 0, 1, 2, 5])}"
    if pick == 6:
        return f"-{one()}"
    if pick == 7:
        return f"{rng.choice(['floor', 'ceil', 'trunc', 'abs'])}({one()})"
    if pick == 8:
        return f"round({one()}, {rng.randrange(-3, 7)})"
    if pick == 9:
        return f"{rng.choice(['min', 'max', 'sum'])}([{one()}, {one()}, {one()}])"
    return whole()


def integer(rng, depth):
    """An expression whose value is an integer."""
    if depth == 0:
        return rng.choice([str(rng.randrange(-50, 100000)), hex(rng.randrange(2**64)), "7"])
    one = lambda: integer(rng, depth - 1)
    pick = rng.randrange(8)
    if pick < 3:
        return f"({one()} {rng.choice(['&', '|', '^', '+', '-', '*'])} {one()})"
    if pick == 3:
        return f"({one()} {rng.choice(['<<', '>>'])} {rng.randrange(80)})"
    if pick == 4:
        return f"~{one()}"
    if pick == 5:
        return f"{rng.choice(['gcd', 'lcm'])}({one()}, {one()})"
    if pick == 6:
        n = rng.randrange(40)
        return f"comb({n}, {rng.randrange(45)})"
    return f"pow({one()}, {rng.randrange(200)}, {rng.randrange(1, 10**12)})"


def value(text):
    """Python's own reading of the expression, every number a Fraction."""
    number_pattern = r"(?<![\w.])(0x[0-9a-f]+|\d+\.?\d*(?:e[+-]?\d+)?)"
    source = re.sub(number_pattern, lambda m: f"Q('{m.group(1)}')", text)
    names = {
        "Q": Rational, "floor": math.floor, "ceil": math.ceil, "trunc": math.trunc, "abs": abs,
        "round": lambda x, n: round(Fraction(x), int(n)), "min": min, "max": max, "sum": sum,
        "gcd": lambda *a: math.gcd(*map(int, a)), "lcm": lambda *a: math.lcm(*map(int, a)),
        "comb": lambda n, k: math.comb(int(n), int(k)),
        "pow": lambda a, b, m: pow(int(a), int(b), int(m)),
    }
    return Fraction(eval(source, {"__builtins__": {}}, names))  # text made above, never input


class Rational(Fraction):
    """A Fraction that takes integers' operators where it is one, and stays itself under arithmetic."""

    def __new__(cls, text):
        if isinstance(text, str) and text.startswith("0x"):
            return super().__new__(cls, int(text, 16))
        return super().__new__(cls, text)


def whole(x):
    if x.denominator != 1:
        raise Undefined
    return x.numerator


def lift(name, function):
    def method(self, *others):
        return Rational(function(self, *others))

    setattr(Rational, name, method)


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod"):
    for _side in ("", "r"):
        _dunder = f"__{_side}{_name}__"
        lift(_dunder, getattr(Fraction, _dunder))
lift("__neg__", Fraction.__neg__)
lift("__abs__", Fraction.__abs__)
lift("__pow__", lambda a, b: Fraction.__pow__(Fraction(a), int(b)))
lift("__and__", lambda a, b: whole(a) & whole(Fraction(b)))
lift("__or__", lambda a, b: whole(a) | whole(Fraction(b)))
lift("__xor__", lambda a, b: whole(a) ^ whole(Fraction(b)))
lift("__rand__", lambda a, b: whole(a) & whole(Fraction(b)))
lift("__ror__", lambda a, b: whole(a) | whole(Fraction(b)))
lift("__rxor__", lambda a, b: whole(a) ^ whole(Fraction(b)))
lift("__lshift__", lambda a, b: whole(a) << whole(b))
lift("__rshift__", lambda a, b: whole(a) >> whole(b))
lift("__rlshift__", lambda a, b: whole(Fraction(b)) << whole(a))
lift("__rrshift__", lambda a, b: whole(Fraction(b)) >> whole(a))
lift("__invert__", lambda a: ~whole(a))


def main():
    rng = random.Random(20260103)
    print("# Made by test/tools/make_calc_golden.py with Python's fractions: expression, tab, value.")
    made = 0
    seen = set()
    while made < COUNT:
        text = number(rng, rng.randrange(1, 5))
        if text in seen or len(text) > 300:
            continue
        seen.add(text)
        try:
            result = value(text)
        except (ZeroDivisionError, Undefined):
            continue
        shown = str(result)
        if len(shown) > MAX_DIGITS:
            continue
        print(f"{text}\t{shown}")
        made += 1


if __name__ == "__main__":
    main()
