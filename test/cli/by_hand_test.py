"""codecalc-exec by hand: one source text in, one JSON result out."""
import json
import subprocess

import pytest


@pytest.fixture
def run(bin_dir):
    def run(*arguments, source="", stdout=subprocess.PIPE):
        return subprocess.run([bin_dir / "codecalc-exec", *arguments], input=source, text=True,
                              stdout=stdout, stderr=subprocess.PIPE, timeout=120)
    return run


def test_a_program_and_its_verdict(run, tmp_path):
    (tmp_path / "input").write_text("a line\n")
    done = run("--lang", "bash", "--timeout=10", "--no-net", "--stdin", tmp_path / "input",
               source="cat; exit 3")
    result = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (1, "")
    assert (result["verdict"], result["exit_code"], result["stdout"]) == ("RTE", 3, "a line\n")
    assert run("--lang", "sh", source="true").returncode == 0


def test_a_work_folder_stays(run, tmp_path):
    for text in ("one", "two"):
        done = run("--lang", "bash", f"--workdir={tmp_path}", source=f"echo {text} >> kept")
        assert json.loads(done.stdout)["verdict"] == "OK"
    assert (tmp_path / "kept").read_text() == "one\ntwo\n"


@pytest.mark.parametrize("arguments, message", [
    ([], "--lang is missing"),
    (["--lang"], "--lang needs a value"),
    (["--bogus"], "there is no option --bogus"),
    (["--bogus", "1"], "there is no option --bogus"),
    (["--no-net=1"], "there is no option --no-net=1"),
    (["--lang", "sh", "--timeout", "0"], "--timeout needs a whole number from 1 to 120"),
    (["--lang", "sh", "--timeout=1.5"], "--timeout needs a whole number from 1 to 120"),
    (["--lang", "sh", "--workdir", "/nonexistent"], "--workdir: there is no folder /nonexistent"),
    (["--lang", "sh", "--workdir", "/etc/passwd"], "--workdir: there is no folder /etc/passwd"),
    (["--lang", "sh", "--stdin", "/etc"], "--stdin: /etc cannot be read")])
def test_wrong_options(run, arguments, message):
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[0] == f"codecalc-exec: {message}"


def test_a_result_that_is_lost_is_a_failure(run):
    with open("/dev/full", "w") as full:
        done = run("--lang", "sh", source="true", stdout=full)
    assert done.returncode == 1
    assert "could not be written" in done.stderr
