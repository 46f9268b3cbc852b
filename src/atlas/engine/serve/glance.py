"""A context at a glance (C7): by words alone and within a small budget, for a host that waits for every prompt.

The same lines, labels and quotation as any context; no index, no embedder and no thinking. What is owed meanwhile is
seen to by whoever observes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from itertools import islice
from typing import Final

from atlas.context.assemble import Block, assemble_context
from atlas.context.host import HostText
from atlas.context.instructions import build_wishes
from atlas.context.layers import Layers, Occasion
from atlas.context.policy import ContextPolicy
from atlas.engine.serve.mentions import MOST_WITHDRAWN, could_mention
from atlas.engine.serve.redaction import Redaction, cited_messages, is_redacted_copy, served_texts
from atlas.language.words import words
from atlas.model.catalogue_row import join_question
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, Claim
from atlas.model.entity import USER, EntityId
from atlas.model.ids import ConversationId, InteractionId, MemoryId, MessageId
from atlas.model.memory import Basis, Evidence, Form, Kind, Link, Memory, Relation, State, Status
from atlas.model.origin import Origin
from atlas.model.recall import STANDING, Recalled
from atlas.ports.glance import Glance, Row
from atlas.retrieval.uninformative import is_mere_question
from atlas.retrieval.word_recall import find_hits

LOOKED_AT: Final = 50_000
"""The newest; in a larger store the older ones are for a real recall."""
GIVEN: Final = 12
WISHES: Final = 50
SHOWN: Final = 20
"""Contexts of a conversation whose memories are not shown again in it: the host still has them."""
_LIKELY: Final = 4
"""So many times as many are looked at, since some repeat what others say or were shown already."""

_WEIGHT: Final = {Kind.FACT: 1.5, Kind.PREFERENCE: 1.5, Kind.RULE: 1.5, Kind.EPISODE: 1.0}
"""What was learned says more in fewer words than what was said; the other kinds are between."""
_BETWEEN: Final = 1.25
_STANDING: Final = {Kind.RULE: 4, Kind.PREFERENCE: 3, Kind.FACT: 2}
"""What is worth knowing before anything was asked, the most telling first."""


@dataclass(frozen=True, slots=True)
class GlanceContext:
    """A context made by words alone, for a host that waits."""

    text: str
    """Standing wishes, then quoted and labelled data; empty where there is nothing to say."""
    tokens: int
    items: tuple[Recalled, ...]
    known: bool = False
    """Whether there was something, and all of it was shown before."""


NOTHING: Final = GlanceContext("", 0, ())


def context_for_prompt(
    store: Glance, prompt: str, conversation: str, now: datetime, zone: tzinfo, budget: int
) -> GlanceContext:
    """A context of the memories that bear on a prompt and were neither said nor shown in this conversation."""
    rows = store.servable(_format_instant(now), LOOKED_AT, elsewhere=conversation)
    likely = (
        (rows[hit.place], hit) for hit in find_hits(prompt, [join_question(row[10] or "", row[2]) for row in rows])
    )
    bearing = ((row, hit.score) for row, hit in likely if row[3] in _STANDING or not hit.thin)
    sent = HostText([prompt])
    unsent = (each for each in bearing if not (each[0][3] == Kind.EPISODE and sent.contains(each[0][2])))
    found = list(islice((each for each in unsent if not _is_mere_question(each[0])), GIVEN * _LIKELY))
    shown = store.shown(conversation, SHOWN)
    wishes = [row for row in _wish_rows(store, now) if row[1] not in shown]
    found = [each for each in found if each[0] not in wishes]
    fresh = [(row, score * _WEIGHT.get(row[3], _BETWEEN)) for row, score in found if shown.isdisjoint((row[1], row[7]))]
    if found and not fresh and not wishes:
        return GlanceContext("", 0, (), known=True)
    best = sorted(fresh, key=lambda each: -each[1])[:GIVEN]
    scored = [(row, score, (("words", round(score, 4)),)) for row, score in best]
    return _build_context(store, scored, wishes, now, zone, budget)


def context_for_session_start(store: Glance, now: datetime, zone: tzinfo, budget: int) -> GlanceContext:
    """A context of the facts about the user before any question: the standing wishes, then the newest facts."""
    wishes = _wish_rows(store, now)
    standing = {row[1] for row in wishes}
    learned = store.servable(_format_instant(now), LOOKED_AT, learned=True)
    rows = [row for row in learned if row[1] not in standing]
    likely = sorted(rows, key=lambda row: (-_STANDING.get(row[3], 0), -row[8], -row[0]))[: GIVEN * _LIKELY]
    scored = [(row, float(row[8]), (("importance", float(row[8])),)) for row in likely]
    return _build_context(store, scored, wishes, now, zone, budget)


def _wish_rows(store: Glance, now: datetime) -> Sequence[Row]:
    return store.wishes(_format_instant(now), WISHES, USER, sorted(BEHAVIOUR_ATTRIBUTES))


def _build_context(
    store: Glance,
    chosen: Sequence[tuple[Row, float, tuple[tuple[str, float], ...]]],
    wishes: Sequence[Row],
    now: datetime,
    zone: tzinfo,
    budget: int,
) -> GlanceContext:
    rows = [*((row, 1.0, ((STANDING, 1.0),)) for row in wishes), *chosen]
    quotes = _group_evidence(store.evidence([row[1] for row, _, _ in rows])) if rows else {}
    links = _group_links(store.links([row[1] for row, _, _ in rows])) if rows else {}
    found = [
        (_memory_from_row(row, quotes.get(row[1], ()), links.get(row[1], ())), score, parts)
        for row, score, parts in rows
    ]
    items = [Recalled(memory, score, parts) for memory, score, parts in found]
    redaction = _read_redaction(store, [item.memory for item in items], now)
    served = [item for item in map(redaction.redact_item, items) if item is not None]
    standing, policy = {row[1] for row in wishes}, ContextPolicy()
    head = build_wishes([item.memory for item in served if item.memory.id in standing], policy, budget)
    recalled = _drop_quoted_messages([item for item in served if item.memory.id not in standing])
    block = assemble_context(Layers(recalled), Occasion(now, zone, ""), policy, budget - policy.count(head))
    given = [item for item in served if item.memory.id in standing and item.memory.content in head]
    return _context_from_block(head, block, given, recalled)


def _read_redaction(store: Glance, memories: Sequence[Memory], now: datetime) -> Redaction:
    """What of these memories may not be told as it was said, as in any context (C1, C5, T16)."""
    elsewhere = _find_withdrawn_mentions(store, memories) if memories else []
    messages = cited_messages((*memories, *elsewhere))
    conversations = list(dict.fromkeys(each.conversation for each in memories if each.conversation))
    rows = store.facts_about(messages, conversations) if messages else ()
    facts = list({each.id: each for each in (*_read_facts(store, rows), *elsewhere)}.values()) if rows else elsewhere
    if not facts:
        return Redaction(now)
    closed = [each.id for each in facts if each.status is Status.SUPERSEDED or each.valid_until is not None]
    later = store.successors(closed, _format_instant(now)) if closed else ()
    holding = {each.id: each for each in _read_facts(store, store.facts([id for _, id in later]))} if later else {}
    successors: dict[MemoryId, list[Memory]] = {}
    for first, id in later:
        successors.setdefault(MemoryId(first), []).append(holding[MemoryId(id)])
    exchanges = store.exchanges([*messages, *cited_messages(facts)])
    return Redaction(
        now,
        [each for each in facts if each.transcribes is None],
        frozenset(each.transcribes for each in facts if each.transcribes is not None),
        _find_redacted_originals(store, facts),
        {MessageId(message): InteractionId(interaction) for message, interaction in exchanges},
        successors,
    )


def _find_withdrawn_mentions(store: Glance, memories: Sequence[Memory]) -> list[Memory]:
    """Withdrawn facts of the whole space whose value these memories may say."""
    values = store.withdrawn_values(MOST_WITHDRAWN)
    if not values:
        return []
    served = frozenset(words("\n".join(served_texts(memories))))
    found = [id for id, value in values if could_mention(served, value)]
    return _read_facts(store, store.facts(found)) if found else []


def _find_redacted_originals(store: Glance, facts: Sequence[Memory]) -> frozenset[MemoryId]:
    """Sensitive facts that a redacted copy stands for (C5)."""
    out = {each.id: each for each in facts if each.status is Status.SUPERSEDED and each.valid_until is None}
    links = [(memory, target) for memory, relation, target in store.links(list(out)) if relation == "derived_from"]
    copies = (
        {each.id: each for each in _read_facts(store, store.facts([memory for memory, _ in links]))} if links else {}
    )
    return frozenset(
        MemoryId(target) for memory, target in links if target in out and is_redacted_copy(copies[memory], out[target])
    )


def _read_facts(store: Glance, rows: Sequence[Row]) -> list[Memory]:
    quotes = _group_evidence(store.evidence([row[0] for row in rows]))
    return [_fact_from_row(row, quotes.get(row[0], ())) for row in rows]


def _fact_from_row(row: Row, evidence: tuple[Evidence, ...]) -> Memory:
    """A memory with the fields that redaction needs."""
    id, content, kind, status, origin, observed, conversation, transcribes, subject, attribute, value, *rest = row
    affirmed, valid_from, valid_until = rest
    at, source = datetime.fromisoformat(observed), Origin(origin)
    return Memory(
        MemoryId(id),
        content,
        Kind(kind),
        Form.SEMANTIC,
        Status(status),
        State.ACTIVE,
        Basis.OBSERVED,
        source,
        source.trust,
        at,
        at,
        at,
        conversation=ConversationId(conversation) if conversation else None,
        transcribes=MessageId(transcribes) if transcribes else None,
        claim=Claim(EntityId(subject), attribute, value, bool(affirmed)) if subject else None,
        valid_from=datetime.fromisoformat(valid_from) if valid_from else None,
        valid_until=datetime.fromisoformat(valid_until) if valid_until else None,
        evidence=evidence,
    )


def _group_links(rows: Iterable[Row]) -> dict[str, tuple[Link, ...]]:
    found: dict[str, tuple[Link, ...]] = {}
    for memory, relation, target in rows:
        found[memory] = (*found.get(memory, ()), Link(Relation(relation), MemoryId(target)))
    return found


def _context_from_block(
    head: str, block: Block, standing: Sequence[Recalled], recalled: Sequence[Recalled]
) -> GlanceContext:
    if not head and not block.data:
        return NOTHING
    by_id = {item.memory.id: item for item in recalled}
    text = f"{head}\n\n{block.data}" if head and block.data else head + block.data
    return GlanceContext(text, ContextPolicy().count(text), (*standing, *(by_id[id] for id in block.items)))


def _is_mere_question(row: Row) -> bool:
    return row[3] == Kind.EPISODE and is_mere_question(row[2])


def _drop_quoted_messages(items: Sequence[Recalled]) -> list[Recalled]:
    """Leave out messages that a learned memory among the items quotes already."""
    cited = {each.message for item in items for each in item.memory.evidence}
    return [item for item in items if item.memory.transcribes not in cited]


def _group_evidence(rows: Iterable[Row]) -> dict[str, tuple[Evidence, ...]]:
    found: dict[str, tuple[Evidence, ...]] = {}
    for memory, message, start, end, quote, origin in rows:
        each = Evidence(MessageId(message), start, end, quote, Origin(origin))
        found[memory] = (*found.get(memory, ()), each)
    return found


def _memory_from_row(row: Row, evidence: tuple[Evidence, ...], links: tuple[Link, ...] = ()) -> Memory:
    """A memory with the fields that a line of a context needs; nothing but the line sees it."""
    _, id, content, kind, origin, observed, referred, transcribes, importance, conversation, _ = row
    at, source = datetime.fromisoformat(observed), Origin(origin)
    return Memory(
        MemoryId(id),
        content,
        Kind(kind),
        Form.EPISODIC if transcribes else Form.SEMANTIC,
        Status.APPROVED,
        State.ACTIVE,
        Basis.OBSERVED,
        source,
        source.trust,
        at,
        at,
        at,
        conversation=ConversationId(conversation) if conversation else None,
        transcribes=MessageId(transcribes) if transcribes else None,
        importance=importance,
        referred_at=datetime.fromisoformat(referred) if referred else None,
        evidence=evidence,
        links=links,
    )


def _format_instant(moment: datetime) -> str:
    """A moment as the store spells it."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
