"""Texts of messages as writers need them: the episode of a message says the same, and changes with it."""

from __future__ import annotations

from atlas.adapters.storage.sql.lane import Lane
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.errors import Refused
from atlas.language.folding import content_hash
from atlas.model.ids import MemoryId, MessageId


class SqlMessageTexts(SqlRows):
    def __init__(self, lane: Lane) -> None:
        super().__init__(lane)
        self._said: dict[MessageId, str] = {}
        """What this transaction added: its episodes come next, and need not read it back to be compared with it."""

    def _check_whole(self, id: MessageId) -> None:
        if self._lane.one("is_archived", {"id": id}):
            raise Refused(f"The message {id} has a gist in the place of its text: restore it first.")

    def _text_of(self, message: MessageId) -> str | None:
        if message in self._said:
            return self._said[message]
        row = self._lane.one("message_text", {"id": message})
        return None if row is None else str(row[0])

    def _retell(self, id: MessageId, text: str) -> None:
        """Another text of the same message: vectors stay, since search goes on by the whole one."""
        self._said.pop(id, None)
        self._lane.change("retell_message", {"id": id, "text": text})
        for memory in self._episodes_of(id):
            self._lane.change("rehash_memory", {"id": memory, "content_hash": content_hash(text)})

    def _episodes_of(self, message: MessageId) -> list[MemoryId]:
        return [MemoryId(str(memory)) for (memory,) in self._lane.rows("episodes_of", {"message": message})]
