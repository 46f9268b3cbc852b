"""Take a change back: its inverse is applied field by field, whole; nothing is, where some of it has changed since.

A change may be one entry or a whole cycle of consolidation. Its parts are taken back in the reverse of the order in
which they were written, in one transaction, so that a memory which the cycle changed twice is as it was before both.
Of a cycle, whose changes have nothing to do with each other, what has changed since is reported and left alone.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from typing import Any, Final

from atlas.curation.effects import MemoryChange
from atlas.engine.core.access import ReadAccess
from atlas.engine.core.containment import list_open_quarantines
from atlas.engine.core.deadline import reply_deadline
from atlas.engine.core.document_versions import restore_document
from atlas.engine.core.ledger import (
    ChangeRun,
    Ledger,
    document_change,
    edge_change,
    edge_row,
    gist_row,
    is_continuation,
    judged_change,
    memory_change,
    memory_from_row,
    memory_row,
    split_document_part,
    use_change,
    use_row,
    whole_change,
)
from atlas.engine.core.log_fields import log_fields
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.belief_undo import (
    BELIEF_KINDS,
    find_belief_conflicts,
    take_back_argument,
    take_back_belief,
)
from atlas.engine.curate.provenance import origin_row, plan_origin_move, write_origin_move
from atlas.engine.curate.quarantine import find_quarantine
from atlas.engine.curate.quarantine_lift import contain_again, is_lifted, lift_entry, take_back_quarantine
from atlas.engine.curate.restorable import changed_fields, find_memory_obstacles
from atlas.engine.intake.episodes import make_episodes
from atlas.engine.thinking.schedule import owe_for_interaction
from atlas.errors import NotFound, Refused
from atlas.evolution.filing import is_filing
from atlas.model.document import Document, DocumentChange
from atlas.model.entity import Entity, EntityId
from atlas.model.graph import Edge
from atlas.model.ids import MemoryId, MessageId, ProposalId
from atlas.model.journal import Action, Actor, Change, Entry, Part, Row, RowKind
from atlas.model.memory import USE_FIELDS, Memory, Relation, State, Status
from atlas.model.origin import Origin
from atlas.model.plain_data import from_plain, proposal_from_plain, to_plain
from atlas.model.proposal import Amend
from atlas.ports.reading import Reader

UNDOABLE: Final = frozenset(
    {
        Action.REMEMBERED,
        Action.DECIDED,
        Action.DEMOTED,
        Action.CHANGED,
        Action.CLOSED,
        Action.EXPIRED,
        Action.HELD,
        Action.CONSOLIDATED,
        Action.AMENDED,
        Action.JUDGED,
        Action.QUARANTINED,
        Action.INGESTED,
    }
)
MAX_SHOWN: Final = 100_000
_LOG: Final = logging.getLogger("atlas.curate")
_REVERTIBLE: Final = UNDOABLE | {Action.UNDONE, Action.REINFORCED, Action.ARGUED, Action.MOVED}
"""How a memory is kept moves with every reply, and a belief with what is argued: that is not what somebody means who
says "undo", and has its number."""
_ROWS: Final = frozenset({RowKind.MEMORY, RowKind.USE, RowKind.EDGE, RowKind.GIST, RowKind.DOCUMENT, *BELIEF_KINDS})
_DECIDED: Final = "decided_by"
_WHOLE: Final = _ROWS - {RowKind.USE, RowKind.EDGE} | {RowKind.PROPOSAL, RowKind.MESSAGE}
"""What a change is about: of names, edges and use, which others share, that is left which has moved on."""
_BATCHES: Final = frozenset({Action.CONSOLIDATED, Action.INGESTED, Action.QUARANTINED})
"""Many changes at once, each for itself: what has changed since is left, and the rest is taken back (T13)."""

PartResult = tuple[list[Change], list[str]]
"""What was done to take a part back, and what could not be done."""


@dataclass(frozen=True, slots=True)
class UndoReceipt:
    """What an undo took back, and what it could not."""

    entry: int
    """The journal entry that was taken back; of a cycle the first."""
    restored: tuple[str, ...]
    conflicts: tuple[str, ...]
    """What could not be taken back, each in a sentence."""


def undo_last_change(runtime: Runtime, actor: Actor = Actor.OPERATOR) -> UndoReceipt:
    """Take back the last change that has not been taken back yet; again and again, as far back as to a forget."""
    make_episodes(runtime, reply_deadline(runtime))
    with runtime.reading() as reader:
        found = list(islice(_find_changes(reader), 1))
        if found and _is_forget(found[0]):
            raise Refused(_describe_forget(reader, found[0]))
    if not found:
        raise NotFound("There is nothing to undo.")
    return revert_entry(runtime, found[0].seq, actor)


def list_undoable(access: ReadAccess, limit: int, *, past_forgets: bool = False) -> list[Entry]:
    """The changes that undo would take back, the next first; a cycle is one of them, by its first entry.

    Undo goes as far back as to a forget; what came before it is there where `past_forgets` asks for it.
    """
    with access.reading() as reader:
        changes = _find_changes(reader)
        found = _find_undoable(reader) if past_forgets else takewhile(lambda each: not _is_forget(each), changes)
        return list(islice(found, max(0, min(limit, MAX_SHOWN))))


def revert_entry(runtime: Runtime, seq: int, actor: Actor = Actor.OPERATOR) -> UndoReceipt:
    """Take back one change of the journal, whatever came after it."""
    make_episodes(runtime, reply_deadline(runtime))
    with runtime.writing() as txn:
        entry = txn.entry(seq)
        if entry is None:
            raise NotFound(f"There is no journal entry {seq} here.")
        if is_continuation(entry):
            raise Refused(f"Entry {seq} is a part of what began with entry {entry.cause}: revert that.")
        if entry.action not in _REVERTIBLE:
            raise Refused(f"Entry {seq} ({entry.action}) is not a change that can be taken back.")
        if seq in find_undone(txn):
            raise Refused(f"Entry {seq} was taken back already; revert the entry that did so to have it again.")
        ledger = Ledger(runtime, txn)
        return _lift(ledger, entry, actor) if entry.action is Action.QUARANTINED else _take_back(ledger, entry, actor)


def lift_quarantine(runtime: Runtime, name: str, actor: Actor = Actor.OPERATOR) -> UndoReceipt:
    """Bring back what a quarantine took out of service, by its id or the beginning of it (C8)."""
    make_episodes(runtime, reply_deadline(runtime))
    with runtime.writing() as txn:
        found = find_quarantine(txn, name)
        if not found.is_open:
            raise Refused(f"{found.id} was lifted already; atlas quarantine --list shows what holds.")
        entry = txn.entries_about(RowKind.QUARANTINE, found.id)[0]
        return _lift(Ledger(runtime, txn), entry, actor)


def _lift(ledger: Ledger, entry: Entry, actor: Actor) -> UndoReceipt:
    """Take a quarantine back: what it contained comes into service as it was (C8)."""
    if is_lifted(ledger.txn, entry):
        raise Refused(f"What entry {entry.seq} quarantined was lifted already.")
    lifting = lift_entry(ledger, entry, actor)
    return UndoReceipt(entry.seq, tuple(dict.fromkeys(lifting.restored)), tuple(dict.fromkeys(lifting.conflicts)))


def _find_undoable(reader: Reader) -> Iterator[Entry]:
    """The changes that can be undone, the newest first."""
    return (entry for entry in _find_changes(reader) if not _is_forget(entry))


def _find_changes(reader: Reader) -> Iterator[Entry]:
    """The changes that somebody who says "undo" may mean, the newest first: those that can be undone, and forgets."""
    gone = find_undone(reader)
    head = reader.head()
    for seq in range(head.seq if head else 0, 0, -1):
        entry = reader.entry(seq)
        if entry is None or seq in gone:
            continue
        if _is_forget(entry) or (_is_change(entry) and _says_something(reader, entry)):
            yield entry


def _is_forget(entry: Entry) -> bool:
    """Whether somebody forgot something; texts that a policy drops are nobody's last change (T12)."""
    return entry.action is Action.FORGOTTEN and entry.actor is not Actor.POLICY


