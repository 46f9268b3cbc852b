"""Figures of each day, and where the engine stands on the ladder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Protocol

from atlas.model.metric import Escalation, Figure


class MetricReader(Protocol):
    def figures(self, since: date, names: Iterable[str] | None = None) -> Sequence[Figure]:
        """Of this day and later ones, by day and name; with names, those alone."""
        ...

    def escalation(self) -> Escalation | None:
        """Where the engine stands; None where it has always been free."""
        ...


class MetricWriter(MetricReader, Protocol):
    def put_figure(self, figure: Figure) -> None:
        """Insert; of one name there is one a day, and the later replaces it."""
        ...

    def put_escalation(self, escalation: Escalation) -> None:
        """Insert; there is one, and the later replaces it."""
        ...
