"""An answer from memory alone, without a model: the known fact, its quote and its date.

The answer repeats memories only, and only those about the person asked about. Where nothing fits, it says so and offers
the nearest statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from atlas.language.registry import LANGUAGE
from atlas.model.claim import Claim
from atlas.model.entity import Entity, EntityId, title_of
from atlas.model.memory import Kind, Memory
from atlas.model.origin import Origin
from atlas.model.recall import Recalled
from atlas.retrieval.question import WantedFact

MAX_FACTS: Final = 5
_NEAR: Final = 0.35
"""Cosine from which something said is near enough to a question to be offered."""


@dataclass(frozen=True, slots=True)
class FoundFact:
    """One answering fact: a sentence, the quote behind it and its time."""

    sentence: str
    memory: Memory
    quote: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Answer:
    found: tuple[FoundFact, ...]
    sure: bool
    """Whether a fact of the kind asked for was found, as opposed to something near the question."""


def build_answer(
    recalled: Sequence[Recalled],
    wanted: WantedFact,
    asker: EntityId,
    cosines: Sequence[float],
    entities: Iterable[Entity],
) -> Answer:
    names = {entity.id: entity.title for entity in entities}
    memories = [item.memory for item in recalled]
    hits = _find_asked_facts(memories, wanted) or _find_facts_by_words(memories, wanted)
    if hits:
        return Answer(tuple(_make_found_fact(memory, asker, names) for memory in hits[:MAX_FACTS]), True)
    near = [
        memory
        for memory, cosine in zip(memories, cosines, strict=True)
        if cosine >= _NEAR and _may_be_offered(memory, wanted)
    ]
    return Answer(tuple(_make_found_fact(memory, asker, names) for memory in _choose_nearest(near, wanted)[:1]), False)


def _find_asked_facts(memories: Sequence[Memory], wanted: WantedFact) -> list[Memory]:
    """Find facts with the asked attribute and subject; of several, those on the same topic."""
    scores = [
        wanted.match(memory.claim) if memory.claim and _concerns_subject(memory.claim, wanted) else 0.0
        for memory in memories
    ]
    best = max(scores, default=0.0)
    hits = [memory for memory, score in zip(memories, scores, strict=True) if score == best > 0.0]
    free = [memory for memory in hits if memory.claim and not wanted.needs_topic(memory.claim)]
    return free if free and wanted.which else _keep_most_alike(hits, wanted) or free


def _concerns_subject(claim: Claim, wanted: WantedFact) -> bool:
    return bool(wanted.subjects) or wanted.is_about(claim)


def _find_facts_by_words(memories: Sequence[Memory], wanted: WantedFact) -> list[Memory]:
    """Find facts in the question's own words: "When do I fly?", "fly to Lisbon on 3 December"."""
    return _keep_most_alike([memory for memory in memories if wanted.may_tell(memory.claim)], wanted)


def _keep_most_alike(memories: Sequence[Memory], wanted: WantedFact) -> list[Memory]:
    most = max((wanted.count_shared_words(memory.claim) for memory in memories), default=0)
    return [memory for memory in memories if most and wanted.count_shared_words(memory.claim) == most]


def _may_be_offered(memory: Memory, wanted: WantedFact) -> bool:
    """Tell whether a memory may be offered as near: no other person's, no earlier question or answer."""
    if memory.kind is not Kind.EPISODE:
        return wanted.may_concern(memory.claim)
    spoken = memory.origin is not Origin.ASSISTANT and not LANGUAGE.questions.is_question(memory.content)
    return spoken and wanted.may_be_meant(memory.content)


def _choose_nearest(near: Sequence[Memory], wanted: WantedFact) -> Sequence[Memory]:
    """Prefer facts to episodes; for yes-or-no questions prefer memories on the same topic to both."""
    most = 0 if wanted.which else max((wanted.count_topic_words(memory.content) for memory in near), default=0)
    alike = [memory for memory in near if wanted.count_topic_words(memory.content) >= most]
    return [memory for memory in alike if memory.kind is not Kind.EPISODE] or alike


def phrase_claim(claim: Claim, asker: EntityId, names: dict[EntityId, str]) -> str:
    """Phrase a claim as said to the asker."""
    if claim.subject == asker:
        return LANGUAGE.claim_text.address_claim(claim)
    name = names.get(claim.subject) or title_of(claim.subject)
    return LANGUAGE.claim_text.state_claim(claim, name.replace("The user's", "Your"))


def _make_found_fact(memory: Memory, asker: EntityId, names: dict[EntityId, str]) -> FoundFact:
    text = phrase_claim(memory.claim, asker, names) if memory.claim else memory.content
    quote = memory.evidence[-1].quote if memory.evidence else memory.content
    return FoundFact(text, memory, quote, memory.observed_at)
