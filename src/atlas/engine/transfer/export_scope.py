"""Which part of a space somebody asks for: one conversation, what is known about one person, nothing sensitive (C5).

What tells something sensitive is found as it is found when it is forgotten (`forget_plan.py`): the memory, its copies,
what was made from it, the words it stands on, and the reply that said them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from atlas.engine.core.message_text import read_conversation, read_whole_messages
from atlas.engine.core.text_masks import LEFT_OUT, Span, find_occurrences, mask_spans, overlaps_any
from atlas.engine.forget.forget_plan import (
    ForgetPlan,
    PersonMatch,
    find_person,
    read_all_memories,
    take_arguments,
    take_blank_episodes,
    take_documents,
    take_fact,
    take_messages,
)
from atlas.engine.forget.journal_residue import name_in_id
from atlas.engine.serve.mentions import find_sensitive_value
from atlas.errors import NotFound
from atlas.language.folding import fold_text
from atlas.model.belief import Argument, Belief
from atlas.model.document import Document
from atlas.model.entity import Entity, EntityId, is_self
from atlas.model.ids import ArgumentId, BeliefId, ConversationId, DocumentId, InteractionId, MemoryId, MessageId
from atlas.model.interaction import Interaction, Message
from atlas.model.memory import Evidence, Memory, State, Status
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
    arguments: frozenset[ArgumentId] = frozenset()
    beliefs: frozenset[BeliefId] = frozenset()
    """Sensitive, or told of by such arguments alone."""
    facts: tuple[Memory, ...] = ()
    """Those that are sensitive themselves: no text of the space says their values."""

    def find_values(self, text: str) -> list[Span]:
        return [span for fact in self.facts for span in find_sensitive_value(fact, text)]


@dataclass(frozen=True, slots=True)
class Excerpt:
    says: Mapping[str, Any]
    """What the first line tells of it."""
    conversation: ConversationId | None = None
    said: frozenset[MessageId] = frozenset()
    """In that conversation."""
    person: PersonMatch | None = None
    naming: frozenset[MessageId] = frozenset()
    """Messages that the person said or that name them."""
    hidden: Hidden | None = None

    @property
    def everybody(self) -> bool:
        """Whether what belongs to no conversation and to nobody is in it too."""
        return self.person is None and self.conversation is None

    def cut_interaction(self, interaction: Interaction) -> Interaction | None:
        kept = tuple(self._mask_message(message) for message in interaction.messages if self._includes_message(message))
        return replace(interaction, messages=kept) if kept else None

    def cut_memory(self, memory: Memory) -> Memory | None:
        if memory.state is State.GONE or self._is_hidden(memory) or not self._includes_memory(memory):
            return None
        evidence = tuple(self._mask_quote(item) for item in memory.evidence)
        spans = self._hidden_spans_in(memory.transcribes) if memory.transcribes else ()
        content = mask_spans(memory.content, [*spans, *self._find_values(memory.content)])
        claim = memory.claim
        if claim is not None and content != memory.content:  # a claim says what its content says: without, all of it
            claim = replace(claim, value=mask_spans(claim.value, self._find_values(claim.value) or [_ALL]))
        return replace(memory, content=content, claim=claim, evidence=evidence)

    def cut_document(self, document: Document) -> Document | None:
        if not self.everybody or (self.hidden is not None and document.status is Status.SENSITIVE):
            return None
        return self.hidden.documents.get(document.id, document) if self.hidden else document

    def includes_belief(self, belief: Belief) -> bool:
        return self.hidden is None or belief.id not in self.hidden.beliefs

    def includes_argument(self, argument: Argument) -> bool:
        return self.hidden is None or argument.id not in self.hidden.arguments

    def cut_entity(self, entity: Entity) -> Entity | None:
        if self.person is not None and entity.id not in self.person.entities:
            return None
        if self.hidden is None:
            return entity
        names = tuple(name for name in entity.names if fold_text(name) not in self.hidden.names)
        return None if entity.id in self.hidden.entities else replace(entity, names=names)

    def _includes_message(self, message: Message) -> bool:
        if self.conversation is not None and message.conversation != self.conversation:
            return False
        return self.person is None or message.id in self.naming

    def _is_hidden(self, memory: Memory) -> bool:
        return self.hidden is not None and memory.id in self.hidden.memories

    def _includes_memory(self, memory: Memory) -> bool:
        return self._is_within(memory) and self._is_about(memory)

    def _is_within(self, memory: Memory) -> bool:
        """Whether a memory belongs to the conversation, or stands on what was said there."""
        if self.conversation is None or memory.conversation == self.conversation:
            return True
        return not self.said.isdisjoint(_messages_of(memory))

    def _is_about(self, memory: Memory) -> bool:
        """Whether a memory says something of the person; a message that names them makes nothing else in it theirs."""
        if self.person is None or self.person.concerns_person(memory) or memory.transcribes in self.naming:
            return True
        return memory.claim is None and memory.transcribes is None and self.person.names.occur_in(memory.content)

    def _mask_message(self, message: Message) -> Message:
        spans = [*self._hidden_spans_in(message.id), *self._find_values(message.text)]
        return replace(message, text=mask_spans(message.text, spans))

    def _mask_quote(self, item: Evidence) -> Evidence:
        touched = overlaps_any((item.start, item.end), self._hidden_spans_in(item.message))
        return replace(item, quote=LEFT_OUT) if touched or self._find_values(item.quote) else item

    def _find_values(self, text: str) -> list[Span]:
        return self.hidden.find_values(text) if self.hidden else []

    def _hidden_spans_in(self, message: MessageId) -> tuple[Span, ...]:
        return self.hidden.spans.get(message, ()) if self.hidden else ()


def _messages_of(memory: Memory) -> set[MessageId | None]:
    return {item.message for item in memory.evidence} | {memory.transcribes}


def plan_excerpt(reader: Reader, person: str | None, conversation: str | None, sensitive: bool) -> Excerpt | None:
    """The excerpt that is asked for; None where it is the whole space, and nothing has to be left out."""
    less = not sensitive and _any_sensitive(reader)
    if person is None and conversation is None and not less:
        return None
    made = Excerpt({"without": "sensitive"}, hidden=_find_hidden(reader)) if less else Excerpt({})
    made = made if conversation is None else _limit_to_conversation(reader, made, ConversationId(conversation))
    return made if person is None else _limit_to_person(reader, made, person)


def _limit_to_conversation(reader: Reader, made: Excerpt, conversation: ConversationId) -> Excerpt:
    said = frozenset(message.id for message in read_conversation(reader, conversation))
    return replace(made, says={**made.says, "conversation": conversation}, conversation=conversation, said=said)


def _limit_to_person(reader: Reader, made: Excerpt, person: str) -> Excerpt:
    """Limit to what a person said, what names them, and what is known about them and theirs."""
    somebody = find_person(reader, fold_text(person))
    names = somebody.names
    found = reader.messages_mentioning(sorted(names.texts))
    naming = frozenset(each.id for each in found if names.occur_in(each.text) or names.occur_in(each.speaker))
    if not somebody.entities and not naming:
        raise NotFound(f"Nobody called {person!r} is known here.")
    return replace(made, says={**made.says, "person": person}, person=somebody, naming=naming)


# --- what is sensitive


def _any_sensitive(reader: Reader) -> bool:
    memories = any(each.status is Status.SENSITIVE and each.state is not State.GONE for each in reader.counts())
    statuses = {*(each.status for each in reader.documents()), *(each.status for each in reader.beliefs())}
    return memories or Status.SENSITIVE in statuses


def _find_hidden(reader: Reader) -> Hidden:
    plan = ForgetPlan()
    sensitive = [each for each in read_all_memories(reader) if each.status is Status.SENSITIVE]
    for memory in sensitive:
        if memory.transcribes is not None:
            take_messages(reader, plan, [memory.transcribes])
        else:
            take_fact(reader, plan, memory)
    entities = _entities_named_only_there(reader, plan)
    _blot_names(reader, plan, entities)
    take_blank_episodes(reader, plan)
    take_arguments(reader, plan)
    take_documents(reader, plan)
    return Hidden(
        frozenset(plan.memories),
        _hidden_spans(reader, plan),
        frozenset(entity.id for entity in entities),
        plan.values,
        plan.documents,
        frozenset(plan.arguments),
        frozenset(each.id for each in reader.beliefs() if _is_hidden_belief(reader, each, plan)),
        tuple(each for each in sensitive if each.claim and each.state is not State.GONE),
    )


def _is_hidden_belief(reader: Reader, belief: Belief, plan: ForgetPlan) -> bool:
    made = reader.arguments(belief.id)
    return belief.status is Status.SENSITIVE or (bool(made) and all(each.id in plan.arguments for each in made))


def _entities_named_only_there(reader: Reader, plan: ForgetPlan) -> list[Entity]:
    """The entities that only sensitive memories name; whoever speaks is known without any memory."""
    told, stays = _names_in_claims(plan.memories.values()), _names_in_claims(_remaining_memories(reader, plan))
    return [
        entity
        for entity in reader.entities()
        if not is_self(entity.id)
        and not told.isdisjoint(_names_of_entity(entity))
        and stays.isdisjoint(_names_of_entity(entity))
    ]


def _remaining_memories(reader: Reader, plan: ForgetPlan) -> Iterable[Memory]:
    return (memory for memory in read_all_memories(reader) if memory.id not in plan.memories)


def _names_in_claims(memories: Iterable[Memory]) -> set[str]:
    """The subjects of claims, and what could be a name in them."""
    claims = [memory.claim for memory in memories if memory.claim is not None]
    return {str(claim.subject) for claim in claims} | {fold_text(claim.value) for claim in claims}


def _names_of_entity(entity: Entity) -> set[str]:
    """All names by which a claim could mean an entity."""
    return {str(entity.id), fold_text(name_in_id(entity.id)), *(fold_text(name) for name in entity.names)}


def _blot_names(reader: Reader, plan: ForgetPlan, entities: Iterable[Entity]) -> None:
    """Blot the names of entities out where the same was said: their names tell of them too."""
    names = [name for entity in entities for name in entity.names]
    touched, _ = read_whole_messages(reader, (*plan.spans, *plan.messages))
    for interaction in dict.fromkeys(message.interaction for message in touched.values()):
        for message in _read_messages(reader, interaction):
            for start, end in (span for name in names for span in find_occurrences(message.text, name)):
                plan.mask_span(message.id, start, end)


def _read_messages(reader: Reader, interaction: InteractionId) -> Iterable[Message]:
    found = reader.interaction(interaction)
    return read_whole_messages(reader, (each.id for each in found.messages))[0].values() if found else ()


def _hidden_spans(reader: Reader, plan: ForgetPlan) -> dict[MessageId, tuple[Span, ...]]:
    """The spans to hide in each message; all of it where a gist stands in the place of the text."""
    _, short = read_whole_messages(reader, plan.masked)
    whole = {*plan.messages, *plan.faded, *short}
    return {id: (_ALL,) if id in whole else tuple(plan.spans[id]) for id in {*plan.spans, *whole}}
