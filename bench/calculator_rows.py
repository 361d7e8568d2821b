"""The calculator's part of the benchmark: every exact tool, algebra as people ask it, long numbers."""
import time

from mcp_stdio import Server
from rows import ENVIRONMENT, Row, WarmCall

EXACT = [
    ("compare_threshold", {"a": "0.1 + 0.2", "op": "<=", "b": "0.3"}),
    ("percentage", {"part": "17", "total": "68"}),
    ("percent_change", {"from_value": "80", "to_value": "92"}),
    ("calc_stats", {"nums": [2.5, 3.25, 7, 1, 4.125, 9]}),
    ("percentiles", {"nums": [2.5, 3.25, 7, 1, 4.125, 9]}),
    ("collision_probability", {"items": 1000000, "bits": 64}),
    ("data_sizes", {"n": 123456789}),
    ("human_duration", {"seconds": 98765}),
    ("epoch_time", {"n": "1700000000"}),
    ("bits", {"mode": "analysis", "n": 40}),
    ("radix_convert", {"value": "deadbeef", "from_base": 16, "to_base": 2}),
    ("float_repr", {"x": "0.1"}),
    ("convert_units", {"value": 5, "from_unit": "mile", "to_unit": "km"}),
    ("physical_constants", {"name": "c"}),
    ("list_units", {}),
    ("truth_table", {"expression": "a and b or not c"}),
]


def evaluated(expression):
    return "evaluate_expression", {"expression": expression}


def solved(expression):
    return "symbolic", {"op": "solve", "expr": expression}


def limited(expression, point):
    return "symbolic", {"op": "limit", "expr": expression, "point": point}


def simplified(expression):
    return "symbolic", {"op": "simplify", "expr": expression}


EVERYDAY = [
    ("2 + 2", evaluated("2 + 2")),
    ("integral of x**2", evaluated("integrate(x**2, x)")),
    ("integral of x*exp(x)", evaluated("integrate(x*exp(x), x)")),
    ("integral of 1/(x**2 + 1)", evaluated("integrate(1/(x**2 + 1), x)")),
    ("integral of sin(x)**2", evaluated("integrate(sin(x)**2, x)")),
    ("integral of x**2 from 0 to 3", evaluated("integrate(x**2, (x, 0, 3))")),
    ("integral of sin from 0 to pi", evaluated("integrate(sin(x), (x, 0, pi))")),
    ("derivative of x*sin(x)", evaluated("diff(x*sin(x), x)")),
    ("derivative of log(x**2 + 1)", evaluated("diff(log(x**2 + 1), x)")),
    ("sum of k", evaluated("summation(k, (k, 1, n))")),
    ("expansion of (x + 1)**5", evaluated("expand((x + 1)**5)")),
    ("factors of x**2 - 5*x + 6", evaluated("factor(x**2 - 5*x + 6)")),
    ("limit of sin(x)/x", limited("sin(x)/x", "0")),
    ("limit of (1 + 1/x)**x", limited("(1 + 1/x)**x", "oo")),
    ("limit of (x**2 - 1)/(x - 1)", limited("(x**2 - 1)/(x - 1)", "1")),
    ("roots of x**2 - 4", solved("x**2 - 4")),
    ("roots of 2*x + 1 = 7", solved("2*x + 1 = 7")),
    ("roots of x**3 - 6*x**2 + 11*x - 6", solved("x**3 - 6*x**2 + 11*x - 6")),
    ("simplified sin**2 + cos**2", simplified("sin(x)**2 + cos(x)**2")),
    ("simplified (x**2 - 1)/(x - 1)", simplified("(x**2 - 1)/(x - 1)")),
]


class FirstCall:
    """The first algebra call of a fresh server, in ms; the start of the server is not counted."""

    def __init__(self, command):
        self.command = command

    def sample(self):
        with Server(self.command, env=ENVIRONMENT) as server:
            server.initialize()
            began = time.perf_counter()
            server.call_tool("evaluate_expression", {"expression": "integrate(x**2, x)"})
            spent = time.perf_counter() - began
        return spent * 1000

    def close(self):
        pass


def call(tool, arguments, calls=1):
    return lambda command: WarmCall(command, tool, arguments, calls)


def long_number(name, expression):
    return Row(name, "ms", call("calc_exact", {"expr": expression}), 30, at_most=5, warm_up=2,
               alone=True, note="the original refuses numbers of this length")


ROWS = [
    *(Row(f"warm {tool}", "ms", call(tool, arguments, calls=5), 30, at_most=0.3, warm_up=3)
      for tool, arguments in EXACT),
    long_number("product of 10,000 digits", "(10**4999 + 7)*(10**5000 + 9)"),
    long_number("power of 10,000 digits", "3**20958"),
    Row("first algebra call", "ms", FirstCall, 7, at_most=80, at_least_times=10, warm_up=1),
    *(Row(f"algebra: {name}", "ms", call(*question), 15, at_most=5, at_least_times=10, warm_up=3)
      for name, question in EVERYDAY),
]
