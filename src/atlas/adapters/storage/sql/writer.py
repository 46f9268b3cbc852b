"""Writing rows of one space, all or nothing. Guards stand in the schema; what goes where stands with each noun."""

from __future__ import annotations

from atlas.adapters.storage.sql.reader import SqlReader
from atlas.adapters.storage.sql.rows.archive import SqlArchiveWriter
from atlas.adapters.storage.sql.rows.beliefs import SqlBeliefWriter
from atlas.adapters.storage.sql.rows.documents import SqlDocumentWriter
from atlas.adapters.storage.sql.rows.edges import SqlEdgeWriter
from atlas.adapters.storage.sql.rows.entities import SqlEntityWriter
from atlas.adapters.storage.sql.rows.exams import SqlExamWriter
from atlas.adapters.storage.sql.rows.failures import SqlFailureWriter
from atlas.adapters.storage.sql.rows.feedback import SqlFeedbackWriter
from atlas.adapters.storage.sql.rows.interactions import SqlInteractionWriter
from atlas.adapters.storage.sql.rows.jobs import SqlJobWriter
from atlas.adapters.storage.sql.rows.journal import SqlJournalWriter
from atlas.adapters.storage.sql.rows.marks import SqlMarkWriter
from atlas.adapters.storage.sql.rows.memories import SqlMemoryWriter
from atlas.adapters.storage.sql.rows.messages import SqlMessageWriter
from atlas.adapters.storage.sql.rows.metrics import SqlMetricWriter
from atlas.adapters.storage.sql.rows.proposals import SqlProposalWriter
from atlas.adapters.storage.sql.rows.quarantines import SqlQuarantineWriter
from atlas.adapters.storage.sql.rows.reflections import SqlReflectionWriter
from atlas.adapters.storage.sql.rows.servings import SqlServingWriter
from atlas.adapters.storage.sql.rows.sessions import SqlSessionWriter
from atlas.adapters.storage.sql.rows.signals import SqlSignalWriter
from atlas.adapters.storage.sql.rows.source_files import SqlSourceFileWriter
from atlas.adapters.storage.sql.rows.spendings import SqlSpendingWriter
from atlas.adapters.storage.sql.rows.suggestions import SqlSuggestionWriter
from atlas.adapters.storage.sql.rows.triggers import SqlTriggerWriter
from atlas.adapters.storage.sql.rows.vectors import SqlVectorWriter


class SqlWriter(
    SqlReader,
    SqlInteractionWriter,
    SqlSessionWriter,
    SqlMessageWriter,
    SqlMemoryWriter,
    SqlEntityWriter,
    SqlVectorWriter,
    SqlMarkWriter,
    SqlJobWriter,
    SqlReflectionWriter,
    SqlProposalWriter,
    SqlSignalWriter,
    SqlFailureWriter,
    SqlSuggestionWriter,
    SqlTriggerWriter,
    SqlSpendingWriter,
    SqlServingWriter,
    SqlFeedbackWriter,
    SqlEdgeWriter,
    SqlArchiveWriter,
    SqlDocumentWriter,
    SqlBeliefWriter,
    SqlExamWriter,
    SqlMetricWriter,
    SqlQuarantineWriter,
    SqlSourceFileWriter,
    SqlJournalWriter,
):
    """Every row of one space."""
