"""Failures, and the patterns that several of them make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.failure import Failure, Pattern
from atlas.model.ids import FailureId, PatternId

_FAILURES: Final = RowCodec(Failure)
_PATTERNS: Final = RowCodec(Pattern)


class SqlFailureReader(SqlRows):
    def failure(self, id: FailureId) -> Failure | None:
        return self._read_one(_FAILURES, "failure", {"id": id})

    def failures(self, limit: int) -> Sequence[Failure]:
        return self._read_all(_FAILURES, "failures", {"limit": limit})

    def pattern(self, id: PatternId) -> Pattern | None:
        return self._read_one(_PATTERNS, "pattern", {"id": id})

    def patterns(self, active: bool | None = None) -> Sequence[Pattern]:
        name = "patterns" if active is None else "patterns_that_are"
        return self._read_all(_PATTERNS, name, {} if active is None else {"active": int(active)})


class SqlFailureWriter(SqlFailureReader):
    def put_failure(self, failure: Failure) -> None:
        self._lane.change("put_failure", _FAILURES.encode(failure))

    def put_pattern(self, pattern: Pattern) -> None:
        self._lane.change("put_pattern", _PATTERNS.encode(pattern))
