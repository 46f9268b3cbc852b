"""Spendings: calls, tokens and money, reserved and settled."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from atlas.model.ids import JobId
from atlas.model.spending import Spending, Spent


class SpendingReader(Protocol):
    def sum_spent(self, day: date | None = None, job: JobId | None = None) -> Spent:
        """The sum of what is reserved or settled: on this day, by this job, or, without either, ever in this space."""
        ...

    def spendings(self, limit: int, since: date | None = None) -> Sequence[Spending]:
        """Newest first, from this day on."""
        ...


class SpendingWriter(SpendingReader, Protocol):
    def put_spending(self, spending: Spending) -> None:
        """Insert or replace."""
        ...
