"""Entities: whom and what memories are about, with their names."""

from __future__ import annotations

from collections.abc import Sequence

from atlas.adapters.storage.sql import codec
from atlas.adapters.storage.sql.columns import grouped
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.entity import Entity, EntityId


class SqlEntityReader(SqlRows):
    def entity(self, id: EntityId) -> Entity | None:
        row = self._lane.one("entity", {"id": id})
        if row is None:
            return None
        names = tuple(name for (name,) in self._lane.rows("names_of_entity", {"id": id}))
        return codec.entity_of(row, names)

    def entities(self) -> Sequence[Entity]:
        names = grouped(self._lane.rows("names_of_entities"))
        rows = self._lane.rows("entities")
        return [codec.entity_of(row, [name for _, name in names.get(row[0], ())]) for row in rows]


class SqlEntityWriter(SqlEntityReader):
    def put_entity(self, entity: Entity) -> None:
        with self._lane.whole():
            self._lane.change("put_entity", {"id": entity.id, "kind": entity.kind.value, "handle": entity.handle})
            self._lane.change("drop_names", {"id": entity.id})
            for ordinal, name in enumerate(entity.names):
                self._lane.change("add_name", {"id": entity.id, "ordinal": ordinal, "name": name})

    def remove_entity(self, id: EntityId) -> None:
        self.erase_entity(id)

    def erase_entity(self, id: EntityId) -> None:
        self._lane.change("erase_entity", {"id": id})
