"""Writing figures of one space of the plain store, and where the engine stands on the ladder."""

from __future__ import annotations

from typing import Final

from atlas.errors import BadInput
from atlas.model.metric import Escalation, Figure
from atlas.testing.plain_store.belief_writer import PlainBeliefWriter
from atlas.testing.plain_store.meaning import check_storable

_LONGEST_NAME: Final = 80


class PlainMetricWriter(PlainBeliefWriter):
    def put_figure(self, figure: Figure) -> None:
        check_storable(figure)
        if figure.cases < 0 or not 1 <= len(figure.name) <= _LONGEST_NAME:
            raise BadInput("A figure has a short name, and counts cases from none on.")
        self._rows.figures[figure.day, figure.name] = figure

    def put_escalation(self, escalation: Escalation) -> None:
        check_storable(escalation)
        self._rows.escalation = escalation
