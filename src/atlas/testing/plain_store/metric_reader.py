"""Reading figures of one space of the plain store, where the engine stands on the ladder, and what is contained."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from atlas.model.metric import Escalation, Figure
from atlas.model.quarantine import Quarantine
from atlas.testing.plain_store.belief_reader import PlainBeliefReader


class PlainMetricReader(PlainBeliefReader):
    def figures(self, since: date, names: Iterable[str] | None = None) -> Sequence[Figure]:
        wanted = None if names is None else frozenset(names)
        kept = sorted(self._rows.figures.items())
        return [each for (day, name), each in kept if day >= since and (wanted is None or name in wanted)]

    def escalation(self) -> Escalation | None:
        return self._rows.escalation

    def quarantines(self) -> Sequence[Quarantine]:
        return list(self._rows.quarantines.values())
