"""An answer from memory alone, when there is no model to phrase one: what is known, the quote, and its date.

It says only what a memory says, and of nobody but the one asked about. Where nothing fits the question it says so and
offers the nearest thing said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from atlas.model.claim import Claim, addressed
from atlas.model.entity import Entity, EntityId, title_of
from atlas.model.memory import Kind, Memory
from atlas.model.recall import Recalled
from atlas.retrieval.question import Wanted

MAX_FACTS: Final = 5
_NEAR: Final = 0.35
"""Cosine from which something said is near enough to a question to be offered."""


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that answers: a sentence, who said it in which words, and when."""

    sentence: str
    memory: Memory
    quote: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Answer:
    found: tuple[Found, ...]
    sure: bool
    """Whether a fact of the kind asked for was found, as opposed to something near the question."""


def answer(
    recalled: Sequence[Recalled], wanted: Wanted, asker: EntityId, cosines: Sequence[float], entities: Iterable[Entity]
) -> Answer:
    names = {entity.id: entity.title for entity in entities}
    best = max((wanted.match(item.memory.claim) for item in recalled), default=0.0)
    if best > 0.0 and wanted.subjects:
        hits = [item.memory for item in recalled if wanted.match(item.memory.claim) == best]
        return Answer(tuple(_found(memory, asker, names) for memory in hits[:MAX_FACTS]), True)
    near = [
        item.memory
        for item, cosine in zip(recalled, cosines, strict=True)
        if cosine >= _NEAR and wanted.may_concern(item.memory.claim)
    ]
    facts = [memory for memory in near if memory.kind is not Kind.EPISODE] or near
    return Answer(tuple(_found(memory, asker, names) for memory in facts[:1]), False)


def sentence(claim: Claim, asker: EntityId, names: dict[EntityId, str]) -> str:
    """The claim as one says it to the asker."""
    if claim.subject == asker:
        return addressed(claim)
    name = names.get(claim.subject) or title_of(claim.subject)
    return claim.sentence(name.replace("The user's", "Your"))


def _found(memory: Memory, asker: EntityId, names: dict[EntityId, str]) -> Found:
    text = sentence(memory.claim, asker, names) if memory.claim else memory.content
    quote = memory.evidence[-1].quote if memory.evidence else memory.content
    return Found(text, memory, quote, memory.observed_at)
