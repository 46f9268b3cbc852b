"""A belief's life as points to draw (B2-B4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from atlas.beliefs.decay import is_held
from atlas.beliefs.policy import BeliefPolicy
from atlas.beliefs.replay import Cause, trace_belief
from atlas.model.belief import Argument, Belief, Snapshot
from atlas.model.ids import ArgumentId


@dataclass(frozen=True, slots=True)
class CurvePoint:
    turn: int
    stance: float
    confidence: float
    cause: Cause
    arguments: tuple[ArgumentId, ...] = ()
    """Those of the window that closed."""


def draw_curve(
    belief: Belief, arguments: Iterable[Argument], snapshots: Iterable[Snapshot], policy: BeliefPolicy
) -> tuple[CurvePoint, ...]:
    """List where a belief was, from its forming on: a point for everything that moved or faded it.

    Of one that a person holds or retracted, the last point is where it is held; those before are what was argued.
    """
    points = []
    last = None
    for event in trace_belief(belief, arguments, snapshots, policy):
        now = (event.belief.stance, event.belief.confidence, event.belief.state)
        if now != last:
            ids = tuple(argument.id for argument in event.arguments)
            points.append(CurvePoint(event.turn, event.belief.stance, event.belief.confidence, event.cause, ids))
        last = now
    if is_held(belief):
        points.append(CurvePoint(points[-1].turn, belief.stance, belief.confidence, Cause.HELD))
    return tuple(points)
