"""Figures of each day, and where the engine stands on the ladder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final

from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.metric import Escalation, Figure

_FIGURES: Final = RowCodec(Figure)
_ESCALATIONS: Final = RowCodec(Escalation)


class SqlMetricReader(SqlRows):
    def figures(self, since: date, names: Iterable[str] | None = None) -> Sequence[Figure]:
        values: dict[str, object] = {"since": since.isoformat()}
        if names is None:
            return self._read_all(_FIGURES, "figures", values)
        return self._read_all(_FIGURES, "figures_named", values | {"names": self._lane.list_value(names)})

    def escalation(self) -> Escalation | None:
        return self._read_one(_ESCALATIONS, "escalation", {})


class SqlMetricWriter(SqlMetricReader):
    def put_figure(self, figure: Figure) -> None:
        self._lane.change("put_figure", _FIGURES.encode(figure))

    def put_escalation(self, escalation: Escalation) -> None:
        self._lane.change("put_escalation", _ESCALATIONS.encode(escalation))
