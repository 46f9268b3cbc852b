"""What a transaction that writes can do in one space: the sum of the writers of its rows, each under `ports/rows`.

All or nothing, and durable when it returns. A writer reads too, and sees what it wrote.

No text is destroyed but by `erase_`, `mask_`, `blank_` and `drop_archived` (X3). To erase what is not there is no
error; to mask it is (NotFound). A transaction that erases a message which a memory still quotes or transcribes raises
Refused when it ends.
"""

from __future__ import annotations

from typing import Protocol

from atlas.ports.reading import Reader
from atlas.ports.rows.archive import ArchiveWriter
from atlas.ports.rows.beliefs import BeliefWriter
from atlas.ports.rows.documents import DocumentWriter
from atlas.ports.rows.edges import EdgeWriter
from atlas.ports.rows.entities import EntityWriter
from atlas.ports.rows.exams import ExamWriter
from atlas.ports.rows.failures import FailureWriter
from atlas.ports.rows.feedback import FeedbackWriter
from atlas.ports.rows.interactions import InteractionWriter
from atlas.ports.rows.jobs import JobWriter
from atlas.ports.rows.journal import JournalWriter
from atlas.ports.rows.marks import MarkWriter
from atlas.ports.rows.memories import MemoryWriter
from atlas.ports.rows.messages import MessageWriter
from atlas.ports.rows.metrics import MetricWriter
from atlas.ports.rows.proposals import ProposalWriter
from atlas.ports.rows.quarantines import QuarantineWriter
from atlas.ports.rows.reflections import ReflectionWriter
from atlas.ports.rows.servings import ServingWriter
from atlas.ports.rows.sessions import SessionWriter
from atlas.ports.rows.signals import SignalWriter
from atlas.ports.rows.source_files import SourceFileWriter
from atlas.ports.rows.spendings import SpendingWriter
from atlas.ports.rows.suggestions import SuggestionWriter
from atlas.ports.rows.triggers import TriggerWriter
from atlas.ports.rows.vectors import VectorWriter


class Writer(
    Reader,
    InteractionWriter,
    SessionWriter,
    MessageWriter,
    MemoryWriter,
    EntityWriter,
    VectorWriter,
    MarkWriter,
    JobWriter,
    ReflectionWriter,
    ProposalWriter,
    SignalWriter,
    FailureWriter,
    SuggestionWriter,
    TriggerWriter,
    SpendingWriter,
    ServingWriter,
    FeedbackWriter,
    EdgeWriter,
    ArchiveWriter,
    DocumentWriter,
    BeliefWriter,
    ExamWriter,
    MetricWriter,
    QuarantineWriter,
    SourceFileWriter,
    JournalWriter,
    Protocol,
):
    """Every row of one space. A function that needs few of them names the narrower writers instead."""
