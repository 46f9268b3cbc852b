"""Pins, the archive and the switch of self-improvement at the command line (T7)."""

from __future__ import annotations

from datetime import UTC, datetime

from surfaces.cli._person import Person


def test_pin_and_unpin(ana: Person) -> None:  # T7
    ana.tell("I live in Porto.")
    porto = ana.learned("lives in Porto")["id"]
    assert ana.says("pin", porto).startswith(f"pinned    {porto[:8]}  The user lives in Porto\n")
    assert "pinned" in ana.says("show", porto)
    assert ana.learned("lives in Porto")["pinned"] is True
    assert ana.data("unpin", porto)["memories"][0].get("pinned") is None
    ana.run("undo")
    assert ana.learned("lives in Porto")["pinned"] is True


def test_only_a_memory_is_pinned(ana: Person) -> None:  # T7
    ana.tell("I live in Porto.")
    job = ana.data("reflections")["reflections"][0]["id"]
    assert "is a reflection" in ana.run("pin", job, code=1).output


def test_what_faded_is_found_with_a_flag(ana: Person) -> None:  # T7
    assert "--archived" in ana.says("recall", "Where do I live?")
    ana.tell("I live in Porto.")
    assert ana.data("recall", "Where do I live?", "--archived")["results"]


def test_status_says_that_self_improvement_is_off(ana: Person) -> None:
    ana.env["ATLAS_SELF_IMPROVEMENT"] = "0"
    ana.tell("I live in Porto.")
    assert "1 owed, 0 given up; self-improvement is off (ATLAS_SELF_IMPROVEMENT)" in ana.says("status")
    assert ana.data("status")["self_improvement"] is False
    assert "Self-improvement is off" in ana.run("work", "--once").stderr
    assert "ATLAS_SELF_IMPROVEMENT=1" in ana.run("reflect", "nightly", code=1).output


def test_forgetting_says_who_may_be_meant_and_who_was_left(ana: Person) -> None:  # X3
    ana.tell("My sister Maria Santos lives in Rome.", "My colleague Maria Lopes works at Globex.")
    assert "'Maria Santos'" in ana.run("forget", "--person", "Mari", "--yes", code=1).output
    shown = ana.says("forget", "--person", "Maria Santos", "--yes")
    assert "left, since only a part of the name is theirs: user/colleague" in shown


def test_memories_are_compared_and_rolled_back(ana: Person) -> None:  # X4
    ana.tell("I like tea.")
    then = datetime.now(UTC).isoformat()
    ana.tell("I live in Porto.")
    assert "learned" in ana.says("diff", "--since", "2020-01-01")
    assert "Nothing differs" in ana.says("diff", "--since", "2019-01-01", "--at", "2020-01-01")
    assert ana.data("diff", "--since", "2020-01-01")["differences"][0]["after"]["content"] == "The user lives in Porto"
    assert "archived" in ana.says("rollback", "--to", then, "--yes")
    assert "Porto" not in ana.says("memories")
    ana.run("undo")
    assert "Porto" in ana.says("memories")
    assert "--since" in ana.run("diff", "--since", "whenever", code=2).output
