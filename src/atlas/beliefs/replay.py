"""A belief is a fold over its arguments, the committed reflections and what a person said of it (B2-B4, X3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from atlas.beliefs.decay import fade_confidence, is_held, list_decay_points, reflect_belief
from atlas.beliefs.policy import BeliefPolicy
from atlas.beliefs.settling import revise_belief
from atlas.model.belief import Argument, Belief, Snapshot
from atlas.model.memory import State


class Cause(StrEnum):
    """Why a belief is where it is."""

    FORMED = "formed"
    ARGUED = "argued"
    CORRECTED = "corrected"
    FADED = "faded"
    DROPPED = "dropped"
    HELD = "held"


@dataclass(frozen=True, slots=True)
class Event:
    """What happened to a belief at a turn, and what it was then."""

    turn: int
    cause: Cause
    belief: Belief
    arguments: tuple[Argument, ...] = ()


def replay_belief(
    belief: Belief, arguments: Sequence[Argument], snapshots: Iterable[Snapshot], policy: BeliefPolicy
) -> Belief | None:
    """Compute a belief anew from the arguments that are left, with the result of having lived it with these alone.

    None where nothing is left of it: no argument, and no word of a person's. What a person pinned or retracted stays as
    it is. What still cools moves nothing. Time and version are left to who writes it.
    """
    if not arguments and belief.corrected is None and not belief.pinned:
        return None
    if is_held(belief):
        return belief
    *_, last = trace_belief(belief, arguments, snapshots, policy)
    return last.belief


def trace_belief(
    belief: Belief, arguments: Iterable[Argument], snapshots: Iterable[Snapshot], policy: BeliefPolicy
) -> Iterator[Event]:
    """Go through the life of a belief: where it was formed, and each window, correction and reflection since.

    At one turn the windows close first, then a person corrects, then the reflection passes.
    """
    arguments = sorted(arguments, key=lambda argument: (argument.turn, argument.id))
    current = _form(belief, arguments)
    yield Event(current.formed, Cause.FORMED, current)
    windows = defaultdict(list)
    for argument in arguments:
        if argument.settled is not None:
            windows[argument.settled].append(argument)
    points = list_decay_points(snapshots)
    turns = {*windows, *(point for point in points if point >= current.formed)}
    if belief.corrected is not None:
        turns.add(belief.corrected_turn)
    for turn in sorted(turns):
        passed = [point for point in points if point < turn]
        if turn in windows:
            current = revise_belief(current, windows[turn], turn, passed, policy)
            yield Event(turn, Cause.ARGUED, current, tuple(windows[turn]))
        if belief.corrected is not None and turn == belief.corrected_turn:
            current = _correct(current, belief.corrected, turn, policy)
            yield Event(turn, Cause.CORRECTED, current)
        if turn in points:
            before, current = current, reflect_belief(current, (*passed, turn), policy)
            dropped = before.state is not current.state
            yield Event(turn, Cause.DROPPED if dropped else Cause.FADED, current)


def _form(belief: Belief, arguments: Sequence[Argument]) -> Belief:
    formed = min((argument.turn for argument in arguments), default=belief.formed)
    return replace(
        belief,
        stance=0.0,
        confidence=0.0,
        support=0,
        contradiction=0,
        formed=formed,
        reinforced=formed,
        state=State.ACTIVE,
        raised=0,
        lowered=0,
        shift=0.0,
        pinned=False,
        corrected=None,
        corrected_turn=0,
    )


def _correct(belief: Belief, stance: float, turn: int, policy: BeliefPolicy) -> Belief:
    """Put a belief where a person says it is: what was argued before no longer counts for it."""
    corrected = replace(
        belief,
        stance=stance,
        support=0,
        contradiction=0,
        reinforced=turn,
        state=State.ACTIVE,
        raised=0,
        lowered=0,
        shift=belief.shift + abs(stance - belief.stance),
        corrected=stance,
        corrected_turn=turn,
    )
    return replace(corrected, confidence=fade_confidence(corrected, (), policy))
