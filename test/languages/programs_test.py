"""Every language: greeting, input, Unicode, a refused source and a fault, against expected.json.

By hand, for some:  build/venv/bin/python -m pytest test/languages/programs_test.py -k "rust or go"
"""
# ctest: TIMEOUT 1200
import subprocess

import pytest
from language_runs import EXPECTED, LANGUAGES, Runs, cases, check, programs
from languages_data import ROOT, ci_languages


@pytest.fixture(scope="module")
def runs(runner, rows):
    return Runs(runner, [name for name in LANGUAGES if rows[name]["available"]], quick=True)


@pytest.mark.parametrize("language,case", cases(quick=True), ids=lambda value: value)
def test_program(language, case, runs, rows, need):
    need(language)
    check(runs.result(language, case), language, case, rows[language]["compiled"])


def test_some_language_is_there(rows):
    assert any(row["available"] for row in rows.values())


def test_every_language_has_its_programs(rows):
    assert sorted(rows) == LANGUAGES
    for language in LANGUAGES:
        lacking = set(EXPECTED["programs"]) - set(programs(language))
        assert lacking == set(EXPECTED["lacking"].get(language, [])), language


def test_tier_says_what_continuous_integration_ran(rows):
    assert {name for name, row in rows.items() if row["tier"] == "tested"} == set(ci_languages())
    assert len(ci_languages()) >= 26


def test_continuous_integration_installs_the_ci_languages():
    """One list for both: the script that CI calls reads the file that the tier is made from."""
    assert "scripts/ci-runtimes.sh" in (ROOT / ".ci" / "run").read_text()
    assert "test/data/languages/tested.txt" in (ROOT / "scripts" / "ci-runtimes.sh").read_text()
    script = [str(ROOT / "scripts" / "install-runtimes.sh"), "--list"]
    installable = subprocess.run(script, capture_output=True, text=True, check=True).stdout.split()
    assert set(ci_languages()) <= set(installable) and len(installable) == len(LANGUAGES)
