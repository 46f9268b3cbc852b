"""The facts that English talk states, found by the rules or worded for a quote that somebody else found."""

from __future__ import annotations

from atlas.language.english.rules.draft import Draft, remembered, scene_of
from atlas.language.english.rules.thinker import propose as find_facts
from atlas.model.claim import Claim
from atlas.model.interaction import Message
from atlas.model.memory import Evidence
from atlas.model.proposal import Remember

__all__ = ["find_facts", "make_fact"]


def make_fact(message: Message, claim: Claim, place: Evidence, confidence: float) -> Remember:
    """Make the proposal of a claim that stands on one quote of a message."""
    span = (place.start, place.end)
    draft = Draft(claim.subject, claim.attribute, claim.value, *span, affirmed=claim.affirmed, confidence=confidence)
    return remembered(draft, scene_of(message, message.text))
