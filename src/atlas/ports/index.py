"""Search over one space's memories, in process. Rows are the truth; an index only follows them.

An index reads the store's feed of changes up to now before each search, so that every process answers from the same
rows. What it saves beside the store is only there to be read again instead of being made again.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from atlas.model.ids import MemoryId
from atlas.model.search_result import Found
from atlas.ports.reading import MemoryFilter, Reader

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Probe:
    """What is looked for."""

    terms: tuple[str, ...]
    """As `atlas.language.words` makes them of a text; the index cuts contents in the same way."""
    vectors: NDArray[np.float32] | None
    """One row for each reading of the question. The first one finds; all of them score what was found."""
    where: MemoryFilter
    depth: int
    """How many memories each leg hands over."""
    reach: int = 3
    """How many messages before and after each of them come along as its surroundings."""
    also: tuple[MemoryId, ...] = ()
    """Memories found in another way; those that pass the filter count as hits."""


class Index(Protocol):
    @property
    def watermark(self) -> int:
        """The change up to which the index has followed."""
        ...

    def __len__(self) -> int:
        """How many memories it lists."""
        ...

    @property
    def speakers(self) -> Container[str]:
        """Everybody who was named as speaking, case folded; false where nobody was."""
        ...

    def follow(self, reader: Reader) -> None:
        """Take in every change since the watermark; repair, from the rows, what turns out not to agree with them."""
        ...

    def search(self, probe: Probe) -> Found:
        """Both legs: the best by words and the nearest by meaning of what passes the filter, with surroundings."""
        ...

    def nearest(self, vector: NDArray[np.float32], limit: int) -> list[tuple[MemoryId, float]]:
        """The nearest by cosine whatever their status, best first."""
        ...

    @property
    def worth_saving(self) -> bool:
        """Whether so much was followed since it was last saved that a next process would be glad of it."""
        ...

    def save(self) -> None:
        """Keep what was followed for the next process, where there is a place to keep it."""
        ...

    def purge(self) -> None:
        """After forgetting: nothing of what is gone may be left in memory or in a file of this index (X3)."""
        ...
