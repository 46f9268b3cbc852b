"""Facts that cannot both hold: which of them stands, and which are shown to a person as a conflict (T16)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from atlas.curation.policy import ConflictPolicy
from atlas.language.claim_comparison import claims_contradict, ends_kindred_claim, fold_value
from atlas.model.claim import Cardinality
from atlas.model.graph import Edge, build_edge
from atlas.model.memory import STANDING, Memory, Relation, State, Status

EdgeChange = tuple[Edge | None, Edge | None]
"""An edge before and after; None is "not there"."""

CLEARLY: Final = 0.2
"""A gap in confidence above which it decides, where the policy says so."""
_DIGITS: Final = 9


def start_time(memory: Memory) -> datetime:
    return memory.valid_from or memory.observed_at


def find_contradicted(memory: Memory, in_slot: Iterable[Memory], replaces: str | None = None) -> list[Memory]:
    """Find approved, open facts that cannot hold beside this one."""
    return [
        other
        for other in in_slot
        if other.status is Status.APPROVED and other.state is State.ACTIVE
        if other.valid_until is None or other.valid_until > memory.observed_at
        if _claims_contradict(memory, other, replaces)
    ]


def rival_prevails(rival: Memory, memory: Memory, policy: ConflictPolicy) -> bool:
    """Tell whether the rival stands and the memory is closed."""
    gap = round(rival.confidence - memory.confidence, _DIGITS)
    if policy is ConflictPolicy.CONFIDENT and abs(gap) > CLEARLY:
        return gap > 0
    return start_time(rival) > start_time(memory)


def find_conflict_changes(
    memory: Memory, others: Iterable[Memory], edges: Iterable[Edge], replaces: str | None = None
) -> tuple[EdgeChange, ...]:
    """Find the conflict edges to add and to remove, given a memory and others as they stand now.

    A conflict is shown while both memories are active for the same time and at least one is approved.
    """
    there = {each.id: each for each in (*others, memory)}
    known = {each.key: each for each in edges if each.relation is Relation.CONTRADICTS}
    ended = [each for each in known.values() if not _may_conflict(there.get(each.one), there.get(each.other))]
    begun = [
        build_edge(Relation.CONTRADICTS, memory.id, other.id)
        for other in there.values()
        if other.id != memory.id and _claims_contradict(memory, other, replaces) and _may_conflict(memory, other)
    ]
    return (*((each, None) for each in ended), *((None, each) for each in begun if each.key not in known))


def _claims_contradict(memory: Memory, other: Memory, replaces: str | None) -> bool:
    if memory.claim is None or other.claim is None:
        return False
    named_wrong = bool(replaces) and fold_value(other.claim.value) == fold_value(replaces or "")
    ended = bool(replaces) and ends_kindred_claim(memory.claim, other.claim)
    if _are_said_together(memory, other):
        return named_wrong or ended
    return named_wrong or ended or claims_contradict(memory.claim, other.claim)


def _are_said_together(memory: Memory, other: Memory) -> bool:
    """Tell whether both hold for all that is known: who names two versions at once uses both."""
    claims = [each.claim for each in (memory, other) if each.claim is not None and each.claim.affirmed]
    several = len(claims) > 1 and claims[0].cardinality is Cardinality.MANY
    return several and memory.observed_at == other.observed_at


def _may_conflict(one: Memory | None, other: Memory | None) -> bool:
    """Tell whether both memories are open to conflict; with one of them unknown, its edge stays."""
    if one is None or other is None:
        return True
    standing = all(each.status in STANDING and each.state is State.ACTIVE for each in (one, other))
    return standing and Status.APPROVED in (one.status, other.status) and _overlap_in_time(one, other)


def _overlap_in_time(one: Memory, other: Memory) -> bool:
    begins = max(start_time(one), start_time(other))
    return all(each.valid_until is None or each.valid_until > begins for each in (one, other))