def _describe_forget(reader: Reader, forget: Entry) -> str:
    """Say that a forget stands, and which change before it can be taken back (X3)."""
    earlier = next(_find_undoable(reader), None)
    back = f"revert {earlier.seq} takes back the change before it" if earlier else "there is nothing else to undo"
    return (
        f"A forget cannot be undone: what entry {forget.seq} has forgotten does not come back, and nothing was taken "
        f"back; {back}."
    )


def _is_change(entry: Entry) -> bool:
    """Whether an entry is no model's step: such a request is rejected, or reverted by its number (C3)."""
    again = entry.action is Action.QUARANTINED and entry.actor is Actor.ATLAS  # it goes with the quarantine it is for
    meant = entry.actor is not Actor.MODEL and not is_continuation(entry) and not _is_filing(entry) and not again
    return entry.action in UNDOABLE and meant


def _is_filing(entry: Entry) -> bool:
    """Whether rules filed memories into documents: it follows from what is approved, and would come again."""
    if entry.action is not Action.AMENDED or entry.actor is not Actor.POLICY:
        return False
    changes = (part.change() for part in entry.parts if part.kind is RowKind.PROPOSAL)
    rows: list[Any] = [change.after["proposal"] for change in changes if change and change.after]
    wished = map(proposal_from_plain, rows)
    return any(isinstance(each, Amend) and is_filing(each) for each in wished)


