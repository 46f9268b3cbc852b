"""Gather from a store what redaction has to know about memories that were found (C1, T16)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from atlas.engine.core.containment import is_quarantined
from atlas.engine.serve.mentions import MOST_WITHDRAWN, could_mention, list_said_words
from atlas.engine.serve.redaction import Redaction, cited_messages, is_redacted_copy, served_texts
from atlas.language.claim_comparison import claims_agree, claims_contradict
from atlas.language.folding import fold_text
from atlas.language.words import words
from atlas.model.claim import Claim
from atlas.model.ids import MemoryId
from atlas.model.interaction import Message
from atlas.model.memory import Memory, Relation, Status
from atlas.model.recall import Recalled
from atlas.ports.reading import Reader
from atlas.retrieval.query_terms import COMMON
from atlas.retrieval.repeats import ClaimKey, ResultClaims

_STEPS: Final = 16
"""So many times in a row a fact's successors are followed to what holds now."""
_HARDLY: Final = 1
"""Telling words that a message may have beside those of its facts and still say hardly more. The quotes of the facts
are no measure: a fact may hold one word of the sentence that it quotes."""
_ONCE_HELD: Final = frozenset({Status.APPROVED, Status.SUPERSEDED})
_REPLACING: Final = _ONCE_HELD | {Status.SENSITIVE}
"""Something sensitive is told by nothing, and what it replaced holds no longer all the same."""


def redact_items(reader: Reader, items: Sequence[Recalled], moment: datetime) -> list[Recalled]:
    """The items as they may be served at a moment, in the same order, without those that may not be served at all."""
    redaction = read_redaction(reader, [item.memory for item in items], moment)
    served = (redaction.redact_item(item) for item in items)
    return [item for item in served if item is not None]


def read_redaction(
    reader: Reader, memories: Sequence[Memory], moment: datetime, said: Iterable[Message] = ()
) -> Redaction:
    """What may not be told of these memories, and of messages whose texts are to be masked beside them."""
    elsewhere = _find_withdrawn_mentions(reader, memories, said) if memories else []
    messages = cited_messages((*memories, *elsewhere))
    if not messages:
        return Redaction(moment, elsewhere)
    cited = [each for each in reader.find_citing(messages) if not is_quarantined(each)]
    conversations = dict.fromkeys(each.conversation for each in memories if each.conversation)
    learned = [each for each in cited if each.transcribes is None]
    facts = list({each.id: each for each in (*learned, *reader.find_withdrawn(conversations), *elsewhere)}.values())
    closed = [each for each in facts if each.status in _ONCE_HELD and each.valid_until is not None]
    quoted = reader.messages({*messages, *cited_messages(facts)}) if facts else ()
    successors, unknown = _find_successors(reader, closed, moment)
    return Redaction(
        moment,
        [each for each in facts if each.id not in unknown],
        frozenset(each.transcribes for each in cited if each.transcribes and each.status is Status.SENSITIVE),
        _find_redacted_originals(reader, facts),
        {message.id: message.interaction for message in quoted},
        successors,
    )


def find_told_claims(redaction: Redaction, memory: Memory, speaker: int) -> ResultClaims:
    """The holding claims that a memory stands for, and whether its words say hardly more (C13)."""
    if memory.transcribes is None:
        claimed = frozenset({_claim_key(memory.claim)}) if memory.claim else frozenset[ClaimKey]()
        return ResultClaims(claimed, bool(claimed), speaker)
    quoting = [each for each in redaction.facts_quoting(memory.transcribes) if redaction.is_in_force(each)]
    claims = frozenset(_claim_key(fact.claim) for fact in quoting if fact.claim)
    told = {word for fact in quoting if fact.claim for word in words(fact.content)}
    whole = bool(claims) and len(set(words(memory.content)) - COMMON - told) <= _HARDLY
    return ResultClaims(claims, whole, speaker)


def _claim_key(claim: Claim) -> ClaimKey:
    return claim.subject, claim.attribute, fold_text(claim.value), claim.affirmed


