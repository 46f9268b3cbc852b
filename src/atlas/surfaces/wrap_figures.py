"""Counters of wrapped calls since the store was opened: for whoever runs a server."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass
from typing import Final

_LAST: Final = 1_000
"""Calls of which is kept how long they waited."""


@dataclass(frozen=True, slots=True)
class WrapFigures:
    """Wrapped calls of all spaces of a store, in this process."""

    calls: int = 0
    with_memory: int = 0
    """Those that were given something."""
    late: int = 0
    """Those that went on without memory because it took too long."""
    failed: int = 0
    """Those that went on without memory because of trouble; the doctor says which."""
    wait_p50_ms: float = 0.0
    wait_p95_ms: float = 0.0
    """How long the last calls waited for memory."""
    recalls_waiting: int = 0
    """Calls that wait for a thread to recall in."""
    replies_waiting: int = 0
    """Interactions that are not stored yet."""
    spaces_waiting: int = 0
    """Spaces in which something is to be thought about."""
    threads: int = 0
    """Of ATLAS, in this process."""


class CallCounters:
    """Counters of wrapped calls."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waits: deque[float] = deque(maxlen=_LAST)
        self._calls = self._with_memory = self._late = self._failed = 0

    def count_given(self, seconds: float, *, anything: bool) -> None:
        with self._lock:
            self._calls += 1
            self._with_memory += anything
            self._waits.append(seconds)

    def count_late(self, seconds: float) -> None:
        with self._lock:
            self._calls += 1
            self._late += 1
            self._waits.append(seconds)

    def count_failed(self, seconds: float) -> None:
        with self._lock:
            self._calls += 1
            self._failed += 1
            self._waits.append(seconds)

    def figures(self, recalls: int, replies: int, spaces: int) -> WrapFigures:
        with self._lock:
            waits = sorted(self._waits)
            counted = (self._calls, self._with_memory, self._late, self._failed)
        ours = sum(each.name.startswith("atlas-") for each in threading.enumerate())
        return WrapFigures(
            *counted, _percentile_ms(waits, 0.5), _percentile_ms(waits, 0.95), recalls, replies, spaces, ours
        )


def _percentile_ms(ordered: list[float], part: float) -> float:
    return round(1_000 * ordered[int(part * (len(ordered) - 1))], 1) if ordered else 0.0
