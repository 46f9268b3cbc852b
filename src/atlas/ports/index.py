"""Nearest vectors, in process. Rows are the truth; an index only follows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

from atlas.model.ids import MemoryId

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class VectorIndex(Protocol):
    @property
    def watermark(self) -> int:
        """The row sequence up to which the index has followed."""
        ...

    def __len__(self) -> int: ...

    def follow(self, rows: Iterable[tuple[int, MemoryId, bytes]]) -> None:
        """Take in (row sequence, memory, float32 bytes), in order of sequence."""
        ...

    def drop(self, memories: Iterable[MemoryId]) -> None: ...

    def search(
        self, query: NDArray[np.float32], limit: int, allow: Callable[[MemoryId], bool] | None = None
    ) -> list[tuple[MemoryId, float]]:
        """The nearest by cosine, best first."""
        ...
