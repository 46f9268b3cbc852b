"""Numbers of rows, spelt so that they mean the same in another store: "after the first 12 interactions".

Marks and pinned jobs hold numbers of rows. A store that was brought back has the same rows in the same order under
other numbers.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from atlas.engine.consolidate.cycle_state import GISTED, TOGETHER, VISITED
from atlas.engine.core.marks import (
    BELIEF_TURNS,
    COMPRESSION_TRIED,
    KEPT,
    NOTICED,
    REINFORCED,
    TOKENS_COUNTED,
    TOKENS_SINCE,
    TOKENS_UPTO,
)
from atlas.engine.core.replay_mark import REPLAYING
from atlas.engine.jobs.registry import MARKS
from atlas.engine.thinking.model_calls import FORGETS
from atlas.model.memory import State
from atlas.model.thinking import Job
from atlas.ports.reading import MemoryFilter, Reader
from atlas.ports.writing import Writer

_PAGE: Final = 5_000
_ALL: Final = MemoryFilter(states=frozenset(State))
_PINNED: Final = re.compile(r"(after|upto):(\d+)")
_OVER_INTERACTIONS: Final = (KEPT, NOTICED, REINFORCED, *MARKS, TOKENS_SINCE, TOKENS_UPTO)
_OVER_MEMORIES: Final = (COMPRESSION_TRIED, GISTED, VISITED)
_OVER_FEEDBACK: Final = (TOGETHER,)
_PLAIN: Final = (TOKENS_COUNTED, FORGETS, REPLAYING, BELIEF_TURNS)
"""What a cycle marks by the feed of changes is left out: the feed is made anew, and the next cycle looks at all."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How far some work got: past so many rows, or, of nothing that is rows, its own number."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class RowPositions:
    """The numbers of all rows of one space, in order; eight bytes each."""

    interactions: array[int] = field(default_factory=lambda: array("q"))
    memories: array[int] = field(default_factory=lambda: array("q"))
    feedback: array[int] = field(default_factory=lambda: array("q"))

    @classmethod
    def read_all(cls, reader: Reader) -> RowPositions:
        return cls(
            array("q", _interaction_numbers(reader)),
            array("q", _memory_numbers(reader)),
            array("q", _feedback_numbers(reader)),
        )

    def read_marks(self, reader: Reader) -> Iterator[Mark]:
        for name, numbers in self._mark_tables():
            value = reader.read_mark(name)
            if passed := value if numbers is None else _position_of(numbers, value):
                yield Mark(name, passed)

    def put_marks(self, txn: Writer, marks: Iterable[Mark]) -> None:
        tables = dict(self._mark_tables())
        for mark in marks:
            numbers = tables[mark.name]
            txn.put_mark(mark.name, mark.value if numbers is None else _number_at(numbers, mark.value))

    def _mark_tables(self) -> Iterator[tuple[str, array[int] | None]]:
        yield from ((name, self.interactions) for name in _OVER_INTERACTIONS)
        yield from ((name, self.memories) for name in _OVER_MEMORIES)
        yield from ((name, self.feedback) for name in _OVER_FEEDBACK)
        yield from ((name, None) for name in _PLAIN)


def to_positions(job: dict[str, Any], places: RowPositions) -> dict[str, Any]:
    """A job, as plain data, whose row numbers of this store are spelt as positions."""
    if "pinned" not in job:
        return job
    pins = _map_pins(job["pinned"], lambda number: _position_of(places.interactions, number))
    return {**job, "pinned": list(pins)}


def to_row_numbers(job: Job, places: RowPositions) -> Job:
    """A job whose positions are spelt as row numbers of this store."""
    pins = _map_pins(job.pinned, lambda number: _number_at(places.interactions, number))
    return replace(job, pinned=tuple(pins)) if job.pinned else job


def _map_pins(pins: Iterable[str], spelt: Callable[[int], int]) -> Iterator[str]:
    return (_map_pin(pin, spelt) for pin in pins)


def _map_pin(pin: str, spelt: Callable[[int], int]) -> str:
    found = _PINNED.fullmatch(pin)
    return f"{found[1]}:{spelt(int(found[2]))}" if found else pin


def _position_of(numbers: array[int], upto: int) -> int:
    return bisect_right(numbers, upto)


def _number_at(numbers: array[int], count: int) -> int:
    return numbers[min(count, len(numbers)) - 1] if count and numbers else 0


def _interaction_numbers(reader: Reader) -> Iterator[int]:
    after = 0
    while page := reader.interactions(after, _PAGE // 10):
        after = page[-1][0]
        yield from (seq for seq, _ in page)


def _memory_numbers(reader: Reader) -> Iterator[int]:
    after = 0
    while page := reader.kept_rows(_ALL, _PAGE, after):
        after = page[-1].seq
        yield from (row.seq for row in page)


def _feedback_numbers(reader: Reader) -> Iterator[int]:
    after = 0
    while page := reader.feedback_after(after, _PAGE):
        after = page[-1][0]
        yield from (seq for seq, _ in page)
