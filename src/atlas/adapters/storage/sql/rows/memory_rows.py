"""Memories made of their rows, evidence and links."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atlas.adapters.storage.sql import codec
from atlas.adapters.storage.sql.columns import grouped
from atlas.adapters.storage.sql.lane import Row
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.memory import Memory


class SqlMemoryRows(SqlRows):
    def _found(self, name: str, ids: Iterable[str]) -> Sequence[Memory]:
        return self._memories(self._lane.rows(name, {"ids": self._lane.list_value(ids)}))

    def _memories(self, rows: Sequence[Row]) -> Sequence[Memory]:
        """Two more statements for all of them together, not two for each."""
        if not rows:
            return []
        ids = {"ids": self._lane.list_value(row[1] for row in rows)}
        evidence = grouped(self._lane.rows("evidence_of", ids))
        links = grouped(self._lane.rows("links_of", ids))
        return [
            codec.memory_of(
                row,
                [codec.evidence_of(item) for item in evidence.get(row[1], ())],
                [codec.link_of(item) for item in links.get(row[1], ())],
            )
            for row in rows
        ]
