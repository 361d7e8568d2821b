"""Numbers in the documents are those of the built program."""
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
# docs/contract is made by the program itself.
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
# What a sentence may say of a part: "at least 26 languages", "8 of 31 languages".
PART = re.compile(r"(at least|at most|first|of the|other|more than|up to)\s*$", re.I)


def claims(noun):
    """(document, line number, number) of every '<number> <noun>' that speaks of the whole."""
    found = []
    for document in DOCUMENTS:
        for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
            for match in re.finditer(rf"\b(\d+) {noun}\b", line):
                if not PART.search(line[: match.start()]):
                    found.append((f"{document.name}:{number}", int(match[1])))
    return found


def test_languages(server):
    count = len(server.call_tool("list_languages")["result"])
    found = claims("languages")
    assert found, "no document says how many languages there are"
    assert [claim for claim in found if claim[1] != count] == []


def test_tools(server):
    count = len(server.list_tools())
    assert [claim for claim in claims("tools") if claim[1] != count] == []


def test_tool_names(server):
    listed = {tool["name"] for tool in server.list_tools()}
    named = set(re.findall(r"^\| `([a-z_]+)` \|", (ROOT / "README.md").read_text(), re.M))
    assert named, "README.md names no tool"
    assert named <= listed, "README.md names tools that tools/list does not have"


def test_version(server, bin_dir):
    done = subprocess.run([bin_dir / "codecalc", "--version"], capture_output=True, text=True)
    version = re.search(r"\d+\.\d+\.\d+", done.stdout)[0]
    assert server.server_info["serverInfo"]["version"] == version
    newest = re.search(r"^## \[(\d+\.\d+\.\d+)\]", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert newest[1] == version
    assert re.search(r"^project\(codecalc VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(),
                     re.M)[1] == version


def test_contract_version(server):
    version = server.call_tool("calc_exact", {"expr": "1"})["contract_version"]
    found = [match for document in DOCUMENTS for match in
             re.findall(r"contract[^.\n]{0,30}?\b(\d+\.\d+\.\d+)\b", document.read_text(), re.I)]
    assert [claim for claim in found if claim != version] == []


def test_pinned_packages():
    pins = (ROOT / "test" / "requirements.txt").read_text().splitlines()
    pins = [line for line in pins if line and not line.startswith("#")]
    assert pins and all(re.match(r"^[a-z0-9.-]+==\S+ --hash=sha256:[0-9a-f]{64}$", p) for p in pins)
    lock = json.loads((ROOT / "test" / "package-lock.json").read_text())["packages"]
    entries = {name: entry for name, entry in lock.items() if name}
    assert entries and all(entry.get("integrity") for entry in entries.values())
    wanted = json.loads((ROOT / "test" / "package.json").read_text())["dependencies"]
    assert all(re.match(r"^\d+\.\d+\.\d+$", version) for version in wanted.values())


def test_settings():
    """Every variable that the configuration reads is documented, and no other."""
    read = set(re.findall(r'"(CODECALC_[A-Z_]+)"', (ROOT / "src/base/config.cpp").read_text()))
    assert read, "src/base/config.cpp reads no setting"
    listed = re.findall(r"^\| (`CODECALC_.*?) \|", (ROOT / "docs/settings.md").read_text(), re.M)
    assert {name for cell in listed for name in re.findall(r"CODECALC_[A-Z_]+", cell)} == read


def test_client_entries_are_json():
    entries = re.findall(r"^```json\n(.*?)^```", (ROOT / "docs/clients.md").read_text(), re.M | re.S)
    entries += re.findall(r"`(\{.*?\})` \|$", (ROOT / "README.md").read_text(), re.M)
    whole = [json.loads(entry) for entry in entries if entry.startswith("{")]
    assert len(whole) >= 6
    for entry in whole:
        (servers,) = entry.values()
        assert servers["codecalc"]["command"] == "/usr/local/bin/codecalc"
