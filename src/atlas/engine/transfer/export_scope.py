"""Which part of a space somebody asks for: one conversation, what is known about one person, nothing sensitive (C5).

What tells something sensitive is found as it is found when it is forgotten (`going.py`): the memory, its copies, what
was made from it, the words it stands on, and the reply that said them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from atlas.engine.core.message_text import read_conversation, read_whole_messages
from atlas.engine.core.text_masks import LEFT_OUT, Span, find_occurrences, mask_spans, overlaps_any
from atlas.engine.forget.forget_plan import (
    Going,
    Somebody,
    called,
    everything,
    take_blank,
    take_documents,
    take_fact,
    take_messages,
)
from atlas.engine.forget.journal_residue import names_in
from atlas.errors import NotFound
from atlas.model.document import Document
from atlas.model.entity import Entity, EntityId, is_self
from atlas.model.ids import ConversationId, DocumentId, InteractionId, MemoryId, MessageId
from atlas.model.interaction import Interaction, Message
from atlas.model.memory import Evidence, Memory, State, Status
from atlas.model.text import folded
from atlas.ports.reading import Reader

_ALL: Final[Span] = (0, 2**31)


@dataclass(frozen=True, slots=True)
class Hidden:
    """What is sensitive, wherever it is told."""

    memories: frozenset[MemoryId] = frozenset()
    spans: Mapping[MessageId, tuple[Span, ...]] = field(default_factory=dict)
    """Where in a message it stands."""
    entities: frozenset[EntityId] = frozenset()
    """Nothing else names them."""
    names: frozenset[str] = frozenset()
    """What an entity is called by these alone."""
    documents: Mapping[DocumentId, Document] = field(default_factory=dict)
    """Without it."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    says: Mapping[str, Any]
    """What the first line tells of it."""
    conversation: ConversationId | None = None
    said: frozenset[MessageId] = frozenset()
    """In that conversation."""
    person: Somebody | None = None
    naming: frozenset[MessageId] = frozenset()
    """Messages that the person said or that name them."""
    hidden: Hidden | None = None

    @property
    def everybody(self) -> bool:
        """Whether what belongs to no conversation and to nobody is in it too."""
        return self.person is None and self.conversation is None

    def interaction(self, interaction: Interaction) -> Interaction | None:
        kept = tuple(self._masked(message) for message in interaction.messages if self._has(message))
        return replace(interaction, messages=kept) if kept else None

    def memory(self, memory: Memory) -> Memory | None:
        if memory.state is State.GONE or self._is_hidden(memory) or not self._stands(memory):
            return None
        evidence = tuple(self._quoted(item) for item in memory.evidence)
        spans = self._spans(memory.transcribes) if memory.transcribes else ()
        return replace(memory, content=mask_spans(memory.content, spans), evidence=evidence)

    def document(self, document: Document) -> Document | None:
        if not self.everybody or (self.hidden is not None and document.status is Status.SENSITIVE):
            return None
        return self.hidden.documents.get(document.id, document) if self.hidden else document

    def entity(self, entity: Entity) -> Entity | None:
        if self.person is not None and entity.id not in self.person.entities:
            return None
        if self.hidden is None:
            return entity
        names = tuple(name for name in entity.names if folded(name) not in self.hidden.names)
        return None if entity.id in self.hidden.entities else replace(entity, names=names)

    def _has(self, message: Message) -> bool:
        if self.conversation is not None and message.conversation != self.conversation:
            return False
        return self.person is None or message.id in self.naming

    def _is_hidden(self, memory: Memory) -> bool:
        return self.hidden is not None and memory.id in self.hidden.memories

    def _stands(self, memory: Memory) -> bool:
        return self._is_within(memory) and self._is_about(memory)

    def _is_within(self, memory: Memory) -> bool:
        """It belongs to the conversation, or stands on what was said there."""
        if self.conversation is None or memory.conversation == self.conversation:
            return True
        return not self.said.isdisjoint(_messages_of(memory))

    def _is_about(self, memory: Memory) -> bool:
        """It says something of the person. Of what a message says besides, that it names them makes nothing theirs."""
        if self.person is None or self.person.has(memory) or memory.transcribes in self.naming:
            return True
        return memory.claim is None and memory.transcribes is None and self.person.names.stand_in(memory.content)

    def _masked(self, message: Message) -> Message:
        return replace(message, text=mask_spans(message.text, self._spans(message.id)))

    def _quoted(self, item: Evidence) -> Evidence:
        touched = overlaps_any((item.start, item.end), self._spans(item.message))
        return replace(item, quote=LEFT_OUT) if touched else item

    def _spans(self, message: MessageId) -> tuple[Span, ...]:
        return self.hidden.spans.get(message, ()) if self.hidden else ()


