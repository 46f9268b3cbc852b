"""Looking through memories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from atlas.engine.core.access import ReadAccess
from atlas.model.memory import Memory
from atlas.ports.reading import MemoryFilter


def memory_filter(**fields: Any) -> MemoryFilter:
    """A filter, for surfaces, which know no ports."""
    return MemoryFilter(**fields)


def list_memories_of_any(access: ReadAccess, filters: Sequence[MemoryFilter], limit: int) -> Sequence[Memory]:
    """The memories that pass one of these filters, newest first; a name may be of more than one entity."""
    if len(filters) == 1:
        return list_memories(access, filters[0], limit)
    found = {each.id: each for where in filters for each in list_memories(access, where, limit)}
    return sorted(found.values(), key=lambda each: each.created_at, reverse=True)[:limit]


def list_memories(access: ReadAccess, where: MemoryFilter, limit: int) -> Sequence[Memory]:
    """The memories that pass a filter, newest first."""
    with access.reading() as reader:
        return reader.newest_memories(where, limit)
