"""One server for all language tests, and what this machine has of the languages."""
import os
import pathlib
import sys

import pytest
from mcp_stdio import Server

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from languages_data import runtime_path, ci_languages  # noqa: E402  (needs the path above)


@pytest.fixture(scope="session")
def runner(bin_dir):
    command = [str(bin_dir / "codecalc")]
    with Server(command, env={"CODECALC_RUNTIME_PATH": runtime_path()}) as server:
        server.initialize()
        yield server


@pytest.fixture(scope="session")
def rows(runner):
    return {row["name"]: row for row in runner.call_tool("list_languages")["result"]}


@pytest.fixture(scope="session")
def need(rows):
    """need(language): skips with the reason when it is absent, fails where it must be there."""
    def check(language):
        row = rows[language]
        if row["available"]:
            return
        reason = f"{language} is absent: {row.get('detail', '')}"
        if os.environ.get("CI") and language in ci_languages():
            pytest.fail(f"{reason} (tested.txt demands it)")
        pytest.skip(reason[:200])
    return check
