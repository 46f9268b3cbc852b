"""Reading rows of one space at one moment: the sum of the readers of each noun."""

from __future__ import annotations

from atlas.adapters.storage.sql.rows.archive import SqlArchiveReader
from atlas.adapters.storage.sql.rows.beliefs import SqlBeliefReader
from atlas.adapters.storage.sql.rows.changes import SqlChangeReader
from atlas.adapters.storage.sql.rows.documents import SqlDocumentReader
from atlas.adapters.storage.sql.rows.edges import SqlEdgeReader
from atlas.adapters.storage.sql.rows.entities import SqlEntityReader
from atlas.adapters.storage.sql.rows.exams import SqlExamReader
from atlas.adapters.storage.sql.rows.failures import SqlFailureReader
from atlas.adapters.storage.sql.rows.feedback import SqlFeedbackReader
from atlas.adapters.storage.sql.rows.interactions import SqlInteractionReader
from atlas.adapters.storage.sql.rows.jobs import SqlJobReader
from atlas.adapters.storage.sql.rows.journal import SqlJournalReader
from atlas.adapters.storage.sql.rows.marks import SqlMarkReader
from atlas.adapters.storage.sql.rows.memories import SqlMemoryReader
from atlas.adapters.storage.sql.rows.messages import SqlMessageReader
from atlas.adapters.storage.sql.rows.metrics import SqlMetricReader
from atlas.adapters.storage.sql.rows.proposals import SqlProposalReader
from atlas.adapters.storage.sql.rows.quarantines import SqlQuarantineReader
from atlas.adapters.storage.sql.rows.reflections import SqlReflectionReader
from atlas.adapters.storage.sql.rows.related_memories import SqlRelatedMemoryReader
from atlas.adapters.storage.sql.rows.row_ids import SqlRowIdReader
from atlas.adapters.storage.sql.rows.servings import SqlServingReader
from atlas.adapters.storage.sql.rows.sessions import SqlSessionReader
from atlas.adapters.storage.sql.rows.signals import SqlSignalReader
from atlas.adapters.storage.sql.rows.source_files import SqlSourceFileReader
from atlas.adapters.storage.sql.rows.spendings import SqlSpendingReader
from atlas.adapters.storage.sql.rows.suggestions import SqlSuggestionReader
from atlas.adapters.storage.sql.rows.triggers import SqlTriggerReader
from atlas.adapters.storage.sql.rows.vectors import SqlVectorReader


class SqlReader(
    SqlInteractionReader,
    SqlSessionReader,
    SqlMessageReader,
    SqlMemoryReader,
    SqlRelatedMemoryReader,
    SqlRowIdReader,
    SqlEntityReader,
    SqlChangeReader,
    SqlVectorReader,
    SqlMarkReader,
    SqlJobReader,
    SqlReflectionReader,
    SqlProposalReader,
    SqlSignalReader,
    SqlFailureReader,
    SqlSuggestionReader,
    SqlTriggerReader,
    SqlSpendingReader,
    SqlServingReader,
    SqlFeedbackReader,
    SqlEdgeReader,
    SqlArchiveReader,
    SqlDocumentReader,
    SqlBeliefReader,
    SqlExamReader,
    SqlMetricReader,
    SqlQuarantineReader,
    SqlSourceFileReader,
    SqlJournalReader,
):
    """Every row of one space."""
