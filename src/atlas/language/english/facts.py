"""The facts that English talk states, found by the rules or worded for a quote that somebody else found."""

from __future__ import annotations

from collections.abc import Sequence

from atlas.language.english.marked_facts import find_marked_facts
from atlas.language.english.rules.draft import Draft, remembered, scene_of
from atlas.language.english.rules.thinker import propose
from atlas.model.claim import Claim
from atlas.model.interaction import Message, Role
from atlas.model.memory import Evidence
from atlas.model.proposal import Remember
from atlas.model.reading import WAIT, Reading
from atlas.model.thinking import Material

__all__ = ["find_facts", "make_fact"]


def find_facts(material: Material, readings: Sequence[Reading] | None = None) -> tuple[Remember, ...]:
    """Find the facts of the users' messages; `readings` has one for each of them, or there was no reader."""
    if readings is None:
        return propose(material)
    said = [message for message in material.interaction.messages if message.role is Role.USER]
    pairs = zip(said, readings, strict=True)
    return tuple(fact for message, reading in pairs for fact in find_marked_facts(message, reading, WAIT))


def make_fact(message: Message, claim: Claim, place: Evidence, confidence: float) -> Remember:
    """Make the proposal of a claim that stands on one quote of a message."""
    span = (place.start, place.end)
    draft = Draft(claim.subject, claim.attribute, claim.value, *span, affirmed=claim.affirmed, confidence=confidence)
    return remembered(draft, scene_of(message, message.text))
