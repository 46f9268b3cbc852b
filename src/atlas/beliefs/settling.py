"""Arguments cool in windows, and a window closes as one signed sum that moves its belief (B2, B3)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from atlas.beliefs.arithmetic import is_evidence, move_stance, net_steps
from atlas.beliefs.decay import fade_confidence, is_held, list_decay_points
from atlas.beliefs.policy import BeliefPolicy
from atlas.model.belief import Argument, ArgumentChange, Belief, BeliefChange, Snapshot
from atlas.model.ids import BeliefId
from atlas.model.memory import State


@dataclass(frozen=True, slots=True)
class Settlement:
    """A window that closed: its arguments, and what they changed of the belief (None: they moved nothing)."""

    turn: int
    arguments: tuple[ArgumentChange, ...]
    belief: BeliefChange | None


def settle_arguments(
    beliefs: Iterable[Belief],
    cooling: Iterable[Argument],
    snapshots: Iterable[Snapshot],
    turn: int,
    policy: BeliefPolicy,
    now: datetime,
) -> tuple[Settlement, ...]:
    """B2: Close the windows that have cooled by this turn, in their order.

    A window closes at a turn that its first argument fixes, however late it is looked at. `snapshots` are those since
    the oldest reinforcement of these beliefs; arguments about other beliefs are left alone.
    """
    known = {belief.id: belief for belief in beliefs}
    points = list_decay_points(snapshots)
    windows = [
        (closes, window)
        for id, arguments in _group_by_belief(cooling).items()
        if id in known
        for closes, window in list_windows(known[id], arguments, policy)
        if closes <= turn
    ]
    settlements = []
    for closes, window in sorted(windows, key=lambda closing: (closing[0], closing[1][0].belief)):
        before = known[window[0].belief]
        after = revise_belief(before, window, closes, points, policy)
        change = None
        if after != before:
            after = replace(after, updated_at=now, version=before.version + 1)
            change = BeliefChange(before, after)
            known[before.id] = after
        settled = tuple(ArgumentChange(argument, replace(argument, settled=closes)) for argument in window)
        settlements.append(Settlement(closes, settled, change))
    return tuple(settlements)


def list_windows(
    belief: Belief, arguments: Iterable[Argument], policy: BeliefPolicy
) -> list[tuple[int, tuple[Argument, ...]]]:
    """B2: List the windows of arguments that cool, each with the turn at which it closes.

    The first argument that counts opens one, and what comes before it closes is in it. What does not count opens none,
    and cools by itself.
    """
    windows: list[tuple[int, list[Argument]]] = []
    alone: list[tuple[int, list[Argument]]] = []
    for argument in sorted(arguments, key=lambda argument: (argument.turn, argument.id)):
        closes = argument.turn + policy.cooling_turns
        if not _is_counted(argument, belief, policy):
            alone.append((closes, [argument]))
        elif windows and argument.turn < max(windows[-1][0], windows[-1][1][0].turn + 1):
            windows[-1][1].append(argument)
        else:
            windows.append((closes, [argument]))
    return [(closes, tuple(window)) for closes, window in (*windows, *alone)]


def revise_belief(
    belief: Belief, window: Iterable[Argument], turn: int, points: Sequence[int], policy: BeliefPolicy
) -> Belief:
    """B2, B3: Move a belief by a window that closes at this turn; contraction comes before revision.

    What opposes the stance lowers confidence first, and the step is taken against the resistance that is left. Where
    the stance crosses to the other side, what contradicted supports. A dropped belief comes back.
    """
    counted = [argument for argument in window if _is_counted(argument, belief, policy)]
    net = net_steps(counted, policy)
    side = _find_side(belief.stance) or _find_side(net)
    if is_held(belief) or not counted or not side:
        return belief
    for_it = sum(argument.direction == side for argument in counted)
    counts = replace(
        belief, support=belief.support + for_it, contradiction=belief.contradiction + len(counted) - for_it
    )
    earlier = [point for point in points if point < turn]
    confidence = fade_confidence(belief, earlier, policy)
    if net * side < 0:
        confidence = min(confidence, fade_confidence(counts, earlier, policy))
    stance = move_stance(belief.stance, confidence, net)
    crossed = stance * side < 0
    revived = belief.state is State.ARCHIVED
    moved = replace(
        counts,
        stance=stance,
        support=counts.contradiction if crossed else counts.support,
        contradiction=counts.support if crossed else counts.contradiction,
        reinforced=turn if revived or stance * net > 0 else belief.reinforced,
        raised=belief.raised + (net > 0),
        lowered=belief.lowered + (net < 0),
        shift=belief.shift + abs(stance - belief.stance),
        state=State.ACTIVE,
    )
    return replace(moved, confidence=fade_confidence(moved, points, policy))


def _is_counted(argument: Argument, belief: Belief, policy: BeliefPolicy) -> bool:
    """Tell whether it is evidence, and newer than what a person said of the belief."""
    corrected = belief.corrected is not None and argument.turn <= belief.corrected_turn
    return is_evidence(argument, policy) and not corrected


def _group_by_belief(arguments: Iterable[Argument]) -> dict[BeliefId, list[Argument]]:
    groups: dict[BeliefId, list[Argument]] = defaultdict(list)
    for argument in arguments:
        groups[argument.belief].append(argument)
    return groups


def _find_side(number: float) -> int:
    return int(math.copysign(1, number)) if number else 0
