"""The archive: whole texts of messages that have a gist in their place (T12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol

from atlas.model.archive import Archived
from atlas.model.ids import MessageId


class ArchiveReader(Protocol):
    def archived_texts(self, messages: Iterable[MessageId]) -> Sequence[Archived]:
        """Of those that have a gist in their place; raises StoreTrouble where a text is not what was stored."""
        ...

    def archived_before(self, at: datetime, limit: int) -> Sequence[Archived]:
        """Stored, and last asked for if ever, before this moment; the oldest first."""
        ...


class ArchiveWriter(ArchiveReader, Protocol):
    def shorten_message(self, id: MessageId, gist: str, now: datetime) -> None:
        """Store the whole text, read it back, check its hash, and only then put the gist in its place.

        Search goes on finding it by its whole text, and its vectors stay. Refused when it is short already, or when
        the gist is not shorter.
        """
        ...

    def restore_message(self, id: MessageId) -> None:
        """The whole text again, and nothing of it in the archive; Refused when there is none to restore."""
        ...

    def touch_archived(self, id: MessageId, now: datetime) -> None:
        """Somebody asked for it."""
        ...

    def drop_archived(self, id: MessageId) -> None:
        """The whole text goes for good, and the gist is all there is: also for search and for its vectors."""
        ...
