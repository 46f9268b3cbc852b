"""One switch for all that ATLAS learns and changes by itself: off, observing and serving go on (J15, X3)."""

from __future__ import annotations

from pathlib import Path

import pytest
from _minds import mind, minded, remade

from atlas.errors import BadInput, Refused
from atlas.settings import load_settings
from engine._aged import aged
from engine._cycles import memories
from engine.conftest import Life


def test_off_nothing_is_thought_about_and_what_was_said_is_stored_and_served(life: Life) -> None:  # J15
    model = mind()
    minded(life, model, self_improvement=False)
    life.say("I live in Porto.")
    life.say("No, that is wrong.")
    life.virtual.later(days=8)
    life.atlas.flush()
    life.atlas.assistant.learned(life.atlas.observe("I like tea.", "Fine.").interaction)
    assert (model.calls, list(life.atlas.jobs.reflections())) == ((), [])
    assert [each.kind.value for each in life.atlas.memories(limit=100) if each.kind.value != "episode"] == []
    assert "I live in Porto." in life.atlas.context("Where do I live?").text
    assert list(life.atlas.inspect.signals()) == []


def test_off_memories_stay_as_they_are_however_old(life: Life) -> None:  # T7
    aged(life.runtime, life.virtual.clock)
    before = memories(life.runtime)
    remade(life, self_improvement=False)
    for _ in range(10):
        life.virtual.later(days=1)
        life.atlas.context("What does Maria like?")
        life.atlas.flush()
    assert memories(life.runtime) == before


def test_off_it_says_so_and_refuses_to_think_by_hand(life: Life) -> None:
    remade(life, self_improvement=False)
    life.say("I live in Porto.")
    report = life.atlas.inspect.status()
    assert (report.self_improvement, report.owed) == (False, 1)
    for think in (lambda: life.atlas.jobs.reflect("nightly"), lambda: life.atlas.jobs.consolidate()):
        with pytest.raises(Refused, match="ATLAS_SELF_IMPROVEMENT"):
            think()
    assert life.atlas.inspect.status().owed == 1
    assert life.atlas.jobs.next_due() is None


def test_on_again_what_was_owed_is_thought_about(life: Life) -> None:  # J3, J7
    life.say("Good morning!")
    remade(life, self_improvement=False)
    life.say("I live in Porto.")
    life.virtual.later(days=2)
    remade(life, self_improvement=True)
    life.atlas.flush()
    assert "lives in Porto" in life.fact("lives in Porto").content
    assert life.atlas.jobs.reflections(task="nightly")


def test_what_a_person_decides_is_done_all_the_same(life: Life) -> None:  # C2
    life.say("I live in Porto.")
    porto = life.fact("lives in Porto")
    remade(life, self_improvement=False)
    life.atlas.reject(porto.id)
    life.atlas.undo()
    life.atlas.forget(porto.id)
    assert "Porto" not in life.atlas.context("Where do I live?").text


def test_it_is_a_setting(tmp_path: Path) -> None:
    assert load_settings(tmp_path, {}).self_improvement is True
    assert load_settings(tmp_path, {"ATLAS_SELF_IMPROVEMENT": "off"}).self_improvement is False
    with pytest.raises(BadInput, match="ATLAS_SELF_IMPROVEMENT"):
        load_settings(tmp_path, {"ATLAS_SELF_IMPROVEMENT": "a little"})
