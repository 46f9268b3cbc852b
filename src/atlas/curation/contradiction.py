"""Facts that cannot both hold: which of them stands, and which are shown to a person as a conflict (T16)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from atlas.curation.policy import ConflictPolicy
from atlas.model.graph import Edge, edge
from atlas.model.memory import STANDING, Memory, Relation, State, Status
from atlas.model.text import folded

Reweighed = tuple[Edge | None, Edge | None]
"""An edge before and after; None is "not there"."""

CLEARLY: Final = 0.2
"""A gap in confidence above which it decides, where the policy says so."""
_DIGITS: Final = 9


def began(memory: Memory) -> datetime:
    return memory.valid_from or memory.observed_at


def contradicted(memory: Memory, in_slot: Iterable[Memory], replaces: str | None = None) -> list[Memory]:
    """Approved, open facts that cannot hold beside this one."""
    return [
        other
        for other in in_slot
        if other.status is Status.APPROVED and other.state is State.ACTIVE
        if other.valid_until is None or other.valid_until > memory.observed_at
        if _say_otherwise(memory, other, replaces)
    ]


def prevails(rival: Memory, memory: Memory, policy: ConflictPolicy) -> bool:
    """Whether the rival stands and the memory is the one to close."""
    gap = round(rival.confidence - memory.confidence, _DIGITS)
    if policy is ConflictPolicy.CONFIDENT and abs(gap) > CLEARLY:
        return gap > 0
    return began(rival) > began(memory)


def disputes(
    memory: Memory, others: Iterable[Memory], edges: Iterable[Edge], replaces: str | None = None
) -> tuple[Reweighed, ...]:
    """What the graph has to learn from a memory as it stands now, beside others as they stand now.

    A conflict is shown as long as both are there for the same time and at least one of them is approved; whatever
    settles it, however that came about, takes the edge away.
    """
    there = {each.id: each for each in (*others, memory)}
    known = {each.key: each for each in edges if each.relation is Relation.CONTRADICTS}
    ended = [each for each in known.values() if not _may_conflict(there.get(each.one), there.get(each.other))]
    begun = [
        edge(Relation.CONTRADICTS, memory.id, other.id)
        for other in there.values()
        if other.id != memory.id and _say_otherwise(memory, other, replaces) and _may_conflict(memory, other)
    ]
    return (*((each, None) for each in ended), *((None, each) for each in begun if each.key not in known))


def _say_otherwise(memory: Memory, other: Memory, replaces: str | None) -> bool:
    if memory.claim is None or other.claim is None:
        return False
    named_wrong = bool(replaces) and folded(other.claim.value) == folded(replaces or "")
    return named_wrong or memory.claim.contradicts(other.claim)


def _may_conflict(one: Memory | None, other: Memory | None) -> bool:
    """Of one that nobody looked at nothing is known, so that its edge stays."""
    if one is None or other is None:
        return True
    standing = all(each.status in STANDING and each.state is State.ACTIVE for each in (one, other))
    return standing and Status.APPROVED in (one.status, other.status) and _hold_together(one, other)


def _hold_together(one: Memory, other: Memory) -> bool:
    begins = max(began(one), began(other))
    return all(each.valid_until is None or each.valid_until > begins for each in (one, other))
