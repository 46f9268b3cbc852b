"""H9: `atlas simulate` through the command: table and page for people, data for machines, nobody's memory touched."""

from __future__ import annotations

from pathlib import Path

from atlas.surfaces.simulation.phrasings import TUNE, load_phrasings
from atlas.surfaces.simulation.script import write_script
from surfaces.cli._person import Person

SHORT = ("--days", "2", "--turns", "5", "--seed", "3")


def test_a_life_is_simulated_measured_and_can_be_kept(ana: Person, tmp_path: Path) -> None:
    kept = str(tmp_path / "lives")
    figures = ana.data("simulate", *SHORT, "--phrasings", "tune", "--keep", kept)
    assert [each["day"] for each in figures["checkpoints"]] == [1, 2]
    last = figures["checkpoints"][-1]
    assert abs(sum(last["memory"].values()) - 1) < 0.01
    assert last["without"]["unknown"] == 1.0 > last["memory"]["unknown"], "memory is what it knows from"
    assert last["poison"] == 0
    assert not (ana.home / "memory.atlas").exists()
    assert ana.data("memories", "--home", str(tmp_path / "lives" / "seed-3"))["memories"]
    assert "There is a memory in" in ana.run("simulate", *SHORT, "--keep", kept, code=1).stderr


def test_what_nights_gain_stands_beside_each_other(ana: Person) -> None:
    short = ("simulate", *SHORT, "--phrasings", "tune", "--compare-nights")
    figures = ana.data(*short)
    assert (figures["nights"], figures["model"]) == (True, False)
    assert [each["day"] for each in figures["gain_of_nights"]] == [1, 2]
    assert set(figures["gain_of_nights"][0]["right"]) == {"on", "off", "worse"}
    assert "With nights / without" in ana.run(*short, "--days", "1").stdout
    assert "There is nothing to compare" in ana.run(*short, "--no-nights", code=1).stderr


def test_who_evolves_documents_stands_side_by_side(ana: Person, tmp_path: Path) -> None:  # E4, P10
    kept = str(tmp_path / "lives")
    short = ("simulate", "--days", "5", "--turns", "5", "--seed", "8", "--phrasings", "tune", "--compare-documents")
    figures = ana.data(*short, "--keep", kept)
    days = figures["by_documents"]
    assert [each["day"] for each in days] == [1, 5]
    assert days[-1]["document_versions"]["off"] == 0 < days[-1]["document_versions"]["scripted"]
    assert set(days[-1]["document_contradictions"].values()) == {0}
    assert figures["document_bytes_by_day"][-1] == figures["checkpoints"][-1]["document_bytes"]
    profile = ana.run("docs", "show", "user-profile", "--home", str(tmp_path / "lives" / "scripted" / "seed-8")).stdout
    phrasings = load_phrasings(TUNE)
    name = write_script(phrasings, 8, 5, 5).life.name
    wishes = [phrasings.word_wish(each.id, name) for each in phrasings.wishes]
    lines = [line.removeprefix("- ") for line in profile.splitlines() if line.startswith("- ")]
    assert lines
    assert set(lines) <= set(wishes), "in words of its own"


def test_a_person_reads_a_table(ana: Person) -> None:
    told = ana.run("simulate", "--days", "1", "--turns", "3", "--phrasings", "tune").stdout
    assert "right / stale / wrong / unknown" in told
    assert "BM25 over the transcript" in told
    assert "DAY 1" in told


def test_a_page_is_written_where_nothing_is_and_named(ana: Person, tmp_path: Path) -> None:
    page = tmp_path / "lives.html"
    short = ("simulate", "--days", "1", "--turns", "3", "--phrasings", "tune", "--page", str(page))
    assert f"The page is {page}." in ana.run(*short).stdout.replace("\n", "")
    told = page.read_text("utf-8")
    assert told.startswith("<!doctype html>")
    assert "Answers on day 1" in told
    refused = ana.run(*short, code=1)
    assert "is there already; write over it with --force" in refused.stderr
    assert refused.stdout == ""
    page.write_text("old", "utf-8")
    figures = ana.data(*short, "--force")
    assert figures["file"] == str(page)
    assert [each["day"] for each in figures["checkpoints"]] == [1]
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_a_page_without_a_folder_is_refused_before_a_day_is_lived(ana: Person, tmp_path: Path) -> None:
    kept = tmp_path / "lives"
    done = ana.run("simulate", "--keep", str(kept), "--page", str(tmp_path / "no" / "where.html"), code=1)
    assert "cannot be written: there is no folder" in done.stderr
    assert not kept.exists()
