"""A context at a glance (C7): by words alone and within a small budget, for a host that waits for every prompt.

The same lines, labels and quotation as any context; no index, no embedder and no thinking. What is owed meanwhile is
seen to by whoever observes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from itertools import islice
from typing import Final

from atlas.context.assemble import Block, assemble_context
from atlas.context.host import HostText
from atlas.context.instructions import INSTRUCTING, Instructions, build_learned, list_written
from atlas.context.layers import Layers, Occasion
from atlas.context.policy import ContextPolicy
from atlas.engine.serve.glanced_positions import read_positions
from atlas.engine.serve.mentions import MOST_WITHDRAWN, could_mention, list_said_words
from atlas.engine.serve.position_choice import as_served
from atlas.engine.serve.redaction import Redaction, cited_messages, is_redacted_copy, served_texts
from atlas.language.document_lines import list_lines
from atlas.language.folding import fold_text
from atlas.metrics.ladder import tell_held_back
from atlas.model.belief import Position
from atlas.model.catalogue_row import join_question
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, Claim
from atlas.model.document import Document, DocumentKind
from atlas.model.entity import USER, EntityId
from atlas.model.ids import ConversationId, DocumentId, InteractionId, MemoryId, MessageId
from atlas.model.memory import Basis, Evidence, Form, Kind, Link, Memory, Relation, State, Status
from atlas.model.metric import Rung
from atlas.model.origin import Origin, Trust
from atlas.model.recall import FILED, STANDING, Recalled, ServedBelief, ServedDocument
from atlas.ports.glance import Glance, Row
from atlas.retrieval.uninformative import is_mere_question
from atlas.retrieval.word_recall import find_hits

LOOKED_AT: Final = 50_000
"""The newest; in a larger store the older ones are for a real recall."""
GIVEN: Final = 12
WISHES: Final = 50
POSITION_TOKENS: Final = 250
"""Of a hook's small budget."""
SHOWN: Final = 20
"""Contexts of a conversation whose memories are not shown again in it: the host still has them."""
_LIKELY: Final = 4
"""So many times as many are looked at, since some repeat what others say or were shown already."""

_WEIGHT: Final = {Kind.FACT: 1.5, Kind.PREFERENCE: 1.5, Kind.RULE: 1.5, Kind.EPISODE: 1.0}
"""What was learned says more in fewer words than what was said; the other kinds are between."""
_BETWEEN: Final = 1.25
_STANDING: Final = {Kind.RULE: 4, Kind.PREFERENCE: 3, Kind.FACT: 2}
"""What is worth knowing before anything was asked, the most telling first."""


Scored = tuple[Row, float, tuple[tuple[str, float], ...]]


@dataclass(frozen=True, slots=True)
class GlanceContext:
    """A context made by words alone, for a host that waits."""

    text: str
    """What was learned of how to answer, then quoted and labelled data; empty where there is nothing to say."""
    tokens: int
    items: tuple[Recalled, ...]
    documents: tuple[ServedDocument, ...] = ()
    beliefs: tuple[ServedBelief, ...] = ()
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
    documents = _find_unshown_documents(store, conversation)
    found = [each for each in found if each[0] not in wishes]
    fresh = [(row, score * _WEIGHT.get(row[3], _BETWEEN)) for row, score in found if shown.isdisjoint((row[1], row[7]))]
    positions = _read_positions(store, prompt, now, conversation)
    if found and not (fresh or wishes or documents or positions):
        return GlanceContext("", 0, (), known=True)
    best = sorted(fresh, key=lambda each: -each[1])[:GIVEN]
    scored = [(row, score, (("words", round(score, 4)),)) for row, score in best]
    return _build_context(store, scored, wishes, documents, positions, Occasion(now, zone, ""), budget)


def context_for_session_start(store: Glance, now: datetime, zone: tzinfo, budget: int) -> GlanceContext:
    """A context before any question: what was learned of how to answer, then the newest facts about the user."""
    wishes = _wish_rows(store, now)
    standing = {row[1] for row in wishes}
    learned = store.servable(_format_instant(now), LOOKED_AT, learned=True)
    rows = [row for row in learned if row[1] not in standing]
    likely = sorted(rows, key=lambda row: (-_STANDING.get(row[3], 0), -row[8], -row[0]))[: GIVEN * _LIKELY]
    scored = [(row, float(row[8]), (("importance", float(row[8])),)) for row in likely]
    documents, positions = _read_documents(store), _read_positions(store, "", now)
    context = _build_context(store, scored, wishes, documents, positions, Occasion(now, zone, ""), budget)
    held = tell_held_back(Rung(store.rung()))
    if not held or not context.text:
        return context
    text = f"{context.text}\n\nOf this memory: {held}."
    return replace(context, text=text, tokens=ContextPolicy().count(text))


