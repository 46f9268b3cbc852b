"""Documentation that cannot rot: every Python example runs, every setting is in the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)

EXAMPLES = [
    pytest.param(match.group(1), id=f"{page.relative_to(ROOT)}:{page.read_text()[: match.start()].count(chr(10)) + 1}")
    for page in PAGES
    for match in FENCE.finditer(page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("code", EXAMPLES)
def test_every_example_runs(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if "from mcp import" in code:
        pytest.importorskip("mcp")
        monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))  # the process it starts is of this atlas
    exec(compile(code, "example", "exec"), {"__name__": "__main__"})  # noqa: S102 # our own examples


def test_the_readme_example_says_where_the_user_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (code,) = FENCE.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    exec(compile(code, "README", "exec"), {})  # noqa: S102 # our own example
    assert "lives in Porto" in capsys.readouterr().out


def test_an_example_thinks_before_it_reads_what_was_learned() -> None:
    """J15: a machine that is busy answers without the newest facts, and an example may not count on an idle one."""
    hasty = [
        each.id
        for each in EXAMPLES
        if (learned := re.search(r"if each\.claim|\.claim\b", str(each.values[0])))
        and "flush()" not in str(each.values[0])[: learned.start()]
    ]
    assert hasty == []


def test_every_setting_is_documented() -> None:
    table = (ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    files = (ROOT / "src" / "atlas" / "settings").glob("*.py")
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    keys = set(re.findall(r"values(?:\.get\(|\[)\"(\w+)\"", source))
    assert len(keys) >= 8
    missing = [key for key in keys if f"ATLAS_{key.upper()}" not in table]
    assert missing == []
