"""All that is known of a space's memories, kept in step with the changes of their rows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from atlas.adapters.index.columns import NONE, UNSEARCHABLE, Columns
from atlas.adapters.index.masks import Masks
from atlas.adapters.index.passages import Passages, vectors
from atlas.adapters.index.postings import Postings
from atlas.adapters.index.ranking import Ranking
from atlas.adapters.index.transcript import Transcript
from atlas.language.registry import LANGUAGE
from atlas.language.words import asks, words
from atlas.model.catalogue_row import FeedItem, Listing
from atlas.model.ids import MemoryId

GONE: Final = MemoryId("")
"""What stands in a dead slot."""

_BETWEEN: Final = "\0"
_DEAD_AT_LEAST: Final = 2_000
_DEAD_PART: Final = 4


class Catalogue:
    def __init__(self, dimension: int, quantise_from: int) -> None:
        self.dimension = dimension
        self.columns = Columns()
        self.masks = Masks(self.columns)
        self.transcript = Transcript(self.columns)
        self.postings = Postings(self.columns)
        self.ranking = Ranking(self.columns)
        self.passages = Passages(dimension, quantise_from)
        self.ids: list[MemoryId] = []
        self.slots: dict[MemoryId, int] = {}
        self._numbers: NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._waiting: dict[int, bytes] = {}
        self._leaving: set[int] = set()

    def __len__(self) -> int:
        return len(self.slots)

    @property
    def dead(self) -> int:
        return len(self.ids) - len(self.slots)

    @property
    def crowded(self) -> bool:
        """Whether so many are dead that leaving them out is worth the while."""
        return self.dead > max(_DEAD_AT_LEAST, len(self) // _DEAD_PART)

    def take(self, page: Sequence[FeedItem]) -> list[MemoryId]:
        """Which memories have vectors that make no sense.

        The vectors of a whole page come and go together: the map of passages is gone through once.
        """
        for change in page:
            slot = self._settled(change)
            if slot is not None and change.listing is not None:
                self._await_vectors(slot, change.listing)
        refused = self._move_vectors()
        self.postings.settle()
        self.passages.settle()
        return refused

    def _settled(self, change: FeedItem) -> int | None:
        """The slot of the memory as it stands now."""
        slot, listing = self.slots.get(change.memory), change.listing
        if listing is None:
            if slot is not None:
                self._kill(slot)
            return None
        key = digest(listing.searched)
        if slot is not None and self._stays(slot, listing, key):
            self._update(slot, listing)
            return slot
        if slot is not None:
            self._kill(slot)
        return self._add(listing, key)

    def _stays(self, slot: int, listing: Listing, key: int) -> bool:
        """A text whose words were dropped and are wanted again is taken in like a new one."""
        returns = listing.status not in UNSEARCHABLE and not self.columns.searchable[slot]
        return int(self.columns.content[slot]) == key and not returns

    def _add(self, listing: Listing, key: int) -> int:
        columns, slot = self.columns, self.columns.new()
        stems = words(listing.searched) if listing.status not in UNSEARCHABLE else []
        columns.content[slot] = key
        columns.length[slot] = len(stems)
        columns.asks[slot] = asks(listing.content)
        columns.dated[slot] = LANGUAGE.dates.names_time(listing.content)
        columns.put(slot, listing)
        self.ids.append(listing.memory)
        self.slots[listing.memory] = slot
        if columns.searchable[slot]:
            self.postings.add(slot, stems)
            self.transcript.join(slot)
        return slot

    def _update(self, slot: int, listing: Listing) -> None:
        columns = self.columns
        was = (columns.kind[slot], columns.session[slot], columns.place[slot])
        if columns.searchable[slot] and listing.status in UNSEARCHABLE:
            self._silence(slot)
        columns.put(slot, listing)
        if was != (columns.kind[slot], columns.session[slot], columns.place[slot]):
            self.transcript.tangle()

    def _silence(self, slot: int) -> None:
        """Its words and vectors are found no more."""
        self.transcript.leave(slot)
        self.postings.drop(slot)
        self.columns.vectors[slot] = 0
        self._leaving.add(slot)

    def _kill(self, slot: int) -> None:
        if self.columns.searchable[slot]:
            self._silence(slot)
        self.columns.kill(slot)
        del self.slots[self.ids[slot]]
        self.ids[slot] = GONE

    def _await_vectors(self, slot: int, listing: Listing) -> None:
        blob = listing.vectors if self.columns.searchable[slot] else None
        key, known = _digest(blob) if blob else 0, int(self.columns.vectors[slot])
        if key == known:
            return
        if known:
            self._leaving.add(slot)
        self.columns.vectors[slot] = key
        self._waiting[slot] = blob or b""

    def _move_vectors(self) -> list[MemoryId]:
        """R7, X8: what is no vector of this embedder is passed over; its memory is still found by its words."""
        if self._leaving:
            self.passages.remove(self._leaving, self.columns.size)
            self._leaving.clear()
        coming = {slot: blob for slot, blob in self._waiting.items() if blob and self.columns.searchable[slot]}
        self._waiting.clear()
        rows, lengths, counts = vectors(list(coming.values()), self.dimension)
        slots = np.fromiter(coming, dtype=np.intp, count=len(coming))
        self.passages.add(np.repeat(slots, counts), rows / lengths[:, None])
        return [self.ids[slot] for slot in slots[counts == 0].tolist()]

    @contextmanager
    def numbered(self, slots: NDArray[np.intp]) -> Iterator[NDArray[np.int32]]:
        """For each slot its place among these, -1 for all others and for -1 itself; kept from look to look."""
        if len(self._numbers) <= self.columns.size:
            self._numbers = np.full(len(self.columns.alive) + 1, NONE, dtype=np.int32)
        self._numbers[slots] = np.arange(len(slots), dtype=np.int32)
        try:
            yield self._numbers
        finally:
            self._numbers[slots] = NONE

    def compact(self) -> None:
        """Take the dead out of every array (X3). All slots get new numbers."""
        self.postings.merge()
        moved = self.columns.compact()
        self.postings.renumber(moved)
        self.passages.renumber(moved)
        self.transcript.tangle()
        self.masks.forget()
        self.ids = [memory for memory in self.ids if memory]
        self.slots = {memory: slot for slot, memory in enumerate(self.ids)}

    # --- saving

    def parts(self) -> dict[str, bytes | memoryview]:
        """All of it as bytes by name; compact it first."""
        self.postings.merge()
        parts: dict[str, bytes | memoryview] = {
            f"{group}.{name}": np.ascontiguousarray(array).data.cast("B") if array.size else b""
            for group, arrays in self._arrays().items()
            for name, array in arrays.items()
        }
        names = {name: known.all for name, known in self.columns.names.items()}
        return parts | {
            "codes": self.passages.codes(),
            "ids": _BETWEEN.join(self.ids).encode(),
            "names": json.dumps(names).encode(),
        }

    def _arrays(self) -> dict[str, dict[str, NDArray[Any]]]:
        return {
            "columns": self.columns.arrays(),
            "postings": self.postings.arrays(),
            "passages": self.passages.arrays(),
        }

    def restore(self, parts: Mapping[str, bytes]) -> None:
        """Into an empty catalogue; raises ValueError where the parts do not fit together."""
        arrays = {
            group: {name: np.frombuffer(parts[f"{group}.{name}"], dtype=array.dtype) for name, array in known.items()}
            for group, known in self._arrays().items()
        }
        self.ids = [MemoryId(id) for id in parts["ids"].decode().split(_BETWEEN)] if parts["ids"] else []
        self.slots = {memory: slot for slot, memory in enumerate(self.ids)}
        if len(self.slots) != len(self.ids) or GONE in self.slots:
            raise ValueError("a memory is listed twice or has no name")
        self.columns.restore(len(self.ids), arrays["columns"], json.loads(parts["names"]))
        self.postings.restore(arrays["postings"])
        self.passages.restore(arrays["passages"], parts["codes"])
        self.masks.forget()


def digest(text: str) -> int:
    return _digest(text.encode("utf-8", "surrogatepass"))


def _digest(data: bytes) -> int:
    """Never 0, which stands for nothing."""
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little") or 1
