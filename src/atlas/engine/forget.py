"""Forget a memory, a conversation, a person or a text, with everything derived from it (X3).

A message that says more than what is to be forgotten loses only that span: the letters are blotted out, so that the
evidence of other memories still points to the right places. Then the journal's parts about these rows lose text and
salt, and the files are purged. What was erased cannot be brought back by undo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final

from atlas.curation.effects import Changed
from atlas.engine.ask import FORGETS
from atlas.engine.ledger import Ledger, entity_change, gist_change, memory_change, message_change, note_change
from atlas.engine.past import Past, Wanted, Words, claim_key, names_in, past_of
from atlas.engine.rewrite import leaving, rewritten
from atlas.engine.said import whole_messages
from atlas.engine.think import RULES
from atlas.engine.vectors import purge_index
from atlas.engine.work import QUICK, try_work
from atlas.engine.world import World
from atlas.errors import BadInput, NotFound, StoreTrouble
from atlas.model.document import Document
from atlas.model.entity import Entity, EntityId, belongs_to
from atlas.model.failure import Pattern
from atlas.model.ids import ConversationId, DocumentId, MemoryId, MessageId, ProposalId, ServingId
from atlas.model.interaction import Message
from atlas.model.journal import Action, Actor, Change, RowKind
from atlas.model.memory import Evidence, Kind, Memory, Relation, State, Status
from atlas.model.origin import Trust
from atlas.model.proposal import Archive
from atlas.model.signal import Signal
from atlas.model.suggestion import Suggestion, SuggestionState
from atlas.model.text import folded
from atlas.model.thinking import Judged
from atlas.model.words import forget_words
from atlas.ports.store import MemoryFilter, Reader, Writer
from atlas.signals.words import forget_texts

BLOT: Final = "▇"
_EVERYTHING: Final = MemoryFilter(states=frozenset({State.ACTIVE, State.ARCHIVED}))
_PAGE: Final = 500
_MANY: Final = 2**31
_LONG_AGO: Final = datetime(1, 1, 1, tzinfo=UTC)
_FAR_OFF: Final = datetime(9999, 12, 31, tzinfo=UTC)
_MIN_WORDS: Final = 2
"""A single letter is no name: forgetting "a" would forget everything."""


@dataclass(frozen=True, slots=True)
class ForgetReceipt:
    """What went. It holds ids and counts, never the text."""

    what: str
    memories: tuple[MemoryId, ...]
    messages: tuple[MessageId, ...]
    masked: tuple[MessageId, ...]
    entities: tuple[EntityId, ...]
    proposals: int
    journal_parts: int
    touched: tuple[ServingId, ...]
    """Contexts in which any of it had been served (C8)."""
    mentions: tuple[MessageId, ...]
    """Messages that still mention the forgotten value: other things were said there; forget them by text."""
    entry: int = 0
    documents: tuple[DocumentId, ...] = ()
    """Documents that lost what they said of it."""
    purged: bool = True
    """Whether the files are free of it too; where a long reader was in the way, it is tried again (see `doctor`)."""


@dataclass(slots=True)
class _Plan:
    """What is to go, gathered before anything is touched."""

    memories: dict[MemoryId, Memory] = field(default_factory=dict)
    messages: dict[MessageId, Message] = field(default_factory=dict)
    spans: dict[MessageId, list[tuple[int, int]]] = field(default_factory=dict)
    faded: set[MessageId] = field(default_factory=set)
    """Messages of which a gist is all that is left: nobody can tell which of its words were those (T12)."""
    entities: dict[EntityId, Entity] = field(default_factory=dict)
    servings: set[ServingId] = field(default_factory=set)
    documents: dict[DocumentId, Document] = field(default_factory=dict)
    """As they are to be."""
    notes: list[Signal] = field(default_factory=list)
    suggestions: list[Suggestion] = field(default_factory=list)
    patterns: list[Pattern] = field(default_factory=list)
    beside: list[MessageId] = field(default_factory=list)
    """Messages that stay, and of which something was thought that does not."""
    value: str | None = None
    words: Words = field(default_factory=Words)
    past: Past = field(default_factory=Past)
    """What no row holds any more, and the journal does."""

    def blot(self, message: MessageId, start: int, end: int) -> None:
        self.spans.setdefault(message, []).append((start, end))

    @property
    def masked(self) -> dict[MessageId, list[tuple[int, int]]]:
        return {id: spans for id, spans in self.spans.items() if id not in self.messages}

    @property
    def values(self) -> frozenset[str]:
        return frozenset(folded(memory.claim.value) for memory in self.memories.values() if memory.claim)

    @property
    def empty(self) -> bool:
        past = self.past.memories or self.past.entities or self.past.notes or self.past.proposals
        thought = self.notes or self.suggestions or self.patterns or self.beside
        return not (
            self.memories or self.messages or self.entities or self.servings or self.documents or past or thought
        )


def forget_memory(world: World, id: MemoryId, actor: Actor = Actor.OPERATOR) -> ForgetReceipt:
    def plan(reader: Reader) -> _Plan:
        memory = reader.memory(id)
        if memory is None or memory.state is State.GONE:
            raise NotFound(f"There is no memory {id} here.")
        made = _Plan()
        if memory.transcribes is not None:
            _take_messages(reader, made, [memory.transcribes])
        else:
            _take_fact(reader, made, memory)
        return made

    return _forget(world, "memory", plan, actor)


def forget_conversation(world: World, conversation: str, actor: Actor = Actor.OPERATOR) -> ForgetReceipt:
    def plan(reader: Reader) -> _Plan:
        messages = reader.messages_in(ConversationId(conversation))
        if not messages:
            raise NotFound(f"There is no conversation {conversation!r} here.")
        made = _Plan()
        _take_messages(reader, made, [message.id for message in messages])
        made.servings.update(each.id for each in reader.servings(_MANY, ConversationId(conversation)))
        return made

    return _forget(world, "conversation", plan, actor)


def forget_person(world: World, name: str, actor: Actor = Actor.OPERATOR) -> ForgetReceipt:
    """Everything about a person, everything they said, and every message that names them."""
    wanted = _sensible(name)

    def plan(reader: Reader) -> _Plan:
        known = [entity for entity in reader.entities() if entity.is_called(wanted)]
        names = {wanted, *(folded(each) for entity in known for each in entity.names)}
        theirs = [each for each in reader.entities() if any(belongs_to(each.id, entity.id) for entity in known)]
        made = _Plan(entities={entity.id: entity for entity in theirs}, words=Words(frozenset(names), as_names=True))
        for memory in _about(reader, made.entities, names):
            _take_fact(reader, made, memory)
        _take_mentions(reader, made)
        _take_past(reader, made)
        _take_documents(reader, made)
        if made.empty:
            raise NotFound(f"Nobody called {name!r} is known here.")
        return made

    return _forget(world, "person", plan, actor)


def forget_text(world: World, text: str, actor: Actor = Actor.OPERATOR) -> ForgetReceipt:
    """Every message that holds this text, and every memory that stands on one."""
    wanted = _sensible(text)

    def plan(reader: Reader) -> _Plan:
        made = _Plan(words=Words(frozenset({wanted})))
        _take_mentions(reader, made)
        _take_past(reader, made)
        _take_documents(reader, made)
        if made.empty:
            raise NotFound("Nothing here holds that text.")
        return made

    return _forget(world, "text", plan, actor)


def _forget(world: World, what: str, plan: Callable[[Reader], _Plan], actor: Actor) -> ForgetReceipt:
    """Looked for and erased in one transaction: what is said or learned meanwhile is neither missed nor in the way."""
    settle_purge(world)
    try_work(world, tasks=QUICK)
    with world.store.writing(world.space) as txn:
        made = plan(txn)
        ledger = Ledger(world, txn)
        told = ledger.troubles()
        receipt = _carry_out(ledger, made, what, actor)
    world.journaled(told)
    world.memo.shelves.pop(world.space, None)
    world.memo.heard.clear()
    forget_texts()
    forget_words()
    return replace(receipt, purged=_purge_index(world) & settle_purge(world))


def _purge_index(world: World) -> bool:
    """What cannot leave an index's files now leaves them when they are next looked at."""
    try:
        purge_index(world)
    except StoreTrouble as trouble:
        world.note_trouble("forget", str(trouble))
        return False
    return True


