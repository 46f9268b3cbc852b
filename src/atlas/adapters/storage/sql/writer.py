"""Writing rows of one space, all or nothing. Guards stand in the schema; here is what goes where."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from atlas.adapters.storage.graph import check_links
from atlas.adapters.storage.sql import codec
from atlas.adapters.storage.sql.columns import Values
from atlas.adapters.storage.sql.keeping_writer import KeepingWriter
from atlas.adapters.storage.vectors import check_vectors
from atlas.errors import BadInput, NotFound, Refused
from atlas.model.document import Document
from atlas.model.entity import Entity, EntityId
from atlas.model.exam import Exam
from atlas.model.ids import DocumentId, MemoryId, MessageId, ServingId
from atlas.model.interaction import Interaction, Message, Session
from atlas.model.journal import Entry, RowKind
from atlas.model.memory import Memory, State
from atlas.model.origin import Origin
from atlas.model.plain_data import instant_text
from atlas.model.recall import EmbedderIdentity, Serving
from atlas.model.text import content_hash


class SqlWriter(KeepingWriter):
    # --- the transcript

    def add_interaction(self, interaction: Interaction, session: Session) -> None:
        if not interaction.messages:
            raise BadInput(f"The interaction {interaction.id} holds no message.")
        with self._lane.whole():
            self._lane.change("put_session", codec.session_values(session))
            self._lane.change("add_interaction", codec.interaction_values(interaction))
            spoken = sorted(interaction.messages, key=lambda message: message.ordinal)
            self._lane.change_each("add_message", [_message_values(message, interaction) for message in spoken])
        self._said |= {message.id: message.text for message in interaction.messages}

    # --- memories

    def put_memory(self, memory: Memory, expected_version: int | None) -> None:
        check_links(memory)
        if memory.state is State.GONE:
            raise Refused(f"The memory {memory.id} can be forgotten, not written as gone.")
        self._check_transcript(memory)
        if expected_version is None and not memory.evidence and not memory.links:
            self._lane.change("add_memory", codec.memory_values(memory))  # one statement is whole by itself
            return
        with self._lane.whole():
            if expected_version is None:
                self._insert_memory(memory)
            else:
                self._replace_memory(memory, expected_version)

    def remove_memory(self, id: MemoryId, expected_version: int) -> None:
        with self._lane.whole():
            if self.linking_to([id]):
                raise Refused(f"Other memories link to {id}.")
            if self._lane.one("memory_seq", {"id": id}) is None:
                raise NotFound(_not_there("memory", id))
            self._drop_what_hangs_on(id)
            if not self._lane.change("remove_memory", {"id": id, "expected": expected_version}):
                raise Refused(f"The memory {id} was changed meanwhile.")

    def remove_entity(self, id: EntityId) -> None:
        self.erase_entity(id)

    def put_entity(self, entity: Entity) -> None:
        with self._lane.whole():
            self._lane.change("put_entity", {"id": entity.id, "kind": entity.kind.value, "handle": entity.handle})
            self._lane.change("drop_names", {"id": entity.id})
            for ordinal, name in enumerate(entity.names):
                self._lane.change("add_name", {"id": entity.id, "ordinal": ordinal, "name": name})

    def put_vector(self, memory: MemoryId, identity: EmbedderIdentity, vector: bytes) -> None:
        with self._lane.whole():
            check_vectors(identity, vector)
            self._lane.change("drop_vector", {"memory": memory, "identity": identity.key})
            row = {"memory": memory, "identity": identity.key, "vector": vector}
            if not self._lane.change("add_vector", row):
                raise Refused(f"The memory {memory} is not there any more: its vector is not kept.")

    def drop_vectors(self, identity_key: str, limit: int) -> int:
        return self._lane.change("drop_vectors", {"identity": identity_key, "limit": limit})

    # --- work that goes on in turns

    def take_lease(self, name: str, owner: str, now: datetime, until: datetime) -> bool:
        values = {"name": name, "owner": owner, "now": instant_text(now), "until": instant_text(until)}
        return self._lane.change("take_lease", values) > 0

    def give_up_lease(self, name: str, owner: str) -> None:
        self._lane.change("give_up_lease", {"name": name, "owner": owner})

    def put_mark(self, name: str, value: int) -> None:
        self._lane.change("put_mark", {"name": name, "value": value})

    # --- servings

    def add_serving(self, serving: Serving) -> None:
        with self._lane.whole():
            self._lane.change("add_serving", codec.serving_values(serving))
            self._lane.change_each("add_item", codec.item_values(serving))
            self._lane.change_each("add_served_document", codec.served_values(serving))

    # --- documents and exams

    def put_document(self, document: Document, expected_version: int | None) -> None:
        if expected_version is None:
            self._lane.change("add_document", codec.document_values(document))
            return
        if document.version <= expected_version:
            raise BadInput(f"A changed document needs a higher version than {expected_version}: {document.id}.")
        values = codec.document_values(document) | {"expected": expected_version}
        if not self._lane.change("replace_document", values):
            raise Refused(f"The document {document.id} was changed meanwhile.")

    def add_exam(self, exam: Exam) -> None:
        self._lane.change("add_exam", codec.exam_values(exam))

    def append(self, entry: Entry) -> None:
        with self._lane.whole():
            self._lane.change("append", codec.entry_values(entry))
            self._lane.change_each("add_part", codec.part_values(entry))

    # --- erasing

    def erase_memory(self, id: MemoryId, now: datetime) -> None:
        if self._lane.change("erase_memory", {"id": id, "now": instant_text(now)}):
            self._drop_what_hangs_on(id)

    def move_origin(self, id: MessageId, origin: Origin) -> None:
        if not self._lane.change("move_origin", {"id": id, "origin": origin.value}):
            raise NotFound(_not_there("message", id))

    def mask_message(self, id: MessageId, text: str, nameless: bool = False) -> None:
        with self._lane.whole():
            self._check_whole(id)
            if not self._lane.change("mask_message", {"id": id, "text": text, "nameless": nameless}):
                raise NotFound(_not_there("message", id))
            for memory in self._episodes_of(id):
                self._lane.change("rehash_memory", {"id": memory, "content_hash": content_hash(text)})
                self._lane.change("drop_vectors_of", {"memory": memory})
        self._said.pop(id, None)

    def mask_evidence(self, memory: MemoryId, message: MessageId, start: int, end: int, quote: str) -> None:
        place = {"memory": memory, "message": message, "start": start, "end": end}
        if not self._lane.change("mask_evidence", place | {"quote": quote}):
            raise NotFound(f"The memory {memory} has no evidence there in {message}.")

    def erase_message(self, id: MessageId) -> None:
        message = self.message(id)
        if message is None:
            return
        self._said.pop(id, None)
        self._lane.change("erase_message", {"id": id})
        self._lane.change("erase_empty_interaction", {"id": message.interaction})
        for name in ("erase_empty_sessions", "unplace_servings"):
            self._lane.change(name, {"conversation": message.conversation})

    def erase_entity(self, id: EntityId) -> None:
        self._lane.change("erase_entity", {"id": id})

    def mask_document(self, id: DocumentId, title: str, text: str) -> None:
        if not self._lane.change("mask_document", {"id": id, "title": title, "text": text}):
            raise NotFound(_not_there("document", id))

    def blank_servings(self, ids: Iterable[ServingId]) -> None:
        self._lane.change("blank_servings", {"ids": self._lane.list_value(ids)})

    def erase_parts(self, kind: RowKind, ids: Iterable[str]) -> int:
        self._lane.change("owe_purge", {})
        return self._lane.change("erase_parts", {"kind": kind.value, "ids": self._lane.list_value(ids)})

    # --- the parts of a row

    def _check_transcript(self, memory: Memory) -> None:
        """An episode is its message's whole text; anything else would be a second truth."""
        if memory.transcribes is None:
            return
        text = self._text_of(memory.transcribes)
        if text is None:
            raise Refused(f"The memory {memory.id} transcribes a message that is not there.")
        if text != memory.content:
            raise Refused(f"The memory {memory.id} differs from the message that it transcribes.")

    def _insert_memory(self, memory: Memory) -> None:
        self._lane.change("add_memory", codec.memory_values(memory))
        self._add_evidence(memory)
        self._add_links(memory)

    def _replace_memory(self, memory: Memory, expected: int) -> None:
        if memory.version <= expected:
            raise BadInput(f"A changed memory needs a higher version than {expected}: {memory.id}.")
        before = self.memory(memory.id)
        if before is None or not self._lane.change(
            "replace_memory", codec.memory_values(memory) | {"expected": expected}
        ):
            raise Refused(f"The memory {memory.id} was changed meanwhile.")
        if before.content != memory.content:
            self._lane.change("drop_vectors_of", {"memory": memory.id})
        if before.evidence != memory.evidence:
            self._lane.change("drop_evidence", {"memory": memory.id})
            self._add_evidence(memory)
        if before.links != memory.links:
            self._lane.change("drop_links", {"memory": memory.id})
            self._add_links(memory)

    def _drop_what_hangs_on(self, id: MemoryId) -> None:
        """Feedback and edges go by themselves: the schema sees to it."""
        for name in ("drop_evidence", "drop_links", "drop_vectors_of"):
            self._lane.change(name, {"memory": id})

    def _add_evidence(self, memory: Memory) -> None:
        for values in codec.evidence_values(memory):
            self._lane.change("add_evidence", values)

    def _add_links(self, memory: Memory) -> None:
        for values in codec.link_values(memory):
            self._lane.change("add_link", values)


def _message_values(message: Message, interaction: Interaction) -> Values:
    if (message.interaction, message.conversation) != (interaction.id, interaction.conversation):
        raise BadInput(f"The message {message.id} belongs to another interaction.")
    return codec.message_values(message)


def _not_there(what: str, id: str) -> str:
    return f"There is no {what} {id} here."