def _says_something(reader: Reader, first: Entry) -> bool:
    parts = (part for entry in whole_change(reader, first) for part in entry.parts if not part.erased)
    return any(part.kind in _ROWS or _is_decision(part) for part in parts)


def _is_decision(part: Part) -> bool:
    """Whether a part is a person's decision on a proposal, which waits again when it is taken back."""
    change = part.change() if part.kind is RowKind.PROPOSAL else None
    return bool(change and (change.after or {}).get(_DECIDED))


def find_undone(reader: Reader) -> set[int]:
    """Entries that stand taken back, without those whose undoing was itself taken back."""
    found: set[int] = set()
    for seq, cause in reversed(reader.undoings()):
        if seq not in found:
            found.add(cause)
    return found


def _take_back(ledger: Ledger, first: Entry, actor: Actor) -> UndoReceipt:
    """Take back a whole change or, where it has changed since, nothing; of a batch, whatever can be."""
    run = ChangeRun(ledger, actor, Action.UNDONE, first.seq)
    restored: list[str] = []
    told = list(whole_change(ledger.txn, first))
    conflicts = find_belief_conflicts(ledger.txn, told)
    stuck = BELIEF_KINDS if conflicts else frozenset()
    obstacles = find_memory_obstacles(ledger.txn, told)
    blocked = bool(conflicts or obstacles)
    for part in (part for entry in reversed(told) for part in reversed(entry.parts) if part.kind not in stuck):
        changes, found = _leave_part(ledger.txn, part, obstacles) or _take_back_part(ledger, part)
        blocked |= bool(found) and part.kind in _WHOLE and not _is_forgotten(ledger.txn, part)
        conflicts += found
        for change in changes:
            restored.append(change.id)
            run.add(change)
    if blocked and not _is_batch(ledger.txn, first):
        raise Refused(" ".join(dict.fromkeys(conflicts)))  # and nothing of it is kept
    changed = run.close()
    if any(part.kind is RowKind.QUARANTINE for part in first.parts):
        contain_again(ledger, list_open_quarantines(ledger.txn), changed)
    if changed is None:
        raise Refused(" ".join(conflicts) or f"Entry {first.seq} changed nothing that can be taken back.")
    _LOG.debug(
        "A change was taken back.",
        extra=log_fields(entry=first.seq, restored=len(restored), conflicts=len(conflicts)),
    )
    return UndoReceipt(first.seq, tuple(dict.fromkeys(restored)), tuple(dict.fromkeys(conflicts)))


def _is_batch(reader: Reader, entry: Entry | None) -> bool:
    """Whether a change is many that have nothing to do with each other; also the taking back of such a one."""
    while entry is not None and entry.action is Action.UNDONE and entry.cause is not None:
        entry = reader.entry(entry.cause)
    return entry is not None and entry.action in _BATCHES


def _leave_part(reader: Reader, part: Part, obstacles: Mapping[str, str]) -> PartResult | None:
    """Leave a memory that has to stay as it is, and one of which nothing is there any more."""
    stays = obstacles.get(part.id) if part.kind is RowKind.MEMORY else None
    return ([], [stays]) if stays and not _is_forgotten(reader, part) else None


def _is_forgotten(reader: Reader, part: Part) -> bool:
    """Whether what a part is about is gone for good, so that nothing of it is left to take back (X3)."""
    if part.erased:
        return True
    if part.kind is RowKind.MEMORY:
        memory = reader.memory(MemoryId(part.id))
        return memory is not None and memory.state is State.GONE
    return part.kind is RowKind.GIST and reader.message(MessageId(part.id)) is None


