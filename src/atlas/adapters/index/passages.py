"""The vectors of passages, and which memory each belongs to: the meaning's leg of a search.

Up to some number all are unit rows of one matrix, and a scan of it is exact. Above it they are kept as codes, which
find the likely ones, and in half precision, which measures them. New passages wait in the matrix until there
are enough of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from atlas.adapters.index.arrays import find_distinct, grow_array, wipe_array
from atlas.adapters.index.codes import Codes
from atlas.adapters.index.masks import Mask

_WAITING: Final = 4_096
"""So many passages may wait in the matrix while there are codes."""
_WIDER: Final = 4
_BLOCK: Final = 1_000
_SAFE: Final = 1e-20


def vectors(
    blobs: Sequence[bytes], dimension: int
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.intp]]:
    """All vectors in these bytes, the length of each, and how many each has: none when they are of another dimension
    (X8), or zero, or not numbers."""
    sizes = np.fromiter(map(len, blobs), dtype=np.intp, count=len(blobs))
    counts = np.where(sizes % (4 * dimension) == 0, sizes // (4 * dimension), 0)
    joined = b"".join(compress(blobs, counts.tolist()))
    rows = np.frombuffer(joined, dtype="<f4").reshape(-1, dimension)
    lengths = _lengths(rows)
    wrong = ~(np.isfinite(lengths) & (lengths > 0))
    if wrong.any():
        owners = np.repeat(np.arange(len(blobs)), counts)
        counts[owners[wrong]] = 0
        good = counts[owners] > 0
        rows, lengths = rows[good], lengths[good]
    return rows, lengths, counts


def _lengths(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Squares of very large or small numbers are no 32-bit numbers any more; such vectors are rare."""
    with np.errstate(over="ignore", invalid="ignore"):
        squares: NDArray[Any] = np.einsum("pd,pd->p", rows, rows)
        if not ((squares > _SAFE) & (squares < 1 / _SAFE)).all():
            squares = np.einsum("pd,pd->p", rows, rows, dtype=np.float64)
        lengths: NDArray[np.float32] = np.sqrt(squares).astype(np.float32)
    return lengths


def _products(rows: NDArray[np.float32], query: NDArray[np.float32]) -> NDArray[np.float32]:
    """In blocks too small for the linear algebra library to start threads for: on a busy machine those only wait."""
    scores = np.empty(len(rows), dtype=np.float32)
    for at in range(0, len(rows), _BLOCK):
        np.dot(rows[at : at + _BLOCK], query, out=scores[at : at + _BLOCK])
    return scores


