"""Messages as they were said, also where a gist stands in the place of their text (T12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from atlas.model.ids import MessageId
from atlas.model.interaction import Message
from atlas.ports.reading import Reader


def whole_messages(reader: Reader, ids: Iterable[MessageId]) -> tuple[dict[MessageId, Message], frozenset[MessageId]]:
    """Those that are there, each with its whole text; and which of them are short by now."""
    found = {message.id: message for message in reader.messages(dict.fromkeys(ids))}
    kept = {each.message: each.text for each in reader.archived(found)} if found else {}
    whole = {id: replace(message, text=kept[id]) if id in kept else message for id, message in found.items()}
    return whole, frozenset(kept)
