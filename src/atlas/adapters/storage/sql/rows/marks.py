"""Marks, which say how far some work got, and leases, which say whose turn it is."""

from __future__ import annotations

from datetime import datetime

from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.plain_data import instant_text


class SqlMarkReader(SqlRows):
    def read_mark(self, name: str) -> int:
        return self._number("mark", {"name": name})


class SqlMarkWriter(SqlMarkReader):
    def put_mark(self, name: str, value: int) -> None:
        self._lane.change("put_mark", {"name": name, "value": value})

    def take_lease(self, name: str, owner: str, now: datetime, until: datetime) -> bool:
        values = {"name": name, "owner": owner, "now": instant_text(now), "until": instant_text(until)}
        return self._lane.change("take_lease", values) > 0

    def give_up_lease(self, name: str, owner: str) -> None:
        self._lane.change("give_up_lease", {"name": name, "owner": owner})
