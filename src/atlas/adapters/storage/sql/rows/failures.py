"""Failures, and the patterns that several of them make."""

from __future__ import annotations

from collections.abc import Sequence

from atlas.adapters.storage.sql import noticing_codec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.failure import Failure, Pattern
from atlas.model.ids import FailureId, PatternId


class SqlFailureReader(SqlRows):
    def failure(self, id: FailureId) -> Failure | None:
        row = self._lane.one("failure", {"id": id})
        return noticing_codec.failure_of(row) if row else None

    def failures(self, limit: int) -> Sequence[Failure]:
        return [noticing_codec.failure_of(row) for row in self._lane.rows("failures", {"limit": limit})]

    def pattern(self, id: PatternId) -> Pattern | None:
        row = self._lane.one("pattern", {"id": id})
        return noticing_codec.pattern_of(row) if row else None

    def patterns(self, active: bool | None = None) -> Sequence[Pattern]:
        name = "patterns" if active is None else "patterns_that_are"
        rows = self._lane.rows(name, {} if active is None else {"active": int(active)})
        return [noticing_codec.pattern_of(row) for row in rows]


class SqlFailureWriter(SqlFailureReader):
    def put_failure(self, failure: Failure) -> None:
        self._lane.change("put_failure", noticing_codec.failure_values(failure))

    def put_pattern(self, pattern: Pattern) -> None:
        self._lane.change("put_pattern", noticing_codec.pattern_values(pattern))
