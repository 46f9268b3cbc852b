"""Vectors of memories, each with the identity of the embedder that made it (X8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.adapters.storage.vectors import check_vectors
from atlas.errors import Refused
from atlas.model.ids import MemoryId
from atlas.model.recall import EmbedderIdentity


class SqlVectorReader(SqlRows):
    def vectors_of(self, identity: EmbedderIdentity, memories: Iterable[MemoryId]) -> Sequence[tuple[MemoryId, bytes]]:
        asked = list(memories)
        rows = self._lane.rows("vectors_of", {"identity": identity.key, "ids": self._lane.list_value(asked)})
        found: dict[MemoryId, bytes] = {row[0]: row[1] for row in rows}
        return [(memory, found[memory]) for memory in asked if memory in found]

    def identities(self) -> Sequence[tuple[str, int]]:
        return [(str(key), int(count)) for key, count in self._lane.rows("identities")]


class SqlVectorWriter(SqlVectorReader):
    def put_vector(self, memory: MemoryId, identity: EmbedderIdentity, vector: bytes) -> None:
        """A memory that is not there has no vectors, so that a refusal has dropped none."""
        check_vectors(identity, vector)
        row = {"memory": memory, "identity": identity.key}
        self._lane.change("drop_vector", row)
        if not self._lane.change("add_vector", {**row, "vector": vector}):
            raise Refused(f"The memory {memory} is not there any more: its vector is not kept.")

    def drop_vectors(self, identity_key: str, limit: int) -> int:
        return self._lane.change("drop_vectors", {"identity": identity_key, "limit": limit})
