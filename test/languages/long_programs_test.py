"""Every language at its limits: endless loop, big output, memory, children, network."""
# label: slow
# ctest: TIMEOUT 2400
import pytest
from language_runs import LANGUAGES, Runs, cases, check


@pytest.fixture(scope="module")
def runs(runner, rows):
    return Runs(runner, [name for name in LANGUAGES if rows[name]["available"]], quick=False)


@pytest.mark.parametrize("language,case", cases(quick=False), ids=lambda value: value)
def test_program(language, case, runs, rows, need):
    need(language)
    check(runs.result(language, case), language, case, rows[language]["compiled"])
