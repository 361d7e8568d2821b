"""What a broken or hostile client may send: answered, memory bounded, the connection lives on."""
import json
import os
import pathlib
import time

META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}}
MIB = 1 << 20


def resident_kb(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


def peak_kb(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0])


def still_serves(server):
    assert server.request("ping") == {}


def refusal(server, line, request_id=None):
    server.send(line)
    error = server.answer(request_id)["error"]
    still_serves(server)
    return error["code"]


def test_lines_that_are_no_json(server):
    for line in (b"\x00", b"\xff\xfe", b'{"a":"\xc3\x28"}',
                 b'{"jsonrpc":"2.0","id":90,"method":"pi\x00ng"}', b"{" * 70_000,
                 b"NaN", b"[1,2", b"'a'", b'"' + b"a" * 100_000):
        assert refusal(server, line) == -32700, line[:40]


def test_half_a_surrogate_pair_is_refused_to_its_sender(server):
    """Clients in JavaScript send it for a broken string; they must not wait for ever."""
    assert refusal(server, b'{"jsonrpc":"2.0","id":"\\udc00"}') == -32600
    assert refusal(server, b'{"jsonrpc":"2.0","id":92,"method":"tools/call","params":{"name":'
                           b'"calc_exact","arguments":{"expr":"1\\ud83d"}}}', 92) == -32600


def test_depth_bombs(server):
    for bomb in (b"[" * 100_000, b"[" * 100_000 + b"]" * 100_000, b'{"a":' * 100_000):
        assert refusal(server, bomb) == -32600
    nested = b"[" * 100_000 + b"]" * 100_000
    line = (b'{"jsonrpc":"2.0","id":91,"method":"tools/call","params":{"name":"calc_exact",'
            b'"arguments":{"expr":' + nested + b"}}}")
    assert refusal(server, line, 91) == -32600


def test_wrong_types_everywhere(server):
    request_id = 1000
    for method, params in (
            ("tools/call", {"name": ["calc_exact"]}), ("tools/call", {"name": None}),
            ("tools/call", {"name": "calc_exact", "arguments": "1"}),
            ("tools/call", {"name": "calc_exact", "arguments": None}),
            ("tools/call", {"name": "calc_exact", "_meta": 7}),
            ("tools/call", {"name": "calc_exact", "_meta": {"progressToken": {}}}),
            ("tools/list", {"cursor": {}}), ("tools/list", {"cursor": "abc"}),
            ("resources/read", {"uri": 5}), ("resources/read", {}), ("prompts/get", {}),
            ("completion/complete", {"ref": []}), ("tools/list", [1]), ("tools/list", "x"),
            ("initialize", {"protocolVersion": {}}),
            ("tools/list", {"_meta": {**META, "io.modelcontextprotocol/protocolVersion": 3}}),
            ("tools/list", {"_meta": {**META, "io.modelcontextprotocol/logLevel": "loud"}})):
        request_id += 1
        line = json.dumps(
            {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}).encode()
        assert refusal(server, line, request_id) == -32602, line


def test_ids_come_back_as_they_were(server):
    for text in ("0", "-1", "9007199254740993", "18446744073709551616", "1" + "0" * 300,
                 '""', '"1"', '"id with \\"quotes\\" and \\u0000"', '"' + "x" * 100_000 + '"'):
        server.send(b'{"jsonrpc":"2.0","id":' + text.encode() + b',"method":"ping"}')
        assert server.answer(json.loads(text))["result"] == {}


def test_a_line_of_16_mib_is_served_and_a_longer_one_refused_in_bounded_memory(start_server):
    server = start_server()
    filler = b" " * (16 * MIB - 200)
    server.send(b'{"jsonrpc":"2.0","id":1,' + filler + b'"method":"ping"}')
    assert server.answer(1)["result"] == {}
    for _ in range(3):
        server.send(b'{"jsonrpc":"2.0","id":2,"x":"' + b"y" * (17 * MIB) + b'"}')
        assert server.answer(None)["error"]["code"] == -32600
    still_serves(server)
    peak = peak_kb(server.process)
    assert peak < 64 * 1024
    # A line that never ends costs no more.
    for _ in range(40):
        server.process.stdin.write(b"z" * MIB)
    assert server.answer(None)["error"]["code"] == -32600
    server.process.stdin.write(b"\n")
    still_serves(server)
    assert peak_kb(server.process) < peak + 2 * 1024


def test_memory_after_large_lines_is_given_back(start_server):
    server = start_server()
    server.request("tools/list")
    for _ in range(5):
        for values, code in ((b"1," * 1_900_000 + b"1", -32602), (b"[]," * 600_000 + b"1", -32602),
                             (b"1," * (7 * MIB) + b"1", -32600)):
            server.send(b'{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"nope",'
                        b'"arguments":{"a":[' + values + b"]}}}")
            assert server.answer(5)["error"]["code"] == code
    time.sleep(0.2)
    assert resident_kb(server.process) < 64 * 1024
    assert peak_kb(server.process) < 256 * 1024


def test_server_at_rest_is_small(start_server):
    server = start_server()
    server.request("tools/list")
    server.call("calc_exact", {"expr": "1/3"})
    assert resident_kb(server.process) < 20 * 1024


def test_a_thousand_interleaved_calls_get_their_own_answers(start_server):
    server = start_server()
    ids = [(n, server.begin("tools/call", {"name": "calc_exact", "arguments": {"expr": f"{n}*{n}"}}))
           for n in range(1000)]
    for n, request_id in ids:
        answer = server.answer(request_id)["result"]["structuredContent"]
        # Above the bound on requests in work a call is refused, never lost.
        assert answer["value"] == str(n * n) or answer["code"] == "resource_exhausted"


def test_a_flood_beyond_the_bound_is_refused_by_name(start_server):
    server = start_server()
    codes = set()
    ids = [server.begin("tools/call", {"name": "calc_exact", "arguments": {"expr": "2**20000"}})
           for _ in range(4000)]
    for request_id in ids:
        result = server.answer(request_id)["result"]["structuredContent"]
        codes.add(result.get("code"))
    assert codes <= {None, "resource_exhausted"}
    still_serves(server)


def test_nothing_but_protocol_reaches_stdout(start_server, tmp_path):
    """Descriptors 0 and 1 of the running server lead nowhere near the client."""
    server = start_server()
    folder = pathlib.Path(f"/proc/{server.process.pid}/fd")
    assert os.readlink(folder / "0") == "/dev/null"
    assert os.readlink(folder / "1") == os.readlink(folder / "2")
