"""Writing figures of one space of the plain store, where the engine stands on the ladder, and what is contained."""

from __future__ import annotations

from typing import Final

from atlas.errors import BadInput
from atlas.model.ids import QuarantineId
from atlas.model.metric import Escalation, Figure
from atlas.model.quarantine import Quarantine
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

    def put_quarantine(self, quarantine: Quarantine) -> None:
        check_storable(quarantine)
        if not (quarantine.conversation or quarantine.origin or quarantine.since or quarantine.memory):
            raise BadInput("A quarantine says what is contained.")
        self._rows.quarantines[quarantine.id] = quarantine

    def remove_quarantine(self, id: QuarantineId) -> None:
        self._rows.quarantines.pop(id, None)
