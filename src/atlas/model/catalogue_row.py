"""What search needs to know of one memory: a line of the catalogue that an index keeps, and no more."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from atlas.model.entity import EntityId
from atlas.model.ids import ConversationId, MemoryId, SessionId
from atlas.model.memory import Kind, Memory, State, Status
from atlas.model.origin import Origin


def find_question(memory: Memory) -> str:
    """The words that a lesson belongs to; of any other memory none."""
    return memory.evidence[0].quote if memory.kind is Kind.LESSON and memory.evidence else ""


def join_question(question: str, content: str) -> str:
    return f"{question}\n{content}" if question else content


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
    question: str = ""
    """The words that a lesson belongs to, by which it is found again: the question whose reply was wrong (S7)."""
    vectors: bytes | None = None
    """One float32 vector for each passage, end to end, all of one embedder identity; None where there are none yet."""

    @property
    def searched(self) -> str:
        """The text by whose words it is found."""
        return join_question(self.question, self.content)


@dataclass(frozen=True, slots=True)
class FeedItem:
    """That something about a memory's row or vectors is other than it was; `listing` is how it stands now."""

    seq: int
    memory: MemoryId
    listing: Listing | None
    """None when the row is no longer there or is a tombstone."""
