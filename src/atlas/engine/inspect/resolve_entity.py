"""Whom somebody means: an entity by its id, or all that are called so.

One person can be known in two ways: "my sister Maria" is `user/sister`, "Maria is a teacher" speaks of `person:maria`.
Nobody can tell from the words whether they are the same, so that a name means them all, as it does in forgetting.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from atlas.engine.core.access import ReadAccess
from atlas.errors import BadInput
from atlas.language.entity_ids import is_called, named_entity, related_entity, speaker_entity
from atlas.language.folding import fold_text
from atlas.model.entity import USER, EntityId, EntityKind
from atlas.ports.reading import MemoryFilter
from atlas.ports.rows.memories import MemoryReader

_THE_USER: Final = frozenset({USER, "me", "myself"})


def resolve_entity(access: ReadAccess, named: str) -> tuple[EntityId, ...]:
    """The entities that `user/sister`, "sister" or "Maria" mean, at least one; one sentence where it is nobody."""
    wanted = fold_text(named)
    if wanted in _THE_USER:
        return (USER,)
    with access.reading() as reader:
        known = {entity.id: entity for entity in reader.entities()}
        if wanted in known or _is_claimed(reader, wanted):
            return (EntityId(wanted),)
        called = [id for id, entity in known.items() if is_called(entity, wanted)]
        found = [*called, *(id for id in _ids_by_name(named) if id not in called and _is_claimed(reader, id))]
    if not found:
        raise BadInput(f"Nobody and nothing called {named!r} is known here.")
    return tuple(found)


def _ids_by_name(named: str) -> Iterator[EntityId]:
    """The ids that a name makes; they may have claims and no row of their own."""
    if fold_text(named):
        yield speaker_entity(named)
        yield related_entity(USER, named)
        yield from (named_entity(kind, named) for kind in EntityKind)


def _is_claimed(reader: MemoryReader, wanted: str) -> bool:
    """Of somebody without a name, such as `user/sister`, there are claims and no other row."""
    return bool(wanted) and bool(reader.newest_memories(MemoryFilter(subject=EntityId(wanted)), 1))
