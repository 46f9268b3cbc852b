"""Memories made of their rows, evidence and links."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atlas.adapters.storage.sql.column_values import Values
from atlas.adapters.storage.sql.lane import Row
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.adapters.storage.sql.rows.memory_codec import decode_memories, list_plain_memories
from atlas.model.memory import Memory


class SqlMemoryRows(SqlRows):
    def _found(self, name: str, ids: Iterable[str]) -> Sequence[Memory]:
        return self._memories(self._lane.rows(name, {"ids": self._lane.list_value(ids)}))

    def _memories(self, rows: Sequence[Row]) -> Sequence[Memory]:
        """Two more statements for all of them together, not two for each."""
        return decode_memories(rows, *self._beside(rows)) if rows else []

    def _plain_memories(self, rows: Sequence[Row]) -> Sequence[Values]:
        return list_plain_memories(rows, *self._beside(rows)) if rows else []

    def _beside(self, rows: Sequence[Row]) -> tuple[Sequence[Row], Sequence[Row]]:
        """The rows of their evidence and of their links."""
        ids = {"ids": self._lane.list_value(row[1] for row in rows)}
        return self._lane.rows("evidence_of", ids), self._lane.rows("links_of", ids)
