"""What goes when something is forgotten: which memories, messages, spans of messages, entities and documents (X3).

Only looked for here, and not touched. Who erases it (`forget.py`) and who leaves it out of an export
(`export_scope.py`) have the same eye for which words tell a thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from atlas.engine.core.document_versions import read_parts
from atlas.engine.core.message_text import read_whole_messages
from atlas.engine.core.text_masks import Span, blot_out, find_occurrences, is_blank, overlaps_any
from atlas.engine.forget.document_rewrite import describe_forgotten, is_told_in_part, rewrite_documents
from atlas.engine.forget.forgotten_arguments import (
    find_arguments_made,
    find_arguments_telling,
    find_beliefs_called,
)
from atlas.engine.forget.journal_residue import (
    ForgetWords,
    ForgottenRows,
    JournalResidue,
    claim_key,
    find_residue,
    name_in_id,
)
from atlas.engine.serve.mentions import find_telling_parts
from atlas.engine.thinking.driver import RULES
from atlas.language.claim_comparison import have_same_value
from atlas.language.entity_ids import is_called
from atlas.language.figures import find_numbers, list_long_numbers
from atlas.language.folding import fold_text
from atlas.model.belief import Argument, Belief
from atlas.model.document import Document
from atlas.model.entity import USER, Entity, EntityId, EntityKind, belongs_to
from atlas.model.failure import Pattern
from atlas.model.ids import ArgumentId, BeliefId, DocumentId, MemoryId, MessageId, QuarantineId, ReflectionId, ServingId
from atlas.model.interaction import Message, Role
from atlas.model.memory import Evidence, Kind, Memory, Relation, State, Status
from atlas.model.signal import Signal
from atlas.model.suggestion import Suggestion
from atlas.ports.reading import MemoryFilter, Reader

MANY: Final = 2**31
MIN_WORDS: Final = 2
"""A single letter is no name: forgetting "a" would forget everything."""
_EVERYTHING: Final = MemoryFilter(states=frozenset(State) - {State.GONE})
_PAGE: Final = 500
_LONG_AGO: Final = datetime(1, 1, 1, tzinfo=UTC)
FAR_OFF: Final = datetime(9999, 12, 31, tzinfo=UTC)


@dataclass(slots=True)
class ForgetPlan:
    """Everything that is to be forgotten, gathered before anything is touched."""

    memories: dict[MemoryId, Memory] = field(default_factory=dict)
    with_words: set[MemoryId] = field(default_factory=set)
    """Those of the memories whose own words go too, where they were said."""
    messages: dict[MessageId, Message] = field(default_factory=dict)
    spans: dict[MessageId, list[Span]] = field(default_factory=dict)
    faded: set[MessageId] = field(default_factory=set)
    """Messages of which a gist is all that is left: nobody can tell which of its words were those (T12)."""
    entities: dict[EntityId, Entity] = field(default_factory=dict)
    servings: set[ServingId] = field(default_factory=set)
    arguments: dict[ArgumentId, Argument] = field(default_factory=dict)
    beliefs: dict[BeliefId, Belief] = field(default_factory=dict)
    """That go whole, because of what they are about."""
    documents: dict[DocumentId, Document] = field(default_factory=dict)
    """As they are to be."""
    versions: set[str] = field(default_factory=set)
    """Parts of the journal: versions of documents that told it."""
    quarantines: set[QuarantineId] = field(default_factory=set)
    """Those that name what goes."""
    folders: set[str] = field(default_factory=set)
    """Watched ones whose path tells it: they are watched no longer."""
    notes: list[Signal] = field(default_factory=list)
    suggestions: list[Suggestion] = field(default_factory=list)
    patterns: list[Pattern] = field(default_factory=list)
    reflections: list[ReflectionId] = field(default_factory=list)
    """Over messages that may all stay, and in whose words something stands that does not."""
    value: str | None = None
    words: ForgetWords = field(default_factory=ForgetWords)
    past: JournalResidue = field(default_factory=JournalResidue)
    """What no row holds any more, and the journal does."""

    def mask_span(self, message: MessageId, start: int, end: int) -> None:
        self.spans.setdefault(message, []).append((start, end))

    @property
    def masked(self) -> dict[MessageId, list[Span]]:
        return {id: spans for id, spans in self.spans.items() if id not in self.messages}

    def spans_in(self, message: Message) -> list[Span]:
        """What goes of a message that stays; all of it where nobody can say which of its words."""
        return [(0, len(message.text))] if message.id in self.faded else self.spans[message.id]

    @property
    def told_values(self) -> frozenset[str]:
        """The values of the claims whose words go where they were said."""
        claims = (self.memories[id].claim for id in self.with_words)
        return frozenset(claim.value for claim in claims if claim)

    @property
    def values(self) -> frozenset[str]:
        return frozenset(fold_text(memory.claim.value) for memory in self.memories.values() if memory.claim)

    @property
    def is_empty(self) -> bool:
        past = self.past.memories or self.past.entities or self.past.notes or self.past.proposals
        thought = self.notes or self.suggestions or self.patterns or self.reflections
        return not (
            self.memories
            or self.messages
            or self.entities
            or self.servings
            or past
            or thought
            or self.documents
            or self.versions
            or self.folders
            or self.arguments
            or self.beliefs
        )


@dataclass(frozen=True, slots=True)
class PersonMatch:
    """The entities that a name means, with those known through them."""

    entities: Mapping[EntityId, Entity]
    names: ForgetWords
    unnamed: frozenset[EntityId] = frozenset()
    """Who is called so only by what nobody has thought about yet."""

    def concerns_person(self, memory: Memory) -> bool:
        """Whether a memory says something of the person, or that somebody is called so."""
        claim = memory.claim
        if claim is None:
            return False
        of_them = any(belongs_to(claim.subject, entity) for entity in (*self.entities, *self.unnamed))
        named = {fold_text(claim.value), claim.subject.rpartition(":")[2]}
        return of_them or not named.isdisjoint(self.names.texts)

    def find_memories(self, reader: Reader) -> Iterable[Memory]:
        return (memory for memory in read_all_memories(reader) if self.concerns_person(memory))


def find_person(reader: Reader, wanted: str, unnamed: frozenset[EntityId] = frozenset()) -> PersonMatch:
    """Whoever has this name, folded; or will have it."""
    everybody = reader.entities()
    known = [entity for entity in everybody if is_called(entity, wanted) or entity.id in unnamed]
    names = {wanted, *(fold_text(each) for entity in known for each in entity.names)}
    theirs = [each for each in everybody if any(belongs_to(each.id, entity.id) for entity in known)]
    return PersonMatch({entity.id: entity for entity in theirs}, ForgetWords(frozenset(names), as_names=True), unnamed)


def find_similarly_named(reader: Reader, names: Iterable[str]) -> dict[EntityId, str]:
    """Whoever has a part of one of these (folded) names as theirs, or a name that begins so; with what to call them."""
    wanted = {word for name in names for word in name.split() if len(word) >= MIN_WORDS}
    claimed = {memory.claim.subject for memory in read_all_memories(reader) if memory.claim}
    known = {id: Entity(id, EntityKind.PERSON) for id in claimed} | {each.id: each for each in reader.entities()}
    called = {id: {name_in_id(id), *(fold_text(name) for name in each.names)} for id, each in known.items()}
    return {
        id: known[id].title
        for id, theirs in sorted(called.items())
        if id != USER and any(part.startswith(word) for name in theirs for part in name.split() for word in wanted)
    }


def read_all_memories(reader: Reader) -> Iterable[Memory]:
    after = 0
    while page := reader.select(_EVERYTHING, _PAGE, after):
        after = page[-1][0]
        yield from (memory for _, memory in page)


def take_mentions(reader: Reader, plan: ForgetPlan) -> None:
    words = plan.words
    found = reader.messages_mentioning(tuple(words.texts))
    said = [each.id for each in found if words.occur_in(each.text) or words.occur_in(each.speaker)]
    behind = [each.message for each in reader.archived_before(FAR_OFF, MANY) if words.occur_in(each.text)]
    take_messages(reader, plan, [*said, *behind])
    for memory in read_all_memories(reader):
        if memory.id not in plan.memories and words.occur_in(memory.content):
            take_fact(reader, plan, memory)
    plan.servings.update(each.id for each in reader.servings(MANY) if words.occur_in(each.query))
    _take_thoughts(reader, plan)
    plan.arguments.update(find_arguments_telling(reader, words))
    plan.beliefs.update(find_beliefs_called(reader, words))
    plan.entities.update({each.id: each for each in reader.entities() if words.occur_in(name_in_id(each.id))})


def _take_thoughts(reader: Reader, plan: ForgetPlan) -> None:
    """Take what was noted, described or concluded in these words."""
    words = plan.words
    plan.notes = [each for each in reader.signals_since(_LONG_AGO, MANY) if each.note and words.occur_in(each.note)]
    plan.suggestions = [each for each in reader.suggestions(None, MANY) if words.occur_in(each.text)]
    plan.patterns = [each for each in reader.patterns() if words.occur_in(each.description)]
    said = (each for each in reader.reflections(MANY) if each.said and words.occur_in(str(dict(each.said))))
    plan.reflections = [each.id for each in said]


def take_model_proposals(reader: Reader, plan: ForgetPlan) -> None:
    """Take what a model proposed whose question could see what goes: its words may be in there (J17)."""
    going = {*plan.messages, *plan.masked}
    for reflection in reader.reflections(MANY):
        if reflection.thinker == RULES or going.isdisjoint(reflection.inputs):
            continue
        for judged in reader.judged_by(reflection.id):
            memory = reader.memory(MemoryId(judged.memory)) if judged.memory else None
            if memory is not None and memory.status is Status.NEEDS_REVIEW:
                _take_memory(reader, plan, memory)


def take_arguments(reader: Reader, plan: ForgetPlan) -> None:
    """Take what was argued in messages that go or lose words, once it is known which do."""
    plan.arguments.update(find_arguments_made(reader, [*plan.messages, *plan.masked]))


def take_quarantines(reader: Reader, plan: ForgetPlan) -> None:
    """Take the quarantines of memories that go, and of conversations of which nothing is left (C8)."""
    for each in reader.quarantines():
        said = reader.messages_in(each.conversation) if each.conversation is not None else ()
        if each.memory in plan.memories or (said and all(message.id in plan.messages for message in said)):
            plan.quarantines.add(each.id)


def take_watched_folders(reader: Reader, plan: ForgetPlan) -> None:
    """Take the folders whose path holds the words: of a watched one the path is kept (C6, X3)."""
    plan.folders.update(each.folder for each in reader.watched_folders() if plan.words.occur_in(each.path))


def take_journal_residue(reader: Reader, plan: ForgetPlan) -> None:
    claims = [memory.claim for memory in plan.memories.values() if memory.claim]
    wanted = ForgottenRows(
        words=plan.words,
        memories=frozenset(plan.memories),
        messages=frozenset(plan.messages),
        spans={str(id): spans for id, spans in plan.spans.items()},
        claims=frozenset(claim_key(each.subject, each.attribute, each.value) for each in claims),
        values=plan.values,
        entities=frozenset(entity.handle for entity in plan.entities.values()),
        arguments=frozenset(plan.arguments),
        beliefs=frozenset(_list_bare_beliefs(reader, plan)),
    )
    plan.past = find_residue(reader, wanted)


def take_documents(reader: Reader, plan: ForgetPlan) -> None:
    """Take what documents say of it, once it is known what goes."""
    documents = reader.documents()
    if not documents:
        return
    memories = plan.memories.values()
    quotes = (item.quote for memory in memories for item in memory.evidence)
    phrases = [*(each.text for each in plan.messages.values()), *(each.content for each in memories), *quotes]
    phrases += [*plan.memories, *plan.past.memories, *plan.arguments]  # by an id a line says what it was filed from
    phrases += [*_list_bare_beliefs(reader, plan), *_list_gone_beliefs(reader, plan)]
    phrases += [each.insight for each in plan.arguments.values()]
    claims = {(each.claim.subject, each.claim.value) for each in memories if each.claim} | plan.past.claims
    names: dict[str, tuple[str, ...]] = dict.fromkeys((subject for subject, _ in claims), ())
    names |= {each.id: each.names for each in reader.entities()}
    going = describe_forgotten(plan.words, claims, names, phrases)
    told = {
        document.id: [part.id for _, part in read_parts(reader, document) if is_told_in_part(part, going)]
        for document in documents
    }
    plan.versions = {id for ids in told.values() for id in ids}
    retold = {each.id: each for each in documents if told[each.id]}  # whose past goes is told anew as it is
    plan.documents = retold | {each.id: each for each in rewrite_documents(documents, going)}


def _list_bare_beliefs(reader: Reader, plan: ForgetPlan) -> set[str]:
    """The ids of beliefs that go: those that are named, and those that nobody argues about any more."""
    argued = {each.belief for each in plan.arguments.values()}
    bare = {id for id in argued if all(each.id in plan.arguments for each in reader.arguments(id))}
    return {*plan.beliefs, *bare}


def _list_gone_beliefs(reader: Reader, plan: ForgetPlan) -> set[str]:
    """The ids of beliefs that only the journal tells of."""
    return {id for id in plan.past.beliefs if reader.belief(BeliefId(id)) is None}


def take_messages(reader: Reader, plan: ForgetPlan, ids: Iterable[MessageId]) -> None:
    """Take whole messages, and all that stands on them."""
    taken, _ = read_whole_messages(reader, ids)
    plan.messages.update(taken)
    for memory in reader.find_citing(taken):
        if memory.transcribes in plan.messages:
            _take_memory(reader, plan, memory)
        else:
            take_fact(reader, plan, memory)


def take_blank_episodes(reader: Reader, plan: ForgetPlan) -> None:
    """Take the episodes of messages of which only blots will be left: they say nothing that could be served."""
    while fresh := [memory for memory in _blank_episodes(reader, plan) if memory.id not in plan.memories]:
        for memory in fresh:
            _take_memory(reader, plan, memory)


def _blank_episodes(reader: Reader, plan: ForgetPlan) -> Iterable[Memory]:
    said, _ = read_whole_messages(reader, plan.masked)
    blank = {id for id, message in said.items() if is_blank(blot_out(message.text, 0, plan.spans_in(message)))}
    return (memory for memory in reader.find_citing(blank) if memory.transcribes in blank)


def take_fact(reader: Reader, plan: ForgetPlan, memory: Memory, *, twin: bool = False) -> None:
    """Take a memory, its spans, its copies, and whatever else was drawn from the same words; of a `twin`, which became
    one with what goes, the spans too where it goes already for what it tells besides."""
    if memory.id in (plan.with_words if twin else plan.memories):
        return
    plan.with_words.add(memory.id)
    _take_memory(reader, plan, memory)
    plan.value = plan.value or (memory.claim.value if memory.claim else None)
    for item in memory.evidence:
        plan.mask_span(item.message, item.start, item.end)
        _blot_value(reader, plan, item, memory)
    plan.faded.update(_find_faded_messages(reader, memory))
    for other in _find_drawn_from_same(reader, memory):
        (_take_memory if _is_summary(other) else take_fact)(reader, plan, other)
    for other in _find_notes_telling(reader, memory):
        _take_memory(reader, plan, other)
    for other in _find_merged(reader, memory):
        take_fact(reader, plan, other, twin=True)


def take_owed_words(reader: Reader, plan: ForgetPlan, memory: Memory, evidence: Iterable[Evidence]) -> None:
    """Take the words that would tell a memory again, once they are thought about."""
    for item in evidence:
        plan.mask_span(item.message, item.start, item.end)
        _blot_value(reader, plan, item, memory)


def _find_merged(reader: Reader, memory: Memory) -> Iterable[Memory]:
    """Memories that said the same and became one with this (T8), either way round; what it replaced said otherwise."""
    for other in reader.memories(memory.linked(Relation.SUPERSEDES)):
        if _was_absorbed(other):
            yield other
    if _was_absorbed(memory):
        yield from (each for each in reader.linking_to([memory.id]) if memory.id in each.linked(Relation.SUPERSEDES))


def _was_absorbed(memory: Memory) -> bool:
    return memory.state is State.ARCHIVED and memory.status is not Status.SUPERSEDED


def _take_memory(reader: Reader, plan: ForgetPlan, memory: Memory) -> None:
    if memory.id in plan.memories:
        return
    plan.memories[memory.id] = memory
    plan.servings.update(serving.id for serving in reader.servings_of([memory.id], MANY))
    for other in reader.linking_to([memory.id]):
        if memory.id in other.linked(Relation.DERIVED_FROM):
            (_take_memory if _is_summary(other) else take_fact)(reader, plan, other)


def _is_summary(memory: Memory) -> bool:
    """Whether a memory was made from several (T10, T14): it goes with any, and what the others stand on stays."""
    return memory.kind in (Kind.OBSERVATION, Kind.INSIGHT) and len(memory.linked(Relation.DERIVED_FROM)) > 1


def _find_faded_messages(reader: Reader, memory: Memory) -> Iterable[MessageId]:
    """Messages that a memory quotes and whose quote stands there no more, since only a gist is left."""
    said, _ = read_whole_messages(reader, (item.message for item in memory.evidence))
    for item in memory.evidence:
        if item.message in said and said[item.message].text[item.start : item.end] != item.quote:
            yield item.message


def _blot_value(reader: Reader, plan: ForgetPlan, item: Evidence, memory: Memory) -> None:
    """Blot the value out where the same interaction says it again, and its numbers; in the reply that echoed it, each
    word that tells it."""
    message = reader.message(item.message)
    interaction = reader.interaction(message.interaction) if message else None
    if interaction is None or memory.claim is None or len(fold_text(memory.claim.value)) < MIN_WORDS:
        return
    said, _ = read_whole_messages(reader, (each.id for each in interaction.messages))
    for each in said.values():
        for start, end in _find_echoes(each, memory.claim.value):
            plan.mask_span(each.id, start, end)


def _find_echoes(message: Message, value: str) -> Iterable[Span]:
    yield from find_occurrences(message.text, value)
    if message.role is Role.ASSISTANT:
        yield from find_telling_parts(message.text, value)
    else:  # somebody else's word may be another fact's; it is named in the receipt
        yield from find_numbers(message.text, list_long_numbers(value))


def _find_drawn_from_same(reader: Reader, memory: Memory) -> Iterable[Memory]:
    """Facts with the same value drawn from the same words, and older copies of the same claim."""
    claim = memory.claim
    for other in reader.find_citing(item.message for item in memory.evidence):
        told = claim is None or other.kind is Kind.OBSERVATION  # without a claim, only the words say what is meant
        if other.transcribes is None and told and _quotes_overlap(other, memory):
            yield other
    if claim is None:
        return
    yield from (other for other in reader.in_slot(claim.subject, claim.attribute) if _same_value(other, memory))
    for other in reader.find_citing(item.message for item in memory.evidence):
        if (
            other.claim is not None
            and fold_text(claim.value) in fold_text(other.content)
            and _quotes_overlap(other, memory)
        ):
            yield other


def _find_notes_telling(reader: Reader, memory: Memory) -> Iterable[Memory]:
    """What tells more than this one fact, and this too: a note, or what was promoted from a transcript.

    It goes whole. What else it quotes stays where it was said.
    """
    value = fold_text(memory.claim.value) if memory.claim else ""
    for other in reader.find_citing(item.message for item in memory.evidence) if value else ():
        if other.claim is None and value in fold_text(other.content) and _quotes_overlap(other, memory):
            yield other


def _same_value(other: Memory, memory: Memory) -> bool:
    return bool(other.claim and memory.claim and have_same_value(other.claim, memory.claim))


def _quotes_overlap(one: Memory, other: Memory) -> bool:
    return any(
        a.message == b.message and overlaps_any((a.start, a.end), [(b.start, b.end)])
        for a in one.evidence
        for b in other.evidence
    )
