"""Runtimes that reserve far more address space than they use start under 256 MB, and say what they
used."""
import pytest

from languages_data import DATA

RESERVING = ["node", "typescript", "java", "go", "elixir", "erlang"]


@pytest.mark.parametrize("language", RESERVING)
def test_starts_under_256_mb(language, runner, need):
    need(language)
    source = next((DATA / language).glob("hello.*")).read_text(encoding="utf-8")
    result = runner.call_tool("execute_code", {"language": language, "code": source,
                                               "max_memory_mb": 256, "timeout": 60})
    assert (result.get("verdict"), result.get("limit_hit")) == ("OK", None), str(result)[:600]
    assert "ello" in result["stdout"]
    assert 0 < result["peak_memory_kb"] <= 256 * 1024 + 1024
