"""What became of a memory that was served (T3, T6): each event a row."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from atlas.model.ids import MemoryId, MessageId, ServingId


class FeedbackSignal(StrEnum):
    USED = "used"
    """The reply has it."""
    IGNORED = "ignored"
    """It was there, and the reply does without."""
    HELPED = "helped"
    """An application says that it was used, and that it worked."""
    WRONG = "wrong"
    STALE = "stale"
    REVIEWED = "reviewed"
    """A night looked at it again and left it as it is (T4): it is due later, and none the stronger."""


BY_REPLY = frozenset({FeedbackSignal.USED, FeedbackSignal.IGNORED})
"""What is told from a reply, once for each (T3); the others are somebody's word."""


@dataclass(frozen=True, slots=True)
class Feedback:
    memory: MemoryId
    signal: FeedbackSignal
    at: datetime
    serving: ServingId | None = None
    """The context in which it stood; the query is there, in one place, and forgotten there."""
    reply: MessageId | None = None
    share: float | None = None
    """How much of it stood in the reply, from 0 to 1."""
