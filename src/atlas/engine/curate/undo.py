"""Take a change back: its inverse is applied field by field; what has changed since is reported and left alone.

A change may be one entry or a whole cycle of consolidation. Its parts are taken back in the reverse of the order in
which they were written, in one transaction, so that a memory which the cycle changed twice is as it was before both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

from atlas.curation.effects import Changed
from atlas.engine.core.deadline import reply_deadline
from atlas.engine.core.ledger import (
    USE,
    Ledger,
    Run,
    continues,
    edge_change,
    edge_row,
    gist_row,
    judged_change,
    memory_change,
    memory_from_row,
    memory_row,
    use_change,
    use_row,
    whole_change,
)
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.provenance import carry_out, origin_row, plan_move
from atlas.engine.intake.episodes import keep
from atlas.engine.thinking.schedule import on_interaction
from atlas.errors import NotFound, Refused
from atlas.model.entity import Entity, EntityId
from atlas.model.graph import Edge
from atlas.model.ids import MemoryId, MessageId, ProposalId
from atlas.model.journal import Action, Actor, Change, Entry, Part, Row, RowKind
from atlas.model.memory import Memory, Relation, State, Status
from atlas.model.origin import Origin
from atlas.model.plain_data import from_plain, to_plain
from atlas.ports.reading import Reader

UNDOABLE: Final = frozenset(
    {
        Action.REMEMBERED,
        Action.DECIDED,
        Action.CHANGED,
        Action.CLOSED,
        Action.EXPIRED,
        Action.HELD,
        Action.CONSOLIDATED,
    }
)
MAX_SHOWN: Final = 100_000
_REVERTIBLE: Final = UNDOABLE | {Action.UNDONE, Action.REINFORCED}
"""How a memory is kept moves with every reply: it is not what somebody means who says "undo", and has its number."""
_BOOKKEEPING: Final = frozenset({"version"})
_ROWS: Final = frozenset({RowKind.MEMORY, RowKind.USE, RowKind.EDGE, RowKind.GIST})
_DECIDED: Final = "decided_by"

Taken = tuple[list[Change], list[str]]
"""What was done to take a part back, and what could not be done."""


@dataclass(frozen=True, slots=True)
class Undone:
    entry: int
    """The journal entry that was taken back; of a cycle the first."""
    restored: tuple[str, ...]
    conflicts: tuple[str, ...]
    """What could not be taken back, each in a sentence."""


def undo(runtime: Runtime, actor: Actor = Actor.OPERATOR) -> Undone:
    """Take back the last change that has not been taken back yet; again and again, as far as wished."""
    keep(runtime, reply_deadline(runtime))
    found = undoable(runtime, 1)
    if not found:
        raise NotFound("There is nothing to undo.")
    return revert(runtime, found[0].seq, actor)


def undoable(runtime: Runtime, limit: int) -> list[Entry]:
    """What would be taken back next, and after that; a cycle is one of them, by its first entry."""
    with runtime.store.reading(runtime.space) as reader:
        return list(islice(_undoable(reader), max(0, min(limit, MAX_SHOWN))))


def revert(runtime: Runtime, seq: int, actor: Actor = Actor.OPERATOR) -> Undone:
    """Take back one change of the journal, whatever came after it."""
    keep(runtime, reply_deadline(runtime))
    with runtime.store.writing(runtime.space) as txn:
        entry = txn.entry(seq)
        if entry is None:
            raise NotFound(f"There is no journal entry {seq} here.")
        if continues(entry):
            raise Refused(f"Entry {seq} is a part of what began with entry {entry.cause}: revert that.")
        if entry.action not in _REVERTIBLE:
            raise Refused(f"Entry {seq} ({entry.action}) is not a change that can be taken back.")
        if seq in undone(txn):
            raise Refused(f"Entry {seq} was taken back already; revert the entry that did so to have it again.")
        return _take_back(Ledger(runtime, txn), entry, actor)


def _undoable(reader: Reader) -> Iterator[Entry]:
    """The newest first."""
    gone = undone(reader)
    head = reader.head()
    for seq in range(head.seq if head else 0, 0, -1):
        entry = reader.entry(seq)
        if entry and seq not in gone and _is_change(entry) and _says_something(reader, entry):
            yield entry


def _is_change(entry: Entry) -> bool:
    """What a model asked for is no step of a person's: it is rejected, or taken back by its number (C3)."""
    return entry.action in UNDOABLE and entry.actor is not Actor.MODEL and not continues(entry)


