"""Memories made of their rows, evidence and links."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atlas.adapters.storage.sql.column_values import group_rows
from atlas.adapters.storage.sql.lane import Row
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.adapters.storage.sql.rows.memory_codec import decode_memory
from atlas.model.memory import Memory


class SqlMemoryRows(SqlRows):
    def _found(self, name: str, ids: Iterable[str]) -> Sequence[Memory]:
        return self._memories(self._lane.rows(name, {"ids": self._lane.list_value(ids)}))

    def _memories(self, rows: Sequence[Row]) -> Sequence[Memory]:
        """Two more statements for all of them together, not two for each."""
        if not rows:
            return []
        ids = {"ids": self._lane.list_value(row[1] for row in rows)}
        evidence = group_rows(self._lane.rows("evidence_of", ids))
        links = group_rows(self._lane.rows("links_of", ids))
        return [decode_memory(row, evidence.get(row[1], ()), links.get(row[1], ())) for row in rows]