def settle_purge(world: World) -> bool:
    """Take what was erased out of the files too. A long reader can be in the way: then it is owed, and noted."""
    try:
        if world.store.owes_purge():
            world.store.purge()
    except StoreTrouble as trouble:
        world.note_trouble("forget", f"{trouble} What was forgotten leaves the files at the next try.")
        return False
    return True


# --- planning


def _sensible(name: str) -> str:
    wanted = folded(name)
    if len(wanted) < _MIN_WORDS:
        raise BadInput("Give at least two letters of what is to be forgotten.")
    return wanted


def _about(reader: Reader, entities: Iterable[EntityId], names: set[str]) -> Iterable[Memory]:
    known = tuple(entities)
    for memory in _all(reader):
        claim = memory.claim
        if claim is None:
            continue
        of_them = any(belongs_to(claim.subject, entity) for entity in known)
        if of_them or folded(claim.value) in names or claim.subject.rpartition(":")[2] in names:
            yield memory


def _all(reader: Reader) -> Iterable[Memory]:
    after = 0
    while page := reader.select(_EVERYTHING, _PAGE, after):
        after = page[-1][0]
        yield from (memory for _, memory in page)


def _take_mentions(reader: Reader, plan: _Plan) -> None:
    words = plan.words
    found = reader.messages_mentioning(tuple(words.texts))
    said = [each.id for each in found if words.stand_in(each.text) or words.stand_in(each.speaker)]
    behind = [each.message for each in reader.archived_before(_FAR_OFF, _MANY) if words.stand_in(each.text)]
    _take_messages(reader, plan, [*said, *behind])
    for memory in _all(reader):
        if memory.id not in plan.memories and words.stand_in(memory.content):
            _take_fact(reader, plan, memory)
    plan.servings.update(each.id for each in reader.servings(_MANY) if words.stand_in(each.query))
    _take_thoughts(reader, plan)
    plan.entities.update({each.id: each for each in reader.entities() if words.stand_in(names_in(each.id))})


