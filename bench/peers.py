"""What the server is compared with: the original, from PyPI, in an environment of its own."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ORIGINAL = "codecalc[full]==0.12.0"


def original_command():
    """(command, "") or (None, why not). Installs it on first use, about two minutes."""
    folder = ROOT / "build" / "bench-venv"
    program, stamp = folder / "bin" / "codecalc", folder / ".installed"
    if program.exists() and stamp.exists() and stamp.read_text() == ORIGINAL:
        return [str(program)], ""
    print(f"bench: installing {ORIGINAL} into build/bench-venv", file=sys.stderr, flush=True)
    python = "/usr/bin/python3" if pathlib.Path("/usr/bin/python3").exists() else sys.executable
    steps = [[python, "-m", "venv", "--clear", str(folder)],
             [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet",
              "--disable-pip-version-check", ORIGINAL]]
    for step in steps:
        try:
            done = subprocess.run(step, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  timeout=900)
        except (OSError, subprocess.TimeoutExpired) as error:
            return None, f"{type(error).__name__} while installing it"
        if done.returncode != 0:
            lines = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
            return None, f"it could not be installed: {lines[-1][:160]}"
    if not program.exists():
        return None, "its package has no program codecalc"
    stamp.write_text(ORIGINAL)
    return [str(program)], ""
