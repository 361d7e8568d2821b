"""Programs in a session's folder."""
import base64

import pytest


@pytest.fixture
def session(server):
    return server.call_tool("session_start", {"language": "bash"})["session_id"]


@pytest.fixture
def call(server, session):
    def run(tool, **arguments):
        return server.call_tool(tool, {"session_id": session, **arguments})
    return run


def test_files_last_and_what_was_made_is_told(call, session, root):
    first = call("execute_code", language="bash", code="echo hi >out.txt; mkdir d; echo 1 >d/x.csv")
    assert first["ok"] and first["verdict"] == "OK" and first["workdir"] == "/box"
    uri = f"codecalc://session/{session}/files/"
    assert first["artifacts_created"] == [
        {"path": "d/x.csv", "size": 2, "mime": "text/csv", "resource": uri + "d/x.csv"},
        {"path": "out.txt", "size": 3, "mime": "text/plain", "resource": uri + "out.txt"}]
    assert first["provider"]["session_id"] == session
    second = call("execute_code", language="bash", code="cat out.txt; echo more >>out.txt")
    assert second["stdout"] == "hi\n"
    assert [row["path"] for row in second["artifacts_created"]] == ["out.txt"]
    assert call("execute_code", language="bash", code="true")["artifacts_created"] == []
    assert (root / session / "out.txt").read_text() == "hi\nmore\n"
    assert not (root / session / ".codecalc-run").exists()


def test_compact_results_keep_what_belongs_to_the_session(call):
    value = call("execute_code", language="bash", code="echo 1 >a", compact=True)
    assert value["verdict"] == "OK" and "backend" not in value
    assert [row["path"] for row in value["artifacts_created"]] == ["a"]


def test_a_program_of_several_files(server, call, session):
    for path, content in [("sub/helper.py", "def h(): return 5\n"), ("data.txt", "data"),
                          ("near.py", "value = 7\n"),
                          ("main.py", "import sys, near\nfrom sub.helper import h\n"
                           "print(h(), near.value, open('data.txt').read(), input())\n"
                           "open('res.csv', 'w').write('a,b')\nsys.exit(3)\n")]:
        assert call("session_write_file", path=path, content=content)["ok"]
    result = server.call("session_run", {"session_id": session, "entry_file": "main.py",
                                         "language": "python3", "stdin": "q"})
    value = result["structuredContent"]
    assert value["stdout"] == "5 7 data q\n", value
    assert value["exit_code"] == 3 and value["verdict"] == "RTE"
    assert value["entry_file"] == "main.py"
    assert [row["path"] for row in value["artifacts_created"]] == ["res.csv"]
    assert result["content"][1] == {"type": "resource", "resource": {
        "uri": f"codecalc://session/{session}/files/res.csv", "mimeType": "text/csv",
        "text": "a,b"}}
    assert call("execute_code", language="python3",
                code="from sub.helper import h; print(h())")["stdout"] == "5\n"


def test_programs_of_several_files_in_other_languages(call):
    files = {"lib.sh": "greet() { echo hi $1; }\n", "main.sh": ". ./lib.sh; greet sh\n",
             "lib.js": "exports.f = () => 'js';\n", "main.js": "console.log(require('./lib').f())\n",
             "lib.h": "int f(void) { return 42; }\n",
             "main.c": '#include <stdio.h>\n#include "lib.h"\n'
                       'int main(void) { printf("%d\\n", f()); }\n'}
    for path, content in files.items():
        call("session_write_file", path=path, content=content)
    expected = {"main.sh": ("bash", "hi sh\n"), "main.js": ("node", "js\n"),
                "main.c": ("c", "42\n")}
    for path, (language, output) in expected.items():
        value = call("session_run", entry_file=path, language=language)
        assert value["stdout"] == output, value


def test_entry_files_that_cannot_be_run(call):
    assert call("session_run", entry_file="nope.sh")["code"] == "validation"
    assert call("session_run", entry_file="../x.sh")["code"] == "permission_denied"
    assert call("session_run", entry_file="")["code"] == "validation"
    call("session_write_file", path="a.sh", content="true")
    assert call("session_run", entry_file="a.sh", language="nosuch")["code"] == "validation"


def test_at_most_eight_blocks(server, call, session):
    call("session_write_file", path="m.sh", content="for i in $(seq 12); do echo $i >f$i; done\n"
         "head -c 5000000 /dev/zero | tr '\\0' a >a-large; printf '\\377\\376' >b-bytes\n")
    result = server.call("session_run", {"session_id": session, "entry_file": "m.sh"})
    blocks = result["content"][1:]
    assert len(blocks) == 8
    assert [block["type"] for block in blocks] == ["resource_link", "resource_link"] + [
        "resource"] * 6
    assert result["structuredContent"]["truncated_inline"] is True
    assert len(result["structuredContent"]["artifacts_created"]) == 14