class Passages:
    def __init__(self, dimension: int, quantise_from: int) -> None:
        self._dimension = dimension
        self._quantise_from = quantise_from
        self._rows: NDArray[np.float32] = np.zeros((0, dimension), dtype=np.float32)
        self._owners: NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._count = 0
        self._codes: Codes | None = None

    def __len__(self) -> int:
        return self._count + (0 if self._codes is None else len(self._codes))

    @property
    def quantised(self) -> bool:
        return self._codes is not None

    # --- following

    def add(self, owners: NDArray[np.intp], rows: NDArray[np.float32]) -> None:
        end = self._count + len(rows)
        self._rows, self._owners = grow_array(self._rows, end), grow_array(self._owners, end)
        self._rows[self._count : end], self._owners[self._count : end] = rows, owners
        self._count = end

    def remove(self, slots: Iterable[int], size: int) -> None:
        """The last rows move into the gaps, and the places they leave are wiped (X3)."""
        gone = np.zeros(size + 1, dtype=np.bool_)
        gone[list(slots)] = True
        leaving = gone[self._owners[: self._count]]
        kept = self._count - int(np.count_nonzero(leaving))
        gaps, last = np.flatnonzero(leaving[:kept]), kept + np.flatnonzero(~leaving[kept:])
        self._rows[gaps], self._owners[gaps] = self._rows[last], self._owners[last]
        self._rows[kept : self._count] = 0
        self._count = kept
        if self._codes is not None:
            self._codes.hide(gone)

    def settle(self) -> None:
        """What has waited long enough becomes codes, where there can be any."""
        if self._count <= (_WAITING if self._codes is not None else self._quantise_from):
            return
        self._codes = self._codes if self._codes is not None else Codes.like(self._rows[: self._count])
        if self._codes is not None:
            self._codes.add(self._owners[: self._count], self._rows[: self._count])
            self._rows = np.zeros((0, self._dimension), dtype=np.float32)
            self._owners = np.zeros(0, dtype=np.int32)
            self._count = 0

    def renumber(self, moved: NDArray[np.int32]) -> None:
        """Every slot is known by another number; what was removed goes for good, and spare room with it."""
        if self._codes is not None:
            self._codes.renumber(moved)
        old, self._rows = self._rows, self._rows[: self._count].copy()
        wipe_array(old)
        self._owners = moved[self._owners[: self._count]]

    # --- searching

    def likely(self, query: NDArray[np.float32], mask: Mask, depth: int) -> NDArray[np.intp]:
        """Memories among which the `depth` nearest that pass are: surely of the matrix, very likely of the codes."""
        if depth < 1 or not mask.count:
            return np.zeros(0, dtype=np.intp)
        found = self._likely_rows(query, mask, depth)
        if self._codes is not None:
            found = np.concatenate((found, self._codes.likely(query, mask, depth)))
        return find_distinct(found).astype(np.intp)

    def _likely_rows(self, query: NDArray[np.float32], mask: Mask, depth: int) -> NDArray[np.int32]:
        """The product rounds differently from row to row; its error is allowed for, and scores are taken anew."""
        owners = self._owners[: self._count]
        allowed = mask.passes[owners]
        scores, owners = _products(self._rows[: self._count], query)[allowed], owners[allowed]
        margin = 4 * self._dimension * float(np.finfo(np.float32).eps)
        count = depth
        while count < len(scores):
            floor = np.partition(scores, len(scores) - count)[len(scores) - count] - margin
            found: NDArray[np.int32] = owners[scores >= floor]
            if len(find_distinct(found)) >= depth:
                return found
            count *= _WIDER
        return owners

    def rows_of(self, slots: NDArray[np.intp], size: int) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """The unit rows of these memories, which ascend, with the slot of each, memory by memory."""
        owners, rows = self._waiting_of(slots, size)
        if self._codes is None:
            return owners, rows
        more, coded = self._codes.rows_of(slots)
        # Those that wait are measured as coarsely as the others, so that equal vectors have equal cosines.
        rows = rows.astype(np.float16).astype(np.float32)
        owners, rows = np.concatenate((owners, more)), np.concatenate((rows, coded))
        order = np.argsort(owners, kind="stable")
        return owners[order], rows[order]

    def _waiting_of(self, slots: NDArray[np.intp], size: int) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        wanted = np.zeros(size, dtype=np.bool_)
        wanted[slots] = True
        at = np.flatnonzero(wanted[self._owners[: self._count]])
        at = at[np.argsort(self._owners[at], kind="stable")]
        return self._owners[at].astype(np.intp), self._rows[at]

    # --- saving

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All but the codes themselves."""
        code_owners = self._owners[:0] if self._codes is None else self._codes.owners
        return {
            "rows": self._rows[: self._count],
            "owners": self._owners[: self._count],
            "code_owners": code_owners,
            "halves": np.zeros((0, 0), dtype=np.float16) if self._codes is None else self._codes.halves,
        }

    def codes(self) -> bytes:
        """Empty where there are none."""
        return b"" if self._codes is None else self._codes.to_bytes()

    def restore(self, arrays: Mapping[str, NDArray[Any]], codes: bytes) -> None:
        self._rows, self._owners = arrays["rows"].reshape(-1, self._dimension).copy(), arrays["owners"].copy()
        self._count = len(self._owners)
        if len(self._rows) != self._count:
            raise ValueError("vectors and owners are not of one number")
        if codes:
            halves = arrays["halves"].reshape(-1, self._dimension)
            self._codes = Codes.restored(codes, arrays["code_owners"], halves)