def _take_back_part(ledger: Ledger, part: Part) -> PartResult:
    handlers = {
        RowKind.MEMORY: _take_back_memory,
        RowKind.USE: _take_back_use,
        RowKind.ENTITY: _take_back_entity,
        RowKind.EDGE: _take_back_edge,
        RowKind.GIST: _take_back_gist,
        RowKind.PROPOSAL: _take_back_decision,
        RowKind.MESSAGE: _take_back_origin,
        RowKind.DOCUMENT: _take_back_document,
        RowKind.BELIEF: take_back_belief,
        RowKind.ARGUMENT: take_back_argument,
        RowKind.QUARANTINE: take_back_quarantine,
    }
    if part.kind not in handlers:
        return [], []
    if part.erased:
        return [], [f"The text of {part.id} was forgotten and does not come back."]
    change = part.change()
    try:
        return handlers[part.kind](ledger, change) if change else ([], [])
    except Refused as refused:
        return [], [f"{part.id}: {refused}"]


# --- entities, edges, gists


def _take_back_entity(ledger: Ledger, change: Change) -> PartResult:
    row = change.after or change.before or {}
    id = EntityId(str(row["id"]))
    now = ledger.txn.entity(id)
    if (to_plain(now) if now else None) != change.after:
        return [], [f"The names of {id} have changed since."]
    ledger.restore_entity(id, from_plain(Entity, change.before) if change.before else None)
    return [change.inverse], []


def _take_back_edge(ledger: Ledger, change: Change) -> PartResult:
    relation, one, other = change.id.split(":")
    ends = (MemoryId(one), MemoryId(other))
    there = {memory.id for memory in ledger.txn.memories(ends) if memory.state is not State.GONE}
    now = next((each for each in ledger.txn.edges(ends[:1]) if each.key == change.id), None)
    if edge_row(now) != change.after:
        return [], [f"How {one} and {other} hang together has changed since."]
    if change.before is None:
        ledger.write_edge(now, None)
        return [change.inverse], []
    if len(there) < len(ends):
        return [], [f"{one} and {other} are not both there any more."]
    weight = float(str(change.before["weight"]))
    ledger.write_edge(now, Edge(Relation(relation), *ends, weight))
    return [change.inverse], []


def _take_back_gist(ledger: Ledger, change: Change) -> PartResult:
    """Restore a message's whole text; or, where that is the change, its gist."""
    id = MessageId(change.id)
    message = ledger.txn.message(id)
    if message is None:
        return [], [f"The message {id} was forgotten and does not come back."]
    now = message.text if ledger.txn.archived_texts([id]) else None
    if gist_row(now) != change.after:
        return [], [f"The text of {id} has changed since."]
    ledger.shorten_text(id, str(change.before["gist"]) if change.before else None)
    return [change.inverse], []


def _take_back_origin(ledger: Ledger, change: Change) -> PartResult:
    """Take back that somebody vouched for a message, or no longer did; the message is thought about anew (C3)."""
    message = ledger.txn.message(MessageId(change.id))
    if message is None or change.before is None or change.after is None:
        return [], []  # it was forgotten, or came in with this entry and stays
    if origin_row(message.origin) != change.after:
        return [], [f"The origin of {change.id} has changed since."]
    move = plan_origin_move(ledger.runtime, ledger.txn, [(message, Origin(str(change.before["origin"])))])
    write_origin_move(ledger, move)
    owe_for_interaction(ledger.runtime, ledger.txn, message.interaction)
    return move.changes(), []


def _take_back_document(ledger: Ledger, change: Change) -> PartResult:
    """Restore what a document said, as its next version; one that was new then is empty again (E7)."""
    id, _ = split_document_part(change.id)
    now = ledger.txn.document(id)
    before, after = (from_plain(Document, row) if row else None for row in (change.before, change.after))
    if now is None or after is None:
        return [], [f"{id} is not there any more."]
    if (now.title, now.text, now.status) != (after.title, after.text, after.status):
        return [], [f"{id} has changed since; take that back first."]
    restored = restore_document(now, before, ledger.runtime.now())
    ledger.restore_document(restored, now.version)
    return [document_change(DocumentChange(now, restored))], []


