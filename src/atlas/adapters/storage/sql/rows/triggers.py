"""Standings of triggers, and the periods for which each has run (J3)."""

from __future__ import annotations

from collections.abc import Sequence

from atlas.adapters.storage.sql import noticing_codec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.trigger import Standing


class SqlTriggerReader(SqlRows):
    def standing(self, trigger: str) -> Standing | None:
        row = self._lane.one("standing", {"trigger": trigger})
        return noticing_codec.standing_of(row) if row else None

    def standings(self) -> Sequence[Standing]:
        return [noticing_codec.standing_of(row) for row in self._lane.rows("standings")]


class SqlTriggerWriter(SqlTriggerReader):
    def put_standing(self, standing: Standing) -> None:
        self._lane.change("put_standing", noticing_codec.standing_values(standing))

    def add_period(self, trigger: str, period: str) -> bool:
        return self._lane.change("add_period", {"trigger": trigger, "period": period}) > 0
