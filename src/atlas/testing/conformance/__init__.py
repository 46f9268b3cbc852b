"""What every store must do, as one suite over any of them.

    class TestMyStore(StoreConformance):
        @pytest.fixture
        def store(self, tmp_path):
            with closing(MyStore(tmp_path)) as store:
                yield store

The tests are plain methods that take a store; nothing here imports a test runner.
"""

from __future__ import annotations

from atlas.testing.conformance.archive import ArchiveConformance
from atlas.testing.conformance.beliefs import BeliefConformance
from atlas.testing.conformance.changes import ChangeConformance
from atlas.testing.conformance.documents import DocumentConformance
from atlas.testing.conformance.erasing import ErasingConformance
from atlas.testing.conformance.journal import JournalConformance
from atlas.testing.conformance.keeping import FeedbackConformance, GraphConformance, KeptConformance
from atlas.testing.conformance.memories import HOSTILE, MemoryConformance
from atlas.testing.conformance.metrics import MetricConformance
from atlas.testing.conformance.noticing import ForgettingThoughtsConformance, NoticingConformance
from atlas.testing.conformance.order import OrderConformance
from atlas.testing.conformance.plain_rows import PlainRowConformance
from atlas.testing.conformance.source_files import SourceFileConformance
from atlas.testing.conformance.thinking import ThinkingConformance
from atlas.testing.conformance.transactions import TransactionConformance
from atlas.testing.conformance.transcript import TranscriptConformance
from atlas.testing.conformance.triggers import SpendingConformance, TriggerConformance
from atlas.testing.conformance.trust import TrustConformance
from atlas.testing.conformance.turns import TurnConformance
from atlas.testing.conformance.vectors import VectorConformance

__all__ = ["HOSTILE", "StoreConformance"]


class StoreConformance(
    TranscriptConformance,
    MemoryConformance,
    TrustConformance,
    ChangeConformance,
    VectorConformance,
    TurnConformance,
    ThinkingConformance,
    NoticingConformance,
    ForgettingThoughtsConformance,
    TriggerConformance,
    SpendingConformance,
    KeptConformance,
    FeedbackConformance,
    GraphConformance,
    ArchiveConformance,
    DocumentConformance,
    BeliefConformance,
    MetricConformance,
    SourceFileConformance,
    JournalConformance,
    PlainRowConformance,
    ErasingConformance,
    TransactionConformance,
    OrderConformance,
):
    """All of it. Subclass it in a test module and give it a fixture named `store`."""
