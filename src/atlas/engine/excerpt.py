"""Which part of a space somebody asks for: one conversation, what is known about one person, nothing sensitive (C5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from atlas.errors import NotFound
from atlas.model.document import Document
from atlas.model.entity import Entity, EntityId, belongs_to
from atlas.model.ids import ConversationId, MessageId
from atlas.model.interaction import Interaction, Message
from atlas.model.memory import Evidence, Memory, State, Status
from atlas.model.text import folded
from atlas.ports.store import MemoryFilter, Reader

LEFT_OUT: Final = "[left out]"
_PAGE: Final = 500
_ANY: Final = frozenset({State.ACTIVE, State.ARCHIVED})
_SENSITIVE: Final = MemoryFilter(statuses=frozenset({Status.SENSITIVE}), states=_ANY)

Span = tuple[int, int, str]
"""From where to where, and what stands there."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    says: Mapping[str, Any]
    """What the first line tells of it."""
    conversation: ConversationId | None = None
    messages: frozenset[MessageId] | None = None
    """Only these; None is all."""
    entities: frozenset[EntityId] | None = None
    hidden: Mapping[MessageId, tuple[Span, ...]] = field(default_factory=dict)
    """Where in a message something sensitive stands."""
    sensitive: bool = False

    @property
    def everybody(self) -> bool:
        """Whether what belongs to no conversation and to nobody is in it too."""
        return self.messages is None and self.conversation is None

    def interaction(self, interaction: Interaction) -> Interaction | None:
        kept = tuple(self._masked(message) for message in interaction.messages if self._has(message))
        return replace(interaction, messages=kept) if kept else None

    def memory(self, memory: Memory) -> Memory | None:
        hidden = memory.status is Status.SENSITIVE and not self.sensitive
        if memory.state is State.GONE or hidden or not self._stands(memory):
            return None
        evidence = tuple(self._quoted(item) for item in memory.evidence)
        spans = self.hidden.get(memory.transcribes) if memory.transcribes else None
        return replace(memory, content=masked(memory.content, spans) if spans else memory.content, evidence=evidence)

    def has_document(self, document: Document) -> bool:
        return self.everybody and (self.sensitive or document.status is not Status.SENSITIVE)

    def has_entity(self, entity: Entity) -> bool:
        return self.entities is None or entity.id in self.entities

    def _has(self, message: Message) -> bool:
        if self.conversation is not None and message.conversation != self.conversation:
            return False
        return self.messages is None or message.id in self.messages

    def _stands(self, memory: Memory) -> bool:
        """It belongs to the conversation, is about the person, or stands on what is in it."""
        if self.everybody or (self.conversation is not None and memory.conversation == self.conversation):
            return True
        if self.entities and memory.claim is not None and memory.claim.subject in self.entities:
            return True
        quoted = {item.message for item in memory.evidence} | {memory.transcribes}
        return self.messages is not None and not self.messages.isdisjoint(quoted)

    def _masked(self, message: Message) -> Message:
        spans = self.hidden.get(message.id)
        return replace(message, text=masked(message.text, spans)) if spans else message

    def _quoted(self, item: Evidence) -> Evidence:
        spans = self.hidden.get(item.message, ())
        touched = any(start < item.end and item.start < end for start, end, _ in spans)
        return replace(item, quote=LEFT_OUT) if touched else item


def masked(text: str, spans: Iterable[Span]) -> str:
    """Where a gist stands in the place of a text, nobody can say where in it: then all of it."""
    kept, place = "", 0
    for start, end, quote in sorted(spans):
        if text[start:end] != quote:
            return LEFT_OUT
        if start >= place:
            kept += text[place:start] + LEFT_OUT
        place = max(place, end)
    return kept + text[place:]


def excerpt(reader: Reader, person: str | None, conversation: str | None, sensitive: bool) -> Excerpt | None:
    """None where it is the whole space: nothing is asked for, and nothing has to be left out."""
    less = not sensitive and _any_sensitive(reader)
    if person is None and conversation is None and not less:
        return None
    says = {"without": "sensitive"} if less else {}
    made = Excerpt(says, hidden=_hidden(reader) if less else {}, sensitive=sensitive)
    made = made if conversation is None else _within(reader, made, ConversationId(conversation))
    return made if person is None else _about(reader, made, person)


def _within(reader: Reader, made: Excerpt, conversation: ConversationId) -> Excerpt:
    if not reader.messages_in(conversation):
        raise NotFound(f"There is no conversation {conversation!r} here.")
    return replace(made, says={**made.says, "conversation": conversation}, conversation=conversation)


def _about(reader: Reader, made: Excerpt, person: str) -> Excerpt:
    """What they said, what names them, and what is known about them and theirs."""
    wanted = folded(person)
    known = [entity for entity in reader.entities() if entity.is_called(wanted)]
    names = {wanted, *(folded(name) for entity in known for name in entity.names)}
    theirs = {each.id for each in reader.entities() if any(belongs_to(each.id, entity.id) for entity in known)}
    messages = frozenset(message.id for message in reader.messages_mentioning(sorted(names)))
    if not theirs and not messages:
        raise NotFound(f"Nobody called {person!r} is known here.")
    return replace(made, says={**made.says, "person": person}, messages=messages, entities=frozenset(theirs))


def _any_sensitive(reader: Reader) -> bool:
    memories = any(each.status is Status.SENSITIVE and each.state is not State.GONE for each in reader.counts())
    return memories or any(each.status is Status.SENSITIVE for each in reader.documents())


def _hidden(reader: Reader) -> dict[MessageId, tuple[Span, ...]]:
    """A sensitive memory's words stand in the transcript too."""
    spans: dict[MessageId, tuple[Span, ...]] = {}
    after = 0
    while page := reader.select(_SENSITIVE, _PAGE, after):
        after = page[-1][0]
        for _, memory in page:
            if memory.transcribes is not None:
                spans[memory.transcribes] = ((0, len(memory.content), memory.content),)
            for item in memory.evidence:
                spans[item.message] = (*spans.get(item.message, ()), (item.start, item.end, item.quote))
    return spans