def test_long_output_goes_to_a_file(call):
    code = "head -c 200000 /dev/zero | tr '\\0' a; head -c 70000 /dev/zero | tr '\\0' e >&2"
    value = call("execute_code", language="bash", code=code)
    assert value["verdict"] == "OK" and value["output_truncated"] is True
    assert value["stdout"] == "a" * 65536 + "\n\u2026[truncated]"
    assert value["stdout_bytes"] == 200000
    path = value["stdout_spill"].partition("/files/")[2]
    assert path.startswith(".codecalc-spill/") and path.endswith("-stdout.bin")
    whole = call("session_read_file", path=path, max_bytes=4_000_000)
    assert whole["content"] == "a" * 200000
    assert value["stderr_spill"].endswith("-stderr.bin")
    assert value["artifacts_created"] == []
    capped = call("execute_code", language="bash", code=code, max_output_kb=3)
    assert capped["verdict"] == "OLE" and "stdout_spill" not in capped
    assert len(capped["stdout"]) == 3072 + 15


def test_spilled_output_is_cut_by_the_limit_and_says_so(start):
    server = start(CODECALC_MAX_ARTIFACT_BYTES="100000")
    session = server.call_tool("session_start", {"language": "bash"})["session_id"]
    value = server.call_tool("execute_code", {
        "session_id": session, "language": "bash",
        "code": "head -c 300000 /dev/zero | tr '\\0' a"})
    assert value["stdout_spill_capped"] is True and value["stdout_bytes"] == 300000
    path = value["stdout_spill"].partition("/files/")[2]
    assert server.call_tool("session_read_file", {
        "session_id": session, "path": path})["size"] == 100000


def test_a_session_over_its_quota_must_shrink(start):
    server = start(CODECALC_SESSION_DISK_QUOTA_MB="1")
    session = server.call_tool("session_start", {"language": "bash"})["session_id"]

    def run(code):
        return server.call_tool("execute_code", {"session_id": session, "language": "bash",
                                                 "code": code})
    value = run("for i in 1 2 3; do head -c 700000 /dev/zero >f$i; done; echo ran")
    assert value["stdout"] == "ran\n" and value["disk_quota_exceeded"] is True
    assert value["disk_usage_bytes"] == 2_100_000 and value["disk_quota_bytes"] == 1 << 20
    refused = run("echo no")
    assert refused["code"] == "resource_exhausted" and "verdict" not in refused
    for name in ("f1", "f2"):
        server.call_tool("session_delete_file", {"session_id": session, "path": name})
    assert run("echo yes")["stdout"] == "yes\n"


def test_a_run_cannot_fill_the_disk(start):
    server = start(CODECALC_SESSION_DISK_QUOTA_MB="1")
    session = server.call_tool("session_start", {"language": "bash"})["session_id"]
    value = server.call_tool("execute_code", {
        "session_id": session, "language": "bash", "timeout": 60,
        "code": "i=0; while :; do head -c 900000 /dev/zero >f$i; i=$((i+1)); done"})
    assert value["code"] == "resource_exhausted", value


def test_links_and_devices_of_a_program_lead_nowhere(call):
    value = call("execute_code", language="bash", code="ln -s /etc/passwd link; mkfifo pipe; "
                 "ln -s /proc/self/root r; mknod dev c 1 3; ls; exit 0")
    assert value["verdict"] == "OK"
    for path in ("link", "pipe", "r/etc/passwd"):
        assert call("session_read_file", path=path)["code"] == "permission_denied", path
        assert call("session_write_file", path=path, content="x")["code"] == "permission_denied"
    assert call("session_run", entry_file="link")["code"] == "permission_denied"
    assert call("session_delete_file", path="link")["deleted"] is True


def test_a_program_that_spoils_the_run_folder_harms_nobody(call):
    call("execute_code", language="bash", code="rm -rf .codecalc-run; ln -s /etc .codecalc-run")
    assert call("execute_code", language="bash", code="echo fine")["stdout"] == "fine\n"


def test_pictures_come_along(server, call, session):
    dot = base64.b64encode(b"\x89PNG\r\n\x1a\n0000").decode()
    call("session_write_file", path="m.sh", content=f"echo {dot} | base64 -d >p.png")
    result = server.call("session_run", {"session_id": session, "entry_file": "m.sh"})
    assert result["content"][1] == {"type": "image", "data": dot, "mimeType": "image/png"}


def test_calls_to_one_session_take_turns_and_sessions_do_not_wait(server, session):
    other = server.call_tool("session_start", {"language": "bash"})["session_id"]
    code = "echo begin >>log; sleep 0.4; echo end >>log"
    slow = [server.begin("tools/call", {"name": "execute_code", "arguments": {
        "session_id": session, "language": "bash", "code": code}}) for _ in range(3)]
    quick = server.call_tool("execute_code", {"session_id": other, "language": "bash",
                                              "code": "echo quick"})
    assert quick["stdout"] == "quick\n"
    for request in slow:
        server.answer(request)
    log = server.call_tool("session_read_file", {"session_id": session, "path": "log"})["content"]
    assert log == "begin\nend\n" * 3
