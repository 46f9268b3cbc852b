"""Lift a quarantine: everything it took out of service comes back as it was (C8).

What another open quarantine touches stays out. What came in meanwhile and was contained as it came is in service from
now on, and is thought about.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from atlas.beliefs.replay import replay_belief
from atlas.curation.effects import Effects, MemoryChange, next_version
from atlas.engine.core.belief_rows import argument_row, belief_row
from atlas.engine.core.containment import list_open_quarantines, read_contained
from atlas.engine.core.ledger import (
    ChangeRun,
    Ledger,
    document_change,
    quarantine_change,
    split_document_part,
    whole_change,
)
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.quarantine import contain
from atlas.engine.curate.quarantine_plan import plan_quarantine
from atlas.engine.thinking.schedule import owe_for_interaction
from atlas.model.belief import Argument, Belief
from atlas.model.document import Document, DocumentChange
from atlas.model.ids import ArgumentId, BeliefId, InteractionId, MemoryId, MessageId, QuarantineId
from atlas.model.journal import Action, Actor, Change, Entry, Row, RowKind
from atlas.model.memory import Memory, State
from atlas.model.plain_data import from_plain, to_plain
from atlas.model.quarantine import Quarantine
from atlas.ports.reading import Reader

_MANY: Final = 2**31
_MOVED: Final = ("status", "state", "valid_until")
"""What a quarantine changes of a memory."""


@dataclass(slots=True)
class Lifting:
    """What a lifting has restored so far, and what it could not."""

    run: ChangeRun
    restored: list[str] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)

    @property
    def ledger(self) -> Ledger:
        return self.run.ledger

    def add(self, change: Change) -> None:
        self.restored.append(change.id)
        self.run.add(change)


def is_lifted(reader: Reader, first: Entry) -> bool:
    """Whether what an entry contained was let go already."""
    ids = {part.id for part in first.parts if part.kind is RowKind.QUARANTINE}
    return not any(each.is_open for each in reader.quarantines() if each.id in ids)


def lift_entry(ledger: Ledger, first: Entry, actor: Actor) -> Lifting:
    """Take back the quarantine that an entry wrote down, and what later entries did for it."""
    txn, runtime = ledger.txn, ledger.runtime
    lifting = Lifting(ChangeRun(ledger, actor, Action.UNDONE, first.seq))
    [id] = [QuarantineId(part.id) for part in first.parts if part.kind is RowKind.QUARANTINE]
    entries = [each for each in txn.entries_about(RowKind.QUARANTINE, id) if each.action is Action.QUARANTINED]
    row = next(each for each in txn.quarantines() if each.id == id)
    lifted = replace(row, lifted_at=runtime.now())
    ledger.write_quarantine(lifted)
    lifting.add(quarantine_change(row, lifted))
    for entry in reversed(entries):
        _restore_rows(lifting, [change for each in whole_change(txn, entry) for change in _read_changes(each)])
    _release_late(lifting)
    lifting.run.close()
    contain_again(ledger, list_open_quarantines(txn), lifting.run.first)
    return lifting


def contain_again(ledger: Ledger, quarantines: Sequence[Quarantine], cause: Entry | None) -> None:
    """Have each of these contain whatever of it is in service: each in an entry, by which its lifting finds it."""
    for each in quarantines:
        plan = plan_quarantine(ledger.runtime, ledger.txn, each)
        if plan.contain_memories() or plan.arguments or plan.documents:
            run = ChangeRun(ledger, Actor.ATLAS, Action.QUARANTINED, cause.seq if cause else None)
            run.add(quarantine_change(each, each))
            contain(run, plan)
            run.close()


def _read_changes(entry: Entry) -> Iterable[Change]:
    return (change for part in entry.parts if (change := part.change()) is not None)


def _restore_rows(lifting: Lifting, changes: Sequence[Change]) -> None:
    for change in reversed([each for each in changes if each.kind is RowKind.MEMORY]):
        _restore_memory(lifting, change)
    for change in (each for each in changes if each.kind is RowKind.DOCUMENT):
        _restore_document(lifting, change)
    beliefs = {each.id: each for each in changes if each.kind is RowKind.BELIEF}
    arguments = [each for each in changes if each.kind is RowKind.ARGUMENT]
    _restore_beliefs(lifting, beliefs, [from_plain(Argument, each.before) for each in arguments if each.before])


# --- memories


def _restore_memory(lifting: Lifting, change: Change) -> None:
    now = lifting.ledger.txn.memory(MemoryId(change.id))
    before, after = change.before, change.after
    if now is None or now.state is State.GONE or before is None or after is None:
        lifting.conflicts.append(f"{change.id} was forgotten and does not come back.")
        return
    moved = [name for name in _MOVED if before.get(name) != after.get(name)]
    current = to_plain(now)
    if any(current.get(name) != after.get(name) for name in moved):
        lifting.conflicts.append(f"{change.id} has changed since and is left as it is.")
        return
    kept = {name: value for name, value in current.items() if name not in moved}
    row = {**kept, **{name: before[name] for name in moved if name in before}}
    _write_memory(lifting, now, replace(from_plain(Memory, row), version=now.version + 1))


def _write_memory(lifting: Lifting, now: Memory, restored: Memory) -> None:
    lifting.ledger.add_to(lifting.run, Effects((MemoryChange(now, restored),)))
    lifting.restored.append(now.id)


def _release_late(lifting: Lifting) -> None:
    """Let go what was contained as it came in, unless another quarantine touches it; and owe what nobody has read."""
    txn, runtime = lifting.ledger.txn, lifting.ledger.runtime
    held: set[MemoryId] = set()
    for each in list_open_quarantines(txn):
        held.update(plan_quarantine(runtime, txn, each).memories)
    for memory in [each for each in read_contained(txn) if each.id not in held]:
        _write_memory(lifting, memory, next_version(memory, state=State.ACTIVE))
    said = [each.transcribes for each in txn.memories(MemoryId(id) for id in lifting.restored) if each.transcribes]
    _owe_unread(runtime, lifting, said)


def _owe_unread(runtime: Runtime, lifting: Lifting, messages: Sequence[MessageId]) -> None:
    txn = lifting.ledger.txn
    read = {id for each in txn.reflections(_MANY) for id in each.inputs} if messages else set()
    unread: dict[InteractionId, None] = {
        each.interaction: None for each in txn.messages(id for id in messages if id not in read)
    }
    for interaction in unread:
        owe_for_interaction(runtime, txn, interaction, just_said=False)


# --- documents


def _restore_document(lifting: Lifting, change: Change) -> None:
    """A document with its lines again, as its next version; where it has changed since, they come back at its end."""
    id, _ = split_document_part(change.id)
    now = lifting.ledger.txn.document(id)
    if now is None or change.before is None or change.after is None:
        lifting.conflicts.append(f"{id} is not there any more.")
        return
    before, after = from_plain(Document, change.before), from_plain(Document, change.after)
    if (now.title, now.text, now.status) == (after.title, after.text, after.status):
        restored = replace(before, version=now.version + 1, origin=now.origin, trust=now.trust)
    else:
        kept = set(after.text.splitlines())
        lost = [line for line in before.text.splitlines() if line not in kept and line not in now.text.splitlines()]
        text = now.text.rstrip("\n") + "\n" + "".join(f"{line}\n" for line in lost)
        restored = replace(now, text=text, version=now.version + 1, updated_at=lifting.ledger.runtime.now())
    lifting.ledger.restore_document(restored, now.version)
    lifting.add(document_change(DocumentChange(now, restored)))


# --- beliefs


def _restore_beliefs(lifting: Lifting, beliefs: dict[str, Change], arguments: Sequence[Argument]) -> None:
    """The arguments count again; a belief that has moved meanwhile is computed anew with them."""
    for id, change in beliefs.items():
        before = from_plain(Belief, change.before) if change.before else None
        if before is None:
            continue
        now = lifting.ledger.txn.belief(BeliefId(id))
        unmoved = (belief_row(now) if now else None) == change.after
        restored = replace(before, version=now.version + 1) if now else before
        if not unmoved and now is not None:
            restored = replace(now, version=now.version + 1)
        lifting.ledger.restore_belief(restored, now.version if now else None)
        _restore_arguments(lifting, [each for each in arguments if each.belief == id])
        if not unmoved:
            restored = _replay(lifting, restored)
        row = Change(RowKind.BELIEF, id, belief_row(now) if now else None, belief_row(restored))
        lifting.add(row)


def _replay(lifting: Lifting, belief: Belief) -> Belief:
    txn, runtime = lifting.ledger.txn, lifting.ledger.runtime
    made = replay_belief(belief, txn.arguments(belief.id), txn.snapshots(-1, _MANY), runtime.beliefs)
    restored = replace(made or belief, version=belief.version + 1, updated_at=runtime.now())
    lifting.ledger.restore_belief(restored, belief.version)
    return restored


def _restore_arguments(lifting: Lifting, arguments: Iterable[Argument]) -> None:
    for each in arguments:
        if lifting.ledger.txn.message(each.message) is None:
            lifting.conflicts.append(f"The message that made {each.id} was forgotten.")
        elif lifting.ledger.txn.argument(ArgumentId(each.id)) is None:
            lifting.ledger.restore_argument(each)
            lifting.add(Change(RowKind.ARGUMENT, each.id, None, argument_row(each)))


def take_back_quarantine(ledger: Ledger, change: Change) -> tuple[list[Change], list[str]]:
    """Undo of a lifting: the quarantine holds again."""
    row: Row | None = change.before
    if row is None:
        return [], []
    now = next((each for each in ledger.txn.quarantines() if each.id == change.id), None)
    restored = from_plain(Quarantine, row)
    ledger.write_quarantine(restored)
    return [quarantine_change(now, restored)], []
