"""The types that verbs of `Atlas` give back, for annotations: `from atlas.types import Pending`."""

from __future__ import annotations

from atlas.engine.core.verification import Verification
from atlas.engine.curate.conflicts import Conflict
from atlas.engine.curate.conversations import ConversationsDecided
from atlas.engine.curate.explicit_feedback import FeedbackReceipt, Remark
from atlas.engine.curate.proposals import Decision
from atlas.engine.curate.undo import UndoReceipt
from atlas.engine.forget.forget import ForgetReceipt
from atlas.engine.inspect.archived_text import ArchivedText
from atlas.engine.inspect.audit import AuditReport
from atlas.engine.inspect.explain import InteractionStory, MemoryStory, ReflectionStory, ServingStory
from atlas.engine.inspect.graph import Graph
from atlas.engine.inspect.health import Health
from atlas.engine.inspect.status import Check, Pending, StatusReport
from atlas.engine.intake.outcome_reports import ReportReceipt
from atlas.engine.jobs.costs import Costs
from atlas.engine.jobs.job_control import Armed, Preview
from atlas.engine.jobs.run_cycle import Consolidated
from atlas.engine.serve.answer import MemoryAnswer, ModelAnswer
from atlas.engine.serve.model_requests import RememberReceipt
from atlas.engine.thinking.review_schedule import Due
from atlas.engine.transfer.backup import Backup, RestoreReceipt
from atlas.engine.transfer.import_batches import ImportReport
from atlas.engine.transfer.restore_export import RestoreReport
from atlas.model.failure import Failure, Pattern
from atlas.model.journal import Entry
from atlas.model.signal import Confidence, Signal
from atlas.model.suggestion import Suggestion
from atlas.model.thinking import Job, Judged, Reflection
from atlas.surfaces.aio import AsyncAtlas
from atlas.surfaces.wrapping.figures import WrapFigures

__all__ = [
    "ArchivedText",
    "Armed",
    "AsyncAtlas",
    "AuditReport",
    "Backup",
    "Check",
    "Confidence",
    "Conflict",
    "Consolidated",
    "ConversationsDecided",
    "Costs",
    "Decision",
    "Due",
    "Entry",
    "Failure",
    "FeedbackReceipt",
    "ForgetReceipt",
    "Graph",
    "Health",
    "ImportReport",
    "InteractionStory",
    "Job",
    "Judged",
    "MemoryAnswer",
    "MemoryStory",
    "ModelAnswer",
    "Pattern",
    "Pending",
    "Preview",
    "Reflection",
    "ReflectionStory",
    "Remark",
    "RememberReceipt",
    "ReportReceipt",
    "RestoreReceipt",
    "RestoreReport",
    "ServingStory",
    "Signal",
    "StatusReport",
    "Suggestion",
    "UndoReceipt",
    "Verification",
    "WrapFigures",
]
