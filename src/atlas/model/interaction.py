"""One user message and the reply to it, made of messages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from atlas.model.ids import ConversationId, InteractionId, MessageId, SessionId
from atlas.model.origin import Origin, Trust, find_lowest_trust


class Role(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class Message:
    id: MessageId
    interaction: InteractionId
    conversation: ConversationId
    ordinal: int
    role: Role
    origin: Origin
    text: str
    at: datetime
    speaker: str | None = None
    confidence: float | None = None
    tokens: int | None = None
    latency_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Interaction:
    id: InteractionId
    conversation: ConversationId
    session: SessionId
    at: datetime
    messages: tuple[Message, ...]

    @property
    def trust(self) -> Trust:
        """The lowest trust of anything that was said in it (J17)."""
        return find_lowest_trust(message.origin.trust for message in self.messages)


class Gate(StrEnum):
    """What the gate said of a session that ended (E1)."""

    FIRED = "fired"
    """There may be something in it that lasts: it waits to be thought over."""
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Session:
    """A run of interactions in one conversation, ended by the application, a host or half an hour of silence."""

    id: SessionId
    conversation: ConversationId
    started_at: datetime
    last_at: datetime
    ended_at: datetime | None = None
    gate: Gate | None = None
    """None until it has ended and the gate has looked at it; said once."""
    gate_reason: str | None = None
    """Why, in a sentence of our own that quotes nobody."""
    evolved_at: datetime | None = None
    """When a run of evolution consumed it."""
