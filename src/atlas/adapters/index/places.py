"""The places of words, end to end: for each word the slots it stands in, ascending, and how often it does.

A word is known by a digest of its stem, so that no vocabulary need be kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from atlas.adapters.index.arrays import wipe_array

_BLOCK: Final = 1 << 20
_COUNT_BITS: Final = 16
_COUNT_MASK: Final = (1 << _COUNT_BITS) - 1


@lru_cache(maxsize=131_072)
def digest(stem: str) -> int:
    return int.from_bytes(blake2b(stem.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def pack_place(slot: int, count: int) -> int:
    """Pack a place into one number: a word's places fit into one array, and no text has more words than fit (R7)."""
    return slot << _COUNT_BITS | count


def unpack_places(places: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
    return (places >> _COUNT_BITS).astype(np.int32), (places & _COUNT_MASK).astype(np.uint16)


@dataclass(frozen=True, slots=True)
class Places:
    digests: NDArray[np.uint64]
    """Of each word, ascending."""
    starts: NDArray[np.int64]
    """Where each word's places begin; one more for where the last one's end."""
    slots: NDArray[np.int32]
    counts: NDArray[np.uint16]

    @classmethod
    def of(cls, words: Mapping[int, array[int]]) -> Places:
        """Of packed places by digest."""
        keys = sorted(words)
        lengths = np.array([len(words[key]) for key in keys], dtype=np.int64)
        flat = np.frombuffer(b"".join(words[key] for key in keys), dtype=np.int64)
        return cls(np.array(keys, dtype=np.uint64), _find_starts(lengths), *unpack_places(flat))

    @classmethod
    def restored(cls, arrays: Mapping[str, NDArray[Any]]) -> Places:
        found = cls(**{name: arrays[name] for name in cls.__slots__})
        if len(found.starts) != len(found.digests) + 1 or not len(found) == len(found.counts) == found.starts[-1]:
            raise ValueError("words and places are not of one number")
        return found

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {name: getattr(self, name) for name in self.__slots__}

    def __len__(self) -> int:
        return len(self.slots)

    def span(self, key: int) -> tuple[int, slice] | None:
        """Which word it is, and where its places are."""
        at = int(np.searchsorted(self.digests, np.uint64(key)))
        if at == len(self.digests) or int(self.digests[at]) != key:
            return None
        return at, slice(int(self.starts[at]), int(self.starts[at + 1]))

    def only(self, kept: NDArray[np.bool_]) -> Places:
        """Some of the places. A word that stands nowhere any more goes too (X3)."""
        before = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(kept, dtype=np.int64)))
        lengths = np.diff(before[self.starts])
        return Places(
            self.digests[lengths > 0], _find_starts(lengths[lengths > 0]), self.slots[kept], self.counts[kept]
        )

    def followed_by(self, later: Places) -> Places:
        """Both together. Nothing is sorted: all later slots come after all of these."""
        digests = np.union1d(self.digests, later.digests)
        mine, theirs = np.searchsorted(digests, self.digests), np.searchsorted(digests, later.digests)
        lengths = np.zeros(len(digests), dtype=np.int64)
        lengths[mine] = np.diff(self.starts)
        behind = lengths[theirs]
        lengths[theirs] += np.diff(later.starts)
        starts = _find_starts(lengths)
        size = len(self) + len(later)
        both = Places(digests, starts, np.empty(size, dtype=np.int32), np.empty(size, dtype=np.uint16))
        both._fill(self, starts[mine])
        both._fill(later, starts[theirs] + behind)
        return both

    def _fill(self, other: Places, firsts: NDArray[np.int64]) -> None:
        """Copy each word's places to where its first one goes; some words at a time, for the sake of memory."""
        shifts, lengths = firsts - other.starts[:-1], np.diff(other.starts)
        cuts = np.searchsorted(other.starts, np.arange(0, len(other) + _BLOCK, _BLOCK))
        for first, last in pairwise(np.minimum(cuts, len(lengths)).tolist()):
            span = slice(int(other.starts[first]), int(other.starts[last]))
            to = np.arange(span.start, span.stop) + np.repeat(shifts[first:last], lengths[first:last])
            self.slots[to], self.counts[to] = other.slots[span], other.counts[span]

    def renumbered(self, moved: NDArray[np.int32]) -> Places:
        """Every slot is known by another number, in the same order."""
        return Places(self.digests.copy(), self.starts, moved[self.slots], self.counts.copy())

    def wipe(self) -> None:
        for array_ in (self.digests, self.slots, self.counts):
            wipe_array(array_)


def _find_starts(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(lengths)))
