"""Standings of triggers, and the periods for which each has run (J3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.trigger import Standing

_STANDINGS: Final = RowCodec(Standing)


class SqlTriggerReader(SqlRows):
    def standing(self, trigger: str) -> Standing | None:
        return self._read_one(_STANDINGS, "standing", {"trigger": trigger})

    def standings(self) -> Sequence[Standing]:
        return self._read_all(_STANDINGS, "standings")


class SqlTriggerWriter(SqlTriggerReader):
    def put_standing(self, standing: Standing) -> None:
        self._lane.change("put_standing", _STANDINGS.encode(standing))

    def add_period(self, trigger: str, period: str) -> bool:
        return self._lane.change("add_period", {"trigger": trigger, "period": period}) > 0
