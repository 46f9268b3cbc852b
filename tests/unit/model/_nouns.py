"""Nouns for tests: one maker for each, with the dull fields filled in; and strategies that make any of them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from atlas.model.belief import Argument, Belief, Reasoning, Reliability
from atlas.model.claim import Claim
from atlas.model.document import Document, DocumentKind, Edit
from atlas.model.entity import USER, Entity, EntityId, EntityKind
from atlas.model.exam import Exam
from atlas.model.ids import (
    ArgumentId,
    BeliefId,
    ConversationId,
    DocumentId,
    ExamId,
    InteractionId,
    MemoryId,
    MessageId,
    ReflectionId,
    SessionId,
)
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.memory import Basis, Evidence, Form, Kind, Link, Memory, Relation, State, Status
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Amend, Archive, Argue, Forget, Merge, Promote, Proposal, Remember, Revise, Strengthen

NOW = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)


def message(text: str = "I live in Porto.", origin: Origin = Origin.USER, **more: Any) -> Message:
    role = {Origin.USER: Role.USER, Origin.ASSISTANT: Role.ASSISTANT, Origin.OPERATOR: Role.SYSTEM}.get(
        origin, Role.TOOL
    )
    given: dict[str, Any] = {
        "id": MessageId(f"u_{origin.value}"),
        "interaction": InteractionId("i_1"),
        "conversation": ConversationId("c1"),
        "ordinal": 0,
        "role": role,
        "at": NOW,
    }
    return Message(text=text, origin=origin, **(given | more))


def evidence(of: Message, quote: str | None = None) -> Evidence:
    said = of.text if quote is None else quote
    start = of.text.index(said)
    return Evidence(of.id, start, start + len(said), said, of.origin)


def claim(value: str = "Porto", attribute: str = "lives_in", subject: str = USER, affirmed: bool = True) -> Claim:
    return Claim(EntityId(subject), attribute, value, affirmed)


def memory(id: str = "m_1", content: str = "The user lives in Porto", **more: Any) -> Memory:
    given: dict[str, Any] = {
        "kind": Kind.FACT,
        "form": Form.SEMANTIC,
        "status": Status.APPROVED,
        "state": State.ACTIVE,
        "basis": Basis.STATED,
        "origin": Origin.USER,
        "observed_at": NOW,
        "created_at": NOW,
        "reinforced_at": NOW,
    } | more
    given.setdefault("trust", given["origin"].trust)
    return Memory(id=MemoryId(id), content=content, **given)


def document(kind: DocumentKind = DocumentKind.WIKI, text: str = "A page.", **more: Any) -> Document:
    given: dict[str, Any] = {
        "id": DocumentId(f"d_{kind.value}"),
        "title": "",
        "status": Status.APPROVED,
        "origin": Origin.ASSISTANT,
        "updated_at": NOW,
    } | more
    given.setdefault("trust", given["origin"].trust)
    return Document(kind=kind, text=text, **given)


def exam(right_with: int = 4, right_without: int = 2, days: int = 0, asked: int = 5) -> Exam:
    return Exam(ExamId(f"x_{days}"), NOW - days * DAY, asked, right_with, right_without)


def belief(id: str = "v_1", topic: str = "remote work", stance: float = 0.3, **more: Any) -> Belief:
    given: dict[str, Any] = {
        "confidence": 0.6,
        "support": 5,
        "contradiction": 1,
        "formed": 1,
        "reinforced": 20,
        "status": Status.APPROVED,
        "state": State.ACTIVE,
        "origin": Origin.USER,
        "updated_at": NOW,
    } | more
    given.setdefault("trust", given["origin"].trust)
    return Belief(id=BeliefId(id), topic=topic, stance=stance, **given)


def argument(id: str = "a_1", of: str = "v_1", direction: int = 1, strength: float = 0.8, **more: Any) -> Argument:
    given: dict[str, Any] = {
        "message": MessageId("u_user"),
        "turn": 1,
        "reasoning": Reasoning.EMPIRICAL,
        "reliability": Reliability.HIGH,
        "novelty": 1.0,
        "at": NOW,
    }
    return Argument(id=ArgumentId(id), belief=BeliefId(of), direction=direction, strength=strength, **(given | more))


# --- strategies


WORDS = st.text(max_size=30)
SHARES = st.floats(0, 1)
MOMENTS = st.datetimes(
    min_value=datetime(1900, 1, 1),  # noqa: DTZ001 # the zone is given apart
    max_value=datetime(2200, 1, 1),  # noqa: DTZ001 # ... here too
    timezones=st.just(UTC),
)
IDS = st.text("0123456789abcdefghjkmnpqrstvwxyz", min_size=3, max_size=6)
MEMORY_IDS = IDS.map(lambda text: MemoryId(f"m_{text}"))
CLAIMS = st.builds(Claim, WORDS.map(EntityId), WORDS, WORDS, st.booleans())
EVIDENCE = st.builds(
    Evidence, IDS.map(MessageId), st.integers(0, 99), st.integers(0, 99), WORDS, st.sampled_from(Origin)
)
ENTITIES = st.builds(Entity, WORDS.map(EntityId), st.sampled_from(EntityKind), st.lists(WORDS, max_size=3).map(tuple))
LINKS = st.builds(Link, st.sampled_from(Relation), MEMORY_IDS, SHARES)


def _tuples(items: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(items, max_size=3).map(tuple)


MESSAGES = st.builds(
    Message,
    id=IDS.map(MessageId),
    interaction=IDS.map(InteractionId),
    conversation=WORDS.map(ConversationId),
    ordinal=st.integers(0, 200),
    role=st.sampled_from(Role),
    origin=st.sampled_from(Origin),
    text=st.text(),
    at=MOMENTS,
    speaker=st.none() | WORDS,
    confidence=st.none() | SHARES,
    tokens=st.none() | st.integers(0, 10**6),
    latency_ms=st.none() | st.integers(0, 10**6),
)
INTERACTIONS = st.builds(
    Interaction,
    id=IDS.map(InteractionId),
    conversation=WORDS.map(ConversationId),
    session=IDS.map(SessionId),
    at=MOMENTS,
    messages=_tuples(MESSAGES),
)

_MAYBE_WHEN = st.none() | MOMENTS
_MEMORY_FIELDS: Mapping[str, st.SearchStrategy[Any]] = {
    "id": MEMORY_IDS,
    "content": st.text(),
    "kind": st.sampled_from(Kind),
    "form": st.sampled_from(Form),
    "status": st.sampled_from(Status),
    "state": st.sampled_from(State),
    "basis": st.sampled_from(Basis),
    "origin": st.sampled_from(Origin),
    "trust": st.sampled_from(Trust),
    "observed_at": MOMENTS,
    "created_at": MOMENTS,
    "reinforced_at": MOMENTS,
    "conversation": st.none() | WORDS.map(ConversationId),
    "transcribes": st.none() | IDS.map(MessageId),
    "reflection": st.none() | IDS.map(ReflectionId),
    "claim": st.none() | CLAIMS,
    "confidence": SHARES,
    "importance": SHARES,
    "stability_days": st.floats(0, 1000),
    "strength": SHARES,
    "uses": st.integers(0, 99),
    "contexts": st.integers(0, 99),
    "applications": st.integers(0, 99),
    "tags": _tuples(WORDS),
    "emotion": SHARES,
    "pinned": st.booleans(),
    "approved_by": st.none() | WORDS,
    "referred_at": _MAYBE_WHEN,
    "valid_from": _MAYBE_WHEN,
    "valid_until": _MAYBE_WHEN,
    "evidence": _tuples(EVIDENCE),
    "links": _tuples(LINKS),
    "version": st.integers(1, 99),
}


def memories(**fixed: st.SearchStrategy[Any]) -> st.SearchStrategy[Memory]:
    return st.builds(Memory, **{**_MEMORY_FIELDS, **fixed})


def sketches(**fixed: st.SearchStrategy[Any]) -> st.SearchStrategy[Memory]:
    """Memories that differ in what curation and context look at; quicker to draw than all of them."""
    names = ("kind", "status", "state", "basis", "origin", "claim", "pinned", "valid_until", "evidence")
    return st.builds(
        memory, **({"id": MEMORY_IDS, "content": WORDS} | {name: _MEMORY_FIELDS[name] for name in names} | fixed)
    )


ITEMS = st.sampled_from(["- ", "* ", "1. ", "# ", "", "\n"]).flatmap(lambda mark: WORDS.map(lambda text: mark + text))
DOCUMENTS = st.builds(
    document,
    st.sampled_from(DocumentKind),
    st.lists(ITEMS, max_size=6).map("\n".join),
    id=IDS.map(DocumentId),
    title=WORDS,
    status=st.sampled_from([Status.APPROVED, Status.APPROVED, *Status]),
    origin=st.sampled_from(Origin),
    updated_at=MOMENTS,
)
EXAMS = st.builds(exam, st.integers(0, 5), st.integers(0, 5), st.integers(0, 400))

EDITS = st.builds(Edit, WORDS, WORDS, WORDS, WORDS)
PROPOSALS: st.SearchStrategy[Proposal] = st.one_of(
    st.builds(
        Remember,
        content=WORDS,
        kind=st.sampled_from(Kind),
        basis=st.sampled_from(Basis),
        evidence=_tuples(EVIDENCE),
        claim=st.none() | CLAIMS,
        form=st.sampled_from(Form),
        entities=_tuples(ENTITIES),
        confidence=SHARES,
        importance=SHARES,
        emotion=SHARES,
        tags=_tuples(WORDS),
        referred_at=_MAYBE_WHEN,
        valid_from=_MAYBE_WHEN,
        valid_until=_MAYBE_WHEN,
        sources=_tuples(MEMORY_IDS),
        replaces=st.none() | WORDS,
        reason=WORDS,
    ),
    st.builds(Revise, MEMORY_IDS, _tuples(EVIDENCE), st.none() | WORDS, st.none() | CLAIMS, _MAYBE_WHEN, WORDS),
    st.builds(Merge, MEMORY_IDS, _tuples(MEMORY_IDS), WORDS),
    st.builds(Strengthen, _tuples(MEMORY_IDS), SHARES, st.none() | st.sampled_from(Relation), WORDS),
    st.builds(Promote, MEMORY_IDS, _tuples(MEMORY_IDS), WORDS),
    st.builds(Archive, MEMORY_IDS, st.none() | WORDS, st.none() | MEMORY_IDS, WORDS),
    st.builds(Forget, MEMORY_IDS, WORDS),
    st.builds(Amend, _tuples(EDITS), _tuples(EVIDENCE), _tuples(MEMORY_IDS), _tuples(WORDS), WORDS),
    st.builds(Argue, WORDS, _tuples(EVIDENCE), WORDS, WORDS),
)
