"""`atlas import` and `atlas export` through the command: what they say, what they write, how they fail (X7)."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from atlas import Atlas, Status
from atlas.engine.core.replay_mark import REPLAYING, to_mark
from atlas.settings import load_settings
from benchmarks.history_import import write
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
    assert "It waits to be vouched for (atlas review). Where it is your own: atlas curate vouch --source turns" in shown
    assert "Owed to it: 2 thoughts, which atlas work thinks" in shown
    again = " ".join(ana.says("import", str(history)).split())
    assert "came in nothing new here already 3" in again


def test_what_came_in_without_a_word_is_vouched_for_by_the_command_that_was_named(
    ana: Person, history: Path
) -> None:  # C3
    ana.run("import", str(history))
    late = ana.says("import", str(history), "--vouch")
    assert "3 turns or notes came in earlier without --vouch." in late
    assert "Vouch for what still waits: atlas curate vouch --source turns" in late
    assert "Porto" not in ana.says("recall", "Where do I live?")
    assert "2 conversations brought in wait to be vouched for." in ana.says("pending")
    shown = ana.says("vouch", "--source", "turns", "--yes")
    assert "Vouched for 2 conversations: 3 messages." in shown
    assert "Take it back: atlas undo." in shown
    assert "Porto" in ana.says("recall", "Where do I live?")
    assert ana.data("pending")["memories"] == ana.data("pending")["conversations"] == []
    ana.run("dismiss", "nobody", code=1)
    ana.run("vouch", code=2)


def test_what_waits_is_folded_filtered_and_dismissed(ana: Person, tmp_path: Path) -> None:  # C9
    turns = [{"role": "user", "text": "I like tea.", "conversation": f"talk {number}"} for number in range(12)]
    path = tmp_path / "many.jsonl"
    path.write_text("\n".join(map(json.dumps, turns)), "utf-8")
    ana.run("import", str(path))
    ana.run("work", "--once")
    shown = ana.says("pending")
    assert "12 conversations brought in wait to be vouched for." in shown
    assert "talk 7" not in shown
    assert "talk 7" in ana.says("pending", "--conversations")
    assert "talk 7" in ana.says("pending", "--search", "talk 7")
    assert len(ana.data("pending", "--kind", "preference")["memories"]) == 1
    assert ana.data("pending", "--origin", "web") == {
        "memories": [], "proposals": [], "more": 0, "corrections": {}, "conversations": [], "more_conversations": 0,
        "sources": [], "owed": 0, "beliefs": [],
    }  # fmt: skip
    assert "Nothing like that waits for you." in ana.says("pending", "--search", "elephants")
    assert "12 conversations" in ana.says("dismiss", "--source", "turns", "--yes")
    assert "Nothing waits for you." in ana.says("pending")
    assert "13 memories" in ana.says("undo")
    assert len(ana.data("pending")["conversations"]) == 12


def test_what_a_file_says_waits_also_where_somebody_vouches(ana: Person, tmp_path: Path) -> None:  # X1
    path = tmp_path / "CLAUDE.md"
    path.write_text("- The shed is green.\n", "utf-8")
    told = (
        "What a file says waits for you, also with --vouch. Approve all of it with: atlas approve --all --origin file"
    )
    for wish in (["--dry-run"], ["--dry-run", "--vouch"], ["--vouch"]):
        shown = ana.says("import", str(path), *wish)
        assert told in shown
        assert "say so now" not in shown
    ana.run("approve", "--all", "--origin", "file", "--yes")
    assert "shed" in ana.says("recall", "What colour is the shed?")


def test_what_another_memory_noted_waits_also_where_somebody_vouches(ana: Person, tmp_path: Path) -> None:  # X1
    path = tmp_path / "mem0.json"
    path.write_text(json.dumps([{"id": "1", "memory": "The shed is green.", "user_id": "ana"}]), "utf-8")
    told = "What another memory noted waits for you, also with --vouch."
    for wish in (["--dry-run"], ["--dry-run", "--vouch"], ["--vouch"]):
        shown = ana.says("import", str(path), *wish)
        assert f"{told} Approve all of it with: atlas approve --all --origin import" in " ".join(shown.split())
        assert "say so now" not in shown
    assert "Vouched" not in ana.says("log")
    ana.run("approve", "--all", "--origin", "import", "--yes")
    assert "shed" in ana.says("recall", "What colour is the shed?")


def test_another_text_under_the_same_name_is_told_of(ana: Person, history: Path) -> None:  # X7
    ana.run("import", str(history))
    history.write_text(history.read_text("utf-8").replace("Porto", "Rome"), "utf-8")
    shown = " ".join(ana.says("import", str(history)).split())
    assert "here already 2 here with another text, which stays 1" in shown
    assert ana.data("import", str(history))["other_text"] == 1


def test_the_log_says_who_vouched_for_what(ana: Person, history: Path) -> None:  # X7
    ana.says("import", str(history), "--vouch")
    entries = ana.data("log")["entries"]
    assert "Vouched for history.jsonl: plain turns (JSONL with role and text)." in [each["says"] for each in entries]
    assert {"2 messages", "1 message"} <= {each["says"] for each in entries}
    assert "Vouched for history.jsonl" in " ".join(ana.says("log").split())


def test_vouching_for_what_was_dismissed_says_that_it_stays_so(ana: Person, history: Path) -> None:  # C9
    ana.run("import", str(history))
    ana.run("dismiss", "--source", "turns", "--yes")
    name = ana.data("memories", "--kind", "episode")["memories"][0]["conversation"]
    shown = " ".join(ana.says("vouch", name).split())
    assert "Nothing in 1 conversation was vouched for" in shown
    assert "dismissed or rejected before" in shown
    assert "atlas journal revert" in shown
    assert "thought about again" not in shown


def test_vouched_for_nothing_waits_and_nothing_is_said_of_it(ana: Person, history: Path) -> None:  # C3
    assert "wait" not in ana.says("import", str(history), "--vouch")
    by_hand = Person(ana.home.parent / "by_hand", ATLAS_POLICY="manual")
    assert "It waits for review (atlas curate pending)." in by_hand.says("import", str(history), "--vouch")


def test_for_machines(ana: Person, history: Path) -> None:
    would = ana.data("import", str(history), "--dry-run")
    assert (would["turns"], would["new_turns"], would["known"], would["owed"]) == (3, 3, 0, 0)
    done = ana.data("import", str(history), "--vouch")
    assert (done["format"], done["conversations"], done["new_interactions"], done["owed"]) == ("turns", 2, 2, 2)
    assert (done["first"], done["last"]) == ("2025-03-01T10:00:00.000000+00:00", "2025-04-01T10:00:00.000000+00:00")
    ana.run("work", "--once")
    assert "The user lives in Porto" in ana.says("recall", "Where do I live?")


def test_a_dry_run_leaves_nothing_behind(tmp_path: Path, history: Path) -> None:
    ana = Person(tmp_path / "fresh")
    shown = ana.says("import", str(history), "--dry-run", "--space", "other")
    assert "would come in  3 turns" in shown
    assert "Where it is yours, say so with --vouch, or later: atlas" in shown
    assert "say so now" not in ana.says("import", str(history), "--dry-run", "--vouch")
    assert not ana.home.exists()
    ana.run("observe", "--user", "Hello.")
    before = sorted((path.name, path.stat().st_size) for path in ana.home.iterdir())
    ana.run("import", str(history), "--dry-run")
    assert sorted((path.name, path.stat().st_size) for path in ana.home.iterdir()) == before
    assert ana.data("memories")["memories"] == []


def test_one_day_is_said_on_it(ana: Person, history: Path) -> None:
    history.write_text(f"{json.dumps(TURNS[0])}\n", "utf-8")
    assert "on 2025-03-01" in ana.says("import", str(history), "--dry-run")


def test_what_cannot_be_read_is_counted_and_shown(ana: Person, history: Path) -> None:  # P8
    with history.open("a", encoding="utf-8") as file:
        file.write("nonsense\n" * 7)
    shown = ana.says("import", str(history))
    assert "could not be read 7" in " ".join(shown.split())
    assert shown.count("Left out: history.jsonl, line") == 5
    assert re.search(r"And [\d,]+ more like them\.", shown)
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
    assert "3 turns in 2 interactions" in done.stdout
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
    assert "nothing is lived through twice" in later.stdout
    ana.tell("I live in Porto.")
    write(export, 9)
    for wish in ([], ["--dry-run"]):
        said = ana.run("import", str(export), "--replay", *wish, code=1).stderr
        assert "and the history begins on 2024" in said
        assert "a space that nobody has used yet (--space NAME)" in said
    ana.run("import", str(export), "--replay", "--space", "history")


def broken_off(ana: Person) -> str:
    """Leave a replay as somebody would who was killed in it; what is said of that."""
    settings = load_settings(ana.home, ana.env)
    ana.run("work", "--once")
    with (
        Atlas.open(settings.store, settings=settings, background=False) as atlas,
        atlas._opening.runtime.store.writing(atlas._opening.runtime.space) as txn,
    ):
        txn.put_mark(REPLAYING, to_mark(datetime(2025, 2, 1, tzinfo=UTC)))
    return "A replay is not at its end: it got to 2025-02-01"


def test_a_replay_that_was_interrupted_is_told_of_and_given_up(ana: Person, history: Path, tmp_path: Path) -> None:
    told = broken_off(ana)
    assert told in ana.says("import", str(history))
    assert told in ana.says("work", "--once")
    assert told in ana.says("doctor", code=1)
    assert told in ana.says("health")
    assert ana.data("health")["replaying"].startswith("2025-02-01")
    assert ana.data("import", str(history))["replaying"].startswith("2025-02-01")
    assert "The replay ends on 2025-02-01" in ana.says("import", "--give-up")
    assert "No replay was interrupted here." in ana.says("import", "--give-up")
    assert ana.data("import", "--give-up") == {"given_up": None}
    assert "replay" not in ana.says("health")
    ana.run("work", "--once")
    assert ana.data("status")["owed"] == 0
    ana.run("import", "--give-up", "--vouch", code=2)
    ana.run("import", str(history), "--give-up", code=2)
    assert "Give a file or folder to import." in ana.run("import", code=2).stderr


def test_whoever_talks_meanwhile_is_told_why_nothing_is_learned(ana: Person, tmp_path: Path) -> None:  # X5
    told = broken_off(ana)
    assert told in ana.says("observe", "I live in Porto.")
    assert ana.data("observe", "I like tea.")["replaying"].startswith("2025-02-01")
    turns = tmp_path / "turns.jsonl"
    turns.write_text(json.dumps({"user": "I like bread."}), "utf-8")
    assert told in ana.says("observe", "--file", str(turns))
    assert ana.data("observe", "--file", str(turns))["replaying"].startswith("2025-02-01")
    assert told in ana.run("chat", said="I like milk.\n").stderr
    ana.run("import", "--give-up")
    assert "replay" not in ana.says("observe", "I like rain.")
    assert ana.data("observe", "I like snow.")["replaying"] is None
    assert "replay" not in ana.run("chat", said="I like wind.\n").stderr


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
    asked = other.run("import", str(out), code=1).stderr
    assert "everything.jsonl is an export of the space 'default' of ATLAS. With --restore it comes back" in asked
    assert "5 memories of it approved, without review" in asked
    assert "--vouch and --replay are for" in other.run("import", str(out), "--restore", "--vouch", code=1).stderr
    assert "would come back from the space 'default'" in other.says("import", str(out), "--restore", "--dry-run")
    came = other.says("import", str(out), "--restore")
    assert "2 interactions and" in came
    assert "Approved there and so here: 5 memories." in came
    assert other.says("export") == out.read_text("utf-8")
    assert "This space is not empty" in other.run("import", str(out), "--restore", code=1).stderr
    second = other.data("import", str(out), "--restore", "--space", "second")
    assert (second["restored"]["interaction"], second["approved"]) == (2, {"memory": 5})
    assert other.data("verify", "--space", "second")["ok"]
    assert (second["owed"], second["suggestions"]) == (0, 0)


def test_what_comes_of_an_export_later_is_told_with_it(ana: Person, history: Path, tmp_path: Path) -> None:  # X7, C3
    """Two lines by hand: nothing in them is approved, and something would be."""
    ana.run("import", str(history), "--vouch")
    out = tmp_path / "everything.jsonl"
    ana.run("export", "--out", str(out))
    first, *rows, last = map(json.loads, out.read_text("utf-8").splitlines())
    said = next(row for row in rows if row["type"] == "interaction")
    forged = [first, said, {**last, "lines": 1}]
    out.write_text("".join(f"{json.dumps(row)}\n" for row in forged), "utf-8")
    other = Person(tmp_path / "other")
    asked = other.run("import", str(out), code=1).stderr
    assert "0 memories of it approved, without review. 1 interaction of it is still to be thought about." in asked
    came = other.says("import", str(out), "--restore")
    assert "Still to be thought about: 1 interaction." in came
    assert other.data("import", str(out), "--restore", "--space", "second")["owed"] == 1


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
    settings = load_settings(ana.home, ana.env)
    with Atlas.open(settings.store, settings=settings, background=False) as atlas:
        atlas.review.decide(Status.SENSITIVE, ana.learned("Zanzibarqx")["id"])
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
    for wish in ([], ["--restore"]):
        said = Person(tmp_path / "other").run("import", str(out), *wish, code=1).stderr
        assert said == "atlas: This export holds a part of a space; only a whole one can be brought back.\n"


def test_a_file_that_breaks_off_says_so_with_its_exit_code(ana: Person, tmp_path: Path) -> None:
    """X7: what stood before the break is there."""
    rows = [{"id": str(n), "memory": f"The user likes song {n}."} for n in range(9)]
    cut = tmp_path / "mem0.json"
    cut.write_text(json.dumps(rows)[:-40], "utf-8")
    done = ana.run("import", str(cut), code=1)
    assert "The file ends in the middle of it." in done.stderr
    assert "8 notes" in done.stdout


def test_who_leaves_out_the_format_of_a_conversation_is_told(ana: Person, tmp_path: Path) -> None:
    history = tmp_path / "turns.jsonl"
    history.write_text(json.dumps({"conversation": "garden", "role": "user", "text": "I keep bees."}), "utf-8")
    ana.run("import", str(history))
    for command in ("export", "forget"):
        refused = ana.run(command, "--conversation", "garden", *(["--yes"] if command == "forget" else []), code=1)
        assert "There is no conversation 'garden' here; there is 'turns:garden'." in refused.stderr
    assert "I keep bees." in ana.says("export", "--conversation", "turns:garden")
