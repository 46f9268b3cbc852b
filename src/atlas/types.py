"""The types that verbs of `Atlas` take and give back, for annotations: `from atlas.types import Pending`."""

from __future__ import annotations

from atlas.curation.policy import CurationPolicy, Mode
from atlas.curation.policy_rules import RuleCandidate
from atlas.engine.core.escalation import LadderStatus
from atlas.engine.core.verification import Verification
from atlas.engine.curate.conflicts import Conflict
from atlas.engine.curate.conversations import ConversationsDecided
from atlas.engine.curate.documents import Amended
from atlas.engine.curate.explicit_feedback import FeedbackReceipt, Remark
from atlas.engine.curate.proposals import Decision
from atlas.engine.curate.quarantine import QuarantineReceipt, QuarantineStory, TouchedContext
from atlas.engine.curate.rollback import MemoryDifference, RollbackReceipt
from atlas.engine.curate.undo import UndoReceipt
from atlas.engine.forget.forget import ForgetReceipt
from atlas.engine.inspect.archived_text import ArchivedText
from atlas.engine.inspect.audit import AuditReport
from atlas.engine.inspect.beliefs import BeliefMove, BeliefStory
from atlas.engine.inspect.documents import (
    BlamedLine,
    DocumentComparison,
    DocumentDifference,
    DocumentSummary,
    DocumentText,
    SourceMemory,
)
from atlas.engine.inspect.explain import InteractionStory, MemoryStory, ReflectionStory, ServingStory
from atlas.engine.inspect.graph import Graph
from atlas.engine.inspect.health import Health
from atlas.engine.inspect.metrics import MetricsReport
from atlas.engine.inspect.picture import Picture, ReadPath, StatusCount
from atlas.engine.inspect.policy_replay import PolicyReplay
from atlas.engine.inspect.status import Check, Pending, StatusReport
from atlas.engine.inspect.version_stories import DocumentTouched, VersionStory
from atlas.engine.inspect.week import WeekReport
from atlas.engine.intake.ingestion import IngestReport
from atlas.engine.intake.outcome_reports import ReportKind, ReportReceipt
from atlas.engine.jobs.costs import Costs
from atlas.engine.jobs.evolution_figures import EvolutionFigures
from atlas.engine.jobs.job_control import Armed, Preview
from atlas.engine.jobs.run_cycle import Consolidated
from atlas.engine.serve.answer import MemoryAnswer, ModelAnswer
from atlas.engine.serve.model_requests import RememberReceipt
from atlas.engine.thinking.review_schedule import Due
from atlas.engine.transfer.backup import Backup, RestoreReceipt
from atlas.engine.transfer.document_copies import DocumentsImported
from atlas.engine.transfer.import_batches import ImportReport
from atlas.engine.transfer.restore_export import RestoreReport
from atlas.model.belief import Belief
from atlas.model.exam import Exam
from atlas.model.failure import Failure, Pattern
from atlas.model.feedback import FeedbackSignal
from atlas.model.history import Format
from atlas.model.journal import Entry
from atlas.model.quarantine import Quarantine
from atlas.model.review import Card, Cluster, ReviewQueue
from atlas.model.signal import Confidence, Signal, SignalKind
from atlas.model.source_file import WatchedFolder
from atlas.model.suggestion import Suggestion, SuggestionState
from atlas.model.task import Task
from atlas.model.thinking import Job, JobState, Judged, Reflection
from atlas.model.version import VersionCause
from atlas.settings import Settings
from atlas.surfaces.library.admin import Admin
from atlas.surfaces.library.aio import AsyncAtlas
from atlas.surfaces.library.assistant import Assistant
from atlas.surfaces.library.beliefs import Beliefs
from atlas.surfaces.library.documents import Documents
from atlas.surfaces.library.feedback import Feedback
from atlas.surfaces.library.history import History
from atlas.surfaces.library.inspection import Inspection
from atlas.surfaces.library.jobs import Jobs
from atlas.surfaces.library.review import Review
from atlas.surfaces.wrap_figures import WrapFigures

__all__ = [
    "Admin",
    "Amended",
    "ArchivedText",
    "Armed",
    "Assistant",
    "AsyncAtlas",
    "AuditReport",
    "Backup",
    "Belief",
    "BeliefMove",
    "BeliefStory",
    "Beliefs",
    "BlamedLine",
    "Card",
    "Check",
    "Cluster",
    "Confidence",
    "Conflict",
    "Consolidated",
    "ConversationsDecided",
    "Costs",
    "CurationPolicy",
    "Decision",
    "DocumentComparison",
    "DocumentDifference",
    "DocumentSummary",
    "DocumentText",
    "DocumentTouched",
    "Documents",
    "DocumentsImported",
    "Due",
    "Entry",
    "EvolutionFigures",
    "Exam",
    "Failure",
    "Feedback",
    "FeedbackReceipt",
    "FeedbackSignal",
    "ForgetReceipt",
    "Format",
    "Graph",
    "Health",
    "History",
    "ImportReport",
    "IngestReport",
    "Inspection",
    "InteractionStory",
    "Job",
    "JobState",
    "Jobs",
    "Judged",
    "LadderStatus",
    "MemoryAnswer",
    "MemoryDifference",
    "MemoryStory",
    "MetricsReport",
    "Mode",
    "ModelAnswer",
    "Pattern",
    "Pending",
    "Picture",
    "PolicyReplay",
    "Preview",
    "Quarantine",
    "QuarantineReceipt",
    "QuarantineStory",
    "ReadPath",
    "Reflection",
    "ReflectionStory",
    "Remark",
    "RememberReceipt",
    "ReportKind",
    "ReportReceipt",
    "RestoreReceipt",
    "RestoreReport",
    "Review",
    "ReviewQueue",
    "RollbackReceipt",
    "RuleCandidate",
    "ServingStory",
    "Settings",
    "Signal",
    "SignalKind",
    "SourceMemory",
    "StatusCount",
    "StatusReport",
    "Suggestion",
    "SuggestionState",
    "Task",
    "TouchedContext",
    "UndoReceipt",
    "Verification",
    "VersionCause",
    "VersionStory",
    "WatchedFolder",
    "WeekReport",
    "WrapFigures",
]
