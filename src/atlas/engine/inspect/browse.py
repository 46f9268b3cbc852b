"""Looking through memories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from atlas.engine.core.runtime import Runtime
from atlas.model.memory import Memory
from atlas.ports.reading import MemoryFilter


def where(**fields: Any) -> MemoryFilter:
    """A filter, for surfaces, which know no ports."""
    return MemoryFilter(**fields)


def memories_of_any(runtime: Runtime, filters: Sequence[MemoryFilter], limit: int) -> Sequence[Memory]:
    """Those that pass one of these, newest first; a name may be of more than one."""
    if len(filters) == 1:
        return memories(runtime, filters[0], limit)
    found = {each.id: each for where in filters for each in memories(runtime, where, limit)}
    return sorted(found.values(), key=lambda each: each.created_at, reverse=True)[:limit]


def memories(runtime: Runtime, where: MemoryFilter, limit: int) -> Sequence[Memory]:
    """Newest first."""
    with runtime.store.reading(runtime.space) as reader:
        return reader.newest(where, limit)
