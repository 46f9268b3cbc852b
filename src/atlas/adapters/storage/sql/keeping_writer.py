"""Writing what became of memories of one space, the graph and the archive."""

from __future__ import annotations

from datetime import datetime

from atlas.adapters.storage.archive import check_gist, sha256_of
from atlas.adapters.storage.graph import check_edge
from atlas.adapters.storage.sql import keeping_codec
from atlas.adapters.storage.sql.lane import Lane
from atlas.adapters.storage.sql.thinking_writer import ThinkingWriter
from atlas.errors import NotFound, Refused
from atlas.model.feedback import Feedback
from atlas.model.graph import Edge
from atlas.model.ids import MemoryId, MessageId
from atlas.model.plain_data import instant_text
from atlas.model.text import content_hash


class KeepingWriter(ThinkingWriter):
    def __init__(self, lane: Lane) -> None:
        super().__init__(lane)
        self._said: dict[MessageId, str] = {}
        """What this transaction added: its episodes come next, and need not read it back to be compared with it."""

    # --- feedback and the graph

    def add_feedback(self, feedback: Feedback) -> bool:
        return self._lane.change("add_feedback", keeping_codec.feedback_values(feedback)) > 0

    def put_edge(self, edge: Edge) -> None:
        check_edge(edge)
        self._lane.change("put_edge", keeping_codec.edge_values(edge))

    def remove_edge(self, edge: Edge) -> None:
        self._lane.change("remove_edge", {"key": edge.key})

    # --- the archive

    def shorten_message(self, id: MessageId, gist: str, now: datetime) -> None:
        """Write-ahead: a text that does not come back as it went is never replaced."""
        with self._lane.whole():
            text = self._text_of(id)
            if text is None:
                raise NotFound(f"There is no message {id} here.")
            self._check_whole(id)
            check_gist(id, text, gist)
            stored = {"id": id, "text": text, "sha256": sha256_of(text), "now": instant_text(now)}
            self._lane.change("add_archived", stored)
            self.archived([id])
            self._retell(id, gist)

    def restore_message(self, id: MessageId) -> None:
        with self._lane.whole():
            found = self.archived([id])
            if not found:
                raise Refused(f"There is no whole text of {id} to restore.")
            self._lane.change("drop_archived", {"id": id})
            self._retell(id, found[0].text)

    def touch_archived(self, id: MessageId, now: datetime) -> None:
        self._lane.change("touch_archived", {"id": id, "now": instant_text(now)})

    def drop_archived(self, id: MessageId) -> None:
        with self._lane.whole():
            if self._lane.change("drop_archived", {"id": id}):
                for memory in self._episodes_of(id):
                    self._lane.change("drop_vectors_of", {"memory": memory})
                self._lane.change("owe_purge", {})

    # --- shared with whoever masks and writes memories

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
