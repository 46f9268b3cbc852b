"""A verdict on a reply is no value: "no, that is wrong" closes nothing that somebody said of themselves (S7, T16)."""

from __future__ import annotations

from typing import Any

import pytest

from atlas import Kind

SAID = ("I am allergic to peanuts.", "I am vegetarian.", "I prefer short answers.", "I like figs.")
VERDICTS = (
    "no, that is wrong.",
    "No, that's terrible",
    "no, it's wrong",
    "Nope, that's nonsense.",
    "No, it's not right",
    "no, that's a mistake",
    "Actually, that's fine",
)


def _learned(life: Any) -> list[Any]:
    """What the user said of themselves, or wishes; lessons are of replies."""
    kinds = [Kind.FACT, Kind.PREFERENCE, Kind.RULE]
    return list(life.atlas.memories(limit=100, kinds=kinds, archived=True))


@pytest.mark.parametrize("verdict", VERDICTS)
@pytest.mark.parametrize("said", SAID)
def test_a_verdict_on_a_reply_is_no_value(life: Any, said: str, verdict: str) -> None:
    life.say(said, "The capital of Australia is Sydney.")
    before = {memory.id: memory.status for memory in _learned(life)}
    assert before
    life.say(verdict, "Sorry.")
    after = {memory.id: memory.status for memory in _learned(life)}
    assert {id: after.get(id) for id in before} == before
    told = " ".join(memory.content for memory in _learned(life)).casefold()
    assert not [word for word in ("wrong", "terrible", "nonsense", "mistake", "fine", "right") if word in told]


def test_a_correction_with_a_value_still_counts(life: Any) -> None:
    life.say("I live in Porto.", "So you live in Lisbon.")
    life.say("No, Braga", "Sorry.")
    assert any("Braga" in memory.content for memory in _learned(life))
