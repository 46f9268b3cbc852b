"""How replies fared, and what became of the memories in them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from atlas.engine.curate import explicit_feedback
from atlas.engine.curate.explicit_feedback import FeedbackReceipt, Remark
from atlas.engine.intake import outcome_reports
from atlas.engine.intake.outcome_reports import ReportKind, ReportReceipt
from atlas.model.feedback import FeedbackSignal
from atlas.model.ids import InteractionId, MemoryId
from atlas.surfaces.input_values import (
    check_flag,
    check_limit,
    check_text,
    check_texts,
    parse_conversation,
    parse_feedback_signal,
    parse_moment,
    parse_report_kind,
)
from atlas.surfaces.library.opening import Opening


class Feedback:
    """How replies fared, and what became of the memories in them."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening

    def report(
        self,
        kind: ReportKind | str,
        interaction: str | None = None,
        *,
        conversation: str | None = None,
        note: str = "",
        actions: Sequence[str] = (),
        at: datetime | None = None,
    ) -> ReportReceipt:
        """Tell how a reply fared: `undo`, `tool_error`, `task_failure`, `actions`, `thumbs_up`, `thumbs_down`, or a
        verifier's `right` or `wrong`. Without an interaction it is about the last one of the conversation.
        """
        said = parse_report_kind(kind)
        about = InteractionId(self._opening.resolve_id(interaction)) if interaction is not None else None
        here, told = parse_conversation(conversation), check_text(note, "note")
        made = outcome_reports.record_report(
            self._opening.runtime, said, about, here, told, check_texts(actions, "action"), parse_moment(at)
        )
        self._opening.wake()
        return made

    def rate_memory(
        self, memory: str, signal: FeedbackSignal | str, note: str = "", *, by_model: bool = False
    ) -> FeedbackReceipt:
        """Say of a memory that it was `used`, that it `helped`, that it is `wrong` or `stale`.

        Used and helped make it stronger, once for each reply; wrong opens a failure and sends it to review; stale
        proposes to close it. `by_model` is for whoever passes on what a model says: that waits for a person.
        """
        told = explicit_feedback.record_feedback(
            self._opening.runtime,
            MemoryId(self._opening.resolve_id(memory)),
            parse_feedback_signal(signal),
            check_text(note, "note"),
            by_model=check_flag(by_model, "by_model"),
        )
        self._opening.wake()
        return told

    def log(self, memory: str | None = None, *, limit: int = 50) -> Sequence[Remark]:
        """What became of memories that were served, the newest first: of one, or of all."""
        about = MemoryId(self._opening.resolve_id(memory)) if memory is not None else None
        return explicit_feedback.feedback_log(self._opening.runtime, check_limit(limit), about)
