"""Writing one space of the plain store: check everything first, then change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from atlas.adapters.storage.graph import check_links
from atlas.adapters.storage.vectors import check_vectors
from atlas.errors import BadInput, NotFound, Refused
from atlas.model.document import Document
from atlas.model.entity import Entity, EntityId
from atlas.model.exam import Exam
from atlas.model.ids import ConversationId, DocumentId, MemoryId, MessageId, ServingId
from atlas.model.interaction import Interaction, Message, Role, Session
from atlas.model.journal import GENESIS, Actor, Entry, Part, RowKind
from atlas.model.memory import Evidence, Memory, Relation, State
from atlas.model.origin import Origin
from atlas.model.recall import EmbedderIdentity, Serving
from atlas.testing.plain_store.keeping_writer import PlainKeepingWriter
from atlas.testing.plain_store.listings import standing_on
from atlas.testing.plain_store.meaning import check_fresh, check_storable
from atlas.testing.plain_store.world import World

_SOURCES = (Relation.DERIVED_FROM, Relation.SUPPORTS)


class PlainWriter(PlainKeepingWriter):
    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._erased: set[MessageId] = set()

    def finish(self) -> None:
        """What is still quoted cannot be erased (X3); said when the transaction ends, so that order does not matter."""
        if self.citing(id for id in self._erased if id not in self._world.messages):
            raise Refused("What is still quoted cannot be erased, and what is not there cannot be cited.")

    # --- the transcript

    def add_interaction(self, interaction: Interaction, session: Session) -> None:
        check_storable((interaction, session))
        self._check_interaction(interaction)
        world = self._world
        world.sessions[session.id] = session
        world.interactions[interaction.id] = replace(interaction, messages=())
        world.seqs[interaction.id] = world.next_seq()
        spoken = sorted(interaction.messages, key=lambda message: message.ordinal)
        world.said[interaction.id] = tuple(message.id for message in spoken)
        for message in spoken:
            world.messages[message.id] = message
            world.seqs[message.id] = world.next_seq()

    def _check_interaction(self, interaction: Interaction) -> None:
        if not interaction.messages:
            raise BadInput(f"The interaction {interaction.id} holds no message.")
        check_fresh(interaction.id, self._world.interactions)
        place = (interaction.id, interaction.conversation)
        seen: set[str | int] = set()
        for message in interaction.messages:
            if (message.interaction, message.conversation) != place:
                raise BadInput(f"The message {message.id} belongs to another interaction.")
            if message.id in self._world.messages or {message.id, message.ordinal} & seen:
                raise Refused("A row with this id or key is already there.")
            seen |= {message.id, message.ordinal}

    # --- memories

    def put_memory(self, memory: Memory, expected_version: int | None) -> None:
        check_storable(memory)
        check_links(memory)
        if memory.state is State.GONE:
            raise Refused(f"The memory {memory.id} can be forgotten, not written as gone.")
        self._check_transcript(memory)
        before = self._world.memories.get(memory.id)
        self._check_version(memory, before, expected_version)
        self._check_sources(memory)
        self._check_trust_change(memory, before)
        if before is None:
            self._world.seqs[memory.id] = self._world.next_seq()
        elif before.content != memory.content:
            self._forget_vectors(memory.id)
        self._world.memories[memory.id] = memory
        self._world.changed(memory.id)

    def _check_transcript(self, memory: Memory) -> None:
        if memory.transcribes is None:
            return
        message = self._world.messages.get(memory.transcribes)
        if message is None or message.text != memory.content:
            raise Refused(f"The memory {memory.id} differs from the message that it transcribes.")

    def _check_version(self, memory: Memory, before: Memory | None, expected: int | None) -> None:
        if expected is None:
            return check_fresh(memory.id, self._world.memories)
        if memory.version <= expected:
            raise BadInput(f"A changed memory needs a higher version than {expected}: {memory.id}.")
        if before is None or before.version != expected:
            raise Refused(f"The memory {memory.id} was changed meanwhile.")
        if memory.id in self._world.forgotten:
            raise Refused("What was forgotten stays forgotten.")
        return None

    def _check_sources(self, memory: Memory) -> None:
        """X1: trust is the lowest of its sources."""
        if memory.transcribes is not None:
            _check_trust(memory, self._world.messages[memory.transcribes].origin.trust)
        for item in memory.evidence:
            message = self._cited(item)
            _check_trust(memory, message.origin.trust)
        for link in memory.links:
            target = memory if link.to == memory.id else self._world.memories.get(link.to)
            if target is None:
                raise Refused("A memory can only link to one that is there.")
            if link.relation in _SOURCES:
                _check_trust(memory, target.trust)

    def _cited(self, item: Evidence) -> Message:
        message = self._world.messages.get(item.message)
        if message is None or message.origin is not item.origin:
            raise Refused("A memory can only cite what is there, with the origin it has.")
        return message

    def _check_trust_change(self, memory: Memory, before: Memory | None) -> None:
        if before is None:
            return
        lifted = memory.transcribes is not None and memory.transcribes == before.transcribes
        if memory.trust > before.trust and not lifted:  # an episode is held to its message, which is vouched for
            raise Refused("Trust never rises: a memory cannot be trusted more than it was.")
        if memory.trust < before.trust:
            for other in self._world.memories.values():
                if other.id != memory.id and memory.id in _sources(other) and other.trust > memory.trust:
                    raise Refused("Trust is the lowest of its sources: lower what was derived from this memory first.")

    def remove_memory(self, id: MemoryId, expected_version: int) -> None:
        memory = self._world.memories.get(id)
        if memory is None:
            raise NotFound(f"There is no memory {id} here.")
        if self.linking_to([id]):
            raise Refused(f"Other memories link to {id}.")
        if id in self._world.forgotten or memory.version != expected_version:
            raise Refused(f"The memory {id} was changed meanwhile.")
        del self._world.memories[id]
        self._drop_what_hangs_on(id)
        self._world.changed(id)

    def remove_entity(self, id: EntityId) -> None:
        self.erase_entity(id)

    def put_entity(self, entity: Entity) -> None:
        check_storable(entity)
        self._world.entities[entity.id] = entity

    def put_vector(self, memory: MemoryId, identity: EmbedderIdentity, vector: bytes) -> None:
        check_vectors(identity, vector)
        found = self._world.memories.get(memory)
        if found is None or found.state is State.GONE:
            raise Refused(f"The memory {memory} is not there any more: its vector is not kept.")
        self._world.vectors[identity.key, memory] = vector
        self._world.changed(memory)

    def drop_vectors(self, identity_key: str, limit: int) -> int:
        dropped = sorted(memory for key, memory in self._world.vectors if key == identity_key)[:limit]
        for memory in dropped:
            del self._world.vectors[identity_key, memory]
            self._world.changed(memory)
        return len(dropped)

    # --- work that goes on in turns

    def take_lease(self, name: str, owner: str, now: datetime, until: datetime) -> bool:
        holder, end = self._world.leases.get(name, (owner, now))
        if holder != owner and end > now:
            return False
        self._world.leases[name] = (owner, until)
        return True

    def give_up_lease(self, name: str, owner: str) -> None:
        if self._world.leases.get(name, (None,))[0] == owner:
            del self._world.leases[name]

    def put_mark(self, name: str, value: int) -> None:
        self._world.marks[name] = value

    # --- servings

    def add_serving(self, serving: Serving) -> None:
        check_storable(serving)
        check_fresh(serving.id, self._world.servings)
        self._world.servings[serving.id] = serving

    # --- documents and exams

    def put_document(self, document: Document, expected_version: int | None) -> None:
        check_storable(document)
        before = self._world.documents.get(document.id)
        if expected_version is None:
            check_fresh(document.id, self._world.documents)
        elif document.version <= expected_version:
            raise BadInput(f"A changed document needs a higher version than {expected_version}: {document.id}.")
        elif before is None or before.version != expected_version:
            raise Refused(f"The document {document.id} was changed meanwhile.")
        _check_document(document, before)
        self._world.documents[document.id] = document

    def add_exam(self, exam: Exam) -> None:
        check_storable(exam)
        if exam.asked < 1 or not (0 <= exam.right_with <= exam.asked and 0 <= exam.right_without <= exam.asked):
            raise BadInput("Of an exam's questions, none to all are right.")
        check_fresh(exam.id, self._world.exams)
        self._world.exams[exam.id] = exam

    def append(self, entry: Entry) -> None:
        check_storable(entry)
        seq, chain = self.tip() or (0, GENESIS)
        if (entry.seq, entry.previous) != (seq + 1, chain):
            raise Refused("The journal was continued meanwhile: this entry does not follow its head.")
        self._world.journal[entry.seq] = entry

    # --- erasing

    def erase_memory(self, id: MemoryId, now: datetime) -> None:
        memory = self._world.memories.get(id)
        if memory is None or id in self._world.forgotten:
            return
        self._world.forgotten.add(id)
        self._world.memories[id] = _tombstone(memory)
        self._drop_what_hangs_on(id)
        self._world.changed(id)

    def move_origin(self, id: MessageId, origin: Origin) -> None:
        message = self._world.messages.get(id)
        if message is None:
            raise NotFound(f"There is no message {id} here.")
        if message.origin is origin:
            return
        own = message.role.value if message.role in (Role.USER, Role.ASSISTANT) else ""
        if {message.origin.value, origin.value} != {Origin.IMPORT.value, own} or not self._is_vouched(id):
            raise Refused("Where a message came from is set once; only an operator who vouches for it moves it.")
        if any(memory.trust > origin.trust for memory in self.citing([id])):
            raise Refused("Trust is the lowest of its sources: lower what was drawn from this message first.")
        self._world.messages[id] = replace(message, origin=origin)

    def _is_vouched(self, id: MessageId) -> bool:
        told = (entry for entry in self.entries_about(RowKind.MESSAGE, id) if entry.actor is Actor.OPERATOR)
        return any(part.id == id and part.kind is RowKind.MESSAGE and not part.by_row for e in told for part in e.parts)

    def mask_message(self, id: MessageId, text: str, nameless: bool = False) -> None:
        check_storable(text)
        message = self._world.messages.get(id)
        if message is None:
            raise NotFound(f"There is no message {id} here.")
        self._check_whole(id)
        self._world.messages[id] = replace(message, text=text, speaker=None if nameless else message.speaker)
        for memory in [memory for memory in self._world.memories.values() if standing_on(memory) == id]:
            if memory.transcribes == id:
                self._world.memories[memory.id] = replace(memory, content=text)
                self._forget_vectors(memory.id)
            self._world.changed(memory.id)

    def mask_evidence(self, memory: MemoryId, message: MessageId, start: int, end: int, quote: str) -> None:
        check_storable(quote)
        found = self._world.memories.get(memory)
        place = (message, start, end)
        if found is None or all((item.message, item.start, item.end) != place for item in found.evidence):
            raise NotFound(f"The memory {memory} has no evidence there in {message}.")
        masked = (
            replace(item, quote=quote) if (item.message, item.start, item.end) == place else item
            for item in found.evidence
        )
        self._world.memories[memory] = replace(found, evidence=tuple(masked))

    def erase_message(self, id: MessageId) -> None:
        message = self._world.messages.pop(id, None)
        if message is None:
            return
        self._erased.add(id)
        self._world.archive.pop(id, None)
        for seq in [seq for seq, each in self._world.feedback.items() if each.reply == id]:
            del self._world.feedback[seq]
        for memory in [memory for memory in self._world.memories.values() if standing_on(memory) == id]:
            self._world.changed(memory.id)
        left = tuple(said for said in self._world.said[message.interaction] if said != id)
        self._world.said[message.interaction] = left
        if not left:
            del self._world.said[message.interaction], self._world.interactions[message.interaction]
        self._unname(message.conversation)

    def _unname(self, conversation: ConversationId) -> None:
        """What people call their conversations is text too: the name goes with the last thing said there."""
        if any(each.conversation == conversation for each in self._world.interactions.values()):
            return
        for id in [each.id for each in self._world.sessions.values() if each.conversation == conversation]:
            del self._world.sessions[id]
        for serving in [each for each in self._world.servings.values() if each.conversation == conversation]:
            self._world.servings[serving.id] = replace(serving, conversation=None)

    def erase_entity(self, id: EntityId) -> None:
        self._world.entities.pop(id, None)

    def mask_document(self, id: DocumentId, title: str, text: str) -> None:
        check_storable((title, text))
        document = self._world.documents.get(id)
        if document is None:
            raise NotFound(f"There is no document {id} here.")
        self._world.documents[id] = replace(document, title=title, text=text, version=document.version + 1)

    def blank_servings(self, ids: Iterable[ServingId]) -> None:
        for id in ids:
            if id in self._world.servings:
                self._world.servings[id] = replace(self._world.servings[id], query="")

    def erase_parts(self, kind: RowKind, ids: Iterable[str]) -> int:
        wanted, erased = frozenset(ids), 0
        for seq, entry in self._world.journal.items():
            hit = [part.kind is kind and part.id in wanted and not _blank(part) for part in entry.parts]
            parts = (_blanked(part) if it else part for part, it in zip(entry.parts, hit, strict=True))
            self._world.journal[seq] = replace(entry, parts=tuple(parts))
            erased += sum(hit)
        return erased


def _check_trust(memory: Memory, source: int) -> None:
    if memory.trust > source:
        raise Refused("Trust is the lowest of its sources: a memory cannot be trusted more than what it cites.")


def _check_document(document: Document, before: Document | None) -> None:
    if document.version < 1:
        raise BadInput("A document's first version is 1.")
    if document.trust > document.origin.trust:
        raise Refused("Trust is the lowest of its sources: a document cannot be trusted more than where it came from.")
    if before is not None and document.trust > before.trust:
        raise Refused("Trust never rises: a document cannot be trusted more than it was.")


def _sources(memory: Memory) -> frozenset[MemoryId]:
    return frozenset(link.to for link in memory.links if link.relation in _SOURCES)


def _tombstone(memory: Memory) -> Memory:
    """What is left of a forgotten memory: that it was there, of which kind, and when."""
    return replace(
        memory,
        content="",
        state=State.GONE,
        conversation=None,
        transcribes=None,
        claim=None,
        tags=(),
        evidence=(),
        links=(),
        version=memory.version + 1,
    )


def _blank(part: Part) -> bool:
    return part.salt is None and part.payload is None


def _blanked(part: Part) -> Part:
    return replace(part, salt=None, payload=None)
