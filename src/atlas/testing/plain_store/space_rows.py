"""All rows of one space, as dictionaries of frozen nouns in the order they were written."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, fields
from datetime import date, datetime

from atlas.model.archive import Archived
from atlas.model.belief import Argument, Belief, Snapshot
from atlas.model.document import Document
from atlas.model.entity import Entity, EntityId
from atlas.model.exam import Exam
from atlas.model.failure import Failure, Pattern
from atlas.model.feedback import Feedback
from atlas.model.graph import Edge
from atlas.model.ids import (
    ArgumentId,
    BeliefId,
    DocumentId,
    ExamId,
    FailureId,
    InteractionId,
    JobId,
    MemoryId,
    MessageId,
    PatternId,
    ProposalId,
    QuarantineId,
    ReflectionId,
    ServingId,
    SessionId,
    SpendingId,
    SuggestionId,
)
from atlas.model.interaction import Interaction, Message, Session
from atlas.model.journal import Entry
from atlas.model.memory import Memory
from atlas.model.metric import Escalation, Figure
from atlas.model.quarantine import Quarantine
from atlas.model.recall import Serving
from atlas.model.signal import Signal, SignalKind, Source
from atlas.model.source_file import SourceFile, WatchedFolder
from atlas.model.spending import Spending
from atlas.model.suggestion import Suggestion
from atlas.model.thinking import Answer, Job, Judged, Reflection
from atlas.model.trigger import Standing

SignalKey = tuple[SignalKind, Source, InteractionId, InteractionId]
"""Kind, source, what it is about, where it was seen."""
AnswerKey = tuple[JobId, int, int, str]
"""Job, ordinal, sample, prompt hash."""


@dataclass(slots=True)
class SpaceRows:
    sessions: dict[SessionId, Session] = field(default_factory=dict)
    interactions: dict[InteractionId, Interaction] = field(default_factory=dict)
    """Without their messages: those are rows of their own."""
    said: dict[InteractionId, tuple[MessageId, ...]] = field(default_factory=dict)
    messages: dict[MessageId, Message] = field(default_factory=dict)
    memories: dict[MemoryId, Memory] = field(default_factory=dict)
    forgotten: set[MemoryId] = field(default_factory=set)
    entities: dict[EntityId, Entity] = field(default_factory=dict)
    vectors: dict[tuple[str, MemoryId], bytes] = field(default_factory=dict)
    """By identity and memory."""
    changes: dict[MemoryId, int] = field(default_factory=dict)
    """The number of the newest change of each memory, ascending."""
    leases: dict[str, tuple[str, datetime]] = field(default_factory=dict)
    """Owner and end, by name."""
    marks: dict[str, int] = field(default_factory=dict)
    jobs: dict[JobId, Job] = field(default_factory=dict)
    answers: dict[AnswerKey, Answer] = field(default_factory=dict)
    reflections: dict[ReflectionId, Reflection] = field(default_factory=dict)
    judged: dict[ProposalId, Judged] = field(default_factory=dict)
    signals: dict[SignalKey, Signal] = field(default_factory=dict)
    failures: dict[FailureId, Failure] = field(default_factory=dict)
    patterns: dict[PatternId, Pattern] = field(default_factory=dict)
    suggestions: dict[SuggestionId, Suggestion] = field(default_factory=dict)
    standings: dict[str, Standing] = field(default_factory=dict)
    """By name of the trigger."""
    periods: set[tuple[str, str]] = field(default_factory=set)
    """Trigger and period."""
    spendings: dict[SpendingId, Spending] = field(default_factory=dict)
    servings: dict[ServingId, Serving] = field(default_factory=dict)
    feedback: dict[int, Feedback] = field(default_factory=dict)
    """By its number."""
    edges: dict[str, Edge] = field(default_factory=dict)
    """By key."""
    archive: dict[MessageId, Archived] = field(default_factory=dict)
    documents: dict[DocumentId, Document] = field(default_factory=dict)
    beliefs: dict[BeliefId, Belief] = field(default_factory=dict)
    arguments: dict[ArgumentId, Argument] = field(default_factory=dict)
    snapshots: dict[int, Snapshot] = field(default_factory=dict)
    """By turn."""
    figures: dict[tuple[date, str], Figure] = field(default_factory=dict)
    """By day and name."""
    escalation: Escalation | None = None
    quarantines: dict[QuarantineId, Quarantine] = field(default_factory=dict)
    source_files: dict[tuple[str, str], SourceFile] = field(default_factory=dict)
    """By folder and file."""
    watched_folders: dict[str, WatchedFolder] = field(default_factory=dict)
    exams: dict[ExamId, Exam] = field(default_factory=dict)
    journal: dict[int, Entry] = field(default_factory=dict)
    seqs: dict[str, int] = field(default_factory=dict)
    """The row sequence of interactions, messages and memories, by id."""
    counter: int = 0

    def copy_rows(self) -> SpaceRows:
        """Copy the dictionaries: their nouns are frozen, so that this copies everything."""
        other = copy(self)
        for item in fields(self):
            setattr(other, item.name, copy(getattr(self, item.name)))
        return other

    def next_seq(self) -> int:
        self.counter += 1
        return self.counter

    def note_change(self, memory: MemoryId) -> None:
        """Number a change of a memory; the order of the dictionary is that of the numbers."""
        self.changes.pop(memory, None)
        self.changes[memory] = self.next_seq()
