"""Memories by what they say or stand on: a claim's slot, a content, evidence, links, what was withdrawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from atlas.model.entity import EntityId
from atlas.model.ids import ConversationId, MemoryId, MessageId
from atlas.model.memory import Memory


class RelatedMemoryReader(Protocol):
    def in_slot(self, subject: EntityId, attribute: str) -> Sequence[Memory]:
        """Memories not gone whose claim has this subject and attribute, any status, oldest first."""
        ...

    def with_content(self, content_hash: str) -> Sequence[Memory]:
        """Memories not gone whose content has this hash (language.folding.content_hash)."""
        ...

    def find_citing(self, messages: Iterable[MessageId]) -> Sequence[Memory]:
        """Memories not gone that transcribe one of these messages or have evidence in one."""
        ...

    def find_withdrawn(self, conversations: Iterable[ConversationId]) -> Sequence[Memory]:
        """Memories not gone, and no messages, from these conversations that were rejected, marked sensitive or
        superseded, in the order of writing."""
        ...

    def withdrawn_values(self, limit: int) -> Sequence[tuple[MemoryId, str]]:
        """What memories not gone that were rejected, marked sensitive or superseded claim as a value: the sensitive
        first, then the newest."""
        ...

    def linking_to(self, memories: Iterable[MemoryId]) -> Sequence[Memory]:
        """Memories not gone with a link to one of these."""
        ...
