"""Whom somebody means: an entity by its id or by what it is called."""

from __future__ import annotations

from typing import Final

from atlas.engine.recall import FLUSH
from atlas.engine.work import QUICK, try_work
from atlas.engine.world import World
from atlas.errors import BadInput
from atlas.model.entity import USER, EntityId
from atlas.model.text import folded
from atlas.ports.store import MemoryFilter, Reader

_THE_USER: Final = frozenset({USER, "me", "myself"})


def whom(world: World, named: str) -> EntityId:
    """`user/sister`, "sister" and "Maria" alike; one sentence where it is nobody, or more than one."""
    wanted = folded(named)
    if wanted in _THE_USER:
        return USER
    try_work(world, FLUSH, QUICK)
    with world.store.reading(world.space) as reader:
        known = {entity.id: entity for entity in reader.entities()}
        if wanted in known or _is_claimed(reader, wanted):
            return EntityId(wanted)
        found = [id for id, entity in known.items() if entity.is_called(wanted)]
    if len(found) > 1:
        raise BadInput(f"{named!r} could be {', '.join(found)}: say which.")
    if not found:
        raise BadInput(f"Nobody and nothing called {named!r} is known here.")
    return found[0]


def _is_claimed(reader: Reader, wanted: str) -> bool:
    """Of somebody without a name, such as `user/sister`, there are claims and no other row."""
    return bool(wanted) and bool(reader.newest(MemoryFilter(subject=EntityId(wanted)), 1))
