"""The one reader of the clock."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


class VirtualClock:
    """Time that moves only when told to: tests, replays and the demo own it (X5)."""

    def __init__(self, start: datetime) -> None:
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        return self._now

    def advance(self, by: timedelta) -> datetime:
        self._now += by
        return self._now

    def set(self, to: datetime) -> None:
        self._now = to.astimezone(UTC)


def monotonic_s() -> float:
    """Seconds since some moment, for how long something takes; no change of the clock moves it."""
    return time.monotonic()
