"""What stands in the way of bringing memories back: what holds in their place by now, and what goes with them (X4).

A memory that replaced another and the one that it closed are one thing: they go back together, or neither does. And
nothing comes back beside a claim that came into force since and with which it cannot hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from atlas.curation.contradiction import find_contradicted
from atlas.engine.core.ledger import memory_from_row, memory_row
from atlas.errors import Refused
from atlas.model.ids import MemoryId
from atlas.model.journal import Change, Entry, Row, RowKind
from atlas.model.memory import USE_FIELDS, Memory, State, Status
from atlas.ports.reading import Reader

_BOOKKEEPING: Final = frozenset({"version"})


def changed_fields(one: Row, other: Row) -> set[str]:
    names = {*one, *other} - _BOOKKEEPING
    return {name for name in names if one.get(name) != other.get(name)}


def find_later_holder(reader: Reader, memory: Memory, since: int, beside: Collection[str] = ()) -> Memory | None:
    """What holds in a memory's place and came to do so after an entry: both cannot be served.

    What stood in conflict with it even before that entry may do so again; those in `beside` change with it.
    """
    if memory.claim is None or not _holds(memory):
        return None
    in_slot = reader.in_slot(memory.claim.subject, memory.claim.attribute)
    others = [each for each in in_slot if each.id != memory.id and each.id not in beside]
    return next((each for each in find_contradicted(memory, others) if _was_touched(reader, each.id, since)), None)


def describe_holder(memory: Memory, holder: Memory) -> str:
    return f"{memory.id} does not come back, since {holder.id} holds in its place; take that back first."


def _holds(memory: Memory) -> bool:
    return memory.status is Status.APPROVED and memory.state is State.ACTIVE and memory.valid_until is None


def _was_touched(reader: Reader, id: MemoryId, since: int) -> bool:
    return any(entry.seq > since for entry in reader.entries_about(RowKind.MEMORY, id))


def find_memory_obstacles(reader: Reader, entries: Iterable[Entry]) -> dict[str, str]:
    """Memories of a change that have to stay as they are, each with the reason in a sentence."""
    told = list(entries)
    changes = _merge_changes(told)
    since = max((entry.seq for entry in told), default=0)
    obstacles = {id: found for id, change in changes.items() if (found := _find_holder(reader, change, since, changes))}
    linked = _group_linked(changes)
    stuck = {id for id in linked if id in obstacles or _has_moved_on(reader, changes[id], changes)}
    for id in set().union(*(linked[id] for id in stuck)) - obstacles.keys():
        if id not in stuck:
            obstacles[id] = f"{id} goes with {min(linked[id] & stuck)}, and is left as it is."
        elif changes[id].before is not None:  # of one that was made then, taking it back says what has changed
            obstacles[id] = f"{id} has changed since; take that back first."
    return obstacles


def _merge_changes(entries: Iterable[Entry]) -> dict[str, Change]:
    """Each memory from before the first part about it to after the last; without those that were forgotten."""
    merged: dict[str, Change] = {}
    for part in (part for entry in entries for part in entry.parts if part.kind is RowKind.MEMORY):
        if change := part.change():
            first = merged.setdefault(part.id, change)
            merged[part.id] = Change(change.kind, change.id, first.before, change.after)
    return merged


def _find_holder(reader: Reader, change: Change, since: int, beside: Mapping[str, Change]) -> str:
    """Why a memory must not come back into force; nothing where it does not, or may."""
    now = reader.memory(MemoryId(change.id))
    if change.before is None or (now is not None and (now.state is State.GONE or _holds(now))):
        return ""
    try:
        restored = memory_from_row(_restore_row(change, now), reader)
    except Refused:
        return ""  # its message was forgotten, which is said where it would come back
    holder = find_later_holder(reader, restored, since, beside)
    return describe_holder(restored, holder) if holder else ""


def _restore_row(change: Change, now: Memory | None) -> Row:
    before, after = change.before or {}, change.after or {}
    if now is None:
        return before
    current: dict[str, Any] = memory_row(now)
    free = {name for name in changed_fields(before, after) if current.get(name) == after.get(name)}
    kept = {name: value for name, value in current.items() if name not in free}
    return kept | {name: before[name] for name in free if name in before}


def _has_moved_on(reader: Reader, change: Change, beside: Mapping[str, Change]) -> bool:
    """Whether a memory is not as the change left it, or is what another stands on that came since."""
    now = reader.memory(MemoryId(change.id))
    if now is None or now.state is State.GONE:
        return False  # there is nothing of it to take back
    before, after, current = change.before or {}, change.after or {}, memory_row(now)
    moved = changed_fields(before, after) & changed_fields(current, after) - USE_FIELDS
    if any(change.before is None or current.get(name) != before.get(name) for name in moved):
        return True
    return change.before is None and any(each.id not in beside for each in reader.linking_to([now.id]))


def _group_linked(changes: Mapping[str, Change]) -> dict[str, set[str]]:
    """The memories of a change by the others of it that they came to be linked with, however far round; none alone."""
    groups: dict[str, set[str]] = {}
    for id, change in changes.items():
        ends = {str(link["to"]) for link in _list_links(change.after)} - {
            str(link["to"]) for link in _list_links(change.before)
        }
        for end in ends & changes.keys():
            joined = groups.get(id, {id}) | groups.get(end, {end})
            groups |= dict.fromkeys(joined, joined)
    return groups


def _list_links(row: Row | None) -> list[Any]:
    found = (row or {}).get("links") or []
    return list(found) if isinstance(found, list | tuple) else []
