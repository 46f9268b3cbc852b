"""Memories made of their rows, evidence and links."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from atlas.adapters.storage.sql.column_values import Values
from atlas.adapters.storage.sql.lane import Lane, Row
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.adapters.storage.sql.rows.memory_codec import decode_memories, list_plain_memories
from atlas.model.memory import Memory

_MOST_KEPT: Final = 2_000
"""Memories that one reader keeps: who reads a whole space sees each of them once."""


class SqlMemoryRows(SqlRows):
    def __init__(self, lane: Lane) -> None:
        super().__init__(lane)
        self._kept: dict[str, Memory] | None = {} if lane.stands_still else None
        """What was made in this transaction, where a row is the same each time that it is read."""

    def _found(self, name: str, ids: Iterable[str]) -> Sequence[Memory]:
        asked = list(ids)
        return self._memories(self._lane.rows(name, {"ids": self._lane.list_value(asked)})) if asked else []

    def _memories(self, rows: Sequence[Row]) -> Sequence[Memory]:
        """Two more statements for all of them together, not two for each."""
        kept = self._kept
        if kept is None:
            return decode_memories(rows, *self._beside(rows)) if rows else []
        unread = [row for row in rows if row[1] not in kept]
        made = decode_memories(unread, *self._beside(unread)) if unread else []
        if not kept and len(made) == len(rows):
            self._kept = {each.id: each for each in made[:_MOST_KEPT]}
            return made
        new = {each.id: each for each in made}
        found = [kept.get(row[1]) or new[row[1]] for row in rows]
        kept.update(islice(new.items(), max(0, _MOST_KEPT - len(kept))))
        return found

    def _plain_memories(self, rows: Sequence[Row]) -> Sequence[Values]:
        return list_plain_memories(rows, *self._beside(rows)) if rows else []

    def _beside(self, rows: Sequence[Row]) -> tuple[Sequence[Row], Sequence[Row]]:
        """The rows of their evidence and of their links."""
        ids = {"ids": self._lane.list_value(row[1] for row in rows)}
        return self._lane.rows("evidence_of", ids), self._lane.rows("links_of", ids)
