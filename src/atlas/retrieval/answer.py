"""An answer from memory alone, without a model: the known fact, its quote and its date.

The answer repeats memories only, and only those about the person asked about. A fact of which the person spoke again
later, in words that were not read as a fact, is told as of its day, with those words beside it. Where nothing fits, the
answer says so and offers the nearest statements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Final

from atlas.language.registry import LANGUAGE
from atlas.language.sentences import split_sentences
from atlas.model.claim import RELATIONS, Claim
from atlas.model.entity import Entity, EntityId, title_of
from atlas.model.ids import MemoryId
from atlas.model.memory import Kind, Memory
from atlas.model.origin import Origin
from atlas.model.recall import Recalled
from atlas.retrieval.question import WantedFact
from atlas.retrieval.uninformative import only_asks

MAX_FACTS: Final = 5
MAX_LATER: Final = 2
MAX_NEAREST: Final = 3
_NEAR: Final = 0.35
"""Cosine from which something said is near enough to a question to be offered; each shared word makes up for some."""
_SHARED_WORD: Final = 0.1
_FACT: Final = 0.15
"""What a fact is preferred by to a sentence that is as near."""
_MOST_SENTENCES: Final = 8


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
    """Whether a fact of the kind asked for was found, as opposed to something near the question, and nothing was said
    of it since."""
    later: tuple[FoundFact, ...] = ()
    """What was said of the found facts after them: they may hold no longer."""


Measure = Callable[[Sequence[str]], Sequence[float]]
"""The cosines of texts with the question."""


def build_answer(
    recalled: Sequence[Recalled],
    wanted: WantedFact,
    asker: EntityId,
    measure: Measure,
    entities: Iterable[Entity],
) -> Answer:
    names = {entity.id: entity.title for entity in entities}
    memories = [item.memory for item in recalled]
    hits = _find_asked_facts(memories, wanted) or _find_facts_by_words(memories, wanted)
    if hits:
        later = tuple(_make_found_fact(memory, asker, names) for memory in _find_later_words(memories, hits, wanted))
        return Answer(tuple(_make_found_fact(memory, asker, names) for memory in hits[:MAX_FACTS]), not later, later)
    offered = [memory for memory in memories if _may_be_offered(memory, wanted)]
    near = _choose_nearest(_rank_sentences(offered, wanted, measure), wanted)
    found = (_quote_nearest(_make_found_fact(memory, asker, names), sentence) for sentence, memory in near)
    return Answer(tuple(islice(found, MAX_NEAREST)), False)


def _quote_nearest(fact: FoundFact, sentence: str) -> FoundFact:
    """Of what was said the nearest sentence; of what was concluded the words it stands on."""
    return replace(fact, quote=sentence) if fact.memory.kind is Kind.EPISODE else fact


def _rank_sentences(memories: Sequence[Memory], wanted: WantedFact, measure: Measure) -> list[tuple[str, Memory]]:
    """Each memory that is near the question with the sentence that is nearest, the nearest first."""
    pairs = [(sentence, memory) for memory in memories for sentence in _list_telling_sentences(memory)]
    cosines = measure([sentence for sentence, _ in pairs]) if pairs else []
    best: dict[MemoryId, tuple[float, str, Memory]] = {}
    for (sentence, memory), cosine in zip(pairs, cosines, strict=True):
        fact = _FACT if memory.kind is not Kind.EPISODE else 0.0
        nearness = cosine + fact + _SHARED_WORD * wanted.count_topic_words(sentence)
        if nearness >= _NEAR and nearness > best.get(memory.id, (0.0, "", memory))[0]:
            best[memory.id] = (nearness, sentence, memory)
    return [(sentence, memory) for _, sentence, memory in sorted(best.values(), key=lambda each: -each[0])]


def _list_telling_sentences(memory: Memory) -> list[str]:
    """The sentences of what was said; what was concluded is one."""
    if memory.kind is not Kind.EPISODE:
        return [memory.content]
    told = [sentence for sentence in split_sentences(memory.content) if not LANGUAGE.questions.is_question(sentence)]
    return told[:_MOST_SENTENCES]


def _find_later_words(memories: Sequence[Memory], hits: Sequence[Memory], wanted: WantedFact) -> list[Memory]:
    """Find what was said after the facts about someone, by their name or by what they are ("my dentist")."""
    told = max(memory.observed_at for memory in hits)
    related = [memory.claim for memory in hits if memory.claim and memory.claim.attribute in RELATIONS]
    known = LANGUAGE.questions.stem_words(" ".join(f"{claim.attribute} {claim.value}" for claim in related))
    return [
        memory
        for memory in memories
        if memory.kind is Kind.EPISODE
        and memory.observed_at > told
        and memory.origin is not Origin.ASSISTANT
        and known & LANGUAGE.questions.stem_words(memory.content)
        and not only_asks(memory.content)
    ][:MAX_LATER]


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
    spoken = memory.origin is not Origin.ASSISTANT and not only_asks(memory.content)
    return spoken and wanted.may_be_meant(memory.content)


def _choose_nearest(near: Sequence[tuple[str, Memory]], wanted: WantedFact) -> Iterator[tuple[str, Memory]]:
    """Of those that stand on the same words the first; for yes-or-no questions those on the same topic."""
    most = 0 if wanted.which else max((wanted.count_topic_words(sentence) for sentence, _ in near), default=0)
    words: list[str] = []
    for sentence, memory in near:
        quote = memory.evidence[-1].quote if memory.evidence else memory.content
        new = not any(quote in other or other in quote for other in words)
        if new and wanted.count_topic_words(sentence) >= most:
            yield sentence, memory
        words.append(quote)


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
