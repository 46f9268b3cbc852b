"""H9: `atlas simulate` through the command: a table for people, figures for machines, and nobody's memory touched."""

from __future__ import annotations

from pathlib import Path

from surfaces.cli._person import Person

SHORT = ("--days", "2", "--turns", "5", "--seed", "3")


def test_a_life_is_simulated_measured_and_can_be_kept(ana: Person, tmp_path: Path) -> None:
    kept = str(tmp_path / "lives")
    figures = ana.data("simulate", *SHORT, "--phrasings", "tune", "--keep", kept)
    assert [each["day"] for each in figures["checkpoints"]] == [1, 2]
    last = figures["checkpoints"][-1]
    assert abs(sum(last["memory"].values()) - 1) < 0.01
    assert last["without"] == {"unknown": 1.0}
    assert last["poison"] == 0
    assert not (ana.home / "memory.atlas").exists()
    assert ana.data("memories", "--home", str(tmp_path / "lives" / "seed-3"))["memories"]
    assert "There is a memory in" in ana.run("simulate", *SHORT, "--keep", kept, code=1).stderr


def test_a_person_reads_a_table(ana: Person) -> None:
    told = ana.run("simulate", "--days", "1", "--turns", "3", "--phrasings", "tune").stdout
    assert "right / stale / wrong / unknown" in told
    assert "BM25 over the transcript" in told
    assert "DAY 1" in told