def _says_something(reader: Reader, first: Entry) -> bool:
    parts = (part for entry in whole_change(reader, first) for part in entry.parts if not part.erased)
    return any(part.kind in _ROWS or _is_decision(part) for part in parts)


def _is_decision(part: Part) -> bool:
    """Whether a person decided on a proposal: taken back, it waits again."""
    change = part.change() if part.kind is RowKind.PROPOSAL else None
    return bool(change and (change.after or {}).get(_DECIDED))


def undone(reader: Reader) -> set[int]:
    """Entries that stand taken back. An undoing that was itself taken back does not count, so the newest go first."""
    found: set[int] = set()
    for seq, cause in reversed(reader.undoings()):
        if seq not in found:
            found.add(cause)
    return found


def _take_back(ledger: Ledger, first: Entry, actor: Actor) -> Undone:
    run = Run(ledger, actor, Action.UNDONE, first.seq)
    restored: list[str] = []
    conflicts: list[str] = []
    last = max(entry.seq for entry in whole_change(ledger.txn, first))
    for seq in range(last, first.seq - 1, -1):
        entry = ledger.txn.entry(seq)
        for part in reversed(entry.parts if entry else ()):
            changes, found = _take_back_part(ledger, part)
            conflicts += found
            for change in changes:
                restored.append(change.id)
                run.add(change)
    if run.close() is None:
        raise Refused(" ".join(conflicts) or f"Entry {first.seq} changed nothing that can be taken back.")
    return Undone(first.seq, tuple(dict.fromkeys(restored)), tuple(dict.fromkeys(conflicts)))


def _take_back_part(ledger: Ledger, part: Part) -> Taken:
    taking = {
        RowKind.MEMORY: _memory,
        RowKind.USE: _use,
        RowKind.ENTITY: _entity,
        RowKind.EDGE: _edge,
        RowKind.GIST: _gist,
        RowKind.PROPOSAL: _proposal,
        RowKind.MESSAGE: _origin,
    }
    if part.kind not in taking:
        return [], []
    if part.erased:
        return [], [f"The text of {part.id} was forgotten and does not come back."]
    change = part.change()
    try:
        return taking[part.kind](ledger, change) if change else ([], [])
    except Refused as refused:
        return [], [f"{part.id}: {refused}"]


# --- entities, edges, gists


def _entity(ledger: Ledger, change: Change) -> Taken:
    row = change.after or change.before or {}
    id = EntityId(str(row["id"]))
    now = ledger.txn.entity(id)
    if (to_plain(now) if now else None) != change.after:
        return [], [f"The names of {id} have changed since."]
    ledger.restore_entity(id, from_plain(Entity, change.before) if change.before else None)
    return [change.inverse], []


def _edge(ledger: Ledger, change: Change) -> Taken:
    relation, one, other = change.id.split(":")
    ends = (MemoryId(one), MemoryId(other))
    there = {memory.id for memory in ledger.txn.memories(ends) if memory.state is not State.GONE}
    now = next((each for each in ledger.txn.edges(ends[:1]) if each.key == change.id), None)
    if edge_row(now) != change.after:
        return [], [f"How {one} and {other} hang together has changed since."]
    if change.before is None:
        ledger.reweigh(now, None)
        return [change.inverse], []
    if len(there) < len(ends):
        return [], [f"{one} and {other} are not both there any more."]
    weight = float(str(change.before["weight"]))
    ledger.reweigh(now, Edge(Relation(relation), *ends, weight))
    return [change.inverse], []


def _gist(ledger: Ledger, change: Change) -> Taken:
    """The whole text again; or, where that is what is taken back, the gist."""
    id = MessageId(change.id)
    message = ledger.txn.message(id)
    if message is None:
        return [], [f"The message {id} was forgotten and does not come back."]
    now = message.text if ledger.txn.archived([id]) else None
    if gist_row(now) != change.after:
        return [], [f"The text of {id} has changed since."]
    ledger.shorten(id, str(change.before["gist"]) if change.before else None)
    return [change.inverse], []


def _origin(ledger: Ledger, change: Change) -> Taken:
    """C3: nobody vouches for it any more, or again; what was thought of it is thought anew."""
    message = ledger.txn.message(MessageId(change.id))
    if message is None or change.before is None or change.after is None:
        return [], []  # it was forgotten, or came in with this entry and stays
    if origin_row(message.origin) != change.after:
        return [], [f"The origin of {change.id} has changed since."]
    move = plan_move(ledger.runtime, ledger.txn, [(message, Origin(str(change.before["origin"])))])
    carry_out(ledger, move)
    on_interaction(ledger.runtime, ledger.txn, message.interaction)
    return move.changes(), []


