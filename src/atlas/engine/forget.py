"""Forget a memory, a conversation, a person or a text, with everything derived from it (X3).

A message that says more than what is to be forgotten loses only that span: the letters are blotted out, so that the
evidence of other memories still points to the right places. Then the journal's parts about these rows lose text and
salt, and the files are purged. What was erased cannot be brought back by undo.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from atlas.curation.effects import Changed
from atlas.engine.ledger import Ledger, entity_change, memory_change, message_change
from atlas.engine.vectors import drop
from atlas.engine.work import try_work
from atlas.engine.world import World
from atlas.errors import BadInput, NotFound
from atlas.model.entity import Entity, EntityId, belongs_to
from atlas.model.ids import ConversationId, MemoryId, MessageId, ProposalId, ServingId
from atlas.model.interaction import Message
from atlas.model.journal import Action, Actor, Change, RowKind
from atlas.model.memory import Evidence, Memory, Relation, State
from atlas.model.text import folded
from atlas.ports.store import MemoryFilter, Reader

BLOT: Final = "▇"
_EVERYTHING: Final = MemoryFilter(states=frozenset({State.ACTIVE, State.ARCHIVED}))
_PAGE: Final = 500
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


@dataclass(slots=True)
class _Plan:
    """What is to go, gathered before anything is touched."""

    memories: dict[MemoryId, Memory] = field(default_factory=dict)
    messages: dict[MessageId, Message] = field(default_factory=dict)
    spans: dict[MessageId, list[tuple[int, int]]] = field(default_factory=dict)
    entities: dict[EntityId, Entity] = field(default_factory=dict)
    servings: set[ServingId] = field(default_factory=set)
    value: str | None = None

    def blot(self, message: MessageId, start: int, end: int) -> None:
        self.spans.setdefault(message, []).append((start, end))


def forget_memory(world: World, id: MemoryId, actor: Actor = Actor.OPERATOR) -> ForgetReceipt:
    try_work(world)
    with world.store.reading(world.space) as reader:
        memory = reader.memory(id)
        if memory is None or memory.state is State.GONE:
            raise NotFound(f"There is no memory {id} here.")
        plan = _Plan()
        if memory.transcribes is not None:
            _take_messages(reader, plan, [memory.transcribes])
        else:
            _take_fact(reader, plan, memory)
    return _carry_out(world, plan, "memory", actor)


def forget_conversation(world: World, conversation: str, actor: Actor = Actor.OPERATOR) -> ForgetReceipt:
    try_work(world)
    with world.store.reading(world.space) as reader:
        messages = reader.messages_in(ConversationId(conversation))
        if not messages:
            raise NotFound(f"There is no conversation {conversation!r} here.")
        plan = _Plan()
        _take_messages(reader, plan, [message.id for message in messages])
        plan.servings.update(each.id for each in reader.servings(100_000, ConversationId(conversation)))
    return _carry_out(world, plan, "conversation", actor)


def forget_person(world: World, name: str, actor: Actor = Actor.OPERATOR) -> ForgetReceipt:
    """Everything about a person, everything they said, and every message that names them."""
    wanted = _sensible(name)
    try_work(world)
    with world.store.reading(world.space) as reader:
        entities = [entity for entity in reader.entities() if _is_called(entity, wanted)]
        names = {wanted, *(folded(each) for entity in entities for each in entity.names)}
        plan = _Plan(entities={entity.id: entity for entity in entities})
        for memory in _about(reader, plan.entities, names):
            _take_fact(reader, plan, memory)
        _take_mentions(reader, plan, names)
        if not plan.memories and not plan.messages and not plan.entities:
            raise NotFound(f"Nobody called {name!r} is known here.")
    return _carry_out(world, plan, "person", actor)


def forget_text(world: World, text: str, actor: Actor = Actor.OPERATOR) -> ForgetReceipt:
    """Every message that holds this text, and every memory that stands on one."""
    wanted = _sensible(text)
    try_work(world)
    with world.store.reading(world.space) as reader:
        plan = _Plan()
        _take_mentions(reader, plan, {wanted})
        if not plan.messages and not plan.memories:
            raise NotFound("Nothing here holds that text.")
    return _carry_out(world, plan, "text", actor)


# --- planning


def _sensible(name: str) -> str:
    wanted = folded(name)
    if len(wanted) < _MIN_WORDS:
        raise BadInput("Give at least two letters of what is to be forgotten.")
    return wanted


def _is_called(entity: Entity, wanted: str) -> bool:
    ids = {entity.id, entity.id.rpartition(":")[2], entity.id.rpartition("/")[2]}
    return wanted in ids or wanted in {folded(name) for name in entity.names}


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


def _take_mentions(reader: Reader, plan: _Plan, words: set[str]) -> None:
    _take_messages(reader, plan, [message.id for message in reader.messages_mentioning(tuple(words))])
    for memory in _all(reader):
        if any(word in folded(memory.content) for word in words) and memory.id not in plan.memories:
            _take_fact(reader, plan, memory)
    for serving in reader.servings(100_000):
        if any(word in folded(serving.query) for word in words):
            plan.servings.add(serving.id)


def _take_messages(reader: Reader, plan: _Plan, ids: Iterable[MessageId]) -> None:
    """Whole messages, and all that stands on them."""
    taken = [message for each in ids if (message := reader.message(each))]
    plan.messages.update({message.id: message for message in taken})
    for memory in reader.citing([message.id for message in taken]):
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
    for other in _drawn_from_same(reader, memory):
        _take_fact(reader, plan, other)


def _take(reader: Reader, plan: _Plan, memory: Memory) -> None:
    if memory.id in plan.memories:
        return
    plan.memories[memory.id] = memory
    plan.servings.update(serving.id for serving in reader.servings_of([memory.id]))
    for other in reader.linking_to([memory.id]):
        if memory.id in other.linked(Relation.DERIVED_FROM):
            _take_fact(reader, plan, other)


def _blot_value(reader: Reader, plan: _Plan, item: Evidence, memory: Memory) -> None:
    """The value where the same interaction says it again: the reply that echoed it."""
    message = reader.message(item.message)
    interaction = reader.interaction(message.interaction) if message else None
    if interaction is None or memory.claim is None or len(folded(memory.claim.value)) < _MIN_WORDS:
        return
    for each in interaction.messages:
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
    if claim is None:
        return
    yield from (other for other in reader.in_slot(claim.subject, claim.attribute) if _same_value(other, memory))
    for other in reader.citing(item.message for item in memory.evidence):
        if other.claim is not None and folded(claim.value) in folded(other.content) and _overlap(other, memory):
            yield other


def _same_value(other: Memory, memory: Memory) -> bool:
    return bool(other.claim and memory.claim and other.claim.same_value(memory.claim))


def _overlap(one: Memory, other: Memory) -> bool:
    return any(
        a.message == b.message and a.start < b.end and b.start < a.end for a in one.evidence for b in other.evidence
    )


# --- carrying out


def _carry_out(world: World, plan: _Plan, what: str, actor: Actor) -> ForgetReceipt:
    with world.store.writing(world.space) as txn:
        ledger = Ledger(world, txn)
        masked = {id: spans for id, spans in plan.spans.items() if id not in plan.messages}
        proposals = _erase_proposals(ledger, plan, masked)
        changes = _mask(ledger, plan, masked)
        changes += _unname(ledger, plan)
        parts = _erase(world, ledger, plan)
        entry = ledger.record(actor, Action.FORGOTTEN, [*_tombstones(plan, proposals), *changes])
        mentions = _mentions(txn, plan)
    drop(world, plan.memories)
    world.store.purge()
    return ForgetReceipt(
        what, tuple(plan.memories), tuple(plan.messages), tuple(masked), tuple(plan.entities), len(proposals), parts,
        tuple(sorted(plan.servings)), mentions, entry.seq,
    )  # fmt: skip


def _erase_proposals(ledger: Ledger, plan: _Plan, masked: Iterable[MessageId]) -> list[ProposalId]:
    found = ledger.txn.judged_about(plan.memories, [*plan.messages, *masked])
    ids: list[ProposalId] = [each.id for each in found]
    ledger.txn.erase_judged(ids)
    ledger.txn.erase_parts(RowKind.PROPOSAL, ids)
    return ids


def _mask(ledger: Ledger, plan: _Plan, masked: dict[MessageId, list[tuple[int, int]]]) -> list[Change]:
    changes: list[Change] = []
    for id, spans in masked.items():
        message = ledger.txn.message(id)
        if message is None:
            continue
        after = replace(message, text=blotted(message.text, 0, spans))
        ledger.txn.mask_message(id, after.text)
        ledger.txn.erase_parts(RowKind.MESSAGE, [id])
        changes.append(message_change(after))
        changes += _mask_quotes(ledger, plan, id, spans)
    return changes


def _mask_quotes(ledger: Ledger, plan: _Plan, id: MessageId, spans: list[tuple[int, int]]) -> list[Change]:
    """What other memories quote from the blotted spans is blotted there too."""
    changes: list[Change] = []
    for memory in ledger.txn.citing([id]):
        if memory.id in plan.memories or not memory.evidence:
            continue
        evidence = tuple(_blotted_quote(item, id, spans) for item in memory.evidence)
        if evidence == memory.evidence:
            continue
        for old, new in zip(memory.evidence, evidence, strict=True):
            if old != new:
                ledger.txn.mask_evidence(memory.id, id, new.start, new.end, new.quote)
        ledger.txn.erase_parts(RowKind.MEMORY, [memory.id])
        changes.append(memory_change(Changed(None, replace(memory, evidence=evidence))))
    return changes


def _blotted_quote(item: Evidence, id: MessageId, spans: list[tuple[int, int]]) -> Evidence:
    return replace(item, quote=blotted(item.quote, item.start, spans)) if item.message == id else item


def blotted(text: str, offset: int, spans: Iterable[tuple[int, int]]) -> str:
    """The text with these spans, counted from `offset`, made unreadable; its length stays."""
    letters = list(text)
    for start, end in spans:
        for place in range(max(0, start - offset), min(len(letters), end - offset)):
            letters[place] = BLOT if not letters[place].isspace() else letters[place]
    return "".join(letters)


def _unname(ledger: Ledger, plan: _Plan) -> list[Change]:
    """Names that an entity had from what is now forgotten."""
    values = {folded(memory.claim.value) for memory in plan.memories.values() if memory.claim}
    changes: list[Change] = []
    for entity in ledger.txn.entities():
        kept = tuple(name for name in entity.names if folded(name) not in values)
        if entity.id in plan.entities or kept == entity.names:
            continue
        after = replace(entity, names=kept)
        ledger.restore_entity(entity.id, after)
        ledger.txn.erase_parts(RowKind.ENTITY, [entity.handle])
        changes.append(entity_change(None, after))
    return changes


def _erase(world: World, ledger: Ledger, plan: _Plan) -> int:
    txn = ledger.txn
    for memory in plan.memories:
        txn.erase_memory(memory, world.now())
    for message in plan.messages:
        txn.erase_message(message)
    for entity in plan.entities:
        txn.erase_entity(entity)
    txn.blank_servings(plan.servings)
    parts = txn.erase_parts(RowKind.MEMORY, plan.memories)
    parts += txn.erase_parts(RowKind.MESSAGE, plan.messages)
    return parts + txn.erase_parts(RowKind.ENTITY, [entity.handle for entity in plan.entities.values()])


def _tombstones(plan: _Plan, proposals: Iterable[ProposalId]) -> list[Change]:
    """Every vanished row leaves a mark in the journal, without its text: blanked parts can be told from tampering."""
    rows: list[tuple[RowKind, str]] = [(RowKind.MEMORY, id) for id in plan.memories]
    rows += [(RowKind.MESSAGE, id) for id in plan.messages]
    rows += [(RowKind.ENTITY, entity.handle) for entity in plan.entities.values()]
    rows += [(RowKind.PROPOSAL, id) for id in proposals]
    return [Change(kind, id, None, None) for kind, id in rows]


def _mentions(reader: Reader, plan: _Plan) -> tuple[MessageId, ...]:
    value = folded(plan.value or "")
    if len(value) < _MIN_WORDS:
        return ()
    return tuple(message.id for message in reader.messages_mentioning([value]))
