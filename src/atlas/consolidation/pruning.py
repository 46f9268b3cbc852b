"""What fades out of service, and what never does (T6, T7). Out of service is not gone: an explicit recall finds it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from atlas.consolidation.policy import ConsolidationPolicy
from atlas.consolidation.retention import RetentionPolicy, strength
from atlas.model.ids import MemoryId
from atlas.model.journal import PEOPLE
from atlas.model.memory import MOVING, Basis, Form, Memory, State, Status
from atlas.model.proposal import Archive
from atlas.model.retention import Kept


def may_fade(row: Kept, now: datetime, retention: RetentionPolicy, policy: ConsolidationPolicy) -> bool:
    """T7: whether it has faded far enough, and nothing protects it. What depends on it is not known here."""
    return _fleeting(row, policy, row.transcript) and strength(row, now, retention) < policy.prune_below


def prune(
    memories: Sequence[Memory],
    sole: Collection[MemoryId],
    now: datetime,
    retention: RetentionPolicy,
    policy: ConsolidationPolicy,
) -> list[Archive]:
    """`sole` is the only evidence of something in service, and stays."""
    found = []
    for memory in memories:
        left = strength(memory, now, retention)
        if left < policy.prune_below and memory.id not in sole and _fleeting_memory(memory, policy):
            found.append(Archive(memory.id, reason=_faded(left, policy.prune_below)))
    return found


def demote(memory: Memory, times: int, policy: ConsolidationPolicy) -> Archive | None:
    """T6: what was ignored so many times in a row. Of what somebody stated a person decides: curation holds it."""
    transcript = memory.transcribes is not None
    if times < policy.demote_after or transcript or _out_of_service(memory) or _held_on_to(memory, policy):
        return None
    return Archive(memory.id, reason=f"It was ignored {times} times in a row.")


def only_sources(
    derived: Mapping[MemoryId, Collection[MemoryId]], leaving: Collection[MemoryId]
) -> frozenset[MemoryId]:
    """Of what would leave, that which has to stay: the first source of each memory that would have none left.

    `derived` is what is in service, each with its sources that are; the strongest first. What stays may itself be
    derived from something that would leave, so this goes on until nothing more has to stay.
    """
    out = set(leaving)
    standing = [memory for memory in derived if memory not in out]
    kept: set[MemoryId] = set()
    while standing:
        sources = derived[standing.pop()]
        if sources and out.issuperset(sources):
            first = next(iter(sources))
            out.discard(first)
            kept.add(first)
            if first in derived:
                standing.append(first)
    return frozenset(kept)


def _fleeting_memory(memory: Memory, policy: ConsolidationPolicy) -> bool:
    return _fleeting(memory, policy, memory.transcribes is not None)


def _fleeting(row: Kept | Memory, policy: ConsolidationPolicy, transcript: bool) -> bool:
    """Only what was inferred, or tells of an occasion, goes by itself, and of that nothing that anybody held on to."""
    if _out_of_service(row) or row.basis is Basis.STATED or transcript or _held_on_to(row, policy):
        return False
    return row.basis is Basis.INFERRED or row.form is Form.EPISODIC


def _out_of_service(row: Kept | Memory) -> bool:
    """What waits for a decision is not in service yet: it leaves by that decision, or because nobody took one (C4)."""
    return row.state is not State.ACTIVE or row.status is not Status.APPROVED


def _held_on_to(row: Kept | Memory, policy: ConsolidationPolicy) -> bool:
    return row.pinned or row.emotion > MOVING or row.approved_by in PEOPLE


def _faded(left: float, below: float) -> str:
    """Rounded down, so that the figure is below the bound as it is written, too."""
    return f"Its strength has faded to {int(left * 100) / 100:.2f}, below {below:g}."
