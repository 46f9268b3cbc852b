"""What search needs to know of one memory: a line of the catalogue that an index keeps, and no more."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from atlas.model.entity import EntityId
from atlas.model.ids import ConversationId, MemoryId, SessionId
from atlas.model.memory import Kind, State, Status
from atlas.model.origin import Origin


@dataclass(frozen=True, slots=True)
class Listing:
    memory: MemoryId
    seq: int
    """The row's own number: the order of writing."""
    kind: Kind
    status: Status
    state: State
    origin: Origin
    observed_at: datetime
    content: str
    referred_at: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    conversation: ConversationId | None = None
    session: SessionId | None = None
    place: int | None = None
    """Where in the transcript it stands: the number of the message it transcribes, or of the first that it quotes."""
    speaker: str | None = None
    """The name of who said it, where one was given."""
    role: str | None = None
    """The role of that message."""
    subject: EntityId | None = None
    vectors: bytes | None = None
    """One float32 vector for each passage, end to end, all of one embedder identity; None where there are none yet."""


@dataclass(frozen=True, slots=True)
class FeedItem:
    """That something about a memory's row or vectors is other than it was; `listing` is how it stands now."""

    seq: int
    memory: MemoryId
    listing: Listing | None
    """None when the row is no longer there or is a tombstone."""
