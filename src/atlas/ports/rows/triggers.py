"""Standings of triggers, and the periods for which each has run (J3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from atlas.model.trigger import Standing


class TriggerReader(Protocol):
    def standing(self, trigger: str) -> Standing | None: ...

    def standings(self) -> Sequence[Standing]:
        """By name of the trigger."""
        ...


class TriggerWriter(TriggerReader, Protocol):
    def put_standing(self, standing: Standing) -> None:
        """Insert or replace."""
        ...

    def add_period(self, trigger: str, period: str) -> bool:
        """False when this period of the trigger has run, or is owed, already: whatever the clock does, once (J3)."""
        ...
