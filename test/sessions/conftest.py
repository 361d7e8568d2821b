"""A server whose sessions lie in a folder of their own."""
import pytest
from mcp_stdio import Server


@pytest.fixture
def root(tmp_path):
    return tmp_path / "sessions"


@pytest.fixture
def environment(tmp_path, root):
    return {"CODECALC_SESSION_ROOT": str(root), "CODECALC_RUN_STATE_DIR": str(tmp_path / "runs"),
            "CODECALC_AUDIT_LOG": str(tmp_path / "audit.log")}


@pytest.fixture
def start(bin_dir, environment):
    """start(NAME=value...) gives a server; several may share the folders."""
    running = []

    def make(**more):
        server = Server([str(bin_dir / "codecalc")], env={**environment, **more})
        running.append(server)
        server.initialize()
        return server

    yield make
    for server in running:
        server.close()


@pytest.fixture
def server(start):
    return start()
