"""Failures, and the patterns that several of them make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from atlas.model.failure import Failure, Pattern
from atlas.model.ids import FailureId, PatternId


class FailureReader(Protocol):
    def failure(self, id: FailureId) -> Failure | None: ...

    def failures(self, limit: int) -> Sequence[Failure]:
        """Newest first."""
        ...

    def pattern(self, id: PatternId) -> Pattern | None: ...

    def patterns(self, active: bool | None = None) -> Sequence[Pattern]:
        """In the order they were first written; only active ones, only the others, or all."""
        ...


class FailureWriter(FailureReader, Protocol):
    def put_failure(self, failure: Failure) -> None:
        """Insert or replace."""
        ...

    def put_pattern(self, pattern: Pattern) -> None:
        """Insert or replace."""
        ...
