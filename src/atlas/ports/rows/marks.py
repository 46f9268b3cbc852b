"""Marks, which say how far some work got, and leases, which say whose turn it is."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class MarkReader(Protocol):
    def read_mark(self, name: str) -> int:
        """Where somebody got to; 0 when never set."""
        ...


class MarkWriter(MarkReader, Protocol):
    def put_mark(self, name: str, value: int) -> None: ...

    def take_lease(self, name: str, owner: str, now: datetime, until: datetime) -> bool:
        """True when it was free, had run out (its end is not after now), or is the owner's already: then extended."""
        ...

    def give_up_lease(self, name: str, owner: str) -> None:
        """Free it before its time; nothing happens when it is not the owner's."""
        ...
