"""Spendings: calls, tokens and money, reserved and settled."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.ids import JobId
from atlas.model.spending import Spending, Spent

_SPENDINGS: Final = RowCodec(Spending)


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
        return self._read_all(_SPENDINGS, name, values)


class SqlSpendingWriter(SqlSpendingReader):
    def put_spending(self, spending: Spending) -> None:
        self._lane.change("put_spending", _SPENDINGS.encode(spending))
