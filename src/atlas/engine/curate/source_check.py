"""Whether what was made from other memories may still be said: only while what it quotes holds (C1, T16).

An insight, a note, a promoted sentence repeats words that a fact was drawn from. When that fact is replaced, rejected,
sensitive, in doubt or over, they would go on saying it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from atlas.model.memory import Kind, Memory, Relation, State, Status
from atlas.ports.reading import Reader

_MADE: Final = frozenset({Kind.INSIGHT, Kind.OBSERVATION})
_TAKEN_OUT: Final = frozenset({Status.REJECTED, Status.SENSITIVE})


def is_grounded(reader: Reader, memory: Memory, now: datetime) -> bool:
    if memory.kind not in _MADE:
        return True
    if (memory.kind is Kind.INSIGHT or not memory.evidence) and not _sources_hold(reader, memory, now):
        return False
    others = [other for other in reader.find_citing(item.message for item in memory.evidence) if other.id != memory.id]
    if any(other.transcribes is not None and other.status in _TAKEN_OUT for other in others):
        return False
    return all(_still_holds(other, now) for other in others if _quotes_the_same(other, memory))


def stands_on_sources(reader: Reader, memory: Memory, now: datetime) -> bool:
    """Whether a memory is an insight whose sources all hold: so long it does not fade (T10)."""
    made = memory.kind is Kind.INSIGHT and bool(memory.linked(Relation.DERIVED_FROM))
    return made and _sources_hold(reader, memory, now)


def still_known(reader: Reader, memory: Memory, now: datetime) -> bool:
    """T10: whether it is an insight that need not be derived again: it stands, or a person did not want it.

    One whose sources hold no longer is served no more, so that what is left of them is worth another.
    """
    return memory.kind is Kind.INSIGHT and (memory.status is Status.REJECTED or _sources_hold(reader, memory, now))


def _sources_hold(reader: Reader, memory: Memory, now: datetime) -> bool:
    return all(_still_holds(source, now) for source in reader.memories(memory.linked(Relation.DERIVED_FROM)))


def _still_holds(memory: Memory, now: datetime) -> bool:
    """Whether a source holds; one that faded or waits for its first approval takes nothing back."""
    if memory.state in (State.GONE, State.QUARANTINED):
        return False
    if memory.status is Status.NEEDS_REVIEW and memory.approved_by is None:
        return True
    return memory.status in (Status.APPROVED, Status.EXPIRED) and memory.valid_at(now)


def _quotes_the_same(one: Memory, other: Memory) -> bool:
    """Whether a learned memory quotes the same words; an episode quotes itself, and says nothing by that."""
    if one.transcribes is not None or one.kind in _MADE:
        return False
    return any(
        a.message == b.message and a.start < b.end and b.start < a.end for a in one.evidence for b in other.evidence
    )
