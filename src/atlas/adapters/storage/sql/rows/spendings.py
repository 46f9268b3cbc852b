"""Spendings: calls, tokens and money, reserved and settled."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from atlas.adapters.storage.sql import noticing_codec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.ids import JobId
from atlas.model.spending import Spending, Spent


class SqlSpendingReader(SqlRows):
    def sum_spent(self, day: date | None = None, job: JobId | None = None) -> Spent:
        values: dict[str, object] = {}
        if day is not None:
            values["day"] = day.isoformat()
        if job is not None:
            values["job"] = job
        pieces = [{"day": "only_on_day", "job": "only_by_job"}[name] for name in values]
        [(calls, tokens, money)] = self._lane.composed(["spent_where", *pieces], values)
        return Spent(calls, tokens, money)

    def spendings(self, limit: int, since: date | None = None) -> Sequence[Spending]:
        name = "spendings" if since is None else "spendings_since"
        values = {"limit": limit} if since is None else {"limit": limit, "since": since.isoformat()}
        return [noticing_codec.spending_of(row) for row in self._lane.rows(name, values)]


class SqlSpendingWriter(SqlSpendingReader):
    def put_spending(self, spending: Spending) -> None:
        self._lane.change("put_spending", noticing_codec.spending_values(spending))
