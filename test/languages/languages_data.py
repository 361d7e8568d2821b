"""Where the language tests' data are, and where runtimes are looked for."""
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = ROOT / "test" / "data" / "languages"


def ci_languages():
    """The languages that continuous integration must have."""
    lines = (DATA / "tested.txt").read_text().splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def runtime_path():
    """Where scripts/install-runtimes.sh puts programs for the tests, before the usual folders."""
    installed = ROOT / "build" / "runtimes" / "bin"
    inherited = os.environ.get("CODECALC_RUNTIME_PATH") or os.environ.get("PATH", "/usr/bin:/bin")
    return f"{installed}:{inherited}" if installed.is_dir() else inherited
