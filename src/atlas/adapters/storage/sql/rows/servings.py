"""Servings: which memories, documents and positions stood in which context."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from atlas.adapters.storage.sql.column_values import Values
from atlas.adapters.storage.sql.lane import Lane, Row
from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows, T
from atlas.model.ids import BeliefId, ConversationId, DocumentId, MemoryId, ServingId
from atlas.model.plain_data import instant_text
from atlas.model.recall import ServedBelief, ServedDocument, ServedItem, Serving

_SERVINGS: Final = RowCodec(Serving, "items", "documents", "beliefs")
_ITEMS: Final = RowCodec(ServedItem)
_DOCUMENTS: Final = RowCodec(ServedDocument)
_BELIEFS: Final = RowCodec(ServedBelief)
_MOST_KEPT: Final = 1_000
"""Servings that one reader keeps: who reads all of a space sees each of them once."""


class SqlServingReader(SqlRows):
    def __init__(self, lane: Lane) -> None:
        super().__init__(lane)
        self._read_servings: dict[ServingId, Serving] = {}
        """What was made in this transaction, where a row is the same each time: replies of one conversation are asked
        for the same contexts again and again."""

    def serving(self, id: ServingId) -> Serving | None:
        row = self._lane.one("serving", {"id": id})
        return self._servings([row])[0] if row else None

    def servings(self, limit: int, conversation: ConversationId | None = None) -> Sequence[Serving]:
        if conversation is None:
            return self._servings(self._lane.rows("servings", {"limit": limit}))
        values = {"limit": limit, "conversation": conversation}
        return self._servings(self._lane.rows("servings_of_conversation", values))

    def servings_until(self, conversation: ConversationId, at: datetime, limit: int) -> Sequence[Serving]:
        values = {"conversation": conversation, "at": instant_text(at), "limit": limit}
        return self._servings(self._lane.rows("servings_until", values))

    def find_served_memories(self, conversation: ConversationId, limit: int) -> Sequence[MemoryId]:
        values = {"limit": limit, "conversation": conversation}
        return [MemoryId(id) for (id,) in self._lane.rows("served_memories", values)]

    def find_served_documents(self, conversation: ConversationId, limit: int) -> Sequence[DocumentId]:
        values = {"limit": limit, "conversation": conversation}
        return [DocumentId(id) for (id,) in self._lane.rows("served_documents", values)]

    def find_served_beliefs(self, conversation: ConversationId, limit: int) -> Sequence[ServedBelief]:
        values = {"limit": limit, "conversation": conversation}
        return _BELIEFS.decode_all(self._lane.rows("served_beliefs", values))

    def servings_of(self, memories: Iterable[MemoryId], limit: int) -> Sequence[Serving]:
        return self._servings(self._lane.rows("servings_of", {"ids": self._lane.list_value(memories), "limit": limit}))

    def servings_with(self, documents: Iterable[DocumentId]) -> Sequence[Serving]:
        return self._servings(self._lane.rows("servings_with", {"ids": self._lane.list_value(documents)}))

    def servings_of_beliefs(self, beliefs: Iterable[BeliefId], limit: int) -> Sequence[Serving]:
        values = {"ids": self._lane.list_value(beliefs), "limit": limit}
        return self._servings(self._lane.rows("servings_of_beliefs", values))

    def _servings(self, rows: Sequence[Row]) -> Sequence[Serving]:
        if not self._lane.stands_still:
            return self._make_servings(rows) if rows else []
        kept = self._read_servings
        if unread := [row for row in rows if row[0] not in kept]:
            made = {each.id: each for each in self._make_servings(unread)}
            if len(kept) + len(made) > _MOST_KEPT:
                return [kept.get(row[0]) or made[row[0]] for row in rows]
            kept.update(made)
        return [kept[row[0]] for row in rows]

    def _make_servings(self, rows: Sequence[Row]) -> Sequence[Serving]:
        ids = {"ids": self._lane.list_value(row[0] for row in rows)}
        items = _ITEMS.decode_groups(self._lane.rows("items_of", ids))
        documents = _DOCUMENTS.decode_groups(self._lane.rows("documents_of", ids))
        beliefs = _BELIEFS.decode_groups(self._lane.rows("served_beliefs_of", ids))
        parts: tuple[Mapping[object, Sequence[object]], ...] = (items, documents, beliefs)
        return _SERVINGS.decode_all((*row, *(part.get(row[0], ()) for part in parts)) for row in rows)


class SqlServingWriter(SqlServingReader):
    def add_serving(self, serving: Serving) -> None:
        with self._lane.whole():
            self._lane.change("add_serving", _SERVINGS.encode(serving))
            self._lane.change_each("add_item", _encode_each(serving, _ITEMS, serving.items))
            if serving.documents:
                self._lane.change_each("add_served_document", _encode_each(serving, _DOCUMENTS, serving.documents))
            if serving.beliefs:
                self._lane.change_each("add_served_belief", _encode_each(serving, _BELIEFS, serving.beliefs))

    def blank_servings(self, ids: Iterable[ServingId]) -> None:
        self._lane.change("blank_servings", {"ids": self._lane.list_value(ids)})


def _encode_each(serving: Serving, codec: RowCodec[T], served: Iterable[T]) -> Iterator[Values]:
    for ordinal, each in enumerate(served):
        yield {"serving": serving.id, "ordinal": ordinal, **codec.encode(each)}
