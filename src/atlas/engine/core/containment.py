"""What is quarantined, and a reader that does not show it: thinking reads nothing that a person took out of service
(C8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from atlas.model.ids import ConversationId, InteractionId, MemoryId, MessageId, SessionId
from atlas.model.interaction import Interaction, Message
from atlas.model.memory import Kind, Memory, State
from atlas.model.quarantine import Quarantine
from atlas.ports.rows.memory_filter import MemoryFilter

if TYPE_CHECKING:
    from datetime import datetime

    from atlas.model.entity import EntityId
    from atlas.ports.reading import Reader

_PAGE: Final = 500
CONTAINED: Final = MemoryFilter(states=frozenset({State.QUARANTINED}))
_CONTAINED_MESSAGES: Final = replace(CONTAINED, kinds=frozenset({Kind.EPISODE}))


def list_open_quarantines(reader: Reader) -> list[Quarantine]:
    return [each for each in reader.quarantines() if each.is_open]


def is_quarantined(memory: Memory) -> bool:
    return memory.state is State.QUARANTINED


def read_contained(reader: Reader, where: MemoryFilter = CONTAINED) -> Iterator[Memory]:
    """All memories that are quarantined, the oldest first."""
    after = 0
    while page := reader.select(where, _PAGE, after):
        after = page[-1][0]
        yield from (memory for _, memory in page)


def hide_quarantined(reader: Reader) -> Reader:
    """The same reader where nothing is quarantined; else one to which what is contained is not there."""
    if not list_open_quarantines(reader):
        return reader
    hidden = {memory.transcribes for memory in read_contained(reader, _CONTAINED_MESSAGES) if memory.transcribes}
    return cast("Reader", _HidingReader(reader, frozenset(hidden)))


class _HidingReader:
    """A reader without some messages, the interactions of which nothing else is left, and contained memories."""

    def __init__(self, reader: Reader, hidden: frozenset[MessageId]) -> None:
        self._reader = reader
        self._hidden = hidden

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reader, name)

    def message(self, id: MessageId) -> Message | None:
        return None if id in self._hidden else self._reader.message(id)

    def messages(self, ids: Iterable[MessageId]) -> Sequence[Message]:
        return self._reader.messages([id for id in ids if id not in self._hidden])

    def messages_before(self, interaction: InteractionId, limit: int) -> Sequence[Message]:
        return self._keep(self._reader.messages_before(interaction, limit))

    def messages_in(self, conversation: ConversationId) -> Sequence[Message]:
        return self._keep(self._reader.messages_in(conversation))

    def messages_after(self, conversation: ConversationId, at: datetime, limit: int) -> Sequence[Message]:
        return self._keep(self._reader.messages_after(conversation, at, limit))

    def interaction(self, id: InteractionId) -> Interaction | None:
        found = self._reader.interaction(id)
        return self._strip(found) if found else None

    def interactions(self, after: int, limit: int) -> Sequence[tuple[int, Interaction]]:
        """A page that is wholly contained is passed over: an empty one would be the end."""
        while page := self._reader.interactions(after, limit):
            if kept := self._strip_page(page):
                return kept
            after = page[-1][0]
        return ()

    def session_interactions(self, id: SessionId, after: int, limit: int) -> Sequence[tuple[int, Interaction]]:
        while page := self._reader.session_interactions(id, after, limit):
            if kept := self._strip_page(page):
                return kept
            after = page[-1][0]
        return ()

    def memory(self, id: MemoryId) -> Memory | None:
        found = self._reader.memory(id)
        return None if found is not None and is_quarantined(found) else found

    def memories(self, ids: Iterable[MemoryId]) -> list[Memory]:
        return _keep_free(self._reader.memories(ids))

    def in_slot(self, subject: EntityId, attribute: str) -> list[Memory]:
        return _keep_free(self._reader.in_slot(subject, attribute))

    def with_content(self, content_hash: str) -> list[Memory]:
        return _keep_free(self._reader.with_content(content_hash))

    def find_citing(self, messages: Iterable[MessageId]) -> list[Memory]:
        return _keep_free(self._reader.find_citing(messages))

    def linking_to(self, memories: Iterable[MemoryId]) -> list[Memory]:
        return _keep_free(self._reader.linking_to(memories))

    def _strip_page(self, page: Sequence[tuple[int, Interaction]]) -> list[tuple[int, Interaction]]:
        return [(seq, kept) for seq, each in page if (kept := self._strip(each))]

    def _strip(self, interaction: Interaction) -> Interaction | None:
        said = self._keep(interaction.messages)
        return replace(interaction, messages=tuple(said)) if said else None

    def _keep(self, messages: Iterable[Message]) -> list[Message]:
        return [message for message in messages if message.id not in self._hidden]


def _keep_free(memories: Iterable[Memory]) -> list[Memory]:
    return [memory for memory in memories if not is_quarantined(memory)]
