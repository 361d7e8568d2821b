"""A calculation that runs away costs its caller its time limit, and nobody else anything."""
import threading
import time

# Work without an end in sight, each of another kind.
RUNAWAY = [
    ("evaluate_expression", {"expression": "factorint(2**521 - 1 + 2**523*(2**607 - 1))"}),
    ("evaluate_expression", {"expression": "expand((a + b + c + d + x + y + z)**60)"}),
    ("symbolic", {"op": "simplify", "expr": "(sin(x) + cos(y) + tan(z) + exp(a))**80 - 1"}),
    ("evaluate_expression",
     {"expression": "integrate(sqrt(1 + sqrt(x) + sqrt(1 + 2*sqrt(x) + 2*x)), x)"}),
]


def ended_plainly(result):
    """Refused with a code of its own, or answered with what could not be done."""
    if result["ok"]:
        return result.get("checked") is not None
    return result["code"] in ("timeout", "resource_exhausted", "validation")


def test_others_are_served_meanwhile(server):
    server.call_tool("evaluate_expression", {"expression": "2 + 2"})
    results = [None] * len(RUNAWAY)

    def run(i):
        results[i] = server.call_tool(*RUNAWAY[i], timeout=60)

    threads = [threading.Thread(target=run, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    answers = []
    for n in range(10):
        began = time.monotonic()
        result = server.call_tool("evaluate_expression", {"expression": f"integrate(x**{n}, x)"})
        answers.append(time.monotonic() - began)
        assert result["ok"] and result["checked"], result
        assert server.call_tool("calc_exact", {"expr": f"{n} + 1"})["value"] == str(n + 1)
    for thread in threads:
        thread.join(60)
    assert max(answers) < 10, answers
    assert all(r is not None and ended_plainly(r) for r in results[:2]), results[:2]


def test_the_worker_serves_on_after_every_runaway(server):
    for tool, arguments in RUNAWAY:
        began = time.monotonic()
        result = server.call_tool(tool, arguments, timeout=60)
        assert ended_plainly(result), (arguments, result)
        assert time.monotonic() - began < 40
        after = server.call_tool("evaluate_expression", {"expression": "diff(x**3, x)"})
        assert after["expression"] == "3*x**2"


def test_a_cancelled_calculation_ends(server):
    request = server.begin("tools/call", {"name": RUNAWAY[0][0], "arguments": RUNAWAY[0][1]})
    time.sleep(0.5)
    server.notify("notifications/cancelled", {"requestId": request, "reason": "not needed"})
    began = time.monotonic()
    assert server.call_tool("evaluate_expression", {"expression": "1 + 1"})["expression"] == "2"
    assert time.monotonic() - began < 5
