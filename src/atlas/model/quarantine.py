"""Containment: what is out of service until a person lifts it, by where it came from (C8, X1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from atlas.model.ids import ConversationId, MemoryId, QuarantineId
from atlas.model.interaction import Message
from atlas.model.memory import Memory
from atlas.model.origin import Origin


@dataclass(frozen=True, slots=True)
class Quarantine:
    """Which messages and memories are contained, with all that was derived from them; several conditions narrow it."""

    id: QuarantineId
    at: datetime
    conversation: ConversationId | None = None
    origin: Origin | None = None
    since: datetime | None = None
    """What was said from this moment on."""
    memory: MemoryId | None = None
    lifted_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        return self.lifted_at is None

    @property
    def goes_on(self) -> bool:
        """Whether it also contains what comes in after it: "since" alone says of what was said by then."""
        return self.is_open and (self.conversation is not None or self.origin is not None)

    def contains_new(self, episode: Memory) -> bool:
        """Whether what comes in now is contained as it comes."""
        return self._points_at(episode.conversation, episode.origin, episode.observed_at)

    def contains_message(self, message: Message) -> bool:
        return self._points_at(message.conversation, message.origin, message.at)

    def _points_at(self, conversation: ConversationId | None, origin: Origin, at: datetime) -> bool:
        return (
            self.goes_on
            and (self.conversation is None or conversation == self.conversation)
            and (self.origin is None or origin is self.origin)
            and (self.since is None or at >= self.since)
        )
