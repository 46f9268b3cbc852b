"""Nouns as rows and back: what was said, is known, was served and is on record.

The order of a row is that of its statement (`memory_row`, `message_row`, ...).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from atlas.adapters.storage.sql.columns import Row, Values, decoder, json_text, real, when_of, when_text
from atlas.model.catalogue_row import FeedItem, Listing
from atlas.model.claim import Claim
from atlas.model.document import Document, DocumentKind
from atlas.model.entity import Entity, EntityKind
from atlas.model.exam import Exam
from atlas.model.ids import MemoryId
from atlas.model.interaction import Interaction, Message, Role, Session
from atlas.model.journal import Action, Actor, Entry, Part, RowKind
from atlas.model.memory import Basis, Evidence, Form, Kind, Link, Memory, Relation, State, Status
from atlas.model.origin import Origin, Trust
from atlas.model.plain_data import instant_text, parse_instant
from atlas.model.recall import ServedDocument, ServedItem, Serving
from atlas.model.text import content_hash

_KINDS: Final = {kind.value: kind for kind in Kind}
_STATUSES: Final = {status.value: status for status in Status}
_STATES: Final = {state.value: state for state in State}
_ORIGINS: Final = {origin.value: origin for origin in Origin}
"""Whole spaces are read as listings, and a dictionary answers several times faster than an enumeration does."""


# --- the transcript


def interaction_values(interaction: Interaction) -> Values:
    return {
        "id": interaction.id,
        "conversation": interaction.conversation,
        "session": interaction.session,
        "at": instant_text(interaction.at),
    }


@decoder
def interaction_of(row: Row, messages: Sequence[Message]) -> Interaction:
    _, id, conversation, session, at = row
    return Interaction(id, conversation, session, parse_instant(at), tuple(messages))


def message_values(message: Message) -> Values:
    return {
        "id": message.id,
        "interaction": message.interaction,
        "conversation": message.conversation,
        "ordinal": message.ordinal,
        "role": message.role.value,
        "origin": message.origin.value,
        "text": message.text,
        "at": instant_text(message.at),
        "speaker": message.speaker,
        "confidence": None if message.confidence is None else real(message.confidence),
        "tokens": message.tokens,
        "latency_ms": message.latency_ms,
    }


@decoder
def message_of(row: Row) -> Message:
    id, interaction, conversation, ordinal, role, origin, text, at, *rest = row
    return Message(id, interaction, conversation, ordinal, Role(role), Origin(origin), text, parse_instant(at), *rest)


def session_values(session: Session) -> Values:
    return {
        "id": session.id,
        "conversation": session.conversation,
        "started_at": instant_text(session.started_at),
        "last_at": instant_text(session.last_at),
        "ended_at": when_text(session.ended_at),
    }


@decoder
def session_of(row: Row) -> Session:
    id, conversation, started_at, last_at, ended_at = row
    return Session(id, conversation, parse_instant(started_at), parse_instant(last_at), when_of(ended_at))


# --- memories


def memory_values(memory: Memory) -> Values:
    """An episode's content is left to its message."""
    return {
        "id": memory.id,
        "content": None if memory.transcribes else memory.content,
        "content_hash": content_hash(memory.content),
        "kind": memory.kind.value,
        "form": memory.form.value,
        "status": memory.status.value,
        "state": memory.state.value,
        "basis": memory.basis.value,
        "origin": memory.origin.value,
        "trust": int(memory.trust),
        "observed_at": instant_text(memory.observed_at),
        "created_at": instant_text(memory.created_at),
        "reinforced_at": instant_text(memory.reinforced_at),
        "conversation": memory.conversation,
        "transcribes": memory.transcribes,
        "reflection": memory.reflection,
        **_claim_values(memory.claim),
        "confidence": real(memory.confidence),
        "importance": real(memory.importance),
        "stability_days": real(memory.stability_days),
        "strength": real(memory.strength),
        "uses": memory.uses,
        "contexts": memory.contexts,
        "applications": memory.applications,
        "tags": json_text(memory.tags),
        "emotion": real(memory.emotion),
        "pinned": int(memory.pinned),
        "approved_by": memory.approved_by,
        "referred_at": when_text(memory.referred_at),
        "valid_from": when_text(memory.valid_from),
        "valid_until": when_text(memory.valid_until),
        "version": memory.version,
    }


