"""The journal in words: each line of `atlas log` names the memory that it speaks of (C8)."""

from __future__ import annotations

import re

import pytest

from surfaces.cli._person import Person


@pytest.fixture
def asked(ana: Person) -> Person:
    ana.tell("I live in Porto.", conversation="c1")
    ana.run("context", "Where do I live?", "--conversation", "c1")
    ana.run("observe", "Where do I live?", "--assistant", "In Porto, by the river.", "--conversation", "c1")
    ana.run("work", "--once")
    return ana


def test_a_use_is_told_with_what_was_used(asked: Person) -> None:  # C8, T6
    porto = asked.learned("lives in Porto")["id"]
    assert re.search(rf"reinforced +used [^;]*{porto[:8]} The user lives in Porto", asked.says("log"))
    (entry,) = [each for each in asked.data("log")["entries"] if each["action"] == "memory.reinforced"]
    assert "The user lives in Porto" in entry["says"]


def test_a_wish_that_waits_is_told_with_the_memory_it_is_about(asked: Person) -> None:  # C8, T6
    asked.left("What did I say?", "That you live in Rome.")
    porto = asked.learned("lives in Porto")["id"]
    asked.run("feedback", porto, "stale")
    shown = asked.says("log", "--limit", "3")
    assert "The user lives in Porto" in shown


def test_what_a_model_would_archive_is_named(ana: Person) -> None:  # C8
    from atlas.surfaces.library import Atlas

    ana.tell("I live in Porto.")
    porto = ana.learned("lives in Porto")["id"]
    with Atlas.open(ana.home / "memory.atlas", background=False) as atlas:
        atlas.feedback.rate_memory(porto, "wrong", by_model=True)
    assert re.search(rf"held +archive {porto[:8]} The user lives in Porto: A model says so; a person", ana.says("log"))


def test_a_message_that_was_decided_on_is_told_in_its_words(ana: Person) -> None:  # C8
    ana.tell("I live in Porto.")
    said = ana.data("memories", "--kind", "episode")["memories"][0]["id"]
    ana.run("reject", said)
    assert re.search(rf"{said[:8]} approved → rejected: I live in Porto\.", ana.says("log"))


def test_what_was_forgotten_is_not_named(asked: Person) -> None:  # X3
    asked.run("forget", asked.learned("lives in Porto")["id"], "--yes")
    assert "Porto" not in asked.says("log", "--limit", "100")
