"""Servings: which memories and documents stood in which context."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from atlas.adapters.storage.sql import codec
from atlas.adapters.storage.sql.columns import grouped
from atlas.adapters.storage.sql.lane import Row
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.ids import ConversationId, DocumentId, MemoryId, ServingId
from atlas.model.plain_data import instant_text
from atlas.model.recall import Serving


class SqlServingReader(SqlRows):
    def serving(self, id: ServingId) -> Serving | None:
        row = self._lane.one("serving", {"id": id})
        return self._servings([row])[0] if row else None

    def servings(self, limit: int, conversation: ConversationId | None = None) -> Sequence[Serving]:
        if conversation is None:
            return self._servings(self._lane.rows("servings", {"limit": limit}))
        values = {"limit": limit, "conversation": conversation}
        return self._servings(self._lane.rows("servings_of_conversation", values))

    def servings_before(self, conversation: ConversationId, at: datetime, limit: int) -> Sequence[Serving]:
        values = {"conversation": conversation, "at": instant_text(at), "limit": limit}
        return self._servings(self._lane.rows("servings_before", values))

    def servings_of(self, memories: Iterable[MemoryId], limit: int) -> Sequence[Serving]:
        return self._servings(self._lane.rows("servings_of", {"ids": self._lane.list_value(memories), "limit": limit}))

    def servings_with(self, documents: Iterable[DocumentId]) -> Sequence[Serving]:
        return self._servings(self._lane.rows("servings_with", {"ids": self._lane.list_value(documents)}))

    def _servings(self, rows: Sequence[Row]) -> Sequence[Serving]:
        if not rows:
            return []
        ids = {"ids": self._lane.list_value(row[0] for row in rows)}
        items = grouped(self._lane.rows("items_of", ids))
        documents = grouped(self._lane.rows("documents_of", ids))
        return [
            codec.serving_of(
                row,
                [codec.item_of(item) for item in items.get(row[0], ())],
                [codec.served_of(each) for each in documents.get(row[0], ())],
            )
            for row in rows
        ]


class SqlServingWriter(SqlServingReader):
    def add_serving(self, serving: Serving) -> None:
        with self._lane.whole():
            self._lane.change("add_serving", codec.serving_values(serving))
            self._lane.change_each("add_item", codec.item_values(serving))
            self._lane.change_each("add_served_document", codec.served_values(serving))

    def blank_servings(self, ids: Iterable[ServingId]) -> None:
        self._lane.change("blank_servings", {"ids": self._lane.list_value(ids)})
