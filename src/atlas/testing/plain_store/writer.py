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
from atlas.model.memory import USE_FIELDS, Evidence, Kind, Memory, Relation, State
from atlas.model.origin import Origin
from atlas.model.recall import EmbedderIdentity, Serving
from atlas.testing.plain_store.keeping_writer import PlainKeepingWriter
from atlas.testing.plain_store.listings import standing_on
from atlas.testing.plain_store.meaning import check_fresh, check_storable
from atlas.testing.plain_store.space_rows import SpaceRows

_SOURCES = (Relation.DERIVED_FROM, Relation.SUPPORTS)


class PlainWriter(PlainKeepingWriter):
    def __init__(self, rows: SpaceRows) -> None:
        super().__init__(rows)
        self._erased: set[MessageId] = set()

    def check_erased(self) -> None:
        """Refuse a transaction that erased a message still quoted (X3); checked at its end, so that order does not
        matter."""
        if self.find_citing(id for id in self._erased if id not in self._rows.messages):
            raise Refused("What is still quoted cannot be erased, and what is not there cannot be cited.")
        self._check_arguments()

    # --- the transcript

    def add_interaction(self, interaction: Interaction, session: Session) -> None:
        check_storable((interaction, session))
        self._check_interaction(interaction)
        rows = self._rows
        rows.sessions[session.id] = session
        rows.interactions[interaction.id] = replace(interaction, messages=())
        rows.seqs[interaction.id] = rows.next_seq()
        spoken = sorted(interaction.messages, key=lambda message: message.ordinal)
        rows.said[interaction.id] = tuple(message.id for message in spoken)
        for message in spoken:
            rows.messages[message.id] = message
            rows.seqs[message.id] = rows.next_seq()

    def put_session(self, session: Session) -> None:
        check_storable(session)
        self._rows.sessions[session.id] = session

    def _check_interaction(self, interaction: Interaction) -> None:
        if not interaction.messages:
            raise BadInput(f"The interaction {interaction.id} holds no message.")
        check_fresh(interaction.id, self._rows.interactions)
        place = (interaction.id, interaction.conversation)
        seen: set[str | int] = set()
        for message in interaction.messages:
            if (message.interaction, message.conversation) != place:
                raise BadInput(f"The message {message.id} belongs to another interaction.")
            if message.id in self._rows.messages or {message.id, message.ordinal} & seen:
                raise Refused("A row with this id or key is already there.")
            seen |= {message.id, message.ordinal}

    # --- memories

    def put_memory(self, memory: Memory, expected_version: int | None) -> None:
        check_storable(memory)
        check_links(memory)
        if memory.state is State.GONE:
            raise Refused(f"The memory {memory.id} can be forgotten, not written as gone.")
        self._check_transcript(memory)
        before = self._rows.memories.get(memory.id)
        self._check_version(memory, before, expected_version)
        self._check_sources(memory)
        self._check_trust_change(memory, before)
        if before is None:
            self._rows.seqs[memory.id] = self._rows.next_seq()
        elif before.content != memory.content:
            self._forget_vectors(memory.id)
        self._rows.memories[memory.id] = memory
        self._rows.note_change(memory.id)

    def put_use(self, memory: Memory, expected_version: int) -> None:
        check_storable(memory)
        before = self._rows.memories.get(memory.id)
        self._check_version(memory, before, expected_version)
        if before is not None:
            self._rows.memories[memory.id] = replace(before, **{name: getattr(memory, name) for name in USE_FIELDS})
            self._rows.note_change(memory.id)

    def _check_transcript(self, memory: Memory) -> None:
        if memory.transcribes is None:
            return
        message = self._rows.messages.get(memory.transcribes)
        if message is None or message.text != memory.content:
            raise Refused(f"The memory {memory.id} differs from the message that it transcribes.")

    def _check_version(self, memory: Memory, before: Memory | None, expected: int | None) -> None:
        if expected is None:
            return check_fresh(memory.id, self._rows.memories)
        if memory.version <= expected:
            raise BadInput(f"A changed memory needs a higher version than {expected}: {memory.id}.")
        if before is None or before.version != expected:
            raise Refused(f"The memory {memory.id} was changed meanwhile.")
        if memory.id in self._rows.forgotten:
            raise Refused("What was forgotten stays forgotten.")
        return None

    def _check_sources(self, memory: Memory) -> None:
        """X1: trust is the lowest of its sources."""
        if memory.kind is Kind.KNOWLEDGE and memory.origin in (Origin.FILE, Origin.WEB):
            _check_trust(memory, memory.origin.trust)
        if memory.transcribes is not None:
            _check_trust(memory, self._rows.messages[memory.transcribes].origin.trust)
        for item in memory.evidence:
            message = self._find_cited(item)
            _check_trust(memory, message.origin.trust)
        for link in memory.links:
            target = memory if link.to == memory.id else self._rows.memories.get(link.to)
            if target is None:
                raise Refused("A memory can only link to one that is there.")
            if link.relation in _SOURCES:
                _check_trust(memory, target.trust)

    def _find_cited(self, item: Evidence) -> Message:
        message = self._rows.messages.get(item.message)
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
            for other in self._rows.memories.values():
                if other.id != memory.id and memory.id in _list_sources(other) and other.trust > memory.trust:
                    raise Refused("Trust is the lowest of its sources: lower what was derived from this memory first.")

    def remove_memory(self, id: MemoryId, expected_version: int) -> None:
        memory = self._rows.memories.get(id)
        if memory is None:
            raise NotFound(f"There is no memory {id} here.")
        if self.linking_to([id]):
            raise Refused(f"Other memories link to {id}.")
        if id in self._rows.forgotten or memory.version != expected_version:
            raise Refused(f"The memory {id} was changed meanwhile.")
        del self._rows.memories[id]
        self._drop_what_hangs_on(id)
        self._rows.note_change(id)

    def remove_entity(self, id: EntityId) -> None:
        self.erase_entity(id)

    def put_entity(self, entity: Entity) -> None:
        check_storable(entity)
        self._rows.entities[entity.id] = entity

    def put_vector(self, memory: MemoryId, identity: EmbedderIdentity, vector: bytes) -> None:
        check_vectors(identity, vector)
        found = self._rows.memories.get(memory)
        if found is None or found.state is State.GONE:
            raise Refused(f"The memory {memory} is not there any more: its vector is not kept.")
        self._rows.vectors[identity.key, memory] = vector
        self._rows.note_change(memory)

    def drop_vectors(self, identity_key: str, limit: int) -> int:
        dropped = sorted(memory for key, memory in self._rows.vectors if key == identity_key)[:limit]
        for memory in dropped:
            del self._rows.vectors[identity_key, memory]
            self._rows.note_change(memory)
        return len(dropped)

    # --- work that goes on in turns

    def take_lease(self, name: str, owner: str, now: datetime, until: datetime) -> bool:
        holder, end = self._rows.leases.get(name, (owner, now))
        if holder != owner and end > now:
            return False
        self._rows.leases[name] = (owner, until)
        return True

    def give_up_lease(self, name: str, owner: str) -> None:
        if self._rows.leases.get(name, (None,))[0] == owner:
            del self._rows.leases[name]

    def put_mark(self, name: str, value: int) -> None:
        self._rows.marks[name] = value

    # --- servings

    def add_serving(self, serving: Serving) -> None:
        check_storable(serving)
        check_fresh(serving.id, self._rows.servings)
        self._rows.servings[serving.id] = serving

    # --- documents and exams

    def put_document(self, document: Document, expected_version: int | None) -> None:
        check_storable(document)
        before = self._rows.documents.get(document.id)
        if expected_version is None:
            check_fresh(document.id, self._rows.documents)
        elif document.version <= expected_version:
            raise BadInput(f"A changed document needs a higher version than {expected_version}: {document.id}.")
        elif before is None or before.version != expected_version:
            raise Refused(f"The document {document.id} was changed meanwhile.")
        _check_document(document, before)
        self._rows.documents[document.id] = document

    def add_exam(self, exam: Exam) -> None:
        check_storable(exam)
        if exam.asked < 1 or not (0 <= exam.right_with <= exam.asked and 0 <= exam.right_without <= exam.asked):
            raise BadInput("Of an exam's questions, none to all are right.")
        check_fresh(exam.id, self._rows.exams)
        self._rows.exams[exam.id] = exam

    def append(self, entry: Entry) -> None:
        check_storable(entry)
        seq, chain = self.tip() or (0, GENESIS)
        if (entry.seq, entry.previous) != (seq + 1, chain):
            raise Refused("The journal was continued meanwhile: this entry does not follow its head.")
        self._rows.journal[entry.seq] = entry

    # --- erasing

    def erase_memory(self, id: MemoryId, now: datetime) -> None:
        memory = self._rows.memories.get(id)
        if memory is None or id in self._rows.forgotten:
            return
        self._rows.forgotten.add(id)
        self._rows.memories[id] = _make_tombstone(memory)
        self._drop_what_hangs_on(id)
        self._rows.note_change(id)

    def move_origin(self, id: MessageId, origin: Origin) -> None:
        message = self._rows.messages.get(id)
        if message is None:
            raise NotFound(f"There is no message {id} here.")
        if message.origin is origin:
            return
        own = message.role.value if message.role in (Role.USER, Role.ASSISTANT) else ""
        if {message.origin.value, origin.value} != {Origin.IMPORT.value, own} or not self._is_vouched(id):
            raise Refused("Where a message came from is set once; only an operator who vouches for it moves it.")
        if any(memory.trust > origin.trust for memory in self.find_citing([id])):
            raise Refused("Trust is the lowest of its sources: lower what was drawn from this message first.")
        if origin is not Origin.USER and self.arguments_from([id]):
            raise Refused("Only a user's own words argue: take out what was argued from this message first.")
        self._rows.messages[id] = replace(message, origin=origin)

    def _is_vouched(self, id: MessageId) -> bool:
        told = (entry for entry in self.entries_about(RowKind.MESSAGE, id) if entry.actor is Actor.OPERATOR)
        return any(part.id == id and part.kind is RowKind.MESSAGE and not part.by_row for e in told for part in e.parts)

    def mask_message(self, id: MessageId, text: str, nameless: bool = False) -> None:
        check_storable(text)
        message = self._rows.messages.get(id)
        if message is None:
            raise NotFound(f"There is no message {id} here.")
        self._check_whole(id)
        self._rows.messages[id] = replace(message, text=text, speaker=None if nameless else message.speaker)
        for memory in [memory for memory in self._rows.memories.values() if standing_on(memory) == id]:
            if memory.transcribes == id:
                self._rows.memories[memory.id] = replace(memory, content=text)
                self._forget_vectors(memory.id)
            self._rows.note_change(memory.id)

    def mask_evidence(self, memory: MemoryId, message: MessageId, start: int, end: int, quote: str) -> None:
        check_storable(quote)
        found = self._rows.memories.get(memory)
        place = (message, start, end)
        if found is None or all((item.message, item.start, item.end) != place for item in found.evidence):
            raise NotFound(f"The memory {memory} has no evidence there in {message}.")
        masked = (
            replace(item, quote=quote) if (item.message, item.start, item.end) == place else item
            for item in found.evidence
        )
        self._rows.memories[memory] = replace(found, evidence=tuple(masked))
        if any(owner == memory for _, owner in self._rows.vectors):
            self._forget_vectors(memory)
            self._rows.note_change(memory)

    def erase_message(self, id: MessageId) -> None:
        message = self._rows.messages.pop(id, None)
        if message is None:
            return
        self._erased.add(id)
        self._rows.archive.pop(id, None)
        for seq in [seq for seq, each in self._rows.feedback.items() if each.reply == id]:
            del self._rows.feedback[seq]
        for memory in [memory for memory in self._rows.memories.values() if standing_on(memory) == id]:
            self._rows.note_change(memory.id)
        left = tuple(said for said in self._rows.said[message.interaction] if said != id)
        self._rows.said[message.interaction] = left
        if not left:
            del self._rows.said[message.interaction], self._rows.interactions[message.interaction]
        self._drop_conversation_name(message.conversation)

    def _drop_conversation_name(self, conversation: ConversationId) -> None:
        """What people call their conversations is text too: the name goes with the last thing said there."""
        if any(each.conversation == conversation for each in self._rows.interactions.values()):
            return
        for id in [each.id for each in self._rows.sessions.values() if each.conversation == conversation]:
            del self._rows.sessions[id]
        for serving in [each for each in self._rows.servings.values() if each.conversation == conversation]:
            self._rows.servings[serving.id] = replace(serving, conversation=None)

    def erase_entity(self, id: EntityId) -> None:
        self._rows.entities.pop(id, None)

    def mask_document(self, id: DocumentId, title: str, text: str) -> None:
        check_storable((title, text))
        document = self._rows.documents.get(id)
        if document is None:
            raise NotFound(f"There is no document {id} here.")
        self._rows.documents[id] = replace(document, title=title, text=text, version=document.version + 1)

    def blank_servings(self, ids: Iterable[ServingId]) -> None:
        for id in ids:
            if id in self._rows.servings:
                self._rows.servings[id] = replace(self._rows.servings[id], query="")

    def erase_parts(self, kind: RowKind, ids: Iterable[str]) -> int:
        wanted, erased = frozenset(ids), 0
        for seq, entry in self._rows.journal.items():
            hit = [part.kind is kind and part.id in wanted and not _is_blank(part) for part in entry.parts]
            parts = (_blank_part(part) if it else part for part, it in zip(entry.parts, hit, strict=True))
            self._rows.journal[seq] = replace(entry, parts=tuple(parts))
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


def _list_sources(memory: Memory) -> frozenset[MemoryId]:
    return frozenset(link.to for link in memory.links if link.relation in _SOURCES)


def _make_tombstone(memory: Memory) -> Memory:
    """Make what is left of a forgotten memory: that it was there, of which kind, and when."""
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


def _is_blank(part: Part) -> bool:
    return part.salt is None and part.payload is None


def _blank_part(part: Part) -> Part:
    return replace(part, salt=None, payload=None)