def _take_thoughts(reader: Reader, plan: _Plan) -> None:
    """What was noted, described or concluded in these words."""
    words = plan.words
    plan.notes = [each for each in reader.signals_since(_LONG_AGO, _MANY) if each.note and words.stand_in(each.note)]
    plan.suggestions = [each for each in reader.suggestions(None, _MANY) if words.stand_in(each.text)]
    plan.patterns = [each for each in reader.patterns() if words.stand_in(each.description)]
    said = (each for each in reader.reflections(_MANY) if each.said and words.stand_in(str(dict(each.said))))
    plan.beside = [message for each in said for message in each.inputs]


def _take_unsaid(reader: Reader, plan: _Plan) -> None:
    """What a model wished, whose question could see what goes: its words may be in there, whatever it cites (J17)."""
    going = {*plan.messages, *plan.masked}
    for reflection in reader.reflections(_MANY):
        if reflection.thinker == RULES or going.isdisjoint(reflection.inputs):
            continue
        for judged in reader.judged_by(reflection.id):
            memory = reader.memory(MemoryId(judged.memory)) if judged.memory else None
            if memory is not None and memory.status is Status.NEEDS_REVIEW:
                _take(reader, plan, memory)


def _take_past(reader: Reader, plan: _Plan) -> None:
    claims = [memory.claim for memory in plan.memories.values() if memory.claim]
    wanted = Wanted(
        words=plan.words,
        memories=frozenset(plan.memories),
        messages=frozenset(plan.messages),
        spans={str(id): spans for id, spans in plan.spans.items()},
        claims=frozenset(claim_key(each.subject, each.attribute, each.value) for each in claims),
        values=plan.values,
        entities=frozenset(entity.handle for entity in plan.entities.values()),
    )
    plan.past = past_of(reader, wanted)


