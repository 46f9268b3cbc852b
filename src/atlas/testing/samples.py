"""Small, plain nouns for tests of a store: everything has a default but what the test is about."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, TypeVar

from atlas.model.belief import Argument, Belief, Reasoning, Reliability, Snapshot
from atlas.model.document import Document, DocumentKind
from atlas.model.exam import Exam
from atlas.model.failure import Failure, Pattern
from atlas.model.ids import (
    ArgumentId,
    BeliefId,
    ConversationId,
    DocumentId,
    ExamId,
    FailureId,
    InteractionId,
    JobId,
    MemoryId,
    MessageId,
    PatternId,
    ProposalId,
    ReflectionId,
    ServingId,
    SessionId,
    SpaceId,
    SpendingId,
    SuggestionId,
)
from atlas.model.interaction import Interaction, Message, Role, Session
from atlas.model.journal import SALT_BYTES, Action, Actor, Change, Entry, RowKind, seal_entry
from atlas.model.memory import Basis, Evidence, Form, Kind, Memory, State, Status
from atlas.model.metric import Figure
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Proposal, Remember
from atlas.model.recall import EmbedderIdentity, ServedItem, Serving
from atlas.model.signal import Signal, SignalKind
from atlas.model.source_file import SourceFile
from atlas.model.spending import Spending, SpendingState
from atlas.model.suggestion import Suggestion, SuggestionState
from atlas.model.task import Size, Task
from atlas.model.thinking import Answer, Job, JobState, Judged, Reflection
from atlas.model.trigger import Standing
from atlas.model.verdict import Finding, Outcome, Verdict
from atlas.ports.writing import Writer

HOME: Final = SpaceId("home")
AWAY: Final = SpaceId("away")
TALK: Final = ConversationId("talk")
START: Final = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
SMALL: Final = EmbedderIdentity("small", 2, "1")

Versioned = TypeVar("Versioned", Memory, Document, Belief)

_ROLES: Final = {Origin.USER: Role.USER, Origin.OPERATOR: Role.SYSTEM, Origin.ASSISTANT: Role.ASSISTANT}


def at(minutes: int) -> datetime:
    return START + timedelta(minutes=minutes)


def vector(x: float, y: float) -> bytes:
    return struct.pack("<2f", x, y)


def message(id: str, interaction: str, ordinal: int, text: str, origin: Origin = Origin.USER, **fields: Any) -> Message:
    whole: dict[str, Any] = {"conversation": TALK, "at": START, "role": _ROLES.get(origin, Role.TOOL)} | fields
    return Message(
        id=MessageId(id), interaction=InteractionId(interaction), ordinal=ordinal, origin=origin, text=text, **whole
    )


def interaction(id: str, *said: tuple[str, str, Origin], conversation: str = TALK, minute: int = 0) -> Interaction:
    """`said` is (message id, text, origin) in order."""
    talk, when = ConversationId(conversation), at(minute)
    messages = tuple(
        message(name, id, ordinal, text, origin, conversation=talk, at=when)
        for ordinal, (name, text, origin) in enumerate(said)
    )
    return Interaction(InteractionId(id), talk, SessionId(f"s_{conversation}"), when, messages)


def session(of: Interaction) -> Session:
    return Session(of.session, of.conversation, of.at, of.at)


def memory(id: str, content: str, origin: Origin = Origin.USER, **fields: Any) -> Memory:
    usual: dict[str, Any] = {
        "kind": Kind.FACT,
        "form": Form.SEMANTIC,
        "status": Status.APPROVED,
        "state": State.ACTIVE,
        "basis": Basis.STATED,
        "trust": origin.trust,
        "observed_at": START,
        "created_at": START,
        "reinforced_at": START,
    }
    return Memory(id=MemoryId(id), content=content, origin=origin, **usual | fields)


def episode(id: str, of: Message, **fields: Any) -> Memory:
    whole = {"kind": Kind.EPISODE, "form": Form.EPISODIC, "basis": Basis.OBSERVED, "transcribes": of.id} | fields
    return memory(id, of.text, of.origin, conversation=of.conversation, **whole)


def quote(of: Message, text: str) -> Evidence:
    start = of.text.index(text)
    return Evidence(of.id, start, start + len(text), text, of.origin)


def job(id: str, key: str | None = None, **fields: Any) -> Job:
    usual: dict[str, Any] = {
        "task": Task.LIGHTWEIGHT,
        "state": JobState.QUEUED,
        "priority": 0,
        "created_at": START,
        "interaction": None,
    }
    return Job(id=JobId(id), key=key or id, **usual | fields)


def answer(job: str, text: str, ordinal: int = 0, sample: int = 0, **fields: Any) -> Answer:
    whole: dict[str, Any] = {"prompt_hash": "ab", "model": "scripted", "at": START} | fields
    return Answer(job=JobId(job), ordinal=ordinal, sample=sample, text=text, **whole)


def reflection(id: str, **fields: Any) -> Reflection:
    usual: dict[str, Any] = {"task": Task.ADAPTIVE, "job": None, "inputs": (), "at": START, "proposed": 1}
    return Reflection(id=ReflectionId(id), thinker="rules", **usual | fields)


def signal(about: str, kind: SignalKind = SignalKind.RE_ASK, **fields: Any) -> Signal:
    """Seen where it is about, unless said otherwise."""
    whole: dict[str, Any] = {"seen_in": InteractionId(about), "score": 0.5, "at": START} | fields
    return Signal(kind=kind, about=InteractionId(about), **whole)


def failure(id: str, about: str, **fields: Any) -> Failure:
    whole: dict[str, Any] = {"signal": SignalKind.CORRECTION, "at": START} | fields
    return Failure(id=FailureId(id), about=InteractionId(about), **whole)


def pattern(id: str, description: str, *evidence: str, **fields: Any) -> Pattern:
    usual: dict[str, Any] = {
        "type": "failure",
        "confidence": 0.5,
        "first_seen": START,
        "last_seen": START,
        "count": len(evidence),
    }
    failures = tuple(FailureId(each) for each in evidence)
    return Pattern(id=PatternId(id), description=description, evidence=failures, **usual | fields)


def suggestion(id: str, text: str, *sources: str, **fields: Any) -> Suggestion:
    usual: dict[str, Any] = {"trust": Trust.USER, "state": SuggestionState.WAITING, "created_at": START}
    made_from = tuple(MessageId(each) for each in sources)
    return Suggestion(id=SuggestionId(id), text=text, sources=made_from, **usual | fields)


def standing(trigger: str, **fields: Any) -> Standing:
    return Standing(trigger, **fields)


def spending(id: str, tokens: int = 100, money: int = 10, **fields: Any) -> Spending:
    usual: dict[str, Any] = {
        "job": None,
        "task": Task.NIGHTLY,
        "model": "scripted",
        "size": Size.MEDIUM,
        "at": START,
        "day": START.date(),
        "state": SpendingState.SETTLED,
    }
    return Spending(id=SpendingId(id), tokens=tokens, money=money, **usual | fields)


def wish(content: str, *evidence: Evidence, **fields: Any) -> Remember:
    return Remember(content, Kind.FACT, Basis.STATED, evidence, **fields)


def judged(id: str, proposal: Proposal, outcome: Outcome = Outcome.HELD, **fields: Any) -> Judged:
    verdict = Verdict(outcome, (Finding("C3", "It waits for a person."),))
    whole: dict[str, Any] = {"reflection": None, "at": START} | fields
    return Judged(id=ProposalId(id), proposal=proposal, verdict=verdict, **whole)


def serving(id: str, *memories: str, query: str = "where do I live", **fields: Any) -> Serving:
    items = tuple(ServedItem(MemoryId(name), 0.5, (("text", 0.25), ("recency", 0.25))) for name in memories)
    whole: dict[str, Any] = {"at": START, "conversation": TALK, "tokens": 12} | fields
    return Serving(id=ServingId(id), query=query, items=items, **whole)


def document(id: str, text: str, origin: Origin = Origin.USER, **fields: Any) -> Document:
    usual: dict[str, Any] = {
        "kind": DocumentKind.WIKI,
        "title": "",
        "status": Status.APPROVED,
        "trust": origin.trust,
        "updated_at": START,
    }
    return Document(id=DocumentId(id), text=text, origin=origin, **usual | fields)


def belief(id: str, topic: str = "remote work", origin: Origin = Origin.USER, **fields: Any) -> Belief:
    usual: dict[str, Any] = {
        "stance": 0.25,
        "confidence": 0.5,
        "support": 3,
        "contradiction": 1,
        "formed": 1,
        "reinforced": 4,
        "status": Status.APPROVED,
        "state": State.ACTIVE,
        "trust": origin.trust,
        "updated_at": START,
    }
    return Belief(id=BeliefId(id), topic=topic, origin=origin, **usual | fields)


def argument(id: str, belief: str, message: str, turn: int = 1, **fields: Any) -> Argument:
    usual: dict[str, Any] = {
        "direction": 1,
        "strength": 0.5,
        "reasoning": Reasoning.EMPIRICAL,
        "reliability": Reliability.HIGH,
        "novelty": 0.75,
        "at": START,
    }
    return Argument(id=ArgumentId(id), belief=BeliefId(belief), message=MessageId(message), turn=turn, **usual | fields)


def snapshot(turn: int, committed: bool = True, **fields: Any) -> Snapshot:
    return Snapshot(turn, START, committed, **fields)


def figure(name: str, day: date, value: float | None = 0.5, cases: int = 1) -> Figure:
    return Figure(name, day, value, cases)


def source_file(folder: str, file: str, *memories: str, minute: int = 0) -> SourceFile:
    chunks = tuple(f"digest of {each}" for each in memories)
    return SourceFile(folder, file, f"{file} {minute}", chunks, tuple(map(MemoryId, memories)), at(minute))


def exam(id: str, right_with: int = 4, right_without: int = 2, asked: int = 5, minute: int = 0) -> Exam:
    return Exam(ExamId(id), at(minute), asked, right_with, right_without)


def note(text: str, id: str = "n", by_row: bool = False) -> Change:
    return Change(RowKind.NOTE, id, None, {"text": text}, by_row)


def entry(
    head: Entry | None,
    *changes: Change,
    minute: int = 0,
    cause: int | None = None,
    action: Action = Action.CHANGED,
    actor: Actor = Actor.USER,
) -> Entry:
    salts = [bytes([index]) * SALT_BYTES for index in range(len(changes))]
    return seal_entry(head.tip if head else None, at(minute), actor, action, changes, salts, cause)


def tell(writer: Writer, id: str, *said: tuple[str, str, Origin], **place: Any) -> Interaction:
    """Add an interaction with its session, and give it back."""
    told = interaction(id, *said, **place)
    writer.add_interaction(told, session(told))
    return told


def changed(noun: Versioned, **fields: Any) -> Versioned:
    """The next version of it."""
    return replace(noun, version=noun.version + 1, **fields)


def ids(memories: Sequence[Memory]) -> list[str]:
    return [found.id for found in memories]
