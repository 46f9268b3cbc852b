"""Every vector in one matrix: exact, simple, and fast enough up to some twenty thousand memories."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from atlas.errors import BadInput
from atlas.model.ids import MemoryId

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SMALLEST: Final = 64
_INTAKE: Final = 4_096
_BLOCK: Final = 8_192
_WIDEN: Final = 4

Row = tuple[int, MemoryId, bytes]
Hit = tuple[MemoryId, float]


class FlatIndex:
    """Unit rows without gaps: a dropped row's place is taken by the last one, and its own numbers are wiped (X3)."""

    def __init__(self, dimension: int) -> None:
        import numpy as np

        if dimension < 1:
            raise BadInput("A vector needs at least one dimension.")
        self._dimension = dimension
        self._matrix: NDArray[np.float32] = np.zeros((_SMALLEST, dimension), dtype=np.float32)
        self._memories: list[MemoryId] = []
        self._slots: dict[MemoryId, int] = {}
        self._watermark = 0
        self._lock = threading.RLock()

    @property
    def watermark(self) -> int:
        return self._watermark

    def __len__(self) -> int:
        return len(self._memories)

    def follow(self, rows: Iterable[Row]) -> None:
        """Whole batches or nothing of them, so that the watermark never claims a row that was refused."""
        remaining = iter(rows)
        with self._lock:
            while batch := list(islice(remaining, _INTAKE)):
                self._take(batch, self._units(batch))
                self._watermark = max(self._watermark, max(sequence for sequence, _, _ in batch))

    def drop(self, memories: Iterable[MemoryId]) -> None:
        with self._lock:
            for memory in memories:
                self._drop(memory)
            self._shrink()

    def search(
        self, query: NDArray[np.float32], limit: int, allow: Callable[[MemoryId], bool] | None = None
    ) -> list[Hit]:
        """Best first, equal ones by memory id. `allow` is asked only as far down as needed to find enough."""
        with self._lock:
            wide = self._direction(query)
            if limit < 1 or not self._memories:
                return []
            scores = self._matrix[: len(self)] @ wide.astype("float32")
            if allow is None:
                return self._best(scores, wide, limit)[:limit]
            return self._walk(scores, wide, limit, allow)

    def _walk(
        self, scores: NDArray[np.float32], query: NDArray[np.float64], limit: int, allow: Callable[[MemoryId], bool]
    ) -> list[Hit]:
        """The first `reach` of a wider look are the same as before, so nobody is asked about twice."""
        allowed: list[Hit] = []
        asked, reach = 0, limit
        while len(allowed) < limit and asked < len(self):
            reach = min(reach * _WIDEN, len(self))
            ranked = self._best(scores, query, reach)[asked:reach]
            allowed.extend(islice((hit for hit in ranked if allow(hit[0])), limit - len(allowed)))
            asked = reach
        return allowed

    def _best(self, scores: NDArray[np.float32], query: NDArray[np.float64], count: int) -> list[Hit]:
        """At least the `count` best, in order.

        The quick product rounds differently from one row of the matrix to another, so that equal vectors may come out
        unequal. It only picks the candidates, with a margin for its error; their scores are then taken row by row.
        """
        candidates = self._candidates(scores, count)
        exact = self._exact(candidates, query)
        hits = [(self._memories[slot], score) for slot, score in zip(candidates.tolist(), exact, strict=True)]
        return sorted(hits, key=lambda hit: (-hit[1], hit[0]))

    def _candidates(self, scores: NDArray[np.float32], count: int) -> NDArray[np.intp]:
        import numpy as np

        if count >= len(scores):
            return np.arange(len(scores))
        last = np.partition(scores, len(scores) - count)[len(scores) - count]
        margin = 4 * self._dimension * float(np.finfo(np.float32).eps)
        return np.flatnonzero(scores >= last - margin)

    def _exact(self, slots: NDArray[np.intp], query: NDArray[np.float64]) -> list[float]:
        """In blocks: a million equal vectors would otherwise all be widened at once."""
        import numpy as np

        scores: list[float] = []
        for at in range(0, len(slots), _BLOCK):
            rows = self._matrix[slots[at : at + _BLOCK]].astype(np.float64)
            scores.extend((rows * query).sum(axis=1).tolist())
        return scores

    def _direction(self, query: NDArray[np.float32]) -> NDArray[np.float64]:
        import numpy as np

        wide = np.asarray(query, dtype=np.float64)
        length = float(np.linalg.norm(wide))
        if wide.shape != (self._dimension,) or not np.isfinite(length) or length == 0.0:
            raise BadInput(f"A query is {self._dimension} finite numbers that are not all zero.")
        return wide / length

    def _units(self, batch: Sequence[Row]) -> NDArray[np.float32]:
        """X8: bytes of another dimension belong to another embedder, and are refused."""
        import numpy as np

        for _, memory, data in batch:
            if len(data) != 4 * self._dimension:
                raise BadInput(f"The vector of {memory} is not {self._dimension} numbers long.")
        wide = np.frombuffer(b"".join(data for _, _, data in batch), dtype="<f4").astype(np.float64)
        rows = wide.reshape(len(batch), self._dimension)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        if not (np.isfinite(lengths) & (lengths > 0)).all():
            raise BadInput("A stored vector is zero or holds a value that is not a number.")
        units: NDArray[np.float32] = (rows / lengths).astype(np.float32)
        return units

    def _take(self, batch: Sequence[Row], units: NDArray[np.float32]) -> None:
        """A memory already present keeps its slot and gets the new vector; the last of several wins."""
        for _, memory, _ in batch:
            if memory not in self._slots:
                self._slots[memory] = len(self._memories)
                self._memories.append(memory)
        self._resize(len(self))
        for (_, memory, _), unit in zip(batch, units, strict=True):
            self._matrix[self._slots[memory]] = unit

    def _drop(self, memory: MemoryId) -> None:
        slot = self._slots.pop(memory, None)
        if slot is None:
            return
        last = self._memories.pop()
        end = len(self._memories)
        if last != memory:
            self._memories[slot] = last
            self._slots[last] = slot
            self._matrix[slot] = self._matrix[end]
        self._matrix[end] = 0.0

    def _resize(self, needed: int) -> None:
        """Doubling, so that growing one by one stays cheap."""
        capacity = len(self._matrix)
        while capacity < needed:
            capacity *= 2
        self._move(capacity)

    def _shrink(self) -> None:
        capacity = len(self._matrix)
        while capacity > _SMALLEST and len(self) <= capacity // 4:
            capacity //= 2
        self._move(capacity)

    def _move(self, capacity: int) -> None:
        import numpy as np

        if capacity == len(self._matrix):
            return
        kept = min(capacity, len(self._matrix))
        matrix = np.zeros((capacity, self._dimension), dtype=np.float32)
        matrix[:kept] = self._matrix[:kept]
        self._matrix = matrix
