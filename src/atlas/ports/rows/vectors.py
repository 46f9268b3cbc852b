"""Vectors of memories, each with the identity of the embedder that made it (X8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from atlas.model.ids import MemoryId
from atlas.model.recall import EmbedderIdentity


class VectorReader(Protocol):
    def vectors_of(self, identity: EmbedderIdentity, memories: Iterable[MemoryId]) -> Sequence[tuple[MemoryId, bytes]]:
        """Of those that have one, in the order asked."""
        ...

    def identities(self) -> Sequence[tuple[str, int]]:
        """The key of every identity that has vectors here, and how many memories have one of it (X8)."""
        ...


class VectorWriter(VectorReader, Protocol):
    def put_vector(self, memory: MemoryId, identity: EmbedderIdentity, vector: bytes) -> None:
        """Insert or replace; raises Refused when the memory is not there or gone meanwhile.

        It may be several vectors end to end, one for each passage: BadInput when it is not at least one and whole ones.
        """
        ...

    def drop_vectors(self, identity_key: str, limit: int) -> int:
        """Remove up to so many of this identity, whoever's they are; how many there were to remove."""
        ...