def _claim_values(claim: Claim | None) -> Values:
    return {
        "claim_subject": claim.subject if claim else None,
        "claim_attribute": claim.attribute if claim else None,
        "claim_value": claim.value if claim else None,
        "claim_affirmed": int(claim.affirmed) if claim else None,
    }


def _claim_of(row: Row) -> Claim | None:
    subject, attribute, value, affirmed = row
    return None if subject is None else Claim(subject, attribute, value, bool(affirmed))


@decoder
def memory_of(row: Row, evidence: Sequence[Evidence], links: Sequence[Link]) -> Memory:
    _, id, content, kind, form, status, state, basis, origin, trust, observed_at, created_at, reinforced_at = row[:13]
    conversation, transcribes, reflection, *claim = row[13:20]
    confidence, importance, stability, strength, uses, contexts, applications, tags, emotion, pinned = row[20:30]
    approved_by, referred_at, valid_from, valid_until, version = row[30:]
    return Memory(
        id=id,
        content=content,
        kind=Kind(kind),
        form=Form(form),
        status=Status(status),
        state=State(state),
        basis=Basis(basis),
        origin=Origin(origin),
        trust=Trust(trust),
        observed_at=parse_instant(observed_at),
        created_at=parse_instant(created_at),
        reinforced_at=parse_instant(reinforced_at),
        conversation=conversation,
        transcribes=transcribes,
        reflection=reflection,
        claim=_claim_of(tuple(claim)),
        confidence=confidence,
        importance=importance,
        stability_days=stability,
        strength=strength,
        uses=uses,
        contexts=contexts,
        applications=applications,
        tags=tuple(json.loads(tags)),
        emotion=emotion,
        pinned=bool(pinned),
        approved_by=approved_by,
        referred_at=when_of(referred_at),
        valid_from=when_of(valid_from),
        valid_until=when_of(valid_until),
        evidence=tuple(evidence),
        links=tuple(links),
        version=version,
    )


def evidence_values(memory: Memory) -> Iterator[Values]:
    for ordinal, item in enumerate(memory.evidence):
        yield {
            "memory": memory.id,
            "ordinal": ordinal,
            "message": item.message,
            "start": item.start,
            "end": item.end,
            "quote": item.quote,
            "origin": item.origin.value,
        }


@decoder
def evidence_of(row: Row) -> Evidence:
    _, message, start, end, quote, origin = row
    return Evidence(message, start, end, quote, Origin(origin))


def link_values(memory: Memory) -> Iterator[Values]:
    for ordinal, link in enumerate(memory.links):
        yield {
            "memory": memory.id,
            "ordinal": ordinal,
            "relation": link.relation.value,
            "target": link.to,
            "weight": real(link.weight),
        }


@decoder
def link_of(row: Row) -> Link:
    _, relation, target, weight = row
    return Link(Relation(relation), MemoryId(target), weight)


# --- listings


@decoder
def changes_of(rows: Iterable[Row]) -> list[FeedItem]:
    return [FeedItem(row[0], row[1], None if row[2] is None else _listing_of(row)) for row in rows]


def _listing_of(row: Row) -> Listing:
    _, id, seq, kind, status, state, origin, observed_at, content, referred_at, begins, ends = row[:12]
    what = (_KINDS[kind], _STATUSES[status], _STATES[state], _ORIGINS[origin])
    dates = (when_of(referred_at), when_of(begins), when_of(ends))
    return Listing(id, seq, *what, parse_instant(observed_at), content, *dates, *row[12:])


