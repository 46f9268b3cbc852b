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


def elapsed_seconds() -> float:
    """Seconds that have passed since some moment: how long a thing takes, never when it was."""
    return time.monotonic()


def stopped_stopwatch() -> float:
    """Of virtual time, in which nothing takes any."""
    return 0.0
