"""Messages as they were said, also where a gist stands in the place of their text (T12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from atlas.errors import NotFound
from atlas.model.history import Format
from atlas.model.ids import ConversationId, MessageId
from atlas.model.interaction import Message
from atlas.ports.reading import Reader


def read_whole_messages(
    reader: Reader, ids: Iterable[MessageId]
) -> tuple[dict[MessageId, Message], frozenset[MessageId]]:
    """The messages that are there, each with its whole text; and which of them are short by now."""
    found = {message.id: message for message in reader.messages(dict.fromkeys(ids))}
    archived = {each.message: each.text for each in reader.archived_texts(found)} if found else {}
    whole = {id: replace(message, text=archived[id]) if id in archived else message for id, message in found.items()}
    return whole, frozenset(archived)


def read_conversation(reader: Reader, name: str) -> Sequence[Message]:
    """The messages of a conversation; who leaves out the format in front of an imported one is told of it."""
    if messages := reader.messages_in(ConversationId(name)):
        return messages
    full = (f"{format.value}:{name}" for format in Format)
    found = next((each for each in full if reader.messages_in(ConversationId(each))), None)
    hint = f"; there is {found!r}" if found else ""
    raise NotFound(f"There is no conversation {name!r} here{hint}.")
