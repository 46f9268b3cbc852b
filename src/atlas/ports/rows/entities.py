"""Entities: whom and what memories are about, with their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from atlas.model.entity import Entity, EntityId


class EntityReader(Protocol):
    def entity(self, id: EntityId) -> Entity | None: ...

    def entities(self) -> Sequence[Entity]: ...


class EntityWriter(EntityReader, Protocol):
    def put_entity(self, entity: Entity) -> None: ...

    def remove_entity(self, id: EntityId) -> None:
        """Undo of an insertion."""
        ...

    def erase_entity(self, id: EntityId) -> None: ...
