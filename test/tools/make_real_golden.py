#!/usr/bin/env python3
"""Makes test/data/calc/golden_real.txt: random irrational expressions with 30 digits from mpmath.

Needs mpmath. Run it again only to change the file:
`python3 test/tools/make_real_golden.py > test/data/calc/golden_real.txt`.
"""

import random
import re

import mpmath
from mpmath import mp

COUNT = 250
DIGITS = 30

ONE = ["sin", "cos", "tan", "atan", "asinh", "exp", "sqrt", "log", "cbrt", "sinh", "cosh", "tanh",
       "erf", "gamma", "log10", "log2", "log1p", "asin", "acos", "acosh", "atanh"]


def real(rng, depth):
    if depth == 0:
        pick = rng.randrange(4)
        if pick == 0:
            return rng.choice(["pi", "e", "tau"])
        if pick == 1:
            return f"{rng.randrange(1, 9)}/{rng.randrange(1, 9)}"
        if pick == 2:
            return f"0.{rng.randrange(1, 999):03d}"
        return str(rng.randrange(1, 12))
    one = lambda: real(rng, depth - 1)
    pick = rng.randrange(8)
    if pick < 4:
        return f"{rng.choice(ONE)}({one()})"
    if pick == 4:
        return f"({one()})**({rng.choice(['1/3', '-1/2', '5/2', '2', 'sqrt(2)'])})"
    if pick == 5:
        return f"{rng.choice(['hypot', 'atan2'])}({one()}, {one()})"
    return f"(({one()}) {rng.choice(['+', '-', '*', '/'])} ({one()}))"


def value(text, digits):
    """mpmath's own reading, with exact quotients made at full precision."""
    with mp.workdps(digits):
        def as_mpf(x):
            return x if isinstance(x, mpmath.mpf) else mpmath.mpf(x)

        def lift(function):
            def call(*arguments):
                result = function(*map(as_mpf, arguments))
                if isinstance(result, mpmath.mpc):
                    raise ValueError("complex")
                return result

            return call

        names = {name: lift(getattr(mpmath, name)) for name in ONE if hasattr(mpmath, name)}
        names |= {"hypot": lift(mpmath.hypot), "atan2": lift(mpmath.atan2),
                  "log2": lift(lambda x: mpmath.log(x, 2)), "pi": +mpmath.pi, "e": +mpmath.e,
                  "tau": 2 * mpmath.pi, "M": mpmath.mpf}
        source = re.sub(r"(?<![\w.])(\d+\.\d+|\d+)(?![\w(])", r"M('\1')", text)
        result = eval(source, {"__builtins__": {}}, names)  # text made above, never input
        if isinstance(result, mpmath.mpc):
            raise ValueError("complex")
        return +as_mpf(result)


def shown(x):
    """30 significant digits, placed as decimal.h describes."""
    with mp.workdps(200):
        text = mpmath.nstr(abs(x), DIGITS, min_fixed=1, max_fixed=0, strip_zeros=False)
    mantissa, _, exponent = text.partition("e")
    digits = mantissa.replace(".", "").rstrip("0")
    lead = int(exponent or 0)
    sign = "-" if x < 0 else ""
    if lead < -6 or lead >= DIGITS:
        return sign + digits[0] + ("." + digits[1:] if len(digits) > 1 else "") + f"e{lead}"
    if lead < 0:
        return sign + "0." + "0" * (-lead - 1) + digits
    digits = digits.ljust(lead + 1, "0")
    whole, fraction = digits[:lead + 1], digits[lead + 1:]
    return sign + whole + ("." + fraction if fraction else "")


def main():
    rng = random.Random(20260104)
    print("# Made by test/tools/make_real_golden.py with mpmath: N(expression, 30), tab, value.")
    seen = set()
    while len(seen) < COUNT:
        text = real(rng, rng.randrange(1, 4))
        if text in seen:
            continue
        try:
            low = value(text, 100)
            high = value(text, 160)
        except (ValueError, ZeroDivisionError, TypeError, OverflowError):
            continue
        # Left out: values that are rational as far as one can see, or not settled at 100 digits.
        if high == 0 or abs(mpmath.log10(abs(high))) > 1000:
            continue
        if abs(low - high) > abs(high) * mpmath.mpf(10)**-60:
            continue
        with mp.workdps(160):
            scaled = high * 5040 * 11 * 10**9
            if abs(scaled - mpmath.nint(scaled)) < abs(scaled) * mpmath.mpf(10)**-40:
                continue
        seen.add(text)
        print(f"N({text}, {DIGITS})\t{shown(high)}")


if __name__ == "__main__":
    main()
