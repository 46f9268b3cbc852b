"""Rows to follow, without a store: a feed of changes as the port describes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np

from atlas.model.catalogue_row import FeedItem, Listing
from atlas.model.ids import MemoryId
from atlas.model.memory import Kind, Memory, State, Status
from atlas.model.origin import Origin
from atlas.model.recall import EmbedderIdentity
from atlas.ports.reading import MemoryFilter, Reader
from atlas.testing.samples import START, memory

TINY = EmbedderIdentity("tiny", 3, "1")


def blob(*vectors: Sequence[float]) -> bytes:
    return np.array(vectors, dtype="<f4").tobytes()


class Rows:
    """Only what an index reads; `reader` is this as the port."""

    def __init__(self) -> None:
        self.listings: dict[MemoryId, Listing] = {}
        self.last = 0
        self._changed: dict[MemoryId, int] = {}
        self._seqs: dict[MemoryId, int] = {}

    @property
    def reader(self) -> Reader:
        return cast(Reader, self)

    def put(self, name: str, content: str, **fields: Any) -> MemoryId:
        """A new row, or all of an old one anew."""
        known = MemoryId(name)
        usual: dict[str, Any] = {
            "kind": Kind.EPISODE,
            "status": Status.APPROVED,
            "state": State.ACTIVE,
            "origin": Origin.USER,
            "observed_at": START,
        }
        seq = self._seqs.setdefault(known, len(self._seqs) + 1)
        self.listings[known] = Listing(memory=known, seq=seq, content=content, **usual | fields)
        self._note(known)
        return known

    def change(self, name: str, **fields: Any) -> None:
        self.listings[MemoryId(name)] = replace(self.listings[MemoryId(name)], **fields)
        self._note(MemoryId(name))

    def remove(self, name: str) -> None:
        if self.listings.pop(MemoryId(name), None) is not None:
            self._note(MemoryId(name))

    def _note(self, name: MemoryId) -> None:
        self.last += 1
        self._changed.pop(name, None)
        self._changed[name] = self.last

    # --- the port

    def changes(self, _identity: EmbedderIdentity, after: int, limit: int) -> Sequence[FeedItem]:
        newer = [(name, seq) for name, seq in self._changed.items() if seq > after]
        return [FeedItem(seq, name, self.listings.get(name)) for name, seq in newer[:limit]]

    def last_change(self) -> int:
        return self.last

    def vectors_of(self, _identity: EmbedderIdentity, memories: Iterable[MemoryId]) -> Sequence[tuple[MemoryId, bytes]]:
        found = [(name, self.listings[name].vectors) for name in memories if name in self.listings]
        return [(name, vectors) for name, vectors in found if vectors]

    def memories(self, ids: Iterable[MemoryId]) -> Sequence[Memory]:
        there = [self.listings[name] for name in ids if name in self.listings]
        return [
            memory(of.memory, of.content, of.origin, kind=of.kind, status=of.status, state=of.state) for of in there
        ]

    def newest_memories(self, where: MemoryFilter, limit: int) -> Sequence[Memory]:
        ordered = sorted(self.listings.values(), key=lambda of: -of.seq)
        return self.memories([of.memory for of in ordered if of.state in where.states][:limit])