def _take_documents(reader: Reader, plan: _Plan) -> None:
    """What documents say of it, once it is known what goes."""
    documents = reader.documents()
    if not documents:
        return
    memories = plan.memories.values()
    quotes = (item.quote for memory in memories for item in memory.evidence)
    phrases = [*(each.text for each in plan.messages.values()), *(each.content for each in memories), *quotes]
    claims = {(each.claim.subject, each.claim.value) for each in memories if each.claim} | plan.past.claims
    names: dict[str, tuple[str, ...]] = dict.fromkeys((subject for subject, _ in claims), ())
    names |= {each.id: each.names for each in reader.entities()}
    going = leaving(plan.words, claims, names, phrases)
    plan.documents = {each.id: each for each in rewritten(documents, going)}


def _take_messages(reader: Reader, plan: _Plan, ids: Iterable[MessageId]) -> None:
    """Whole messages, and all that stands on them."""
    taken, _ = whole_messages(reader, ids)
    plan.messages.update(taken)
    for memory in reader.citing(taken):
        if memory.transcribes in plan.messages:
            _take(reader, plan, memory)
        else:
            _take_fact(reader, plan, memory)


def _take_fact(reader: Reader, plan: _Plan, memory: Memory) -> None:
    """A memory, its spans, its copies, and whatever else was drawn from the same words."""
    if memory.id in plan.memories:
        return
    _take(reader, plan, memory)
    plan.value = plan.value or (memory.claim.value if memory.claim else None)
    for item in memory.evidence:
        plan.blot(item.message, item.start, item.end)
        _blot_value(reader, plan, item, memory)
    plan.faded.update(_faded(reader, memory))
    for other in _drawn_from_same(reader, memory):
        (_take if _is_summary(other) else _take_fact)(reader, plan, other)
    for other in _telling_it(reader, memory):
        _take(reader, plan, other)
    for other in _merged_with(reader, memory):
        _take_fact(reader, plan, other)


def _merged_with(reader: Reader, memory: Memory) -> Iterable[Memory]:
    """What said the same and became one with it (T8), either way round. What it replaced said something else (T16)."""
    for other in reader.memories(memory.linked(Relation.SUPERSEDES)):
        if _was_absorbed(other):
            yield other
    if _was_absorbed(memory):
        yield from (each for each in reader.linking_to([memory.id]) if memory.id in each.linked(Relation.SUPERSEDES))


def _was_absorbed(memory: Memory) -> bool:
    return memory.state is State.ARCHIVED and memory.status is not Status.SUPERSEDED


def _take(reader: Reader, plan: _Plan, memory: Memory) -> None:
    if memory.id in plan.memories:
        return
    plan.memories[memory.id] = memory
    plan.servings.update(serving.id for serving in reader.servings_of([memory.id], _MANY))
    for other in reader.linking_to([memory.id]):
        if memory.id in other.linked(Relation.DERIVED_FROM):
            (_take if _is_summary(other) else _take_fact)(reader, plan, other)


def _is_summary(memory: Memory) -> bool:
    """Made from several memories (T10, T14): it goes with any of them, and what the others stand on stays as it was."""
    return memory.kind in (Kind.OBSERVATION, Kind.INSIGHT) and len(memory.linked(Relation.DERIVED_FROM)) > 1


def _faded(reader: Reader, memory: Memory) -> Iterable[MessageId]:
    """What it quotes from and does not stand there any more, since only a gist is left."""
    said, _ = whole_messages(reader, (item.message for item in memory.evidence))
    for item in memory.evidence:
        if item.message in said and said[item.message].text[item.start : item.end] != item.quote:
            yield item.message


