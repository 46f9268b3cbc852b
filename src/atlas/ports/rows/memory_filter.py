"""Which memories: a filter that every reader of memories understands alike."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from atlas.model.entity import EntityId
from atlas.model.ids import ConversationId
from atlas.model.memory import Kind, State, Status
from atlas.model.origin import Origin


@dataclass(frozen=True, slots=True)
class MemoryFilter:
    """Which memories. An empty field means any; all fields hold together."""

    statuses: frozenset[Status] = frozenset()
    states: frozenset[State] = frozenset({State.ACTIVE})
    kinds: frozenset[Kind] = frozenset()
    origins: frozenset[Origin] = frozenset()
    conversation: ConversationId | None = None
    subject: EntityId | None = None
    valid_at: datetime | None = None
    """Only what holds at this moment: valid_from <= it < valid_until, an open end always holds."""
    observed_before: datetime | None = None
    observed_after: datetime | None = None
    """From this moment on, the moment itself included."""


SERVABLE = MemoryFilter(statuses=frozenset({Status.APPROVED}))
"""C1: the only filter through which a context is filled."""
