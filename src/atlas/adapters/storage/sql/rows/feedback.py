"""Feedback: what became of memories that were served (T6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.feedback import Feedback
from atlas.model.ids import MemoryId
from atlas.model.plain_data import instant_text, parse_instant

_EVER: Final = ""
"""Before every moment as it is stored."""
_FEEDBACK: Final = RowCodec(Feedback)


class SqlFeedbackReader(SqlRows):
    def feedback(self, limit: int, memory: MemoryId | None = None, since: datetime | None = None) -> Sequence[Feedback]:
        name = "feedback" if memory is None else "feedback_of"
        values = {"limit": limit, "since": instant_text(since) if since else _EVER}
        rows = self._lane.rows(name, values if memory is None else values | {"memory": memory})
        return _FEEDBACK.decode_all(row[1:] for row in rows)

    def feedback_after(self, after: int, limit: int) -> Sequence[tuple[int, Feedback]]:
        rows = self._lane.rows("feedback_after", {"after": after, "limit": limit})
        told = _FEEDBACK.decode_all(row[1:] for row in rows)
        return [(row[0], feedback) for row, feedback in zip(rows, told, strict=True)]

    def count_ignored(self, memories: Iterable[MemoryId]) -> Mapping[MemoryId, int]:
        rows = self._lane.rows("ignored", {"ids": self._lane.list_value(dict.fromkeys(memories))})
        return {MemoryId(str(memory)): int(count) for memory, count in rows}

    def last_reviews(self, memories: Iterable[MemoryId]) -> Mapping[MemoryId, datetime]:
        rows = self._lane.rows("reviewed", {"ids": self._lane.list_value(dict.fromkeys(memories))})
        return {MemoryId(str(memory)): parse_instant(str(at)) for memory, at in rows}


class SqlFeedbackWriter(SqlFeedbackReader):
    def add_feedback(self, feedback: Feedback) -> bool:
        return self._lane.change("add_feedback", _FEEDBACK.encode(feedback)) > 0