def _blot_value(reader: Reader, plan: _Plan, item: Evidence, memory: Memory) -> None:
    """The value where the same interaction says it again: the reply that echoed it."""
    message = reader.message(item.message)
    interaction = reader.interaction(message.interaction) if message else None
    if interaction is None or memory.claim is None or len(folded(memory.claim.value)) < _MIN_WORDS:
        return
    said, _ = whole_messages(reader, (each.id for each in interaction.messages))
    for each in said.values():
        for start, end in _occurrences(each.text, memory.claim.value):
            plan.blot(each.id, start, end)


def _occurrences(text: str, value: str) -> Iterable[tuple[int, int]]:
    lower, wanted, place = text.lower(), value.lower(), 0
    if len(lower) != len(text):  # a letter whose lower case is longer: look for it as it is
        lower, wanted = text, value
    while wanted and (place := lower.find(wanted, place)) >= 0:
        yield place, place + len(wanted)
        place += len(wanted)


def _drawn_from_same(reader: Reader, memory: Memory) -> Iterable[Memory]:
    """Facts with the same value drawn from the same words, and older copies of the same claim."""
    claim = memory.claim
    for other in reader.citing(item.message for item in memory.evidence):
        told = claim is None or other.kind is Kind.OBSERVATION  # without a claim, only the words say what is meant
        if other.transcribes is None and told and _overlap(other, memory):
            yield other
    if claim is None:
        return
    yield from (other for other in reader.in_slot(claim.subject, claim.attribute) if _same_value(other, memory))
    for other in reader.citing(item.message for item in memory.evidence):
        if other.claim is not None and folded(claim.value) in folded(other.content) and _overlap(other, memory):
            yield other


def _telling_it(reader: Reader, memory: Memory) -> Iterable[Memory]:
    """What tells more than this one fact, and this too: a note, or what was promoted from a transcript.

    It goes whole. What else it quotes stays where it was said.
    """
    value = folded(memory.claim.value) if memory.claim else ""
    for other in reader.citing(item.message for item in memory.evidence) if value else ():
        if other.claim is None and value in folded(other.content) and _overlap(other, memory):
            yield other


def _same_value(other: Memory, memory: Memory) -> bool:
    return bool(other.claim and memory.claim and other.claim.same_value(memory.claim))


def _overlap(one: Memory, other: Memory) -> bool:
    return any(
        a.message == b.message and a.start < b.end and b.start < a.end for a in one.evidence for b in other.evidence
    )


# --- carrying out


def _carry_out(ledger: Ledger, plan: _Plan, what: str, actor: Actor) -> ForgetReceipt:
    _take_unsaid(ledger.txn, plan)
    _take_past(ledger.txn, plan)
    _take_documents(ledger.txn, plan)
    stubs = _stubs(ledger.txn, plan)
    proposals = _erase_proposals(ledger, plan)
    _erase_thoughts(ledger.txn, plan)
    ledger.txn.put_mark(FORGETS, ledger.txn.mark(FORGETS) + 1)
    _lengthen(ledger, plan)
    quoting = _mask(ledger, plan)
    renamed = _unname(ledger, plan)
    _erase(ledger, plan, stubs)
    parts, gone = _erase_parts(ledger, plan, proposals, quoting, renamed)
    kept = _as_they_stand(ledger.txn, plan, stubs, quoting, renamed)
    told = {(change.kind, change.id) for change in kept}
    gone = [change for change in gone if (change.kind, change.id) not in told]
    entry = ledger.record(actor, Action.FORGOTTEN, [*gone, *kept, *_told_of_documents(ledger.world, plan)])
    return ForgetReceipt(
        what, tuple(plan.memories), tuple(plan.messages), tuple(plan.masked), tuple(plan.entities), len(proposals),
        parts, _touched(ledger.txn, plan), _mentions(ledger.txn, plan), entry.seq, tuple(plan.documents),
    )  # fmt: skip


def _lengthen(ledger: Ledger, plan: _Plan) -> None:
    """What has a gist in its place is whole again before it is touched: nothing of it stays behind in the archive."""
    for each in ledger.txn.archived([*plan.messages, *plan.masked]):
        ledger.shorten(each.message, None)


