"""An answer from memory alone, when there is no model to phrase one: what is known, the quote, and its date.

It says only what a memory says, and of nobody but the one asked about. Where nothing fits the question it says so and
offers the nearest thing said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from atlas.language.claim_text import addressed, told
from atlas.model.claim import Claim
from atlas.model.entity import Entity, EntityId, title_of
from atlas.model.memory import Kind, Memory
from atlas.model.origin import Origin
from atlas.model.recall import Recalled
from atlas.retrieval.question import Wanted, is_question

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
    memories = [item.memory for item in recalled]
    hits = _asked_for(memories, wanted) or _told(memories, wanted)
    if hits:
        return Answer(tuple(_found(memory, asker, names) for memory in hits[:MAX_FACTS]), True)
    near = [
        memory for memory, cosine in zip(memories, cosines, strict=True) if cosine >= _NEAR and _fit(memory, wanted)
    ]
    return Answer(tuple(_found(memory, asker, names) for memory in _nearest(near, wanted)[:1]), False)


def _asked_for(memories: Sequence[Memory], wanted: Wanted) -> list[Memory]:
    """What has the attribute asked for, of the one asked about; of several, what speaks of the same."""
    scores = [
        wanted.match(memory.claim) if memory.claim and _of_them(memory.claim, wanted) else 0.0 for memory in memories
    ]
    best = max(scores, default=0.0)
    hits = [memory for memory, score in zip(memories, scores, strict=True) if score == best > 0.0]
    free = [memory for memory in hits if memory.claim and not wanted.needs_topic(memory.claim)]
    return free if free and wanted.which else _most_alike(hits, wanted) or free


def _of_them(claim: Claim, wanted: Wanted) -> bool:
    return bool(wanted.subjects) or wanted.is_about(claim)


def _told(memories: Sequence[Memory], wanted: Wanted) -> list[Memory]:
    """What says it in the question's own words: "When do I fly?", "fly to Lisbon on 3 December"."""
    return _most_alike([memory for memory in memories if wanted.may_tell(memory.claim)], wanted)


def _most_alike(memories: Sequence[Memory], wanted: Wanted) -> list[Memory]:
    most = max((wanted.shared(memory.claim) for memory in memories), default=0)
    return [memory for memory in memories if most and wanted.shared(memory.claim) == most]


def _fit(memory: Memory, wanted: Wanted) -> bool:
    """Whether it may be offered as near: nothing of another's, no earlier question, and no earlier answer."""
    if memory.kind is not Kind.EPISODE:
        return wanted.may_concern(memory.claim)
    spoken = memory.origin is not Origin.ASSISTANT and not is_question(memory.content)
    return spoken and wanted.may_be_meant(memory.content)


def _nearest(near: Sequence[Memory], wanted: Wanted) -> Sequence[Memory]:
    """Facts before what was said in passing; where it is asked whether, what speaks of the same before either."""
    most = 0 if wanted.which else max((wanted.spoken(memory.content) for memory in near), default=0)
    alike = [memory for memory in near if wanted.spoken(memory.content) >= most]
    return [memory for memory in alike if memory.kind is not Kind.EPISODE] or alike


def sentence(claim: Claim, asker: EntityId, names: dict[EntityId, str]) -> str:
    """The claim as one says it to the asker."""
    if claim.subject == asker:
        return addressed(claim)
    name = names.get(claim.subject) or title_of(claim.subject)
    return told(claim, name.replace("The user's", "Your"))


def _found(memory: Memory, asker: EntityId, names: dict[EntityId, str]) -> Found:
    text = sentence(memory.claim, asker, names) if memory.claim else memory.content
    quote = memory.evidence[-1].quote if memory.evidence else memory.content
    return Found(text, memory, quote, memory.observed_at)
