"""Servings: which memories, documents and positions stood in which context."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol

from atlas.model.ids import BeliefId, ConversationId, DocumentId, MemoryId, ServingId
from atlas.model.recall import ServedBelief, Serving


class ServingReader(Protocol):
    def serving(self, id: ServingId) -> Serving | None: ...

    def servings(self, limit: int, conversation: ConversationId | None = None) -> Sequence[Serving]:
        """Newest first."""
        ...

    def servings_until(self, conversation: ConversationId, at: datetime, limit: int) -> Sequence[Serving]:
        """Newest first, of this conversation, the moment itself with it: a clock may be coarse."""
        ...

    def find_served_memories(self, conversation: ConversationId, limit: int) -> Sequence[MemoryId]:
        """Each memory that stood in the newest contexts of this conversation, or in the newest of all, in any order."""
        ...

    def find_served_documents(self, conversation: ConversationId, limit: int) -> Sequence[DocumentId]:
        """Each document that stood in the same contexts, in any order."""
        ...

    def find_served_beliefs(self, conversation: ConversationId, limit: int) -> Sequence[ServedBelief]:
        """Each position that stood in the same contexts, as it stood there, in any order."""
        ...

    def servings_of(self, memories: Iterable[MemoryId], limit: int) -> Sequence[Serving]:
        """Those in which any of these stood, newest first."""
        ...

    def servings_with(self, documents: Iterable[DocumentId]) -> Sequence[Serving]:
        """Newest first."""
        ...

    def servings_of_beliefs(self, beliefs: Iterable[BeliefId], limit: int) -> Sequence[Serving]:
        """Those in which any of these positions stood, newest first."""
        ...


class ServingWriter(ServingReader, Protocol):
    def add_serving(self, serving: Serving) -> None: ...

    def blank_servings(self, ids: Iterable[ServingId]) -> None:
        """Drop the query text; what was served when stays on record."""
        ...
