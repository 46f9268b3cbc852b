"""Signals: what was noticed about a reply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol

from atlas.model.ids import InteractionId
from atlas.model.signal import Signal, SignalKind


class SignalReader(Protocol):
    def signals(self, about: Iterable[InteractionId]) -> Sequence[Signal]:
        """About the replies of these, in the order they were written."""
        ...

    def signals_seen_in(self, interactions: Iterable[InteractionId]) -> Sequence[Signal]:
        """Seen in these, whichever replies they are about, in the order they were written."""
        ...

    def signals_since(self, since: datetime, limit: int, kind: SignalKind | None = None) -> Sequence[Signal]:
        """Newest first by row; since this moment, itself included."""
        ...


class SignalWriter(SignalReader, Protocol):
    def put_signal(self, signal: Signal) -> None:
        """Insert, or replace the one of the same kind, source, `about` and `seen_in`."""
        ...
