"""What every Python test may use: the built programs and an MCP client on them."""
import os
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test" / "support"))

from mcp_stdio import Server  # noqa: E402  (needs the path above)


@pytest.fixture(scope="session")
def bin_dir():
    folder = pathlib.Path(os.environ.get("CODECALC_BIN_DIR", ROOT / "build/release/bin"))
    assert (folder / "codecalc").exists(), f"build first: {folder}/codecalc is missing"
    return folder


@pytest.fixture(scope="session")
def own_folders(tmp_path_factory):
    """The environment of a server that keeps nothing in the user's home."""
    folder = tmp_path_factory.mktemp("state")
    return {"CODECALC_SESSION_ROOT": str(folder / "sessions"),
            "CODECALC_RUN_STATE_DIR": str(folder / "runs"),
            "CODECALC_AUDIT_LOG": str(folder / "audit.log")}


@pytest.fixture
def start_server(bin_dir, own_folders):
    """start_server(args=[...], env={...}, wrap=[...]) gives a running, initialized server."""
    running = []

    def start(args=(), env=None, wrap=(), initialize=True):
        server = Server([*wrap, str(bin_dir / "codecalc"), *args],
                        env={**own_folders, **(env or {})})
        running.append(server)
        if initialize:
            server.initialize()
        return server

    yield start
    for server in running:
        server.close()


@pytest.fixture(scope="module")
def server(bin_dir, own_folders):
    """One initialized server for all tests of a file."""
    with Server([str(bin_dir / "codecalc")], env=own_folders) as running:
        running.initialize()
        yield running
