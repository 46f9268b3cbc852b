"""Memories that fade out of service, and those that never do (T6, T7); an explicit recall still finds them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from atlas.consolidation.policy import ConsolidationPolicy
from atlas.consolidation.retention import RetentionPolicy, current_strength
from atlas.language.words import words
from atlas.model.ids import MemoryId
from atlas.model.journal import PEOPLE
from atlas.model.memory import MOVING, Basis, Form, Memory, Relation, State, Status
from atlas.model.proposal import Archive
from atlas.model.retention import Kept


def may_fade(row: Kept, now: datetime, retention: RetentionPolicy, policy: ConsolidationPolicy) -> bool:
    """T7: Tell whether a memory has faded far enough and is unprotected; its dependants are not known here."""
    return _is_fleeting(row, policy, row.transcript) and current_strength(row, now, retention) < policy.prune_below


def propose_archivals(
    memories: Sequence[Memory],
    sole: Collection[MemoryId],
    now: datetime,
    retention: RetentionPolicy,
    policy: ConsolidationPolicy,
) -> list[Archive]:
    """Archive faded memories, except `sole`: the only evidence of something in service."""
    found = []
    for memory in memories:
        left = current_strength(memory, now, retention)
        if left < policy.prune_below and memory.id not in sole and _is_fleeting_memory(memory, policy):
            found.append(Archive(memory.id, reason=_fading_reason(left, policy.prune_below)))
    return found


def propose_demotion(memory: Memory, times: int, policy: ConsolidationPolicy) -> Archive | None:
    """T6: Archive a memory ignored so many times in a row, unless somebody stated it (T7)."""
    theirs = memory.transcribes is not None or memory.basis is Basis.STATED
    if times < policy.demote_after or theirs or _is_out_of_service(memory) or _is_protected(memory, policy):
        return None
    return Archive(memory.id, reason=f"It was ignored {times} times in a row.")


def propose_outgrown(insights: Sequence[Memory], policy: ConsolidationPolicy) -> list[Archive]:
    """T10: Archive an insight where another stands on all of its sources and more, and has all of its words."""
    told = [(each, frozenset(each.linked(Relation.DERIVED_FROM)), frozenset(words(each.content))) for each in insights]
    found = []
    for memory, sources, said in told:
        if not sources or _is_out_of_service(memory) or _is_protected(memory, policy):
            continue
        grown = (other for other, theirs, text in told if other.served and sources < theirs and said <= text)
        if (other := next(grown, None)) is not None:
            found.append(Archive(memory.id, reason=f"A later insight says it and more: {other.id}."))
    return found


def find_only_sources(
    derived: Mapping[MemoryId, Collection[MemoryId]], leaving: Collection[MemoryId]
) -> frozenset[MemoryId]:
    """Find leaving memories that must stay: the first source of each memory that would have none left. `derived`
    maps memories in service to their sources in service, the strongest first. A staying memory may itself be derived
    from a leaving one, so this goes on until nothing more has to stay."""
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


def _is_fleeting_memory(memory: Memory, policy: ConsolidationPolicy) -> bool:
    return _is_fleeting(memory, policy, memory.transcribes is not None)


def _is_fleeting(row: Kept | Memory, policy: ConsolidationPolicy, transcript: bool) -> bool:
    """Tell whether a memory fades by itself: inferred or episodic, and protected by nobody."""
    if _is_out_of_service(row) or row.basis is Basis.STATED or transcript or _is_protected(row, policy):
        return False
    return row.basis is Basis.INFERRED or row.form is Form.EPISODIC


def _is_out_of_service(row: Kept | Memory) -> bool:
    """Tell whether a memory is not in service; a waiting one leaves by its decision or by expiry (C4)."""
    return row.state is not State.ACTIVE or row.status is not Status.APPROVED


def _is_protected(row: Kept | Memory, policy: ConsolidationPolicy) -> bool:
    return row.pinned or row.emotion > MOVING or row.approved_by in PEOPLE


def _fading_reason(left: float, below: float) -> str:
    """Rounded down, so that the figure is below the bound as it is written, too."""
    return f"Its strength has faded to {int(left * 100) / 100:.2f}, below {below:g}."
