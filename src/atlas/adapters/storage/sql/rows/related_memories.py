"""Memories by what they say or stand on: a claim's slot, a content, evidence, links, what was withdrawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atlas.adapters.storage.sql.rows.memory_rows import SqlMemoryRows
from atlas.model.entity import EntityId
from atlas.model.ids import ConversationId, MemoryId, MessageId
from atlas.model.memory import Memory


class SqlRelatedMemoryReader(SqlMemoryRows):
    def in_slot(self, subject: EntityId, attribute: str) -> Sequence[Memory]:
        return self._memories(self._lane.rows("in_slot", {"subject": subject, "attribute": attribute}))

    def with_content(self, content_hash: str) -> Sequence[Memory]:
        return self._memories(self._lane.rows("with_content", {"content_hash": content_hash}))

    def find_citing(self, messages: Iterable[MessageId]) -> Sequence[Memory]:
        return self._found("citing", messages)

    def find_withdrawn(self, conversations: Iterable[ConversationId]) -> Sequence[Memory]:
        return self._found("withdrawn", conversations)

    def withdrawn_values(self, limit: int) -> Sequence[tuple[MemoryId, str]]:
        return [(MemoryId(id), value) for id, value in self._lane.rows("withdrawn_values", {"limit": limit})]

    def linking_to(self, memories: Iterable[MemoryId]) -> Sequence[Memory]:
        return self._found("linking_to", memories)