def _erase_thoughts(txn: Writer, plan: _Plan) -> None:
    """What was noticed and thought about these messages, and what else was written down that holds the words."""
    txn.erase_thoughts([*plan.messages, *plan.masked, *plan.beside])
    for signal in plan.notes:
        txn.put_signal(replace(signal, note=""))
    for suggestion in plan.suggestions:
        txn.put_suggestion(replace(suggestion, text=BLOT, state=SuggestionState.EXPIRED))
    for pattern in plan.patterns:
        txn.put_pattern(replace(pattern, description=BLOT, active=False))


def _told_of_documents(world: World, plan: _Plan) -> list[Change]:
    """Documents have no history in the journal that could be erased; that they lost something is told all the same."""
    if not plan.documents:
        return []
    return [note_change(world.note_id(), f"What was forgotten went from {', '.join(sorted(plan.documents))} too.")]


def _touched(reader: Reader, plan: _Plan) -> tuple[ServingId, ...]:
    """With a document's own contexts, whose questions stay: it stood there whatever was asked."""
    beside = (serving.id for serving in reader.servings_with(plan.documents)) if plan.documents else ()
    return tuple(sorted({*plan.servings, *beside}))


def _stubs(reader: Reader, plan: _Plan) -> set[MessageId]:
    """Text from afar leaves an empty place behind in a conversation that goes on.

    Without it nothing would say that the conversation took in such text, and the replies made from it would be served
    (C3).
    """
    far = [message for message in plan.messages.values() if message.origin.trust < Trust.ASSISTANT]
    places = {message.conversation for message in far}
    alive = {each for each in places if any(said.id not in plan.messages for said in reader.messages_in(each))}
    return {message.id for message in far if message.conversation in alive}


def _erase_proposals(ledger: Ledger, plan: _Plan) -> list[ProposalId]:
    memories = [*plan.memories, *(MemoryId(id) for id in plan.past.memories)]
    found = [*ledger.txn.judged_about(memories, [*plan.messages, *plan.masked]), *_gists_of(ledger.txn, plan.masked)]
    ids = sorted({*(each.id for each in found), *(ProposalId(id) for id in plan.past.proposals)})
    ledger.txn.erase_judged(ids)
    return ids


def _gists_of(reader: Reader, messages: Iterable[MessageId]) -> Iterable[Judged]:
    """Proposals to shorten these: they hold words of theirs."""
    episodes = [memory.id for memory in reader.citing(messages) if memory.transcribes is not None]
    about = reader.judged_about(episodes, []) if episodes else ()
    return (each for each in about if isinstance(each.proposal, Archive) and each.proposal.gist is not None)


def _mask(ledger: Ledger, plan: _Plan) -> set[MemoryId]:
    """Blot the spans out of messages that stay; which other memories had quoted from them."""
    quoting: set[MemoryId] = set()
    for id, spans in plan.masked.items():
        message = ledger.txn.message(id)
        if message is not None:
            left = [(0, len(message.text))] if id in plan.faded else spans
            ledger.txn.mask_message(id, blotted(message.text, 0, left))
            quoting |= _mask_quotes(ledger, plan, id, spans)
    return quoting


def _mask_quotes(ledger: Ledger, plan: _Plan, id: MessageId, spans: list[tuple[int, int]]) -> set[MemoryId]:
    """What other memories quote from the blotted spans is blotted there too."""
    changed: set[MemoryId] = set()
    for memory in ledger.txn.citing([id]):
        if memory.id in plan.memories:
            continue
        for old in memory.evidence:
            new = _blotted_quote(old, id, spans)
            if old != new:
                ledger.txn.mask_evidence(memory.id, id, new.start, new.end, new.quote)
                changed.add(memory.id)
    return changed


def _blotted_quote(item: Evidence, id: MessageId, spans: list[tuple[int, int]]) -> Evidence:
    return replace(item, quote=blotted(item.quote, item.start, spans)) if item.message == id else item