def _proposal(ledger: Ledger, change: Change) -> Taken:
    """C2: what was decided waits again; or, where that is what is taken back, is decided again."""
    told = change.after or {}
    before = _decider(change.before) if change.before else None
    judged = ledger.txn.judged(ProposalId(change.id))
    if judged is None or (change.before is None and not told.get(_DECIDED)):
        return [], []  # it was proposed then, and stays on record
    if judged.decided_by != _decider(told):
        return [], [f"What was decided on {change.id} has changed since."]
    restored = replace(judged, decided_by=before)
    ledger.restore_judged(restored)
    return [replace(judged_change(restored), before=judged_change(judged).after)], []


def _decider(row: Row) -> str | None:
    return str(row[_DECIDED]) if row.get(_DECIDED) else None


# --- memories


def _memory(ledger: Ledger, change: Change) -> Taken:
    now = ledger.txn.memory(MemoryId(change.id))
    if now is not None and now.state is State.GONE:
        return [], [f"{change.id} was forgotten and does not come back."]
    if change.before is None:
        return _withdraw(ledger, change, now)
    if change.after is None or now is None:
        return _bring_back(ledger, change, now)
    return _restore(ledger, change.before, change.after, now)


def _withdraw(ledger: Ledger, change: Change, now: Memory | None) -> Taken:
    """That it was of use since is no reason to keep it; what it hangs together with by use goes with it."""
    if now is None:
        return [], [f"{change.id} is not there any more."]
    changed = _differences(memory_row(now), change.after or {}) - USE
    if changed:
        return [], [f"{change.id} has changed since ({', '.join(sorted(changed))}); take that back first."]
    linking = [memory.id for memory in ledger.txn.linking_to([now.id])]
    if linking:
        return [], [f"{change.id} is what {', '.join(linking)} stands on; take that back first."]
    learned = ledger.txn.edges([now.id])
    for each in learned:
        ledger.reweigh(each, None)
    ledger.withdraw(now)
    loose = [edge_change(each, None) for each in learned]
    return [*loose, Change(RowKind.MEMORY, change.id, memory_row(now), None)], []


def _bring_back(ledger: Ledger, change: Change, now: Memory | None) -> Taken:
    """The inverse of a withdrawal."""
    if now is not None or change.before is None:
        return [], [f"{change.id} is there again already."]
    memory = memory_from_row(change.before, ledger.txn)
    ledger.restore(memory, None)
    return [memory_change(Changed(None, memory))], []


def _restore(ledger: Ledger, before: Row, after: Row, now: Memory) -> Taken:
    current: dict[str, Any] = memory_row(now)
    fields = _differences(before, after)
    free = {name for name in fields if current.get(name) == after.get(name)}
    taken = {name for name in fields if current.get(name) == before.get(name)}  # by another part, with its message
    left = sorted(fields - free - taken)
    conflicts = [f"{now.id}: {name} has changed since and is left as it is." for name in left]
    if not free:
        return [], conflicts
    row = {name: value for name, value in current.items() if name not in free}
    row |= {name: before[name] for name in free if name in before}
    restored = replace(memory_from_row(row, ledger.txn), version=now.version + 1)
    ledger.restore(restored, now.version)
    if now.status is Status.REJECTED and restored.transcribes and (said := ledger.txn.message(restored.transcribes)):
        on_interaction(ledger.runtime, ledger.txn, said.interaction)  # what was dismissed is thought about again
    return [memory_change(Changed(now, restored))], conflicts


def _use(ledger: Ledger, change: Change) -> Taken:
    """How it was kept, field by field."""
    now = ledger.txn.memory(MemoryId(change.id))
    if now is None or now.state is State.GONE:
        return [], [f"{change.id} is not there any more."]
    before, after = change.before or {}, change.after or {}
    moved = _differences(before, after)
    current = use_row(now, moved)
    free = {name for name in moved if current[name] == after[name]}
    conflicts = [f"{now.id}: {name} has changed since and is left as it is." for name in sorted(moved - free)]
    if not free:
        return [], conflicts
    row = {**memory_row(now), **{name: before[name] for name in free}}
    restored = replace(memory_from_row(row, ledger.txn), version=now.version + 1)
    ledger.restore(restored, now.version)
    changed = Changed(now, restored)
    return [use_change(changed) or memory_change(changed)], conflicts


def _differences(one: Row, other: Row) -> set[str]:
    names = {*one, *other} - _BOOKKEEPING
    return {name for name in names if one.get(name) != other.get(name)}
