"""What a transaction that reads can ask of one space: the sum of the readers of its rows, each under `ports/rows`.

No method takes a space, so nothing can cross (P4). All of it is seen at one consistent moment.
"""

from __future__ import annotations

from typing import Protocol

from atlas.ports.rows.archive import ArchiveReader
from atlas.ports.rows.beliefs import BeliefReader
from atlas.ports.rows.changes import ChangeReader
from atlas.ports.rows.documents import DocumentReader
from atlas.ports.rows.edges import EdgeReader
from atlas.ports.rows.entities import EntityReader
from atlas.ports.rows.exams import ExamReader
from atlas.ports.rows.failures import FailureReader
from atlas.ports.rows.feedback import FeedbackReader
from atlas.ports.rows.interactions import InteractionReader
from atlas.ports.rows.jobs import JobReader
from atlas.ports.rows.journal import JournalReader
from atlas.ports.rows.marks import MarkReader
from atlas.ports.rows.memories import MemoryCount, MemoryReader
from atlas.ports.rows.memory_filter import SERVABLE, MemoryFilter
from atlas.ports.rows.messages import MessageReader, MessagesWaiting
from atlas.ports.rows.metrics import MetricReader
from atlas.ports.rows.proposals import ProposalReader
from atlas.ports.rows.quarantines import QuarantineReader
from atlas.ports.rows.reflections import ReflectionReader
from atlas.ports.rows.related_memories import RelatedMemoryReader
from atlas.ports.rows.row_ids import RowIdReader
from atlas.ports.rows.servings import ServingReader
from atlas.ports.rows.sessions import SessionReader
from atlas.ports.rows.signals import SignalReader
from atlas.ports.rows.source_files import SourceFileReader
from atlas.ports.rows.spendings import SpendingReader
from atlas.ports.rows.suggestions import SuggestionReader
from atlas.ports.rows.triggers import TriggerReader
from atlas.ports.rows.vectors import VectorReader

__all__ = ["SERVABLE", "MemoryCount", "MemoryFilter", "MessagesWaiting", "Reader"]


class Reader(
    InteractionReader,
    SessionReader,
    MessageReader,
    MemoryReader,
    RelatedMemoryReader,
    RowIdReader,
    EntityReader,
    ChangeReader,
    VectorReader,
    MarkReader,
    JobReader,
    ReflectionReader,
    ProposalReader,
    SignalReader,
    FailureReader,
    SuggestionReader,
    TriggerReader,
    SpendingReader,
    ServingReader,
    FeedbackReader,
    EdgeReader,
    ArchiveReader,
    DocumentReader,
    BeliefReader,
    ExamReader,
    MetricReader,
    QuarantineReader,
    SourceFileReader,
    JournalReader,
    Protocol,
):
    """Every row of one space. A function that needs few of them names the narrower readers instead."""