# --- entities


@decoder
def entity_of(row: Row, names: Sequence[str]) -> Entity:
    id, kind, handle = row
    return Entity(id, EntityKind(kind), tuple(names), handle)


# --- servings


def serving_values(serving: Serving) -> Values:
    return {
        "id": serving.id,
        "at": instant_text(serving.at),
        "query": serving.query,
        "conversation": serving.conversation,
        "tokens": serving.tokens,
    }


@decoder
def serving_of(row: Row, items: Sequence[ServedItem], documents: Sequence[ServedDocument]) -> Serving:
    id, at, query, conversation, tokens = row
    return Serving(id, parse_instant(at), query, conversation, tuple(items), tokens, tuple(documents))


def item_values(serving: Serving) -> Iterator[Values]:
    for ordinal, item in enumerate(serving.items):
        yield {
            "serving": serving.id,
            "ordinal": ordinal,
            "memory": item.memory,
            "score": real(item.score),
            "components": json_text(item.components),
        }


@decoder
def item_of(row: Row) -> ServedItem:
    _, memory, score, components = row
    return ServedItem(memory, score, _components(components))


@lru_cache(maxsize=8_192)
def _components(text: str) -> tuple[tuple[str, float], ...]:
    """Of the last ones kept: each new reply looks back on the same contexts."""
    return tuple((name, float(value)) for name, value in json.loads(text))


def served_values(serving: Serving) -> Iterator[Values]:
    for ordinal, each in enumerate(serving.documents):
        yield {"serving": serving.id, "ordinal": ordinal, "document": each.document, "version": each.version}


@decoder
def served_of(row: Row) -> ServedDocument:
    _, document, version = row
    return ServedDocument(document, version)


# --- documents and exams


def document_values(document: Document) -> Values:
    return {
        "id": document.id,
        "kind": document.kind.value,
        "title": document.title,
        "text": document.text,
        "status": document.status.value,
        "origin": document.origin.value,
        "trust": int(document.trust),
        "updated_at": instant_text(document.updated_at),
        "version": document.version,
    }


@decoder
def document_of(row: Row) -> Document:
    id, kind, title, text, status, origin, trust, updated_at, version = row
    where = (Status(status), Origin(origin), Trust(trust))
    return Document(id, DocumentKind(kind), title, text, *where, parse_instant(updated_at), version)


def exam_values(exam: Exam) -> Values:
    return {
        "id": exam.id,
        "at": instant_text(exam.at),
        "asked": exam.asked,
        "right_with": exam.right_with,
        "right_without": exam.right_without,
    }


@decoder
def exam_of(row: Row) -> Exam:
    id, at, asked, right_with, right_without = row
    return Exam(id, parse_instant(at), asked, right_with, right_without)


# --- the journal


def entry_values(entry: Entry) -> Values:
    return {
        "seq": entry.seq,
        "at": instant_text(entry.at),
        "actor": entry.actor.value,
        "action": entry.action.value,
        "cause": entry.cause,
        "previous": entry.previous,
        "chain": entry.chain,
    }


@decoder
def entry_of(row: Row, parts: Sequence[Part]) -> Entry:
    seq, at, actor, action, cause, previous, chain = row
    return Entry(seq, parse_instant(at), Actor(actor), Action(action), cause, tuple(parts), previous, chain)


def part_values(entry: Entry) -> Iterator[Values]:
    for ordinal, part in enumerate(entry.parts):
        yield {
            "seq": entry.seq,
            "ordinal": ordinal,
            "kind": part.kind.value,
            "id": part.id,
            "digest": part.digest,
            "salt": part.salt,
            "payload": part.payload,
            "by_row": int(part.by_row),
        }


@decoder
def part_of(row: Row) -> Part:
    _, kind, id, digest, salt, payload, by_row = row
    return Part(RowKind(kind), id, digest, salt, payload, bool(by_row))