def _messages_of(memory: Memory) -> set[MessageId | None]:
    return {item.message for item in memory.evidence} | {memory.transcribes}


def excerpt(reader: Reader, person: str | None, conversation: str | None, sensitive: bool) -> Excerpt | None:
    """None where it is the whole space: nothing is asked for, and nothing has to be left out."""
    less = not sensitive and _any_sensitive(reader)
    if person is None and conversation is None and not less:
        return None
    made = Excerpt({"without": "sensitive"}, hidden=_hidden(reader)) if less else Excerpt({})
    made = made if conversation is None else _within(reader, made, ConversationId(conversation))
    return made if person is None else _about(reader, made, person)


def _within(reader: Reader, made: Excerpt, conversation: ConversationId) -> Excerpt:
    said = frozenset(message.id for message in read_conversation(reader, conversation))
    return replace(made, says={**made.says, "conversation": conversation}, conversation=conversation, said=said)


def _about(reader: Reader, made: Excerpt, person: str) -> Excerpt:
    """What they said, what names them, and what is known about them and theirs."""
    somebody = called(reader, folded(person))
    names = somebody.names
    found = reader.messages_mentioning(sorted(names.texts))
    naming = frozenset(each.id for each in found if names.stand_in(each.text) or names.stand_in(each.speaker))
    if not somebody.entities and not naming:
        raise NotFound(f"Nobody called {person!r} is known here.")
    return replace(made, says={**made.says, "person": person}, person=somebody, naming=naming)


# --- what is sensitive


def _any_sensitive(reader: Reader) -> bool:
    memories = any(each.status is Status.SENSITIVE and each.state is not State.GONE for each in reader.counts())
    return memories or any(each.status is Status.SENSITIVE for each in reader.documents())


def _hidden(reader: Reader) -> Hidden:
    going = Going()
    for memory in everything(reader):
        if memory.status is not Status.SENSITIVE:
            continue
        if memory.transcribes is not None:
            take_messages(reader, going, [memory.transcribes])
        else:
            take_fact(reader, going, memory)
    entities = _named_by_them_alone(reader, going)
    _take_names(reader, going, entities)
    take_blank(reader, going)
    take_documents(reader, going)
    return Hidden(
        frozenset(going.memories),
        _spans(reader, going),
        frozenset(entity.id for entity in entities),
        going.values,
        going.documents,
    )


def _named_by_them_alone(reader: Reader, going: Going) -> list[Entity]:
    """Whoever speaks is known without any memory."""
    told, stays = _called(going.memories.values()), _called(_staying(reader, going))
    return [
        entity
        for entity in reader.entities()
        if not is_self(entity.id) and not told.isdisjoint(_calls(entity)) and stays.isdisjoint(_calls(entity))
    ]


def _staying(reader: Reader, going: Going) -> Iterable[Memory]:
    return (memory for memory in everything(reader) if memory.id not in going.memories)


def _called(memories: Iterable[Memory]) -> set[str]:
    """Whom claims are about, and what could be a name in them."""
    claims = [memory.claim for memory in memories if memory.claim is not None]
    return {str(claim.subject) for claim in claims} | {folded(claim.value) for claim in claims}


def _calls(entity: Entity) -> set[str]:
    """All that a claim could mean it by."""
    return {str(entity.id), folded(names_in(entity.id)), *(folded(name) for name in entity.names)}


def _take_names(reader: Reader, going: Going, entities: Iterable[Entity]) -> None:
    """Their names tell of them too, where the same was said."""
    names = [name for entity in entities for name in entity.names]
    touched, _ = read_whole_messages(reader, (*going.spans, *going.messages))
    for interaction in dict.fromkeys(message.interaction for message in touched.values()):
        for message in _said_in(reader, interaction):
            for start, end in (span for name in names for span in find_occurrences(message.text, name)):
                going.blot(message.id, start, end)


def _said_in(reader: Reader, interaction: InteractionId) -> Iterable[Message]:
    found = reader.interaction(interaction)
    return read_whole_messages(reader, (each.id for each in found.messages))[0].values() if found else ()


def _spans(reader: Reader, going: Going) -> dict[MessageId, tuple[Span, ...]]:
    """Where a gist stands in the place of a text, nobody can say where in it: then all of it."""
    _, short = read_whole_messages(reader, going.masked)
    whole = {*going.messages, *going.faded, *short}
    return {id: (_ALL,) if id in whole else tuple(going.spans[id]) for id in {*going.spans, *whole}}
