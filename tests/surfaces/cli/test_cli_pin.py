"""T7 at the command line: what is pinned says so, and is unpinned by name or by undo."""

from __future__ import annotations

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
