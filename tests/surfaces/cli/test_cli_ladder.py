"""`atlas pause` and `atlas resume`, and how every command says that the engine is held back (H6)."""

from __future__ import annotations

from contextlib import closing

import pytest

from atlas.engine.core.ledger import Ledger
from atlas.model.journal import Action, Actor
from atlas.model.metric import Escalation, Rung
from atlas.settings import load_settings
from atlas.surfaces.library import Atlas
from surfaces.cli._person import Person

HELD = "An operator goes on: atlas learning resume."


def _learned(ana: Person) -> list[str]:
    return [each["content"] for each in ana.data("memories")["memories"] if each["kind"] != "episode"]


def test_paused_the_command_keeps_and_serves_and_thinks_nothing(ana: Person) -> None:
    ana.tell("I live in Porto.")
    assert "Paused since" in ana.says("pause", "--reason", "I want to look.")
    ana.tell("My sister is called Maria.")
    told = ana.run("work", "--once")
    assert HELD in told.stderr
    assert [each for each in _learned(ana) if "Maria" in each] == []
    assert "Maria" in ana.says("recall", "What is my sister called?")
    assert "atlas learning resume" in ana.run("reflect", "nightly", code=1).stderr
    assert "ladder" in ana.says("doctor", code=1)
    chat = ana.run("chat", said="Where do I live?\n")
    assert HELD in chat.stderr
    assert "Porto" in chat.stdout


def test_resumed_it_goes_on(ana: Person) -> None:
    ana.tell("I live in Porto.")
    ana.run("pause", "--reason", "I want to look.")
    ana.tell("My sister is called Maria.")
    assert ana.data("resume", "--reason", "I looked.")["rung"] == "free"
    ana.run("work", "--once")
    assert any("Maria" in each for each in _learned(ana))
    log = ana.says("log")
    assert "free → paused: An operator paused it." in log
    assert "I looked." in log
    assert "nothing to resume" in ana.run("resume", "--reason", "Again.", code=1).stderr


def test_both_ask_for_a_reason(ana: Person) -> None:
    for command in ("pause", "resume"):
        assert "--reason" in ana.run(command, code=2).stderr


@pytest.mark.parametrize("rung", [each for each in Rung if each is not Rung.FREE])
def test_every_rung_is_shown(ana: Person, rung: Rung) -> None:
    ana.tell("I live in Porto.")
    settings = load_settings(ana.home, ana.env)
    with closing(Atlas.open(settings.store, settings=settings, background=False)) as atlas:
        runtime = atlas._opening.runtime
        with runtime.writing() as txn:
            stands = Escalation(rung, runtime.now(), "The consistency is 0.40.")
            Ledger(runtime, txn).record_escalation(Actor.ATLAS, Action.ESCALATED, stands)
    status = ana.says("status")
    assert "The consistency is 0.40." in " ".join(status.split())
    assert ana.data("status")["ladder"]["rung"] == rung.value
    assert (HELD in ana.run("pending").stderr) is (rung is not Rung.FLAGGED)
