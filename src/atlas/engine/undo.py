"""Take a change back: its inverse is applied field by field; what has changed since is reported and left alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

from atlas.curation.effects import Changed
from atlas.engine.keep import keep
from atlas.engine.ledger import Ledger, memory_change, memory_from_row, memory_row
from atlas.engine.world import World
from atlas.errors import NotFound, Refused
from atlas.model.entity import Entity, EntityId
from atlas.model.ids import MemoryId
from atlas.model.journal import Action, Actor, Change, Entry, Part, Row, RowKind
from atlas.model.memory import Memory, State
from atlas.model.plain import from_plain, to_plain
from atlas.ports.store import Reader

UNDOABLE: Final = frozenset(
    {Action.REMEMBERED, Action.DECIDED, Action.CHANGED, Action.CLOSED, Action.EXPIRED, Action.HELD}
)
MAX_SHOWN: Final = 100_000
_REVERTIBLE: Final = UNDOABLE | {Action.UNDONE}
_BOOKKEEPING: Final = frozenset({"version"})


@dataclass(frozen=True, slots=True)
class Undone:
    entry: int
    """The journal entry that was taken back."""
    restored: tuple[str, ...]
    conflicts: tuple[str, ...]
    """What could not be taken back, each in a sentence."""


def undo(world: World, actor: Actor = Actor.OPERATOR) -> Undone:
    """Take back the last change that has not been taken back yet; again and again, as far as wished."""
    keep(world)
    found = undoable(world, 1)
    if not found:
        raise NotFound("There is nothing to undo.")
    return revert(world, found[0].seq, actor)


def undoable(world: World, limit: int) -> list[Entry]:
    """What would be taken back next, and after that."""
    keep(world)
    with world.store.reading(world.space) as reader:
        return list(islice(_undoable(reader), max(0, min(limit, MAX_SHOWN))))


def revert(world: World, seq: int, actor: Actor = Actor.OPERATOR) -> Undone:
    """Take back one entry of the journal, whatever came after it."""
    keep(world)
    with world.store.writing(world.space) as txn:
        entry = txn.entry(seq)
        if entry is None:
            raise NotFound(f"There is no journal entry {seq} here.")
        if entry.action not in _REVERTIBLE:
            raise Refused(f"Entry {seq} ({entry.action}) is not a change that can be taken back.")
        if seq in _undone(txn):
            raise Refused(f"Entry {seq} was taken back already; revert the entry that did so to have it again.")
        return _take_back(Ledger(world, txn), entry, actor)


def _undoable(reader: Reader) -> Iterator[Entry]:
    """The newest first."""
    undone = _undone(reader)
    head = reader.head()
    for seq in range(head.seq if head else 0, 0, -1):
        entry = reader.entry(seq)
        if entry and entry.action in UNDOABLE and entry.seq not in undone and _has_memory(entry):
            yield entry


def _has_memory(entry: Entry) -> bool:
    return any(part.kind is RowKind.MEMORY and not part.erased for part in entry.parts)


def _undone(reader: Reader) -> set[int]:
    """Entries that stand taken back. An undoing that was itself taken back does not count, so the newest go first."""
    undone: set[int] = set()
    for seq, cause in reversed(reader.undoings()):
        if seq not in undone:
            undone.add(cause)
    return undone


def _take_back(ledger: Ledger, entry: Entry, actor: Actor) -> Undone:
    changes: list[Change] = []
    conflicts: list[str] = []
    for part in entry.parts:
        change, found = _take_back_part(ledger, part)
        changes += [change] if change else []
        conflicts += found
    if not changes:
        raise Refused(" ".join(conflicts) or f"Entry {entry.seq} changed nothing that can be taken back.")
    ledger.record(actor, Action.UNDONE, changes, entry.seq)
    return Undone(entry.seq, tuple(change.id for change in changes), tuple(conflicts))


def _take_back_part(ledger: Ledger, part: Part) -> tuple[Change | None, list[str]]:
    if part.kind not in (RowKind.MEMORY, RowKind.ENTITY):
        return None, []
    if part.erased:
        return None, [f"The text of {part.id} was forgotten and does not come back."]
    change = part.change()
    if change is None:
        return None, []
    return _memory(ledger, change) if part.kind is RowKind.MEMORY else _entity(ledger, change)


def _entity(ledger: Ledger, change: Change) -> tuple[Change | None, list[str]]:
    row = change.after or change.before or {}
    id = EntityId(str(row["id"]))
    now = ledger.txn.entity(id)
    if (to_plain(now) if now else None) != change.after:
        return None, [f"The names of {id} have changed since."]
    ledger.restore_entity(id, from_plain(Entity, change.before) if change.before else None)
    return change.inverse, []


def _memory(ledger: Ledger, change: Change) -> tuple[Change | None, list[str]]:
    now = ledger.txn.memory(MemoryId(change.id))
    if now is not None and now.state is State.GONE:
        return None, [f"{change.id} was forgotten and does not come back."]
    if change.before is None:
        return _withdraw(ledger, change, now)
    if change.after is None or now is None:
        return _bring_back(ledger, change, now)
    return _restore(ledger, change.before, change.after, now)


def _withdraw(ledger: Ledger, change: Change, now: Memory | None) -> tuple[Change | None, list[str]]:
    if now is None:
        return None, [f"{change.id} is not there any more."]
    changed = _differences(memory_row(now), change.after or {})
    if changed:
        return None, [f"{change.id} has changed since ({', '.join(sorted(changed))}); take that back first."]
    linking = [memory.id for memory in ledger.txn.linking_to([now.id])]
    if linking:
        return None, [f"{change.id} is what {', '.join(linking)} stands on; take that back first."]
    ledger.withdraw(now)
    return Change(RowKind.MEMORY, change.id, memory_row(now), None), []


def _bring_back(ledger: Ledger, change: Change, now: Memory | None) -> tuple[Change | None, list[str]]:
    """The inverse of a withdrawal."""
    if now is not None or change.before is None:
        return None, [f"{change.id} is there again already."]
    memory = memory_from_row(change.before, ledger.txn)
    ledger.restore(memory, None)
    return memory_change(Changed(None, memory)), []


def _restore(ledger: Ledger, before: Row, after: Row, now: Memory) -> tuple[Change | None, list[str]]:
    current: dict[str, Any] = memory_row(now)
    fields = _differences(before, after)
    free = {name for name in fields if current.get(name) == after.get(name)}
    conflicts = [f"{now.id}: {name} has changed since and is left as it is." for name in sorted(fields - free)]
    if not free:
        return None, conflicts
    row = {name: value for name, value in current.items() if name not in free}
    row |= {name: before[name] for name in free if name in before}
    restored = replace(memory_from_row(row, ledger.txn), version=now.version + 1)
    ledger.restore(restored, now.version)
    return memory_change(Changed(now, restored)), conflicts


def _differences(one: Row, other: Row) -> set[str]:
    names = {*one, *other} - _BOOKKEEPING
    return {name for name in names if one.get(name) != other.get(name)}
