"""Messages of the transcript, by id, by conversation and by the words in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from atlas.model.ids import ConversationId, InteractionId, MessageId
from atlas.model.interaction import Message
from atlas.model.origin import Origin


@dataclass(frozen=True, slots=True)
class MessagesWaiting:
    """The messages of one conversation and one origin that wait for a person."""

    conversation: ConversationId
    origin: Origin
    count: int
    first: datetime
    last: datetime
    """When the first and the last of them was said."""


class MessageReader(Protocol):
    def message(self, id: MessageId) -> Message | None: ...

    def messages(self, ids: Iterable[MessageId]) -> Sequence[Message]:
        """Those that exist, each once, in no order."""
        ...

    def messages_before(self, interaction: InteractionId, limit: int) -> Sequence[Message]:
        """The last `limit` messages of the same conversation before this interaction, oldest first."""
        ...

    def messages_in(self, conversation: ConversationId) -> Sequence[Message]: ...

    def messages_after(self, conversation: ConversationId, at: datetime, limit: int) -> Sequence[Message]:
        """The first `limit` messages of this conversation that were taken in after this moment, oldest first.

        That is when their episodes were made, by the store's own clock; a message's own time is its sender's word.
        """
        ...

    def messages_mentioning(self, words: Sequence[str]) -> Sequence[Message]:
        """Messages whose text or speaker contains any of these, case folded as plain substrings."""
        ...

    def speakers(self) -> Sequence[str]:
        """Everybody who is named as speaking, as they are written, in no order."""
        ...

    def conversations_waiting(self, after: int) -> Sequence[MessagesWaiting]:
        """Messages that wait, by conversation and origin; the conversation in which something was last said first.

        Of interactions after this row sequence, which have no episodes yet, what came from further away than the
        assistant.
        """
        ...


class MessageWriter(MessageReader, Protocol):
    def move_origin(self, id: MessageId, origin: Origin) -> None:
        """Between `import` and the origin that the message's role has, once an operator's entry about it is in the
        journal (C3); raises Refused else, and where a memory that is drawn from it would be trusted more than it."""
        ...

    def mask_message(self, id: MessageId, text: str, nameless: bool = False) -> None:
        """Replace a message's text, and so that of the episode that transcribes it, or also its speaker."""
        ...

    def erase_message(self, id: MessageId) -> None:
        """Delete the row; an interaction left without messages goes too, with the last one its conversation's name."""
        ...
