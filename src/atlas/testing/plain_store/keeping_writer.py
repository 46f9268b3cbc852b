"""Writing what became of memories of one space of the plain store, the graph and the archive."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from atlas.adapters.storage.archive import check_archived, check_gist, sha256_of
from atlas.adapters.storage.graph import check_edge
from atlas.errors import NotFound, Refused
from atlas.model.archive import Archived
from atlas.model.feedback import BY_REPLY, Feedback
from atlas.model.graph import Edge
from atlas.model.ids import MemoryId, MessageId
from atlas.model.memory import State
from atlas.testing.plain_store.listings import standing_on
from atlas.testing.plain_store.meaning import check_storable
from atlas.testing.plain_store.source_file_writer import PlainSourceFileWriter


class PlainKeepingWriter(PlainSourceFileWriter):
    # --- feedback and the graph

    def add_feedback(self, feedback: Feedback) -> bool:
        check_storable(feedback)
        if not self._is_present(feedback.memory):
            raise Refused("Feedback is about a memory that is there.")
        if feedback.reply is not None and feedback.reply not in self._rows.messages:
            raise Refused("What is still quoted cannot be erased, and what is not there cannot be cited.")
        told = _told_from(feedback)
        if told and any(_told_from(each) == told for each in self._rows.feedback.values()):
            return False
        self._rows.feedback[self._rows.next_seq()] = feedback
        return True

    def put_edge(self, edge: Edge) -> None:
        check_edge(edge)
        check_storable(edge)
        if not (self._is_present(edge.one) and self._is_present(edge.other)):
            raise Refused("An edge joins two memories that are there.")
        self._rows.edges[edge.key] = edge

    def remove_edge(self, edge: Edge) -> None:
        self._rows.edges.pop(edge.key, None)

    # --- the archive

    def shorten_message(self, id: MessageId, gist: str, now: datetime) -> None:
        check_storable(gist)
        message = self._rows.messages.get(id)
        if message is None:
            raise NotFound(f"There is no message {id} here.")
        self._check_whole(id)
        check_gist(id, message.text, gist)
        self._rows.archive[id] = check_archived(Archived(id, message.text, sha256_of(message.text), now))
        self._replace_text(id, gist)

    def restore_message(self, id: MessageId) -> None:
        found = self.archived_texts([id])
        if not found:
            raise Refused(f"There is no whole text of {id} to restore.")
        del self._rows.archive[id]
        self._replace_text(id, found[0].text)

    def touch_archived(self, id: MessageId, now: datetime) -> None:
        if id in self._rows.archive:
            self._rows.archive[id] = replace(self._rows.archive[id], accessed_at=now)

    def drop_archived(self, id: MessageId) -> None:
        if self._rows.archive.pop(id, None) is None:
            return
        for memory in [memory.id for memory in self._rows.memories.values() if memory.transcribes == id]:
            self._forget_vectors(memory)
            self._rows.note_change(memory)

    # --- shared with whoever masks, erases and writes memories

    def _is_present(self, id: MemoryId) -> bool:
        memory = self._rows.memories.get(id)
        return memory is not None and memory.state is not State.GONE

    def _check_whole(self, id: MessageId) -> None:
        if id in self._rows.archive:
            raise Refused(f"The message {id} has a gist in the place of its text: restore it first.")

    def _replace_text(self, id: MessageId, text: str) -> None:
        """Replace the text of a message; its vectors stay, since search goes on by the whole text."""
        self._rows.messages[id] = replace(self._rows.messages[id], text=text)
        for memory in [memory for memory in self._rows.memories.values() if standing_on(memory) == id]:
            if memory.transcribes == id:
                self._rows.memories[memory.id] = replace(memory, content=text)
            self._rows.note_change(memory.id)

    def _drop_what_hangs_on(self, memory: MemoryId) -> None:
        self._forget_vectors(memory)
        for seq in [seq for seq, each in self._rows.feedback.items() if each.memory == memory]:
            del self._rows.feedback[seq]
        for key in [key for key, edge in self._rows.edges.items() if memory in (edge.one, edge.other)]:
            del self._rows.edges[key]

    def _forget_vectors(self, memory: MemoryId) -> None:
        for key in [key for key in self._rows.vectors if key[1] == memory]:
            del self._rows.vectors[key]


def _told_from(feedback: Feedback) -> tuple[MessageId, MemoryId] | None:
    """The reply and the memory, where it was told from one; None for what somebody said."""
    if feedback.reply is None or feedback.signal not in BY_REPLY:
        return None
    return feedback.reply, feedback.memory
