"""Providers, the capability policy and receipts, through the served tool."""
import hashlib
import json

import pytest
from contract import Contract


@pytest.fixture(scope="module")
def contract():
    return Contract()


def call(server, contract, **arguments):
    arguments = {"language": "bash", "code": "echo hi", **arguments}
    return contract.check("execute_code", server.call_tool("execute_code", arguments))


@pytest.mark.parametrize("environment, argument, served", [
    ("", None, True), ("local", "", True), ("nosuch", "local", True), ("nosuch", None, False),
    ("", "nosuch", False), ("", "linux-strict", False),
])
def test_an_unknown_provider_is_never_replaced(start_server, contract, environment, argument,
                                               served):
    server = start_server(env={"CODECALC_EXECUTION_PROVIDER": environment})
    result = call(server, contract, **({} if argument is None else {"provider": argument}))
    assert result["ok"] is served
    if served:
        assert result["provider"]["provider_id"] == "local"
    else:
        assert result["code"] == "validation" and "verdict" not in result
        assert result["provider_error"] == "unknown_provider"
        assert result["requested_provider"] == argument or environment
        assert result["available_providers"] == ["local"]


PROBE = ("if (exec 3<>/dev/udp/127.0.0.1/9) 2>/dev/null; then echo net; else echo none; fi")


@pytest.mark.parametrize("policy, no_net, expected", [
    ("", False, "net"), ("", True, "none"), ("deny-network", False, "none"),
    ("deny-network", True, "none"), ("allow-network", False, "net"),
    ("allow-network", True, "refused"), ("strict", False, "net"), ("strict", True, "none"),
    ("deny-network,allow-network", False, "none"), ("deny-netwrok", False, "refused"),
])
def test_capability_policy(start_server, contract, policy, no_net, expected):
    server = start_server(env={"CODECALC_CAPABILITY_POLICY": policy})
    result = call(server, contract, code=PROBE, no_net=no_net)
    if expected == "refused":
        assert result["code"] == "permission_denied" and "verdict" not in result
        return
    assert result["stdout"].strip() == expected, result
    capabilities = result["provider"]["capabilities"]
    assert capabilities["brokered"] is bool(policy)
    assert capabilities["policy"] == (policy or None)
    assert capabilities["effective"] == (["network"] if expected == "net" else [])
    denied = "deny-network" in policy and not no_net
    assert capabilities["denied"] == (["network"] if denied else [])


def test_receipt_can_be_recomputed(server, contract):
    source, text = "cat # é", "in\n"
    receipt = call(server, contract, code=source, stdin=text, max_output_kb=9,
                   timeout=3)["provider"]

    def tag(data):
        return "sha256:" + hashlib.sha256(data.encode()).hexdigest()

    assert receipt["source_sha256"] == tag(source)
    spec = {"spec_schema_version": "1.0.0", "provider_id": "local", "language": "bash",
            "source_sha256": tag(source), "stdin_sha256": tag(text), "timeout_seconds": 3,
            "max_memory_mb": 0, "max_output_kb": 9, "max_cpu_seconds": 0, "no_net": False}
    assert receipt["spec_hash"] == tag(json.dumps(spec, separators=(",", ":")))
    assert receipt["session_id"] is None
    assert receipt["determinism"]["locale"]["LANG"] == "C.UTF-8"


def test_concurrent_runs_keep_their_own_output(server, contract):
    ids = [server.begin("tools/call", {"name": "execute_code", "arguments": {
        "language": "bash", "code": f"sleep 0.{i % 5}; cat; echo {i}", "stdin": f"in{i} "}})
        for i in range(12)]
    for i, request in enumerate(ids):
        result = contract.check("execute_code",
                                server.answer(request)["result"]["structuredContent"])
        assert result["stdout"] == f"in{i} {i}\n"
