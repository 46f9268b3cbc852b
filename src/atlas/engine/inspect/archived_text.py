"""The whole text of a message that has a gist in its place (T12): asked for, it is kept longer, and nothing is
reinforced by that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from atlas.engine.core.access import TimedWriteAccess
from atlas.errors import NotFound
from atlas.model.ids import MemoryId, MessageId
from atlas.model.interaction import Message
from atlas.model.journal import Action, Actor, RowKind
from atlas.model.memory import State
from atlas.ports.reading import Reader


@dataclass(frozen=True, slots=True)
class ArchivedText:
    """A message, and the whole text behind its gist."""

    message: Message
    """As it is served."""
    text: str | None
    """All that was said; None where it went after a year in which nobody asked for it."""
    stored_at: datetime | None = None
    """Since when a gist is served instead; None of a message that is not short."""
    accessed_at: datetime | None = None
    """When somebody had last asked for it before."""


def read_archived_text(access: TimedWriteAccess, id: str) -> ArchivedText:
    """The whole text by a message's id, or by the id of a memory that stands on one."""
    with access.reading() as reader:
        message = _find_message(reader, id)
        archived = next(iter(reader.archived_texts([message.id])), None)
        if archived is None:
            return ArchivedText(message, None if _was_dropped(reader, message) else message.text)
    with access.writing() as txn:  # that somebody asked for it keeps it longer
        txn.touch_archived(message.id, access.now())
    return ArchivedText(message, archived.text, archived.stored_at, archived.accessed_at)


def _find_message(reader: Reader, id: str) -> Message:
    found = next((message for each in _candidate_ids(reader, id) if (message := reader.message(each))), None)
    if found is None:
        raise NotFound(f"There is no message {id} here, and no memory that stands on one.")
    return found


def _candidate_ids(reader: Reader, id: str) -> Iterator[MessageId]:
    yield MessageId(id)
    memory = reader.memory(MemoryId(id))
    if memory is not None and memory.state is not State.GONE:
        yield from ([memory.transcribes] if memory.transcribes else [item.message for item in memory.evidence])


def _was_dropped(reader: Reader, message: Message) -> bool:
    """Whether the last that the journal says of its gist is that the text behind it went, when its time was over.

    A person who forgets something of it has the rest whole again.
    """
    told = reader.entries_about(RowKind.GIST, message.id)
    return bool(told) and told[-1].action is Action.FORGOTTEN and told[-1].actor is Actor.POLICY
