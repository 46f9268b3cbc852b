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
from atlas.testing.plain_store.thinking_writer import PlainThinkingWriter


class PlainKeepingWriter(PlainThinkingWriter):
    # --- feedback and the graph

    def add_feedback(self, feedback: Feedback) -> bool:
        check_storable(feedback)
        if not self._there(feedback.memory):
            raise Refused("Feedback is about a memory that is there.")
        if feedback.reply is not None and feedback.reply not in self._world.messages:
            raise Refused("What is still quoted cannot be erased, and what is not there cannot be cited.")
        told = _told_from(feedback)
        if told and any(_told_from(each) == told for each in self._world.feedback.values()):
            return False
        self._world.feedback[self._world.next_seq()] = feedback
        return True

    def put_edge(self, edge: Edge) -> None:
        check_edge(edge)
        check_storable(edge)
        if not (self._there(edge.one) and self._there(edge.other)):
            raise Refused("An edge joins two memories that are there.")
        self._world.edges[edge.key] = edge

    def remove_edge(self, edge: Edge) -> None:
        self._world.edges.pop(edge.key, None)

    # --- the archive

    def shorten_message(self, id: MessageId, gist: str, now: datetime) -> None:
        check_storable(gist)
        message = self._world.messages.get(id)
        if message is None:
            raise NotFound(f"There is no message {id} here.")
        self._check_whole(id)
        check_gist(id, message.text, gist)
        self._world.archive[id] = check_archived(Archived(id, message.text, sha256_of(message.text), now))
        self._retell(id, gist)

    def restore_message(self, id: MessageId) -> None:
        found = self.archived([id])
        if not found:
            raise Refused(f"There is no whole text of {id} to restore.")
        del self._world.archive[id]
        self._retell(id, found[0].text)

    def touch_archived(self, id: MessageId, now: datetime) -> None:
        if id in self._world.archive:
            self._world.archive[id] = replace(self._world.archive[id], accessed_at=now)

    def drop_archived(self, id: MessageId) -> None:
        if self._world.archive.pop(id, None) is None:
            return
        for memory in [memory.id for memory in self._world.memories.values() if memory.transcribes == id]:
            self._forget_vectors(memory)
            self._world.changed(memory)

    # --- shared with whoever masks, erases and writes memories

    def _there(self, id: MemoryId) -> bool:
        memory = self._world.memories.get(id)
        return memory is not None and memory.state is not State.GONE

    def _check_whole(self, id: MessageId) -> None:
        if id in self._world.archive:
            raise Refused(f"The message {id} has a gist in the place of its text: restore it first.")

    def _retell(self, id: MessageId, text: str) -> None:
        """Another text of the same message: vectors stay, since search goes on by the whole one."""
        self._world.messages[id] = replace(self._world.messages[id], text=text)
        for memory in [memory for memory in self._world.memories.values() if standing_on(memory) == id]:
            if memory.transcribes == id:
                self._world.memories[memory.id] = replace(memory, content=text)
            self._world.changed(memory.id)

    def _drop_what_hangs_on(self, memory: MemoryId) -> None:
        self._forget_vectors(memory)
        for seq in [seq for seq, each in self._world.feedback.items() if each.memory == memory]:
            del self._world.feedback[seq]
        for key in [key for key, edge in self._world.edges.items() if memory in (edge.one, edge.other)]:
            del self._world.edges[key]

    def _forget_vectors(self, memory: MemoryId) -> None:
        for key in [key for key in self._world.vectors if key[1] == memory]:
            del self._world.vectors[key]


def _told_from(feedback: Feedback) -> tuple[MessageId, MemoryId] | None:
    """The reply and the memory, where it was told from one; None for what somebody said."""
    if feedback.reply is None or feedback.signal not in BY_REPLY:
        return None
    return feedback.reply, feedback.memory
