"""Files of sessions as resources."""
import base64

import pytest
from mcp_stdio import McpError


@pytest.fixture
def session(server):
    return server.call_tool("session_start", {"language": "bash"})["session_id"]


def read(server, uri):
    return server.request("resources/read", {"uri": uri})["contents"]


def test_the_template_is_listed(server):
    assert [row["uriTemplate"] for row in
            server.request("resources/templates/list")["resourceTemplates"]] == [
        "codecalc://session/{session_id}/files/{+path}"]


def test_text_and_bytes(server, session, root):
    (root / session / "d").mkdir()
    (root / session / "d" / "a b.csv").write_text("1,2\n")
    (root / session / "raw").write_bytes(b"\xff\x00")
    uri = f"codecalc://session/{session}/files/d/a%20b.csv"
    assert read(server, uri) == [{"uri": uri, "mimeType": "text/csv", "text": "1,2\n"}]
    uri = f"codecalc://session/{session}/files/raw"
    assert read(server, uri) == [{"uri": uri, "mimeType": "application/octet-stream",
                                  "blob": base64.b64encode(b"\xff\x00").decode()}]


def test_what_a_program_made_can_be_read_by_its_uri(server, session):
    made = server.call_tool("execute_code", {"session_id": session, "language": "bash",
                                             "code": "echo 1 >'x y.txt'"})
    assert read(server, made["artifacts_created"][0]["resource"])[0]["text"] == "1\n"


@pytest.mark.parametrize("uri", [
    "codecalc://session/{id}/files/nope", "codecalc://session/{id}/files/../x",
    "codecalc://session/{id}/files/%2e%2e/x", "codecalc://session/{id}/files//etc/passwd",
    "codecalc://session/{id}/files/%2Fetc%2Fpasswd", "codecalc://session/{id}/files/link",
    "codecalc://session/{id}/files/", "codecalc://session/{id}/files/%zz",
    "codecalc://session/nope/files/a", "codecalc://session/../files/a", "codecalc://other/x",
    "file:///etc/passwd"])
def test_nothing_else_is_a_resource(server, session, root, uri):
    (root / session / "link").symlink_to("/etc/passwd")
    with pytest.raises(McpError) as refused:
        read(server, uri.replace("{id}", session))
    assert refused.value.code == -32002
    assert refused.value.data["uri"] == uri.replace("{id}", session)


def test_without_the_group_there_is_no_template(start):
    server = start(CODECALC_TOOLS="calculator")
    assert server.request("resources/templates/list")["resourceTemplates"] == []
