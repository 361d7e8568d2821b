"""The conversation of `make run` ends well here too."""
# ctest: TIMEOUT 900 RUN_SERIAL ON
import pathlib
import subprocess
import sys


def test_transcript(bin_dir):
    script = pathlib.Path(__file__).with_name("transcript.py")
    done = subprocess.run([sys.executable, script, "--bin", bin_dir], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
    assert "verdict: GOOD" in done.stdout.splitlines()[-1]