def blotted(text: str, offset: int, spans: Iterable[tuple[int, int]]) -> str:
    """The text with these spans, counted from `offset`, made unreadable; its length stays."""
    letters = list(text)
    for start, end in spans:
        for place in range(max(0, start - offset), min(len(letters), end - offset)):
            letters[place] = BLOT if not letters[place].isspace() else letters[place]
    return "".join(letters)


def _unname(ledger: Ledger, plan: _Plan) -> set[EntityId]:
    """Names that an entity had from what is now forgotten; whose names changed."""
    changed: set[EntityId] = set()
    for entity in ledger.txn.entities():
        kept = tuple(each for each in entity.names if folded(each) not in plan.values and not plan.words.stand_in(each))
        if entity.id not in plan.entities and kept != entity.names:
            ledger.restore_entity(entity.id, replace(entity, names=kept))
            changed.add(entity.id)
    return changed


def _erase(ledger: Ledger, plan: _Plan, stubs: set[MessageId]) -> None:
    txn = ledger.txn
    for memory in plan.memories:
        txn.erase_memory(memory, ledger.world.now())
    for message in plan.messages:
        if message in stubs:
            txn.mask_message(message, BLOT, nameless=True)
        else:
            txn.erase_message(message)
    for entity in plan.entities:
        txn.erase_entity(entity)
    for document in plan.documents.values():
        txn.mask_document(document.id, document.title, document.text)
    txn.blank_servings(plan.servings)


def _erase_parts(
    ledger: Ledger, plan: _Plan, proposals: list[ProposalId], quoting: set[MemoryId], renamed: set[EntityId]
) -> tuple[int, list[Change]]:
    """Every vanished text leaves a mark in the journal: blanked parts can be told from tampering."""
    handles = {each.handle for each in ledger.txn.entities() if each.id in renamed}
    rows: dict[RowKind, set[str]] = {
        RowKind.MEMORY: {*plan.memories, *plan.past.memories, *quoting},
        RowKind.MESSAGE: {*plan.messages, *plan.masked},
        RowKind.ENTITY: {*(each.handle for each in plan.entities.values()), *plan.past.entities, *handles},
        RowKind.PROPOSAL: {*proposals},
        RowKind.NOTE: {*plan.past.notes},
        RowKind.EDGE: {*plan.past.edges} - _still_joined(ledger.txn, plan),
        RowKind.GIST: {*plan.past.gists},
    }
    parts = sum(ledger.txn.erase_parts(kind, ids) for kind, ids in rows.items())
    return parts, [Change(kind, id, None, None) for kind, ids in rows.items() for id in sorted(ids)]


def _still_joined(reader: Reader, plan: _Plan) -> set[str]:
    """Edges of memories that stay: an older wording of theirs goes, and what they hang together with does not."""
    ends = {MemoryId(end) for key in plan.past.edges for end in key.split(":")[1:]}
    return {edge.key for edge in reader.edges(sorted(ends))}


def _as_they_stand(
    reader: Reader, plan: _Plan, stubs: set[MessageId], quoting: set[MemoryId], renamed: set[EntityId]
) -> list[Change]:
    """Rows that stay, and whose history was erased, are told anew."""
    memories = reader.memories(MemoryId(id) for id in sorted({*quoting, *plan.past.memories}))
    changes = [memory_change(Changed(None, each)) for each in memories if each.state is not State.GONE]
    named = [each for each in reader.entities() if each.id in renamed or each.handle in plan.past.entities]
    changes += [entity_change(None, entity) for entity in named]
    messages = (reader.message(id) for id in (*plan.masked, *sorted(stubs)))
    changes += [message_change(message) for message in messages if message]
    short = [each.message for each in reader.archived(map(MessageId, sorted(plan.past.gists)))]
    return changes + [gist_change(message.id, None, message.text) for message in reader.messages(short)]


def _mentions(reader: Reader, plan: _Plan) -> tuple[MessageId, ...]:
    value = folded(plan.value or "")
    if len(value) < _MIN_WORDS:
        return ()
    return tuple(message.id for message in reader.messages_mentioning([value]))
