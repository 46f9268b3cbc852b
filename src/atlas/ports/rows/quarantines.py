"""Quarantines: what a person took out of service, with all that was derived from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from atlas.model.ids import QuarantineId
from atlas.model.quarantine import Quarantine


class QuarantineReader(Protocol):
    def quarantines(self) -> Sequence[Quarantine]:
        """All of them, those that were lifted too, the oldest first."""
        ...


class QuarantineWriter(QuarantineReader, Protocol):
    def put_quarantine(self, quarantine: Quarantine) -> None:
        """Insert or replace."""
        ...

    def remove_quarantine(self, id: QuarantineId) -> None:
        """Delete the row, where a conversation is forgotten that it names (X3)."""
        ...
