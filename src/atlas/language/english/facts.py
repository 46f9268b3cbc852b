"""The facts that English talk states, found by the rules or worded for a quote that somebody else found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from atlas.language.english.marked_facts import find_marked_facts
from atlas.language.english.rules.draft import Draft, remembered, scene_of
from atlas.language.english.rules.thinker import find_answers, propose
from atlas.model.claim import Claim
from atlas.model.interaction import Message, Role
from atlas.model.memory import Evidence
from atlas.model.proposal import Remember
from atlas.model.reading import WAIT, Reading
from atlas.model.thinking import Material

__all__ = ["find_facts", "make_fact"]

_MOST_ELLIPTIC: Final = 5
_FIRST_PERSON: Final = re.compile(r"\b(?:i|i['’]\w+|im|my|me|mine|we|we['’]\w+|our|ours|us)\b", re.I)


def find_facts(material: Material, readings: Sequence[Reading] | None = None) -> tuple[Remember, ...]:
    """Find the facts of the users' messages; `readings` has one for each of them, or there was no reader.

    What a bare "yes" or "no, Lisbon" says stands in the turn that it answers, and whose turn that was, to whom, and how
    far it may be trusted is not for a network to guess (C3): rules read such answers, and cite the turn.
    """
    if readings is None:
        return propose(material)
    found: list[Remember] = []
    earlier, unread = list(material.earlier), iter(readings)
    for message in material.interaction.messages:
        if message.role is Role.USER:
            reading = next(unread)
            facts = [] if _is_elliptic(message, earlier) else find_marked_facts(message, reading, WAIT)
            found.extend(facts if facts else find_answers(message, tuple(earlier)))
        earlier.append(message)
    return tuple(found)


def _is_elliptic(message: Message, earlier: Sequence[Message]) -> bool:
    """Whether some words without a first person follow somebody else's turn."""
    before = earlier[-1] if earlier else None
    other = before is not None and (before.role is not message.role or before.speaker != message.speaker)
    return other and len(message.text.split()) <= _MOST_ELLIPTIC and not _FIRST_PERSON.search(message.text)


def make_fact(message: Message, claim: Claim, place: Evidence, confidence: float) -> Remember:
    """Make the proposal of a claim that stands on one quote of a message."""
    span = (place.start, place.end)
    draft = Draft(claim.subject, claim.attribute, claim.value, *span, affirmed=claim.affirmed, confidence=confidence)
    return remembered(draft, scene_of(message, message.text))