def _find_withdrawn_mentions(reader: Reader, memories: Sequence[Memory], said: Iterable[Message]) -> list[Memory]:
    """Withdrawn facts of the whole space whose value these texts may say, and facts like the rejected ones."""
    values = reader.withdrawn_values(MOST_WITHDRAWN)
    if not values:
        return []
    told = list_said_words((*served_texts(memories), *(each.text for each in said)))
    found = reader.memories([id for id, value in values if could_mention(told, value)])
    rejected = [each.claim for each in found if each.claim and each.status is Status.REJECTED]
    slots = dict.fromkeys((claim.subject, claim.attribute) for claim in rejected)
    others = (each for subject, attribute in slots for each in reader.in_slot(subject, attribute))
    again = (each for each in others if each.claim and any(claims_agree(each.claim, claim) for claim in rejected))
    return list({each.id: each for each in (*found, *again)}.values())


def _find_redacted_originals(reader: Reader, facts: Iterable[Memory]) -> frozenset[MemoryId]:
    """Sensitive facts that a redacted copy stands for (C5): superseded, and by nothing that was said since."""
    found = {each.id: each for each in facts if each.status is Status.SUPERSEDED and each.valid_until is None}
    copies = reader.linking_to(found) if found else ()
    links = ((copy, id) for copy in copies for id in copy.linked(Relation.DERIVED_FROM))
    return frozenset(id for copy, id in links if id in found and is_redacted_copy(copy, found[id]))


def _find_successors(
    reader: Reader, closed: Sequence[Memory], moment: datetime
) -> tuple[Mapping[MemoryId, Sequence[Memory]], frozenset[MemoryId]]:
    """What holds in the place of each closed fact; and which facts nobody knew at that moment to be closed."""
    links: dict[MemoryId, list[Memory]] = {}
    frontier: Sequence[MemoryId] = [each.id for each in closed]
    for _ in range(_STEPS):
        following = [each for each in reader.linking_to(frontier) if not is_quarantined(each)] if frontier else []
        for each in following:
            for id in each.linked(Relation.SUPERSEDES):
                links.setdefault(id, []).append(each)
        frontier = [each.id for each in following if each.id not in links]
    found = {
        each.id: _follow_to_holding(each, links, moment) or _find_rivals(reader, each, links, moment) for each in closed
    }
    unknown = (each.id for each in closed if links.get(each.id) and not _known_by(links[each.id], moment))
    return found, frozenset(unknown)


def _known_by(successors: Iterable[Memory], moment: datetime) -> list[Memory]:
    return [each for each in successors if each.observed_at <= moment and each.status in _REPLACING]


def _may_be_told(fact: Memory) -> bool:
    """Whether a fact is neither sensitive nor one of which a redacted copy is served: that was closed by nothing said
    since (C5)."""
    return fact.status in _ONCE_HELD and not (fact.status is Status.SUPERSEDED and fact.valid_until is None)


def _follow_to_holding(fact: Memory, links: Mapping[MemoryId, Sequence[Memory]], moment: datetime) -> list[Memory]:
    """The facts at the end of the chain of successors, oldest first."""
    found, seen, after = dict[MemoryId, Memory](), {fact.id}, [fact]
    while after:
        known = [each for old in after for each in _known_by(links.get(old.id, ()), moment) if each.id not in seen]
        seen.update(each.id for each in known)
        found |= {each.id: each for each in known if each.valid_at(moment) and _may_be_told(each)}
        after = known
    return sorted(found.values(), key=lambda each: (each.observed_at, each.id))


def _find_rivals(
    reader: Reader, fact: Memory, links: Mapping[MemoryId, Sequence[Memory]], moment: datetime
) -> list[Memory]:
    """The rivals of a fact that was told late, of an earlier time, and is closed by them without a link."""
    if fact.claim is None or fact.status is not Status.SUPERSEDED or fact.id in links:
        return []
    known = _known_by(reader.in_slot(fact.claim.subject, fact.claim.attribute), moment)
    known = [each for each in known if not is_quarantined(each)]
    told = (each for each in known if each.id != fact.id and each.valid_at(moment) and _may_be_told(each))
    return [each for each in told if _claims_contradict(each, fact)]


def _claims_contradict(one: Memory, other: Memory) -> bool:
    return one.claim is not None and other.claim is not None and claims_contradict(one.claim, other.claim)
