"""Once for each space: what an earlier version archived by its strength alone comes back into service (C4, T7, T10).

Until then a night archived what waited for a decision, so that approving it changed nothing, and insights whose sources
hold. What was merged, and what a person put away, stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from atlas.curation.effects import MemoryChange, next_version
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.source_check import stands_on_sources
from atlas.engine.thinking.review_schedule import iterate_kept
from atlas.model.ids import MemoryId
from atlas.model.journal import PEOPLE, Action, Actor, Change, RowKind
from atlas.model.memory import STANDING, Kind, Memory, Relation, State, Status
from atlas.model.retention import Kept
from atlas.ports.clock import Clock
from atlas.ports.reading import MemoryFilter, Reader

RESTORED: Final = "restored"
"""The mark of a space that was looked through."""
_ARCHIVED: Final = MemoryFilter(statuses=STANDING, states=frozenset({State.ARCHIVED}))
_NOTE: Final = "It was archived by its strength alone while it waited for a decision, or while its sources held."


def restore_archived(runtime: Runtime) -> int:
    """How many came back; one entry of the journal, taken back by one undo."""
    with runtime.reading() as reader:
        if reader.read_mark(RESTORED):
            return 0
    with runtime.writing() as txn:
        found = [_restore_memory(runtime, memory) for memory in _find_archived_too_early(runtime, txn)]
        if found:
            Ledger(runtime, txn).write_change(Actor.POLICY, Action.CHANGED, found, note=_NOTE)
        txn.put_mark(RESTORED, 1)
        return len(found)


def _find_archived_too_early(clock: Clock, reader: Reader) -> Iterator[Memory]:
    wanted = [row.id for row in iterate_kept(reader, _ARCHIVED) if _is_for_people(row) or row.kind is Kind.INSIGHT]
    for memory in reader.memories(wanted):
        lives = _is_for_people(memory) or stands_on_sources(reader, memory, clock.now())
        if lives and _was_faded_by_itself(reader, memory.id):
            yield memory


def _is_for_people(row: Kept | Memory) -> bool:
    """Whether a person is to decide on it, or decided for it."""
    return row.status is Status.NEEDS_REVIEW or row.approved_by in PEOPLE


def _was_faded_by_itself(reader: Reader, id: MemoryId) -> bool:
    """Tell whether no person archived the memory, and no other memory absorbed it."""
    merged = any(id in other.linked(Relation.SUPERSEDES) for other in reader.linking_to([id]))
    return not merged and _find_archiver(reader, id) is Actor.POLICY


def _find_archiver(reader: Reader, id: MemoryId) -> Actor | None:
    for entry in reversed(reader.entries_about(RowKind.MEMORY, id)):
        changes = (part.change() for part in entry.parts if part.kind is RowKind.MEMORY and part.id == id)
        if any(_is_archiving(change) for change in changes if change):
            return entry.actor
    return None


def _is_archiving(change: Change) -> bool:
    before, after = ((row or {}).get("state") for row in (change.before, change.after))
    return before != after == State.ARCHIVED.value


def _restore_memory(clock: Clock, memory: Memory) -> MemoryChange:
    """Make the memory active; its strength fades anew from now on."""
    return MemoryChange(
        memory, next_version(memory, state=State.ACTIVE, reinforced_at=max(clock.now(), memory.reinforced_at))
    )
