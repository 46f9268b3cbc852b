"""Vectors follow the rows: made after the fact, in batches, and an index in process that follows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from atlas.engine.world import World
from atlas.errors import AtlasError, EmbedderTrouble
from atlas.model.ids import MemoryId
from atlas.model.memory import Memory, State
from atlas.ports.index import VectorIndex
from atlas.ports.store import Reader

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BATCH: Final = 64


def embed_missing(world: World, limit: int | None = None) -> int:
    """Give vectors to memories that have none of the present identity; recall goes on by text meanwhile (R7)."""
    made = 0
    while limit is None or made < limit:
        with world.store.reading(world.space) as reader:
            memories = reader.without_vector(world.embedder.identity, BATCH)
        if not memories or not (count := _embed(world, memories)):
            break
        made += count
    return made


def _embed(world: World, memories: Sequence[Memory]) -> int:
    try:
        rows = world.embedder.embed([memory.content for memory in memories])
    except EmbedderTrouble as trouble:
        world.note_trouble("embed", str(trouble))
        return 0
    with world.store.writing(world.space) as txn:
        current = {memory.id: memory for memory in txn.memories(memory.id for memory in memories)}
        for memory, row in zip(memories, rows, strict=True):
            now = current.get(memory.id)
            # Changed or forgotten meanwhile: the next round sees to it.
            if now is not None and now.state is not State.GONE and now.content == memory.content:
                txn.put_vector(memory.id, world.embedder.identity, row.tobytes())
    return len(memories)


def query_vector(world: World, query: str) -> NDArray[np.float32] | None:
    """The query's vector, or None where there is no embedder to be had: recall then goes by text alone."""
    try:
        vector: NDArray[np.float32] = world.embedder.embed([query])[0]
    except EmbedderTrouble as trouble:
        world.note_trouble("embed", str(trouble))
        return None
    return vector


def index(world: World, reader: Reader) -> VectorIndex:
    """This space's index, brought up to the rows."""
    identity = world.embedder.identity
    key = f"{world.space}|{identity.key}"
    with world.memo.lock:
        found = world.memo.indexes.get(key)
        if found is None:
            found = world.memo.indexes[key] = world.new_index(identity.dimension)
        found.follow(reader.vectors(identity, found.watermark))
        return found


def drop(world: World, memories: Iterable[MemoryId]) -> None:
    gone = tuple(memories)
    with world.memo.lock:
        for each in world.memo.indexes.values():
            each.drop(gone)


def nearest(world: World, reader: Reader, text: str, limit: int) -> list[tuple[MemoryId, float]]:
    """The memories nearest to a text, or none where vectors are not to be had."""
    try:
        vector = query_vector(world, text)
        return index(world, reader).search(vector, limit) if vector is not None else []
    except AtlasError as trouble:
        world.note_trouble("embed", str(trouble))
        return []
