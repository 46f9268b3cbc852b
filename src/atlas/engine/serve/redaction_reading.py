"""Gather from a store what redaction has to know about memories that were found (C1, T16)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from atlas.engine.core.text_masks import LEFT_OUT, Span, left_out
from atlas.engine.serve.mentions import MOST_WITHDRAWN, could_mention
from atlas.engine.serve.redaction import Redaction, cited_messages, is_redacted_copy, served_texts
from atlas.language.words import words
from atlas.model.claim import Claim
from atlas.model.ids import MemoryId
from atlas.model.memory import Memory, Relation, Status
from atlas.model.recall import Recalled
from atlas.model.text import folded
from atlas.ports.reading import Reader
from atlas.retrieval.query_terms import COMMON
from atlas.retrieval.repeats import ClaimKey, Told

_STEPS: Final = 16
"""So many times in a row a fact's successors are followed to what holds now."""
_HARDLY: Final = 1
"""Telling words that a message may have beside its facts' quotes and still say hardly more."""
_ONCE_HELD: Final = frozenset({Status.APPROVED, Status.SUPERSEDED})


def redact(reader: Reader, items: Sequence[Recalled], moment: datetime) -> list[Recalled]:
    """As they may be served at that moment, in the same order; what may not be served at all is left out."""
    redaction = read_redaction(reader, [item.memory for item in items], moment)
    served = (redaction.redact(item) for item in items)
    return [item for item in served if item is not None]


def read_redaction(reader: Reader, memories: Sequence[Memory], moment: datetime) -> Redaction:
    elsewhere = _mentioned(reader, memories) if memories else []
    messages = cited_messages((*memories, *elsewhere))
    if not messages:
        return Redaction(moment, elsewhere)
    cited = reader.citing(messages)
    talks = dict.fromkeys(each.conversation for each in memories if each.conversation)
    learned = [each for each in cited if each.transcribes is None]
    facts = list({each.id: each for each in (*learned, *reader.withdrawn(talks), *elsewhere)}.values())
    closed = [each for each in facts if each.status in _ONCE_HELD and each.valid_until is not None]
    said = reader.messages({*messages, *cited_messages(facts)}) if facts else ()
    successors, unknown = _successors(reader, closed, moment)
    return Redaction(
        moment,
        [each for each in facts if each.id not in unknown],
        frozenset(each.transcribes for each in cited if each.transcribes and each.status is Status.SENSITIVE),
        _redacted(reader, facts),
        {message.id: message.interaction for message in said},
        successors,
    )


def told_by(redaction: Redaction, memory: Memory) -> Told:
    """The claims of what holds that a memory stands for, and whether its words say hardly more (C13)."""
    if memory.transcribes is None:
        return Told(frozenset({_key(memory.claim)}), whole=True) if memory.claim else Told()
    spans: list[Span] = []
    claims: set[ClaimKey] = set()
    for fact in redaction.facts:
        here = [(each.start, each.end) for each in fact.evidence if each.message == memory.transcribes]
        if here and fact.claim and redaction.holds(fact):
            spans += here
            claims.add(_key(fact.claim))
    beside = left_out(memory.content, spans).replace(LEFT_OUT, " ") if claims else ""
    return Told(frozenset(claims), whole=bool(claims) and len(set(words(beside)) - COMMON) <= _HARDLY)


def _key(claim: Claim) -> ClaimKey:
    return claim.subject, claim.attribute, folded(claim.value), claim.affirmed


def _mentioned(reader: Reader, memories: Sequence[Memory]) -> list[Memory]:
    """What was withdrawn anywhere in the space whose value these may say, and what was said like a rejected one."""
    values = reader.withdrawn_values(MOST_WITHDRAWN)
    if not values:
        return []
    served = frozenset(words("\n".join(served_texts(memories))))
    found = reader.memories([id for id, value in values if could_mention(served, value)])
    rejected = [each.claim for each in found if each.claim and each.status is Status.REJECTED]
    slots = dict.fromkeys((claim.subject, claim.attribute) for claim in rejected)
    others = (each for subject, attribute in slots for each in reader.in_slot(subject, attribute))
    again = (each for each in others if each.claim and any(each.claim.same(claim) for claim in rejected))
    return list({each.id: each for each in (*found, *again)}.values())


def _redacted(reader: Reader, facts: Iterable[Memory]) -> frozenset[MemoryId]:
    """Sensitive facts that a redacted copy stands for (C5): superseded, and by nothing that was said since."""
    found = {each.id: each for each in facts if each.status is Status.SUPERSEDED and each.valid_until is None}
    copies = reader.linking_to(found) if found else ()
    links = ((copy, id) for copy in copies for id in copy.linked(Relation.DERIVED_FROM))
    return frozenset(id for copy, id in links if id in found and is_redacted_copy(copy, found[id]))


def _successors(
    reader: Reader, closed: Sequence[Memory], moment: datetime
) -> tuple[Mapping[MemoryId, Sequence[Memory]], frozenset[MemoryId]]:
    """What holds in the place of each; and which of them nobody knew at that moment to be closed."""
    links: dict[MemoryId, list[Memory]] = {}
    frontier: Sequence[MemoryId] = [each.id for each in closed]
    for _ in range(_STEPS):
        following = reader.linking_to(frontier) if frontier else ()
        for each in following:
            for id in each.linked(Relation.SUPERSEDES):
                links.setdefault(id, []).append(each)
        frontier = [each.id for each in following if each.id not in links]
    found = {each.id: _holding(each, links, moment) or _rivals(reader, each, links, moment) for each in closed}
    unknown = (each.id for each in closed if links.get(each.id) and not _known(links[each.id], moment))
    return found, frozenset(unknown)


def _known(successors: Iterable[Memory], moment: datetime) -> list[Memory]:
    return [each for each in successors if each.observed_at <= moment and each.status in _ONCE_HELD]


def _holding(fact: Memory, links: Mapping[MemoryId, Sequence[Memory]], moment: datetime) -> list[Memory]:
    """Those at the end of the chain, oldest first."""
    found, seen, after = dict[MemoryId, Memory](), {fact.id}, [fact]
    while after:
        known = [each for old in after for each in _known(links.get(old.id, ()), moment) if each.id not in seen]
        seen.update(each.id for each in known)
        found |= {each.id: each for each in known if each.valid_at(moment)}
        after = known
    return sorted(found.values(), key=lambda each: (each.observed_at, each.id))


def _rivals(reader: Reader, fact: Memory, links: Mapping[MemoryId, Sequence[Memory]], moment: datetime) -> list[Memory]:
    """What was told late, of an earlier time than its rival, is closed by it without a link."""
    if fact.claim is None or fact.status is not Status.SUPERSEDED or fact.id in links:
        return []
    known = _known(reader.in_slot(fact.claim.subject, fact.claim.attribute), moment)
    return [each for each in known if each.id != fact.id and each.valid_at(moment) and _contradicts(each, fact)]


def _contradicts(one: Memory, other: Memory) -> bool:
    return one.claim is not None and other.claim is not None and one.claim.contradicts(other.claim)
