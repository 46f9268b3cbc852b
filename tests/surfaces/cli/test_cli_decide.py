"""Deciding, taking back, forgetting, taking along."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from surfaces.cli._person import Person


def test_approve_lets_a_memory_be_used_and_undo_takes_that_back(careful: Person) -> None:
    """C2, C3: a person decides, the journal has it, undo restores the status before."""
    careful.tell("I live in Porto.")
    assert careful.data("recall", "Where do I live?")["results"] == []
    id = careful.learned("Porto")["id"]
    shown = careful.says("approve", id[:8], "--reason", "checked by Ana")
    assert "approved" in shown
    assert "The user lives in Porto" in shown
    assert careful.data("recall", "Where do I live?")["results"]
    assert "checked by Ana" in careful.says("log", "--limit", "1")
    assert "Took back entry" in careful.says("undo")
    assert careful.learned("Porto")["status"] == "needs_review"


def test_what_is_sensitive_is_known_and_neither_served_nor_given_out(ana: Person) -> None:
    """C1, X7: undo takes it back as any decision."""
    ana.tell("I am allergic to peanuts.", "I live in Porto.")
    id = ana.learned("peanuts")["id"]
    assert "sensitive" in ana.says("sensitive", id[:8], "--reason", "about health")
    assert id not in {each["memory"]["id"] for each in ana.data("recall", "What am I allergic to?")["results"]}
    assert "peanuts" not in ana.says("export", "--format", "markdown")
    assert "peanuts" in ana.says("export", "--format", "markdown", "--sensitive")
    ana.run("undo")
    assert ana.learned("peanuts")["status"] == "approved_for_reuse"


def test_of_a_rejected_memory_the_words_are_kept_out_with_it(ana: Person) -> None:
    """C1: nobody has to reject the messages too, though they can."""
    ana.tell("I live in Porto.", conversation="c1")
    ana.tell("I live in Porto, as I said.", conversation="c2")
    (said,) = [each["id"] for each in ana.data("memories", "--kind", "episode", "--conversation", "c1")["memories"]]
    id = ana.learned("Porto")["id"]
    assert "quoted" not in ana.says("reject", id)
    assert "Porto" not in ana.run("context", "Where do I live?").stdout.split("Where do I live?")[-1]
    ana.run("reject", said)
    ana.run("undo")
    ana.run("undo")
    ana.run("reject", said)
    assert said[:8] not in ana.says("reject", id)  # they are out already


def test_ids_are_decided_all_or_none(careful: Person) -> None:
    careful.tell("I live in Porto.")
    id = careful.learned("Porto")["id"]
    careful.run("approve", id, "m_nothere", code=1)
    assert careful.learned("Porto")["status"] == "needs_review"


def test_what_is_approved_is_said_to_be_approved_already(ana: Person) -> None:  # C2
    ana.tell("I live in Porto.")
    id = ana.learned("Porto")["id"]
    said = ana.run("approve", id, code=1).stderr
    assert said == "atlas: It is already approved: nothing was changed.\n"


def test_a_rejected_one_cannot_be_approved(careful: Person) -> None:
    careful.tell("I live in Porto.")
    id = careful.learned("Porto")["id"]
    assert careful.data("reject", id)["decisions"][0]["status"] == "rejected"
    said = careful.run("approve", id, code=1).stderr
    assert said.startswith("atlas: A memory that is rejected cannot become approved_for_reuse; it can become nothing")


def test_all_is_previewed_and_needs_a_yes_where_nobody_can_be_asked(careful: Person) -> None:
    careful.tell("I live in Porto.")
    done = careful.run("approve", "--all", code=2)
    assert "The user lives in Porto" in done.stdout
    assert "say --yes" in done.stderr
    assert "say --yes" in json.loads(careful.run("approve", "--all", "--json", code=2).stderr)["error"]
    assert careful.learned("Porto")["status"] == "needs_review"
    assert "The user lives in Porto" in careful.says("approve", "--all", "--yes")
    assert careful.learned("Porto")["status"] == "approved_for_reuse"


def test_all_goes_by_kind_origin_and_conversation(careful: Person) -> None:
    careful.tell("I live in Porto.", conversation="c1")
    careful.tell("I like tea.", conversation="c2")
    assert careful.data("approve", "--all", "--origin", "web", "--yes")["decisions"] == []
    assert "Nothing like that waits for you." in careful.says("reject", "--all", "--kind", "rule", "--yes")
    (one,) = careful.data("reject", "--all", "--kind", "preference", "--conversation", "c2", "--yes")["decisions"]
    assert one["content"] == "The user likes tea"
    careful.run("approve", "--all", "--conversation", "c1", "--yes")
    statuses = {each["content"]: each["status"] for each in careful.data("memories")["memories"]}
    assert statuses == {"The user likes tea": "rejected", "The user lives in Porto": "approved_for_reuse"}


@pytest.mark.parametrize("args", [(), ("m_x", "--all"), ("m_x", "--kind", "fact")])
def test_what_cannot_be_meant_is_bad_usage(ana: Person, args: tuple[str, ...]) -> None:
    ana.run("approve", *args, code=2)
    ana.run("reject", *args, code=2)


def test_undo_shows_first_and_goes_back_as_far_as_wished(ana: Person) -> None:
    ana.tell("I live in Porto.", "I moved to Lisbon.")
    nexts = ana.data("undo", "--list")["entries"]
    assert [each["says"].split(" ", 1)[1].split(";")[0] for each in nexts] == [
        "The user lives in Lisbon",
        "The user lives in Porto",
    ]
    assert ana.data("undo")["entry"] == nexts[0]["seq"]
    assert ana.learned("Porto")["status"] == "approved_for_reuse"
    ana.run("undo")
    assert ana.data("memories")["memories"] == []
    assert ana.data("undo", "--list")["entries"] == []


def test_revert_takes_back_one_entry_and_reverting_that_brings_it_again(ana: Person) -> None:
    ana.tell("I live in Porto.", "I like tea.")
    entry = ana.data("log", "--about", ana.learned("Porto")["id"])["entries"][0]["seq"]
    assert f"Took back entry {entry} (remembered" in ana.says("revert", str(entry))
    assert [each["content"] for each in ana.data("memories")["memories"]] == ["The user likes tea"]
    assert "was taken back already" in ana.run("revert", str(entry), code=1).stderr
    ana.run("revert", str(ana.data("log", "--limit", "1")["entries"][0]["seq"]))
    assert ana.learned("Porto")["status"] == "approved_for_reuse"
    assert "not a change that can be taken back" in ana.run("revert", "1", code=1).stderr


def test_undo_says_that_a_forget_stands(ana: Person) -> None:
    """X3: nothing else is taken back in its place, and what came before it has its number."""
    ana.tell("I live in Porto.", "My sister Maria lives in Rome.")
    ana.run("forget", "--person", "Maria", "--yes")
    told = ana.run("undo", code=1).stderr
    assert "A forget cannot be undone" in told
    listed = ana.says("undo", "--list")
    number = listed.partition("revert ")[2].split(".")[0]
    assert f"revert {number} " in " ".join(told.split())
    assert ana.data("undo", "--list")["entries"] == []
    assert ana.learned("Porto")["status"] == "approved_for_reuse"
    assert "lives in Porto" in ana.says("revert", number)


def test_forget_leaves_nothing_and_gives_a_receipt(ana: Person) -> None:
    """X3: rows, indexes, journal text; the receipt has no word of it; the chain still holds."""
    ana.tell("I live in Quixotania.")
    ana.run("context", "Where do I live?")
    id = ana.learned("Quixotania")["id"]
    assert "say --yes" in ana.run("forget", id, code=2).stderr
    receipt = ana.run("forget", id, "--yes", "--json").stdout
    assert "Quixotania" not in receipt
    assert json.loads(receipt)["memories"][0] == id
    assert json.loads(receipt)["touched"]
    assert ana.data("verify")["ok"] is True
    assert b"quixotania" not in b"".join(file.read_bytes().lower() for file in ana.home.iterdir())
    assert "(forgotten)" in ana.says("why", id)
    assert "(not there any more)" in ana.says("why", "--all")


def test_a_conversation_a_person_and_a_text_can_be_forgotten(ana: Person) -> None:
    ana.tell("I live in Porto.", conversation="c1")
    ana.tell("My sister Mirabel lives in Rome.", "The blue folder is mine.", conversation="c2")
    assert "Forgotten for good (conversation)" in ana.says("forget", "--conversation", "c1", "--yes")
    assert "Forgotten for good (person)" in ana.says("forget", "--person", "Mirabel", "--yes")
    assert ana.data("forget", "--text", "blue folder", "--yes")["messages"]
    assert ana.data("memories")["memories"] == []
    for args in (("--conversation", "c1"), ("--person", "Mirabel"), ("--text", "blue folder")):
        ana.run("forget", *args, "--yes", code=1)
    ana.run("forget", "--yes", code=2)
    ana.run("forget", "m_x", "--text", "y", "--yes", code=2)


def test_export_gives_every_line_and_writes_a_file_whole(ana: Person, tmp_path: Path) -> None:
    ana.tell("I live in Porto.")
    rows = [json.loads(line) for line in ana.says("export").splitlines()]
    assert rows[0]["type"] == "atlas"
    assert {each["type"] for each in rows} >= {"atlas", "interaction", "memory", "reflection", "journal", "end"}
    out = tmp_path / "all.jsonl"
    out.write_text("what was there before", "utf-8")
    assert "is there already; write over it with --force" in ana.run("export", "--out", str(out), code=1).stderr
    assert out.read_text("utf-8") == "what was there before"
    assert ana.data("export", "--out", str(out), "--force") == {"file": str(out), "lines": len(rows)}
    assert [json.loads(line) for line in out.read_text("utf-8").splitlines()] == rows
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir() if "all" in file.name] == ["all.jsonl"]


def test_an_export_that_fails_leaves_the_old_file_and_no_other(
    ana: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana.tell("I live in Porto.")
    out = tmp_path / "all.jsonl"
    out.write_text("what was there before", "utf-8")

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("atlas.surfaces.cli.transfer.export.json_text", full)
    done = ana.run("export", "--out", str(out), "--force", code=1)
    assert done.stderr == f"atlas: {out} cannot be written: No space left on device.\n"
    assert out.read_text("utf-8") == "what was there before"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["all.jsonl", "home"]
