"""Compare what was remembered at two moments, and bring memories back to how they stood at one (X4).

What was said stays said: only what was learned is compared and rolled back. A rollback is a change like any other: it
is journaled, and undo takes it back. What was forgotten does not come back, and nobody can tell how it stood.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Final

from atlas.curation.effects import Effects, MemoryChange, next_version
from atlas.engine.core.as_of import is_past_known, memory_as_of
from atlas.engine.core.deadline import reply_deadline
from atlas.engine.core.ledger import ChangeRun, Ledger, note_change
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.restorable import describe_holder, find_later_holder
from atlas.engine.intake.episodes import make_episodes
from atlas.engine.intake.observe import to_utc
from atlas.errors import BadInput, NotFound
from atlas.model.ids import MemoryId
from atlas.model.journal import Action, Actor, RowKind
from atlas.model.memory import USE_FIELDS, Kind, Memory, State, Status
from atlas.ports.clock import Clock
from atlas.ports.reading import Reader

_COMPARED: Final = tuple(field.name for field in fields(Memory) if field.name not in USE_FIELDS)
_TAKEN_OUT: Final = frozenset({Status.REJECTED, Status.SENSITIVE})
"""What a person took out of use is rolled back only where it is named."""


@dataclass(frozen=True, slots=True)
class MemoryDifference:
    """A memory at two moments; None is "not there"."""

    id: MemoryId
    before: Memory | None
    after: Memory | None
    changed: tuple[str, ...] = ()
    """The fields that differ, where it was there at both."""


@dataclass(frozen=True, slots=True)
class RollbackReceipt:
    moment: datetime
    restored: tuple[MemoryId, ...]
    """Which are as they were."""
    archived: tuple[MemoryId, ...]
    """Which were learned since, and are out of service now."""
    left: tuple[str, ...]
    """What could not be rolled back, or was not, each in a sentence."""
    entry: int
    """The journal entry, for `revert`."""


def compare_memories(runtime: Runtime, since: datetime, until: datetime | None, limit: int) -> list[MemoryDifference]:
    """What was learned, changed or withdrawn between two moments, the latest change first."""
    first, last = to_utc(since), to_utc(until) if until is not None else runtime.now()
    _check_past(runtime, first)
    _check_past(runtime, last)
    if first >= last:
        raise BadInput("The first moment comes before the other: nothing lies between them.")
    with runtime.reading() as reader:
        found = []
        for each in _find_differences(reader, first, last if until is not None else None):
            found.append(each)
            if len(found) == limit:
                break
    return found


def roll_back(runtime: Runtime, moment: datetime, ids: Collection[MemoryId] = ()) -> RollbackReceipt:
    """Bring memories back to how they stood at a moment: these, or all that changed since; as one change."""
    then = to_utc(moment)
    _check_past(runtime, then)
    make_episodes(runtime, reply_deadline(runtime))
    with runtime.writing() as txn:
        _check_begun(txn, then)
        differences = _choose_differences(txn, then, ids)
        ledger = Ledger(runtime, txn)
        run = ChangeRun(ledger, Actor.OPERATOR, Action.CHANGED)
        since, beside = _find_last_entry(txn, then), {each.id for each in differences}
        restored: list[MemoryId] = []
        archived: list[MemoryId] = []
        left: list[str] = []
        for each in differences:
            change, problem = _plan_change(txn, each, named=bool(ids))
            if change and (holder := find_later_holder(txn, change.after, since, beside)):
                problem, change = describe_holder(change.after, holder), None
            if change is None:
                left.append(problem)
                continue
            ledger.add_to(run, Effects((change,)))
            (restored if each.before else archived).append(each.id)
        if not (restored or archived):
            raise NotFound(" ".join(left) or "Nothing has changed since then.")
        run.add(note_change(runtime.note_id(), f"rolled back to {then.isoformat(timespec='seconds')}"))
        entry = run.close()
    return RollbackReceipt(then, tuple(restored), tuple(archived), tuple(left), entry.seq if entry else 0)


def _check_past(clock: Clock, moment: datetime) -> None:
    if moment > clock.now():
        raise BadInput(f"{moment.isoformat(' ', 'minutes')} is still to come: only the past can be told.")


def _check_begun(reader: Reader, moment: datetime) -> None:
    """Refuse a moment before the first that is on record: a slip would put everything away."""
    first = reader.entry(1)
    if first is None or first.at > moment:
        raise BadInput("Nothing was remembered at that moment yet: give a later one.")


def _find_last_entry(reader: Reader, moment: datetime) -> int:
    """The number of the last entry that was written by then."""
    head = reader.head()
    seqs = range(head.seq if head else 0, 0, -1)
    return next((seq for seq in seqs if (entry := reader.entry(seq)) and entry.at <= moment), 0)


# --- what differs


def _find_differences(reader: Reader, since: datetime, until: datetime | None) -> Iterator[MemoryDifference]:
    for id in _find_changed_ids(reader, since, until):
        if not is_past_known(reader, id, since):
            continue
        before = memory_as_of(reader, id, since)
        after = memory_as_of(reader, id, until) if until is not None else reader.memory(id)
        known = after or before
        if known is None or known.kind is Kind.EPISODE:
            continue
        changed = _list_changed(before, after) if before and after else ()
        if changed or before is None or after is None:
            yield MemoryDifference(id, before, after, changed)


def _find_changed_ids(reader: Reader, since: datetime, until: datetime | None) -> list[MemoryId]:
    """The memories of which the journal tells a change between the moments, the latest first."""
    head = reader.head()
    found: dict[MemoryId, None] = {}
    for seq in range(head.seq if head else 0, 0, -1):
        entry = reader.entry(seq)
        if entry is None or entry.at <= since:
            break
        if until is None or entry.at <= until:
            found |= dict.fromkeys(MemoryId(part.id) for part in entry.parts if part.kind is RowKind.MEMORY)
    return list(found)


def _list_changed(before: Memory, after: Memory) -> tuple[str, ...]:
    return tuple(name for name in _COMPARED if getattr(before, name) != getattr(after, name))


def _choose_differences(reader: Reader, then: datetime, ids: Collection[MemoryId]) -> list[MemoryDifference]:
    """The oldest first, so that what links to another finds it."""
    found = list(_find_differences(reader, then, None))[::-1]
    if not ids:
        return found
    unchanged = set(ids) - {each.id for each in found}
    if unchanged:
        raise NotFound(f"{', '.join(sorted(unchanged))} has not changed since then, or nobody can tell any more.")
    return [each for each in found if each.id in ids]


# --- how it is rolled back


def _plan_change(reader: Reader, each: MemoryDifference, *, named: bool) -> tuple[MemoryChange | None, str]:
    now, then = each.after, each.before
    if now is None and then is not None:
        return MemoryChange(None, _with_present_links(reader, then)), ""
    if now is None or (then is None and now.state is not State.ACTIVE):
        return None, f"{each.id} is out of service already."
    if now.status in _TAKEN_OUT and not named:
        return None, f"{each.id} is {now.status.value} by now and stays so; name it to have it as it was."
    if then is None:
        return MemoryChange(now, next_version(now, state=State.ARCHIVED)), ""
    if then.trust > now.trust:
        return None, f"{each.id} is trusted less by now, and trust never rises."
    kept = {name: getattr(now, name) for name in USE_FIELDS}
    return MemoryChange(now, next_version(replace(_with_present_links(reader, then), **kept))), ""


def _with_present_links(reader: Reader, memory: Memory) -> Memory:
    """Leave out links to what is not there any more."""
    there = {each.id for each in reader.memories(link.to for link in memory.links) if each.state is not State.GONE}
    return replace(memory, links=tuple(link for link in memory.links if link.to in there))
