"""Time and chance: the system's, or such as a story tells."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from atlas.adapters.clock import SystemClock, VirtualClock, elapsed_seconds, stopped_stopwatch
from atlas.adapters.entropy import SeededEntropy

if TYPE_CHECKING:
    from atlas.ports.clock import Clock


def make_virtual_clock(start: datetime) -> VirtualClock:
    """Make a clock that moves only when told to, for surfaces that tell a story."""
    return VirtualClock(start)


def read_clock() -> datetime:
    """Read the system's time, for callers that open no store."""
    return SystemClock().now()


def read_stopwatch() -> float:
    """Read seconds since some moment: for how long a caller waited, or a turn took."""
    return elapsed_seconds()


def make_seeded_entropy(seed: int) -> SeededEntropy:
    return SeededEntropy(seed)


def choose_stopwatch(clock: Clock | None) -> Callable[[], float]:
    """Choose a stopwatch that stands still where the clock is virtual: nothing takes time there."""
    return stopped_stopwatch if isinstance(clock, VirtualClock) else elapsed_seconds
