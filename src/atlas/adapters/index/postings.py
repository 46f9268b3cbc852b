"""Which words stand in which texts, and what each of them weighs there by BM25: the words' leg of a search.

The main part lies end to end; what came since is kept word by word in a tail, and joined to it when it has grown.

The mean length that BM25 divides by is taken to the nearest sixteenth of an octave: what each word weighs in each text
can then be worked out once, and still is a function of the rows alone, whatever the order in which they came.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from atlas.adapters.index.columns import Columns
from atlas.adapters.index.places import Places, digest, pack_place, unpack_places

_K1: Final = 1.2
_B: Final = 0.75
_STEPS_AN_OCTAVE: Final = 16
_TAIL_AT_LEAST: Final = 2_000
_TAIL_PART: Final = 20
_BLOCK: Final = 1 << 20
ROUNDING: Final = 1e-4
"""Sums of a few 32-bit numbers are off by less than this part of them."""


@dataclass(frozen=True)
class Stretch:
    """A word's places in one of the two parts."""

    slots: NDArray[np.int32]
    counts: NDArray[np.uint16]
    impacts: NDArray[np.float32]

    @cached_property
    def wide(self) -> NDArray[np.intp]:
        """NumPy reads and writes at places given in its own width more than twice as quickly."""
        return self.slots.astype(np.intp)

    def at(self, slots: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """Where each of these slots stands in the stretch, and whether it does."""
        places = np.searchsorted(self.slots, slots.astype(np.int32))
        places[places == len(self.slots)] = 0
        return places, self.slots[places] == slots


@dataclass(frozen=True, slots=True)
class Run:
    """All of a word's places."""

    stretches: tuple[Stretch, ...]
    holding: int
    """In how many searchable texts it stands."""
    weight: np.float32
    peak: float
    """No less than it adds to any text."""

    @property
    def size(self) -> int:
        return sum(len(stretch.slots) for stretch in self.stretches)

    def counts(self, slots: NDArray[np.intp]) -> NDArray[np.float32]:
        counts = np.zeros(len(slots), dtype=np.float32)
        for stretch in self.stretches:
            places, there = stretch.at(slots)
            counts[there] = stretch.counts[places[there]]
        return counts

    def add_to(self, scores: NDArray[np.float32], slots: NDArray[np.intp]) -> None:
        for stretch in self.stretches:
            places, there = stretch.at(slots)
            scores[there] += stretch.impacts[places[there]] * self.weight


class Postings:
    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._main = Places.of({})
        self._impacts: NDArray[np.float32] = np.zeros(0, dtype=np.float32)
        """What a word weighs at each place of the main part."""
        self._peaks: NDArray[np.float32] = np.zeros(0, dtype=np.float32)
        """The most of it, word by word."""
        self._mean = 0.0
        """The mean length they were worked out by; 0 where they are not."""
        self._tail: dict[int, array[int]] = {}
        self._tail_texts = 0
        self._dead = 0
        """Texts that still have places and are no longer searchable."""
        self._texts = 0
        self._total_length = 0

    @property
    def texts(self) -> int:
        return self._texts

    @property
    def mean_length(self) -> float:
        return self._total_length / self._texts if self._texts else 0.0

    # --- following

    def add(self, slot: int, words: Sequence[str]) -> None:
        """A slot above all that came before, so that every word's places stay in order."""
        for stem, count in Counter(words).items():
            key = digest(stem)
            places = self._tail.get(key)
            if places is None:
                places = self._tail[key] = array("q")
            places.append(pack_place(slot, count))
        self._tail_texts += 1
        self._texts += 1
        self._total_length += len(words)

    def drop(self, slot: int) -> None:
        self._dead += 1
        self._texts -= 1
        self._total_length -= int(self._columns.length[slot])

    def settle(self) -> None:
        """Merge when enough came or went."""
        if max(self._tail_texts, self._dead) > max(_TAIL_AT_LEAST, self._texts // _TAIL_PART):
            self.merge()

    def merge(self) -> None:
        """All in one part, and the dead left out."""
        if not self._tail and not self._dead:
            return
        main, tail = self._main, Places.of(self._tail)
        if self._dead:
            searchable = self._columns.searchable
            main, tail = main.only(searchable[main.slots]), tail.only(searchable[tail.slots])
        self._become(main.followed_by(tail))

    def renumber(self, moved: NDArray[np.int32]) -> None:
        """After a merge."""
        self._become(self._main.renumbered(moved))

    def _become(self, places: Places) -> None:
        self._main.wipe()
        self._main = places
        self._mean = 0.0
        self._tail.clear()
        self._tail_texts = self._dead = 0

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The main part, from which `restore` makes it again."""
        return self._main.arrays()

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._become(Places.restored(arrays))
        size = self._columns.size
        lengths = self._columns.length[:size][self._columns.searchable[:size]]
        self._texts, self._total_length = len(lengths), int(lengths.sum())

    # --- searching

    def runs(self, stems: Iterable[str]) -> dict[str, Run]:
        self._weigh()
        return {stem: self._run(digest(stem)) for stem in dict.fromkeys(stems)}

    def _run(self, key: int) -> Run:
        stretches: list[Stretch] = []
        peak = 0.0
        if found := self._main.span(key):
            word, span = found
            stretches.append(Stretch(self._main.slots[span], self._main.counts[span], self._impacts[span]))
            peak = float(self._peaks[word])
        if key in self._tail:
            stretches.append(self._in_tail(self._tail[key]))
            peak = max(peak, float(stretches[-1].impacts.max()))
        holding = sum(self._holding(stretch) for stretch in stretches)
        weight = math.log(1.0 + (self._texts - holding + 0.5) / (holding + 0.5))
        return Run(tuple(stretches), holding, np.float32(weight), peak * weight * (1 + ROUNDING))

    def _in_tail(self, places: array[int]) -> Stretch:
        slots, counts = unpack_places(np.array(places, dtype=np.int64))
        return Stretch(slots, counts, _impacts(counts, self._columns.length[slots], self._mean))

    def _holding(self, stretch: Stretch) -> int:
        return int(np.count_nonzero(self._columns.searchable[stretch.slots])) if self._dead else len(stretch.slots)

    def _weigh(self) -> None:
        """What each word weighs in each text; again only when the mean length has moved on."""
        mean = 2.0 ** (round(math.log2(max(self.mean_length, 1.0)) * _STEPS_AN_OCTAVE) / _STEPS_AN_OCTAVE)
        if mean == self._mean:
            return
        slots, counts = self._main.slots, self._main.counts
        self._impacts = np.empty(len(slots), dtype=np.float32)
        for at in range(0, len(slots), _BLOCK):
            span = slice(at, at + _BLOCK)
            self._impacts[span] = _impacts(counts[span], self._columns.length[slots[span]], mean)
        self._peaks = np.maximum.reduceat(self._impacts, self._main.starts[:-1]) if len(slots) else self._impacts
        self._mean = mean


def _impacts(counts: NDArray[np.uint16], lengths: NDArray[np.int32], mean: float) -> NDArray[np.float32]:
    """BM25 without the weight of the word."""
    often = counts.astype(np.float32)
    norm = lengths.astype(np.float32) * np.float32(_K1 * _B / mean) + np.float32(_K1 * (1 - _B))
    impacts: NDArray[np.float32] = np.divide(often * np.float32(_K1 + 1), often + norm, dtype=np.float32)
    return impacts
