"""How a memory stood at a past moment, from the journal: the time machine's one question (X4)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from atlas.engine.core.ledger import memory_from_row
from atlas.errors import Refused
from atlas.model.ids import MemoryId
from atlas.model.journal import Action, Entry, Row, RowKind
from atlas.model.memory import Basis, Link, Memory, Relation, State, Status
from atlas.ports.reading import Reader


def memory_as_of(reader: Reader, id: MemoryId, moment: datetime) -> Memory | None:
    """What it was before the first change after that moment; as it is, where there was none. None: it was not there.

    What was forgotten is not brought back: of a memory that is gone nothing is told, and where the text of a change was
    erased, nobody knows what stood before it.
    """
    now = reader.memory(id)
    if now is not None and now.state is State.GONE:
        return None
    entry = _first_change_after(reader, id, moment)
    if entry is None:
        return now if now is None or now.created_at <= moment else None
    row = _row_before(entry, id)
    return _rebuild_memory(reader, row) if row is not None else None


def is_past_known(reader: Reader, id: MemoryId, moment: datetime) -> bool:
    """Whether anybody can tell how a memory stood then: not of what was forgotten, nor where that took its words."""
    now = reader.memory(id)
    if now is not None and now.state is State.GONE:
        return False
    entry = _first_change_after(reader, id, moment)
    return entry is None or not any(part.erased for part in entry.parts if part.id == id)


def _first_change_after(reader: Reader, id: MemoryId, moment: datetime) -> Entry | None:
    return next((entry for entry in reader.entries_about(RowKind.MEMORY, id) if entry.at > moment), None)


def memory_served_at(reader: Reader, memory: Memory, moment: datetime) -> Memory | None:
    """It as it would have been served then, or None where it would not have been.

    What had been said by then and was taken in only later, such as an old conversation that was brought along, answers
    for the time it was said in: a fact that was replaced since, up to when it was replaced. What was only inferred
    from it was not known then.
    """
    if memory.state is State.QUARANTINED:
        return None
    if memory.created_at > moment:
        return memory if _was_said_by(reader, memory, moment) else None
    then = memory_as_of(reader, memory.id, moment)
    return then if then and then.served and then.valid_at(moment) else None


def _was_said_by(reader: Reader, memory: Memory, moment: datetime) -> bool:
    closed = memory.status is Status.SUPERSEDED and memory.valid_until is not None
    known = memory.state is State.ACTIVE and (memory.status is Status.APPROVED or closed)
    observed = memory.basis is not Basis.INFERRED and memory.observed_at <= moment
    return known and observed and (memory.valid_at(moment) or (closed and _closed_since(reader, memory, moment)))


def _closed_since(reader: Reader, memory: Memory, moment: datetime) -> bool:
    """Whether it holds no longer only by what was said after that moment, of the time before it."""
    link = Link(Relation.SUPERSEDES, memory.id)
    closing = [each for each in reader.linking_to([memory.id]) if link in each.links]
    held = replace(memory, valid_until=None).valid_at(moment)
    return held and bool(closing) and all(each.observed_at > moment for each in closing)


def _row_before(entry: Entry, id: MemoryId) -> Row | None:
    """The row before an entry; forgetting something else only blots words out of it, so its later row is told."""
    parts = [part for part in entry.parts if part.kind is RowKind.MEMORY and part.id == id]
    change = parts[0].change() if parts else None
    if change is None:
        return None
    return change.after if entry.action is Action.FORGOTTEN else change.before


def _rebuild_memory(reader: Reader, row: Row) -> Memory | None:
    """A memory from its row; an episode's text is its message's, as that is now."""
    try:
        return memory_from_row(row, reader)
    except Refused:
        return None
