"""`atlas import` and `atlas export` through the command: what they say, what they write, how they fail (X7)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from atlas import Atlas, Status
from atlas.settings import load
from atlas.surfaces.bench.bringing import write
from surfaces.cli._person import Person

TURNS = [
    {"id": "1", "conversation": "c", "role": "user", "text": "I live in Porto.", "at": "2025-03-01T10:00:00Z"},
    {"id": "2", "conversation": "c", "role": "assistant", "text": "Nice.", "at": "2025-03-01T10:01:00Z"},
    {"id": "3", "conversation": "d", "role": "user", "text": "I like tea.", "at": "2025-04-01T10:00:00Z"},
]


@pytest.fixture
def history(tmp_path: Path) -> Path:
    path = tmp_path / "history.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in TURNS), "utf-8")
    return path


def test_it_says_what_it_is_what_came_in_and_what_is_next(ana: Person, history: Path) -> None:
    shown = ana.says("import", str(history))
    assert "plain turns (JSONL with role and text)" in shown
    assert "2 conversations, 3 turns" in shown
    assert "from 2025-03-01 to 2025-04-01" in shown
    assert "3 turns in 2 interactions" in shown
    assert "It waits for review (atlas pending); where it is your own, --vouch says so." in shown
    assert "Owed to it: 2 thoughts, which atlas work thinks" in shown
    again = " ".join(ana.says("import", str(history)).split())
    assert "came in nothing new here already 3" in again


def test_for_machines(ana: Person, history: Path) -> None:
    would = ana.data("import", str(history), "--dry-run")
    assert (would["turns"], would["new_turns"], would["known"], would["owed"]) == (3, 3, 0, 0)
    done = ana.data("import", str(history), "--vouch")
    assert (done["format"], done["conversations"], done["new_interactions"], done["owed"]) == ("turns", 2, 2, 2)
    assert (done["first"], done["last"]) == ("2025-03-01T10:00:00.000000+00:00", "2025-04-01T10:00:00.000000+00:00")
    ana.run("work", "--once")
    assert "The user lives in Porto" in ana.says("recall", "Where do I live?")


def test_a_dry_run_leaves_nothing_behind(ana: Person, history: Path) -> None:
    shown = ana.says("import", str(history), "--dry-run")
    assert "would come in  3 turns" in shown
    assert ana.data("memories")["memories"] == []


def test_what_cannot_be_read_is_counted_and_shown(ana: Person, history: Path) -> None:  # P8
    with history.open("a", encoding="utf-8") as file:
        file.write("nonsense\n" * 7)
    shown = ana.says("import", str(history))
    assert "could not be read 7" in " ".join(shown.split())
    assert shown.count("Left out: history.jsonl, line") == 5
    assert "And 2 more" in shown
    assert ana.data("import", str(history))["examples"][0] == {
        "where": "history.jsonl, line 4",
        "why": "It is not valid JSON.",
    }


def test_nothing_to_read_is_one_sentence_and_code_1(ana: Person, tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\0\0")
    assert "picture.png is nothing that can be read." in ana.run("import", str(path), code=1).stderr
    ana.run("import", str(tmp_path / "nowhere"), code=2)
    ana.run("import", str(path), "--format", "floppy", code=2)


def test_a_file_that_breaks_off_says_so_after_what_came_in(ana: Person, history: Path) -> None:  # P8
    with history.open("a", encoding="utf-8") as file:
        file.write("nonsense\n" * 2_000)
    done = ana.run("import", str(history), code=1)
    assert "2 turns in 1 interaction" in done.stdout
    assert done.stderr == "atlas: history.jsonl cannot be read: one line after another is broken.\n"


def test_a_replay_says_how_it_went(ana: Person, tmp_path: Path) -> None:  # X5
    export = tmp_path / "conversations.json"
    write(export, 4)
    shown = ana.says("import", str(export), "--replay", "--vouch")
    assert "days lived through" in shown
    assert "ran nightly" in shown
    assert "Owed" not in shown
    later = ana.run("import", str(export), "--replay", "--vouch")
    assert "here already" in later.stdout
    ana.tell("I live in Porto.")
    write(export, 9)
    assert "and the history begins on 2024" in ana.run("import", str(export), "--replay", code=1).stderr


def test_a_bar_says_which_day_it_is_at_a_terminal(ana: Person, tmp_path: Path) -> None:
    export = tmp_path / "conversations.json"
    write(export, 3)
    screen, code = ana.at_terminal("import", str(export), "--replay", "--vouch", columns=120)
    assert code == 0
    assert "living through 2024-" in screen


def test_an_export_comes_back_into_an_empty_space(ana: Person, history: Path, tmp_path: Path) -> None:  # X7
    ana.run("import", str(history), "--vouch")
    ana.run("work", "--once")
    out = tmp_path / "everything.jsonl"
    ana.run("export", "--out", str(out))
    other = Person(tmp_path / "other")
    assert "would come back from the space 'default'" in other.says("import", str(out), "--dry-run")
    assert "2 interactions and" in other.says("import", str(out))
    assert other.says("export") == out.read_text("utf-8")
    assert "This space is not empty" in other.run("import", str(out), code=1).stderr
    assert other.data("import", str(out), "--space", "second")["restored"]["interaction"] == 2
    assert other.data("verify", "--space", "second")["ok"]


def test_a_page_for_people(ana: Person, history: Path, tmp_path: Path) -> None:
    ana.run("import", str(history), "--vouch")
    ana.tell("My sister Ana lives in Rome.")
    page = ana.says("export", "--format", "markdown")
    assert page.startswith("# What is remembered\n")
    assert "\n## Facts\n" in page
    assert "\n### Ana\n\n- Ana lives in Rome" in page
    assert "  > “I live in Porto” (user)\n" in page
    assert "(2025-03-01)" in page
    assert "messages of the transcript" in page
    ana.run("export", "--format", "md", "--person", "Ana", "--out", str(tmp_path / "ana.md"))
    assert "Porto" not in (tmp_path / "ana.md").read_text("utf-8")


def test_what_is_sensitive_is_left_out_and_that_is_said(ana: Person, tmp_path: Path) -> None:  # C5
    ana.tell("I live in Zanzibarqx.")
    settings = load(ana.home, ana.env)
    with Atlas.open(settings.store, settings=settings, background=False) as atlas:
        atlas.decide(Status.SENSITIVE, ana.learned("Zanzibarqx")["id"])
    out = tmp_path / "all.jsonl"
    assert "What is sensitive was left out" in ana.says("export", "--out", str(out))
    assert "Zanzibarqx" not in out.read_text("utf-8")
    assert ana.data("export", "--out", str(out), "--force")["left_out"] == "sensitive"
    assert "left_out" not in ana.data("export", "--out", str(out), "--force", "--sensitive")
    assert "Zanzibarqx" in out.read_text("utf-8")


def test_parts_are_refused_on_the_way_back(ana: Person, tmp_path: Path) -> None:
    ana.tell("I live in Porto.", conversation="mine")
    out = tmp_path / "part.jsonl"
    ana.run("export", "--conversation", "mine", "--out", str(out))
    said = Person(tmp_path / "other").run("import", str(out), code=1).stderr
    assert said == "atlas: This export holds a part of a space; only a whole one can be brought back.\n"


@pytest.mark.slow
def test_the_bench_prints_time_rate_and_peak(ana: Person) -> None:
    figures = ana.data("bench", "import", "--conversations", "5", "--replay")
    for way in ("imported", "replayed"):
        assert figures[way]["conversations"] == 5
        assert figures[way]["turns_a_second"] > 0
        assert figures[way]["peak_mb"] > 1
    assert figures["replayed"]["days"] == 5
    assert "TURNS A SECOND" in ana.says("bench", "import", "--conversations", "5")
