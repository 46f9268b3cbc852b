"""Feedback: what became of memories that were served (T6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from atlas.model.feedback import Feedback
from atlas.model.ids import MemoryId


class FeedbackReader(Protocol):
    def feedback(self, limit: int, memory: MemoryId | None = None, since: datetime | None = None) -> Sequence[Feedback]:
        """Newest first by row; about this memory, or all; given from then on, or ever."""
        ...

    def feedback_after(self, after: int, limit: int) -> Sequence[tuple[int, Feedback]]:
        """In the order of writing, with their row sequence, for paging."""
        ...

    def count_ignored(self, memories: Iterable[MemoryId]) -> Mapping[MemoryId, int]:
        """How often each was ignored since it was last used or helped, or ever; those that never were are left out."""
        ...

    def last_reviews(self, memories: Iterable[MemoryId]) -> Mapping[MemoryId, datetime]:
        """When each was last reviewed; those that never were are left out."""
        ...


class FeedbackWriter(FeedbackReader, Protocol):
    def add_feedback(self, feedback: Feedback) -> bool:
        """False, and nothing is added, when this reply has been told from already for this memory (T3)."""
        ...
