"""An answer from memory alone, without a model: the known fact, its quote and its date.

The answer repeats memories only, and only those about the person asked about. A fact of which the person spoke again
later, in words that were not read as a fact, is told as of its day, with those words beside it; so are an amount and a
plan, which move. Where nothing fits, the answer says so and offers the nearest statements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

from atlas.language.acquaintances import gather_acquaintances
from atlas.language.interface import AnswerType
from atlas.language.registry import LANGUAGE
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, PLANS, RELATIONS, Claim
from atlas.model.entity import Entity, EntityId, split_related, title_of
from atlas.model.memory import Kind, Memory
from atlas.model.recall import Recalled
from atlas.retrieval.passages import Measure, Passage, choose_passages, find_own_words, quote_around, rank_passages
from atlas.retrieval.query_terms import COMMON
from atlas.retrieval.question import WantedFact
from atlas.retrieval.uninformative import may_answer

MAX_FACTS: Final = 5
MAX_WISHES: Final = 20
"""Of what was asked of the answers all of it is told, as all of it is obeyed."""
MAX_LATER: Final = 2
MAX_NEAREST: Final = 3
MAX_OFFERED: Final = 4
"""The nearest by their words, filled up with what search found first."""
_FIRST_FOUND: Final = 3
_MOVING: Final = frozenset({PLANS, "deadline", "budget", "takes", "wants"})
"""What is put off or changed more often than it is told again."""


_CHANGING: Final = frozenset({"works_at", "works_as", "lives_in", "address", "studies", "diet"})
_LONG_AGO: Final = timedelta(days=120)
_SURNAMES: Final = LANGUAGE.word_stems.stem_words("family surname maiden")
_MORE_ASKED: Final = 2
"""Telling words of a question beside those by which it names somebody."""
_GRAVE: Final = frozenset({"takes", "allergic_to", "has_condition"})
"""Of what a life hangs on everything is told: that it is over, each of two doses, and what was said of it since."""


@dataclass(frozen=True, slots=True)
class FoundFact:
    """One answering fact: a sentence, the quote behind it and its time."""

    sentence: str
    memory: Memory
    quote: str
    said_at: datetime
    begins: datetime | None = None
    """From when on it is so, where that is to come (T16)."""


@dataclass(frozen=True, slots=True)
class Answer:
    found: tuple[FoundFact, ...]
    sure: bool
    """Whether a fact of the kind asked for was found, as opposed to something near the question, and nothing was said
    of it since."""
    later: tuple[FoundFact, ...] = ()
    """What was said of the found facts after them: they may hold no longer."""
    dated: bool = False
    """Whether the facts are told as of their day."""


def build_answer(
    recalled: Sequence[Recalled],
    wanted: WantedFact,
    asker: EntityId,
    measure: Measure,
    entities: Sequence[Entity],
    now: datetime | None = None,
) -> Answer:
    """Build the answer; what may have changed since it was last told is told as of its day, where `now` is known."""
    names = {entity.id: entity.title for entity in entities}
    memories = [item.memory for item in recalled]
    hits: list[Memory] = []
    for meant in _widen_by_relatives(wanted, memories, entities):
        hits = hits or _find_asked_facts(memories, meant) or _find_facts_by_words(memories, meant)
    hits = [memory for memory in hits if _holds_asked_type(memory, wanted) and not _only_names(memory, wanted, names)]
    wishes = bool(wanted.attributes) and BEHAVIOUR_ATTRIBUTES.issuperset(wanted.attributes)
    hits = _keep_newest_amounts(_drop_ended(hits, wanted))[: MAX_WISHES if wishes else MAX_FACTS]
    if hits:
        later = tuple(_make_found_fact(memory, asker, names) for memory in _find_later_words(memories, hits, wanted))
        differing = wanted.answer_type is AnswerType.QUANTITY and len(hits) > 1
        dated = bool(later) or differing or any(_is_moving(memory) or _is_aged(memory, now) for memory in hits)
        if dated:
            hits = sorted(hits, key=lambda each: each.observed_at, reverse=True)
        if now is not None:
            hits = sorted(hits, key=lambda each: each.begins_after(now))  # what is so before what will be
        found = tuple(_make_found_fact(memory, asker, names, now) for memory in hits)
        return Answer(found, not later, later, dated)
    near_by = [memory for memory in memories if _may_be_offered(memory, wanted)]
    near = choose_passages(rank_passages(near_by, wanted, measure), wanted)
    offered = _add_first(list(islice(near, MAX_NEAREST)), near_by, wanted, measure)
    offered = sorted(offered, key=lambda each: each.memory.observed_at, reverse=True)
    return Answer(tuple(_make_offer(passage, asker, names) for passage in offered), False)


def _add_first(
    offered: list[Passage], memories: Sequence[Memory], wanted: WantedFact, measure: Measure
) -> list[Passage]:
    """With what search found first, which knows more than words and nearness."""
    first = [memory for memory in memories[:_FIRST_FOUND] if memory.kind is Kind.EPISODE]
    known = {each.memory.id for each in offered}
    return [*offered, *(each for each in rank_passages(first, wanted, measure) if each.memory.id not in known)][
        :MAX_OFFERED
    ]


def _holds_asked_type(memory: Memory, wanted: WantedFact) -> bool:
    """Whether a fact holds what is asked for: where one works tells neither how much they pay, nor when, nor why."""
    if wanted.answer_type is None:
        return True
    quote = memory.evidence[-1].quote if memory.evidence else ""
    if wanted.answer_type is AnswerType.QUANTITY:
        told = memory.claim.value if memory.claim else quote
    elif memory.claim and memory.claim.attribute in RELATIONS:
        told = memory.claim.value  # a name says neither when nor why
    elif wanted.answer_type is AnswerType.TIME and (memory.referred_at or memory.valid_from or memory.valid_until):
        return True
    else:
        told = f"{memory.content} {quote}"
    return LANGUAGE.query_forms.holds_answer_type(told, wanted.answer_type)


def _widen_by_relatives(
    wanted: WantedFact, memories: Sequence[Memory], entities: Iterable[Entity]
) -> Iterator[WantedFact]:
    """Whoever is asked about by relation is whoever that is now: both daughters, the dog that is still there. Then
    anybody who ever was, since they are told by their names."""
    known = gather_acquaintances(entities, (each.claim for each in memories if each.claim))

    def widen(find: Callable[[EntityId, str], list[EntityId]]) -> WantedFact:
        slots = [(each, None if each in wanted.named else split_related(each)) for each in wanted.subjects]
        meant = [entity for each, slot in slots for entity in (find(*slot) if slot else [each])]
        return replace(wanted, subjects=tuple(dict.fromkeys(meant)))

    yield widen(known.list_meant)
    yield widen(known.list_of_relation)


def _make_offer(passage: Passage, asker: EntityId, names: dict[EntityId, str]) -> FoundFact:
    """Of what was said the nearest sentence with those beside it; of what was concluded the words it stands on."""
    fact = _make_found_fact(passage.memory, asker, names)
    if passage.memory.kind is not Kind.EPISODE:
        return fact
    return replace(fact, quote=quote_around(passage.sentence, passage.memory.content))


def _drop_ended(hits: Sequence[Memory], wanted: WantedFact) -> list[Memory]:
    """What is over is no answer to how things are; it is one to whether they are."""
    if not wanted.which:
        return list(hits)
    held = [each for each in hits if each.claim is None or each.claim.affirmed]
    return [each for each in hits if _is_grave(each) or not (_is_over(each) or (held and _is_no_answer(each)))]


def _is_no_answer(memory: Memory) -> bool:
    """Whether a memory only says what is not so, where something is: not of a wish, which "no bullet points" is."""
    claim = memory.claim
    return claim is not None and not claim.affirmed and claim.attribute not in BEHAVIOUR_ATTRIBUTES


def _is_grave(memory: Memory) -> bool:
    return memory.claim is not None and memory.claim.attribute in _GRAVE


def _keep_newest_amounts(hits: Sequence[Memory]) -> list[Memory]:
    """Of two amounts of one thing the newest: "rent 650", "rent 700"."""
    newest: dict[object, datetime] = {}
    for memory in hits:
        key = _amount_key(memory)
        newest[key] = max(memory.observed_at, newest.get(key, memory.observed_at))
    return [memory for memory in hits if memory.observed_at == newest[_amount_key(memory)]]


def _amount_key(memory: Memory) -> object:
    claim = memory.claim if not _is_grave(memory) else None
    amount, of = LANGUAGE.word_stems.split_amount(claim.value) if claim else ("", frozenset())
    return (claim.subject, claim.attribute, of) if claim and amount else memory.id


def _is_aged(memory: Memory, now: datetime | None) -> bool:
    """Tell whether something that changes in a life was said long ago, and not again: a job, a home."""
    changes = memory.claim is not None and memory.claim.attribute in _CHANGING
    return changes and now is not None and now - memory.observed_at > _LONG_AGO


def _only_names(memory: Memory, wanted: WantedFact, names: dict[EntityId, str]) -> bool:
    """Tell whether a fact only says who somebody is, where more is asked: "what is the firm called where Ana works"."""
    claim = memory.claim
    if claim is None or claim.attribute not in RELATIONS:
        return False
    if wanted.topic & _SURNAMES and " " not in claim.value:
        return True
    of_whom = f"{claim.attribute} {claim.value} {names.get(claim.subject, '')} {' '.join(wanted.attributes)}"
    asked = wanted.topic - LANGUAGE.word_stems.stem_words(of_whom) - wanted.called - wanted.members - COMMON
    return len(asked) >= _MORE_ASKED


def _is_moving(memory: Memory) -> bool:
    claim = memory.claim
    if claim is None or not claim.affirmed:
        return claim is not None and memory.valid_from is not None  # an ending that was planned
    return claim.attribute in _MOVING or bool(LANGUAGE.word_stems.split_amount(claim.value)[0])


def _is_over(memory: Memory) -> bool:
    """Tell whether a memory tells that something is over, and not only that it is not so."""
    return memory.claim is not None and LANGUAGE.claim_text.tells_end(memory.content, memory.claim)


def _find_later_words(memories: Sequence[Memory], hits: Sequence[Memory], wanted: WantedFact) -> list[Memory]:
    """Find what was said last after the facts: about someone, by their name or by what they are ("my dentist"); of what
    moves, by what it is ("fourteen hives", "sertraline 50 mg")."""
    told = max(memory.observed_at for memory in hits)
    known = frozenset().union(*(_list_telling_stems(memory) for memory in hits))
    newest = sorted(memories, key=lambda each: each.observed_at, reverse=True)
    return [
        memory
        for memory in newest
        if memory.kind is Kind.EPISODE
        and memory.observed_at > told
        and known & LANGUAGE.word_stems.stem_words(memory.content)
        and may_answer(memory)
    ][:MAX_LATER]


def _list_telling_stems(memory: Memory) -> frozenset[str]:
    """The words by which somebody speaks again of what a fact is about."""
    claim = memory.claim
    if claim is None:
        return frozenset()
    if claim.attribute in RELATIONS:
        return LANGUAGE.word_stems.stem_words(f"{claim.attribute} {claim.value}")
    spoken_of = _is_moving(memory) or claim.attribute in _GRAVE
    return LANGUAGE.word_stems.split_amount(claim.value)[1] if spoken_of else frozenset()


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
    return may_answer(memory) and (bool(wanted.naming) or wanted.may_be_meant(memory.content))


def phrase_claim(claim: Claim, asker: EntityId, names: dict[EntityId, str], *, over: bool = False) -> str:
    """Phrase a claim as said to the asker; of what is `over`: "You no longer live in Porto"."""
    if claim.subject == asker:
        return LANGUAGE.claim_text.address_claim(claim, over=over)
    name = names.get(claim.subject) or title_of(claim.subject)
    return LANGUAGE.claim_text.state_claim(claim, name.replace("The user's", "Your"), over=over)


def _make_found_fact(
    memory: Memory, asker: EntityId, names: dict[EntityId, str], now: datetime | None = None
) -> FoundFact:
    text = phrase_claim(memory.claim, asker, names, over=_is_over(memory)) if memory.claim else memory.content
    begins = memory.valid_from if now is not None and memory.begins_after(now) else None
    return FoundFact(text, memory, find_own_words(memory), memory.observed_at, begins)
