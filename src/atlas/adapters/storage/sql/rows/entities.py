"""Entities: whom and what memories are about, with their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from atlas.adapters.storage.sql.column_values import group_rows
from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.entity import Entity, EntityId

_ENTITIES: Final = RowCodec(Entity, "names")


class SqlEntityReader(SqlRows):
    def entity(self, id: EntityId) -> Entity | None:
        row = self._lane.one("entity", {"id": id})
        if row is None:
            return None
        names = tuple(name for (name,) in self._lane.rows("names_of_entity", {"id": id}))
        return _ENTITIES.decode((*row, names))

    def entities(self) -> Sequence[Entity]:
        names = group_rows(self._lane.rows("names_of_entities"))
        rows = self._lane.rows("entities")
        return _ENTITIES.decode_all((*row, [name for _, name in names.get(row[0], ())]) for row in rows)


class SqlEntityWriter(SqlEntityReader):
    def put_entity(self, entity: Entity) -> None:
        with self._lane.whole():
            self._lane.change("put_entity", _ENTITIES.encode(entity))
            self._lane.change("drop_names", {"id": entity.id})
            for ordinal, name in enumerate(entity.names):
                self._lane.change("add_name", {"id": entity.id, "ordinal": ordinal, "name": name})

    def remove_entity(self, id: EntityId) -> None:
        self.erase_entity(id)

    def erase_entity(self, id: EntityId) -> None:
        self._lane.change("erase_entity", {"id": id})
