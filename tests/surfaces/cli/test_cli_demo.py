"""`atlas demo` through the command."""

from __future__ import annotations

from pathlib import Path

from surfaces.cli._person import Person


def test_the_demo_runs_and_can_be_kept(ana: Person, tmp_path: Path) -> None:
    month = str(tmp_path / "month")
    assert ana.data("demo", "--days", "1", "--seed", "3", "--keep", month)
    assert ana.data("memories", "--home", month)["memories"]
    assert not (ana.home / "memory.atlas").exists()
    assert "There is a memory in" in ana.run("demo", "--keep", month, code=1).stderr
