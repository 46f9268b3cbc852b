"""Confidence fades at committed reflections, counted from the last reinforcement (B4).

What is left is computed from the recorded points alone, so that computing it again changes nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from atlas.beliefs.arithmetic import compute_confidence, count_net_support
from atlas.beliefs.policy import BeliefPolicy
from atlas.model.belief import Belief, BeliefChange, Snapshot
from atlas.model.memory import STANDING, State


def is_held(belief: Belief) -> bool:
    """Tell whether a person holds it where it is, or has retracted it: neither arguments nor time move it."""
    return belief.pinned or belief.status not in STANDING or belief.state is State.GONE


def list_decay_points(snapshots: Iterable[Snapshot]) -> tuple[int, ...]:
    """List the turns at which a reflection was committed: a rejected one is no point of decay."""
    return tuple(sorted({snapshot.turn for snapshot in snapshots if snapshot.committed}))


def compute_floor(net_support: int, policy: BeliefPolicy) -> float:
    """B4: Compute the confidence below which decay does not go."""
    return min(policy.floor_most, policy.floor_step * max(0, net_support - policy.floor_from))


def fade_confidence(belief: Belief, points: Iterable[int], policy: BeliefPolicy) -> float:
    """B4: Compute the confidence that the points since the last reinforcement leave of what the arguments give."""
    net_support = count_net_support(belief, policy)
    full = compute_confidence(net_support, policy)
    gaps = _list_gaps(belief, points, policy)
    kept = math.prod(math.pow(1.0 + gap, -policy.decay) for gap in gaps)
    return min(full, max(compute_floor(net_support, policy), full * kept))


def decay_belief(belief: Belief, points: Sequence[int], policy: BeliefPolicy) -> Belief:
    """B4: Give a belief the confidence that these points leave it, and drop it where that is too little."""
    if is_held(belief):
        return belief
    confidence = fade_confidence(belief, points, policy)
    if confidence < policy.dropped_below and any(_list_gaps(belief, points, policy)):
        return replace(belief, confidence=confidence, state=State.ARCHIVED)
    return replace(belief, confidence=confidence)


def reflect_belief(belief: Belief, points: Sequence[int], policy: BeliefPolicy) -> Belief:
    """B4, B5: Let a belief pass the last of these points: it fades, and its shift is counted anew."""
    return replace(decay_belief(belief, points, policy), shift=0.0)


def reflect_beliefs(
    beliefs: Iterable[Belief], snapshots: Iterable[Snapshot], policy: BeliefPolicy, now: datetime
) -> tuple[BeliefChange, ...]:
    """B4: Compute what a committed reflection changes of beliefs; it is written with the reflection or not at all.

    `snapshots` are those since the oldest reinforcement, the one that is being committed among them.
    """
    points = list_decay_points(snapshots)
    changes = []
    for belief in beliefs:
        after = reflect_belief(belief, points, policy)
        if after != belief:
            changes.append(BeliefChange(belief, replace(after, updated_at=now, version=belief.version + 1)))
    return tuple(changes)


def _list_gaps(belief: Belief, points: Iterable[int], policy: BeliefPolicy) -> list[int]:
    return [gap for point in points if (gap := point - belief.reinforced) > 0 and gap >= policy.decay_gap]