def _read_documents(store: Glance) -> list[Document]:
    """The approved documents that instruct (E8); what may be quoted of others is for a real recall."""
    rows = store.documents([kind.value for kind in INSTRUCTING])
    return [
        Document(
            DocumentId(id),
            DocumentKind(kind),
            "",
            text,
            Status.APPROVED,
            Origin(origin),
            Trust(trust),
            datetime.fromisoformat(updated),
            version,
        )
        for id, kind, text, origin, trust, updated, version in rows
    ]


def _find_unshown_documents(store: Glance, conversation: str) -> list[Document]:
    """Those that were not shown in this conversation as they are now."""
    documents = _read_documents(store)
    shown = store.shown_documents(conversation, SHOWN) if documents else frozenset()
    return [each for each in documents if (each.id, each.version) not in shown]


def _wish_rows(store: Glance, now: datetime) -> Sequence[Row]:
    return store.wishes(_format_instant(now), WISHES, USER, sorted(BEHAVIOUR_ATTRIBUTES))


def _read_positions(store: Glance, question: str, now: datetime, conversation: str = "") -> list[Position]:
    """Those that bear on a question, in words that may be told, and were not shown in this conversation as they are."""

    def read_episodes(messages: Sequence[str]) -> list[Recalled]:
        rows = store.episodes(messages, _format_instant(now)) if messages else ()
        return _redact_rows(store, [(row, 0.0, ()) for row in rows], now)

    shown = store.shown_beliefs(conversation, SHOWN) if conversation else ()
    return read_positions(store, question, read_episodes, shown)


def _build_context(
    store: Glance,
    chosen: Sequence[Scored],
    wishes: Sequence[Row],
    documents: Sequence[Document],
    positions: Sequence[Position],
    setting: Occasion,
    budget: int,
) -> GlanceContext:
    standing, bearing = {row[1] for row in wishes}, {row[1] for row, _, _ in chosen}
    behind = _find_filed_rows(store, documents, setting.now)
    beside = [row for row in behind if row[1] not in standing | bearing]
    rows = [
        *((row, 1.0, ((STANDING, 1.0),)) for row in wishes),
        *chosen,
        *((row, 0.0, ((FILED, 1.0),)) for row in beside),
    ]
    served = _redact_rows(store, rows, setting.now)
    policy = ContextPolicy(position_tokens=POSITION_TOKENS)
    filed = {item.memory.id for item in served if not item.masked}.intersection(row[1] for row in behind)
    wished = [item.memory for item in served if item.memory.id in standing]
    learned = build_learned(documents, policy, budget, wished, filed)
    found = [item for item in served if item.memory.id in bearing]
    recalled = _drop_quoted_messages([item for item in found if not _is_told(item.memory, learned)])
    block = assemble_context(
        Layers(recalled, positions=positions), setting, policy, budget - policy.count(learned.text)
    )
    given = [item for item in served if item.memory.id in learned.wishes]
    given += [_name_filed(item) for item in served if item not in given and _is_told(item.memory, learned)]
    made = _context_from_block(learned, documents, block, given, recalled)
    return replace(made, beliefs=tuple(as_served(each) for each in positions if each.belief.id in block.beliefs))


def _redact_rows(store: Glance, rows: Sequence[Scored], now: datetime) -> list[Recalled]:
    ids = [row[1] for row, _, _ in rows]
    quotes, links = (_group_evidence(store.evidence(ids)), _group_links(store.links(ids))) if rows else ({}, {})
    items = [
        Recalled(_memory_from_row(row, quotes.get(row[1], ()), links.get(row[1], ())), score, parts)
        for row, score, parts in rows
    ]
    redaction = _read_redaction(store, [item.memory for item in items], now)
    return [item for item in map(redaction.redact_item, items) if item is not None]


def _find_filed_rows(store: Glance, documents: Sequence[Document], now: datetime) -> Sequence[Row]:
    """The memories in service behind lines of documents."""
    sources = {source for each in documents for line in list_lines(each.text) for source in line.sources}
    return store.filed(sorted(sources), _format_instant(now), USER) if sources else ()


def _is_told(memory: Memory, learned: Instructions) -> bool:
    """Whether a line of a document says it already (C13)."""
    return memory.id in learned.filed or (bool(learned.told) and fold_text(memory.content) in learned.told)


def _name_filed(item: Recalled) -> Recalled:
    parts = item.components
    return item if (FILED, 1.0) in parts else replace(item, components=(*parts, (FILED, 0.0)))


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
    said = list_said_words(served_texts(memories))
    found = [id for id, value in values if could_mention(said, value)]
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
    learned: Instructions,
    documents: Sequence[Document],
    block: Block,
    given: Sequence[Recalled],
    recalled: Sequence[Recalled],
) -> GlanceContext:
    head = learned.text
    if not head and not block.data:
        return NOTHING
    by_id = {item.memory.id: item for item in recalled}
    text = f"{head}\n\n{block.data}" if head and block.data else head + block.data
    items = (*given, *(by_id[id] for id in block.items))
    return GlanceContext(text, ContextPolicy().count(text), items, list_written(documents, learned.written))


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
