"""CPU time, so that a busy machine changes the figures little; and what many times come to."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

Item = TypeVar("Item")

_BLOCK: Final = 25
"""Questions that one way answers before it is the next one's turn."""
_MILLI: Final = 1_000


@dataclass(frozen=True, slots=True)
class Times:
    """In milliseconds."""

    p50: float
    p95: float

    def figures(self) -> dict[str, float]:
        return {"p50_ms": round(self.p50, 4), "p95_ms": round(self.p95, 4)}


def times(seconds: Sequence[float]) -> Times:
    ordered = sorted(seconds)
    return Times(*(_MILLI * ordered[int(part * (len(ordered) - 1))] for part in (0.5, 0.95)))


def taken(
    ways: Mapping[str, Callable[[Item], Any]], items: Sequence[Item], tick: Callable[[int], None]
) -> dict[str, Times]:
    """Each way over each item. They take turns, block by block, so that a slow minute of the machine is everybody's."""
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for start in range(0, len(items), _BLOCK):
        block = items[start : start + _BLOCK]
        for name, way in ways.items():
            way(block[-1])  # what the one before left in the processor's caches is not this one's doing
            seconds[name] += [spent(way, item) for item in block]
        tick(len(block))
    return {name: times(each) for name, each in seconds.items()}


def spent(way: Callable[[Item], Any], item: Item) -> float:
    """Of all threads of this process."""
    started = time.process_time()
    way(item)
    return time.process_time() - started


def elapsed(way: Callable[[Item], Any], item: Item) -> tuple[float, float]:
    """CPU time, and time on the wall: waiting for a disk costs only the second."""
    wall, started = time.perf_counter(), time.process_time()
    way(item)
    return time.process_time() - started, time.perf_counter() - wall


def so_far() -> float:
    """The CPU time of this process since it was started."""
    return time.process_time()


def wall() -> float:
    """Time on the wall, in seconds since some moment."""
    return time.perf_counter()
