"""Vectors in four bits a number, by turbovec: they find what is likely near. Beside them stand the same vectors in
sixteen bits, which measure what was found: a cosine is then right to four digits, without reading a row.

After any change the next search lays all codes out anew (a third of a second for a million), so they change rarely and
in large steps: what was removed is only passed over until then.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from atlas.adapters.index.arrays import find_distinct, grow_array
from atlas.adapters.index.columns import NONE
from atlas.adapters.index.masks import Mask

if TYPE_CHECKING:
    from turbovec import TurboQuantIndex

_BITS: Final = 4
_GROUP: Final = 8
_SAMPLE: Final = 4_096
_LEAST: Final = 100
"""So many are handed over at least: their order is not exact, and whoever takes them measures again."""
_FEW: Final = 1_000
"""So few are all handed over: to measure them is quicker than to look for the likely ones among all codes."""
_WIDER: Final = 4
_OPEN: Final = 0.5
"""From this part allowed on it is quicker to search among all and leave out afterwards."""
_SPARE: Final = 1.3


class Codes:
    def __init__(self, index: TurboQuantIndex, owners: NDArray[np.int32], halves: NDArray[np.float16]) -> None:
        if not len(index) == len(owners) == len(halves):
            raise ValueError("codes and owners are not of one number")
        self._index = index
        self._halves = halves
        self._order: tuple[int, NDArray[np.intp], NDArray[np.int32]] | None = None
        self.owners = owners
        """The slot of each; -1 for what was removed."""
        self._version = 0

    @classmethod
    def like(cls, rows: NDArray[np.float32]) -> Codes | None:
        """Empty, and fit for what these are like; None where there is no build of turbovec for this machine."""
        try:
            from turbovec import TurboQuantIndex
        except ImportError:
            return None
        chosen = np.random.default_rng(len(rows)).choice(len(rows), min(_SAMPLE, len(rows)), replace=False)
        sample = _pad_rows(rows[chosen])
        index = TurboQuantIndex(sample.shape[1], bit_width=_BITS)
        with suppress(ValueError):  # all the same: there is nothing to fit, and it works without
            index.calibrate(sample)
        return cls(index, np.zeros(0, dtype=np.int32), np.zeros((0, rows.shape[1]), dtype=np.float16))

    @classmethod
    def restored(cls, data: bytes, owners: NDArray[np.int32], halves: NDArray[np.float16]) -> Codes:
        from turbovec import TurboQuantIndex

        return cls(TurboQuantIndex.from_bytes(data), owners.copy(), halves)

    def to_bytes(self) -> bytes:
        data: bytes = self._index.to_bytes()
        return data

    def __len__(self) -> int:
        return int(np.count_nonzero(self.owners != NONE))

    def add(self, owners: NDArray[np.int32], rows: NDArray[np.float32]) -> None:
        self.sweep()
        self._index.add(_pad_rows(rows))
        start, end = len(self.owners), len(self.owners) + len(rows)
        self._halves = grow_array(self._halves, end)
        self._halves[start:end] = rows
        self.owners = np.concatenate((self.owners, owners))
        self._version += 1

    def hide(self, gone: NDArray[np.bool_]) -> None:
        """What these slots own is removed. The last place of the table is that of -1."""
        hidden = gone[self.owners]
        if hidden.any():
            self.owners[hidden] = NONE
            self._version += 1

    def sweep(self) -> None:
        """Really take out what was removed: the last one moves into each gap, and the place it leaves is wiped (X3)."""
        owners, gaps = self.owners, np.flatnonzero(self.owners == NONE)[::-1].tolist()
        if gaps and not self._halves.flags.writeable:
            self._halves = self._halves.copy()
        for at in gaps:
            self._index.swap_remove(at)
            owners[at], self._halves[at] = owners[-1], self._halves[len(owners) - 1]
            self._halves[len(owners) - 1] = 0
            owners = owners[:-1]
        self.owners = owners.copy()
        self._version += 1

    @property
    def halves(self) -> NDArray[np.float16]:
        return self._halves[: len(self.owners)]

    def rows_of(self, slots: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """The rows of these slots, which ascend, with the slot of each."""
        if self._order is None or self._order[0] != self._version:
            order = np.argsort(self.owners, kind="stable")
            self._order = (self._version, order, self.owners[order])
        _, order, owners = self._order
        wanted = slots.astype(owners.dtype)  # of another width, all owners would be converted for each look
        starts, ends = np.searchsorted(owners, wanted), np.searchsorted(owners, wanted, side="right")
        counts = ends - starts
        at = np.repeat(starts - np.append(0, np.cumsum(counts)[:-1]), counts) + np.arange(int(counts.sum()))
        return np.repeat(slots, counts), self._halves[order[at]].astype(np.float32)

    def renumber(self, moved: NDArray[np.int32]) -> None:
        self.sweep()
        self.owners = moved[self.owners]
        self._version += 1

    def likely(self, query: NDArray[np.float32], mask: Mask, depth: int) -> NDArray[np.int32]:
        """Memories among which the `depth` nearest that pass very likely are."""
        allowed = mask.over(self.owners, self._version)
        count = max(depth + depth // 4, _LEAST)
        while max(count, _FEW) < allowed.count:
            found = self.owners[self._nearest(query, allowed, count)]
            if len(find_distinct(found)) >= depth:
                return found
            count *= _WIDER
        return self.owners[allowed.slots]

    def _nearest(self, query: NDArray[np.float32], allowed: Mask, count: int) -> NDArray[np.int64]:
        part = allowed.count / len(self.owners)
        if part >= _OPEN:
            at = self._search(query, count if part == 1 else int(_SPARE * count / part), None)
            at = at[allowed.passes[at]][:count]
            if len(at) == count:
                return at
        return self._search(query, count, allowed.passes)

    def _search(self, query: NDArray[np.float32], count: int, mask: NDArray[np.bool_] | None) -> NDArray[np.int64]:
        found: NDArray[np.int64] = self._index.search(_pad_rows(query[None]), min(count, len(self.owners)), mask=mask)[
            1
        ][0]
        return found


def _pad_rows(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """turbovec takes whole groups of numbers; zeros change no cosine."""
    return np.pad(rows, ((0, 0), (0, -rows.shape[1] % _GROUP))) if rows.shape[1] % _GROUP else rows
