"""What every reader and writer of rows has: the lane of its transaction."""

from __future__ import annotations

from atlas.adapters.storage.sql.lane import Lane


class SqlRows:
    def __init__(self, lane: Lane) -> None:
        self._lane = lane

    def _number(self, name: str, values: dict[str, object]) -> int:
        row = self._lane.one(name, values)
        return int(row[0]) if row else 0
