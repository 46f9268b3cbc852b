"""Looking through memories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from atlas.engine.world import World
from atlas.model.memory import Memory
from atlas.ports.reading import MemoryFilter


def where(**fields: Any) -> MemoryFilter:
    """A filter, for surfaces, which know no ports."""
    return MemoryFilter(**fields)


def memories(world: World, where: MemoryFilter, limit: int) -> Sequence[Memory]:
    """Newest first."""
    with world.store.reading(world.space) as reader:
        return reader.newest(where, limit)