def _take_back_decision(ledger: Ledger, change: Change) -> PartResult:
    """Have a decided proposal wait again; or, where that is the change, be decided again (C2)."""
    after = change.after or {}
    before = _decider_in(change.before) if change.before else None
    judged = ledger.txn.judged(ProposalId(change.id))
    if judged is None or (change.before is None and not after.get(_DECIDED)):
        return [], []  # it was proposed then, and stays on record
    if judged.decided_by != _decider_in(after):
        return [], [f"What was decided on {change.id} has changed since."]
    restored = replace(judged, decided_by=before)
    ledger.restore_judged(restored)
    return [replace(judged_change(restored), before=judged_change(judged).after)], []


def _decider_in(row: Row) -> str | None:
    return str(row[_DECIDED]) if row.get(_DECIDED) else None


# --- memories


def _take_back_memory(ledger: Ledger, change: Change) -> PartResult:
    now = ledger.txn.memory(MemoryId(change.id))
    if now is not None and now.state is State.GONE:
        return [], [f"{change.id} was forgotten and does not come back."]
    if change.before is None:
        return _withdraw_memory(ledger, change, now)
    if change.after is None or now is None:
        return _reinsert_memory(ledger, change, now)
    return _restore_fields(ledger, change.before, change.after, now)


def _withdraw_memory(ledger: Ledger, change: Change, now: Memory | None) -> PartResult:
    """Withdraw an inserted memory with its learned edges; use since then is no reason to keep it."""
    if now is None:
        return [], [f"{change.id} is not there any more."]
    changed = changed_fields(memory_row(now), change.after or {}) - USE_FIELDS
    if changed:
        return [], [f"{change.id} has changed since ({', '.join(sorted(changed))}); take that back first."]
    linking = [memory.id for memory in ledger.txn.linking_to([now.id])]
    if linking:
        return [], [f"{change.id} is what {', '.join(linking)} stands on; take that back first."]
    learned = ledger.txn.edges([now.id])
    for each in learned:
        ledger.write_edge(each, None)
    ledger.withdraw_memory(now)
    loose = [edge_change(each, None) for each in learned]
    return [*loose, Change(RowKind.MEMORY, change.id, memory_row(now), None)], []


def _reinsert_memory(ledger: Ledger, change: Change, now: Memory | None) -> PartResult:
    """The inverse of a withdrawal."""
    if now is not None or change.before is None:
        return [], [f"{change.id} is there again already."]
    memory = memory_from_row(change.before, ledger.txn)
    ledger.restore_memory(memory, None)
    return [memory_change(MemoryChange(None, memory))], []


def _restore_fields(ledger: Ledger, before: Row, after: Row, now: Memory) -> PartResult:
    current: dict[str, Any] = memory_row(now)
    fields = changed_fields(before, after)
    free = {name for name in fields if current.get(name) == after.get(name)}
    restored_already = {
        name for name in fields if current.get(name) == before.get(name)
    }  # by another part, with its message
    changed_since = sorted(fields - free - restored_already)
    conflicts = [f"{now.id}: {name} has changed since and is left as it is." for name in changed_since]
    if not free:
        return [], conflicts
    row = {name: value for name, value in current.items() if name not in free}
    row |= {name: before[name] for name in free if name in before}
    restored = replace(memory_from_row(row, ledger.txn), version=now.version + 1)
    ledger.restore_memory(restored, now.version)
    if now.status is Status.REJECTED and restored.transcribes and (said := ledger.txn.message(restored.transcribes)):
        owe_for_interaction(ledger.runtime, ledger.txn, said.interaction)  # what was dismissed is thought about again
    return [memory_change(MemoryChange(now, restored))], conflicts


def _take_back_use(ledger: Ledger, change: Change) -> PartResult:
    """Restore how a memory was kept, field by field."""
    now = ledger.txn.memory(MemoryId(change.id))
    if now is None or now.state is State.GONE:
        return [], [f"{change.id} is not there any more."]
    before, after = change.before or {}, change.after or {}
    moved = changed_fields(before, after)
    current = use_row(now, moved)
    free = {name for name in moved if current[name] == after[name]}
    conflicts = [f"{now.id}: {name} has changed since and is left as it is." for name in sorted(moved - free)]
    if not free:
        return [], conflicts
    row = {**memory_row(now), **{name: before[name] for name in free}}
    restored = replace(memory_from_row(row, ledger.txn), version=now.version + 1)
    ledger.restore_memory(restored, now.version)
    changed = MemoryChange(now, restored)
    return [use_change(changed) or memory_change(changed)], conflicts
