"""How positions and persona are doing, each as a figure with the limit beyond which it is told (B8)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from atlas.beliefs.arithmetic import is_evidence
from atlas.beliefs.policy import BeliefPolicy
from atlas.language.document_items import remove_comments
from atlas.language.words import split_words
from atlas.model.belief import Argument, Belief, Snapshot
from atlas.model.ids import BeliefId

MOST_DISAGREEMENT: Final = 0.5
"""Share of arguments against the positions held, above which users and positions are apart."""


class HealthMeasure(StrEnum):
    UNIQUE_RATIO = "unique_ratio"
    ENTRENCHMENT = "entrenchment"
    BACKLOG = "backlog"
    SURVIVAL = "survival"
    DISAGREEMENT = "disagreement"


@dataclass(frozen=True, slots=True)
class HealthFigure:
    measure: HealthMeasure
    value: float
    limit: float
    alert: str = ""
    """One sentence, where the value is beyond its limit."""
    beliefs: tuple[BeliefId, ...] = ()
    """Those that it is about."""


def check_belief_health(
    persona: str,
    beliefs: Sequence[Belief],
    pending: Iterable[Argument],
    snapshots: Sequence[Snapshot],
    policy: BeliefPolicy,
) -> tuple[HealthFigure, ...]:
    """B8: Measure what there are data for. `pending` are the arguments whose insights nothing has taken in."""
    served = [belief for belief in beliefs if belief.served]
    figures = (
        check_vocabulary(persona, policy),
        check_entrenchment(served, policy),
        check_backlog(served, pending, snapshots, policy),
        check_survival(snapshots),
        check_disagreement(served, policy),
    )
    return tuple(figure for figure in figures if figure is not None)


def measure_unique_ratio(text: str) -> float | None:
    """B8: Measure the share of different words, comments aside; None where there are no words."""
    words = split_words(remove_comments(text).casefold())
    return len(set(words)) / len(words) if words else None


def check_vocabulary(persona: str, policy: BeliefPolicy) -> HealthFigure | None:
    ratio = measure_unique_ratio(persona)
    if ratio is None:
        return None
    alert = f"Only {ratio:.0%} of the persona's words are different ones: it may be collapsing into generic text."
    return HealthFigure(
        HealthMeasure.UNIQUE_RATIO, ratio, policy.unique_ratio, alert if ratio < policy.unique_ratio else ""
    )


def check_entrenchment(beliefs: Iterable[Belief], policy: BeliefPolicy) -> HealthFigure | None:
    """The largest share of moves in one direction, among beliefs that have moved often enough to tell."""
    shares = {
        belief.id: max(belief.raised, belief.lowered) / (belief.raised + belief.lowered)
        for belief in beliefs
        if belief.raised + belief.lowered >= max(1, policy.entrenched_moves)
    }
    if not shares:
        return None
    found = tuple(id for id, share in shares.items() if share >= policy.entrenched)
    alert = (
        f"{_count(found)} moved in one direction in {policy.entrenched:.0%} of {policy.entrenched_moves} or more moves."
    )
    return HealthFigure(
        HealthMeasure.ENTRENCHMENT, max(shares.values()), policy.entrenched, alert if found else "", found
    )


def check_backlog(
    beliefs: Iterable[Belief], pending: Iterable[Argument], snapshots: Iterable[Snapshot], policy: BeliefPolicy
) -> HealthFigure | None:
    """The beliefs with an opposing argument that a committed reflection has passed by."""
    last = max((snapshot.turn for snapshot in snapshots if snapshot.committed), default=None)
    if last is None:
        return None
    stances = {belief.id: belief.stance for belief in beliefs}
    opposed = {
        argument.belief: None
        for argument in pending
        if argument.turn <= last
        and is_evidence(argument, policy)
        and stances.get(argument.belief, 0.0) * argument.direction < 0
    }
    found = tuple(opposed)
    alert = f"{_count(found)} arguments against {'it' if len(found) == 1 else 'them'} that no reflection has taken in."
    return HealthFigure(HealthMeasure.BACKLOG, len(found), 0, alert if found else "", found)


def check_survival(snapshots: Iterable[Snapshot]) -> HealthFigure | None:
    """The share of confident beliefs that outlive all these rewrites: what each kept, multiplied."""
    shares = [each.kept / each.confident for each in snapshots if each.committed and each.confident > 0]
    if not shares:
        return None
    value = math.prod(shares)
    rewrites = f"{len(shares)} rewrites" if len(shares) > 1 else "1 rewrite"
    alert = f"Of a position held with confidence, {value:.0%} is left in the persona after {rewrites}."
    return HealthFigure(HealthMeasure.SURVIVAL, value, 1.0, alert if value < 1.0 else "")


def measure_disagreement(beliefs: Iterable[Belief]) -> float | None:
    """Measure the share of arguments that speak against the stances held; None where nothing was argued."""
    counts = [(belief.contradiction, belief.support + belief.contradiction) for belief in beliefs]
    argued = sum(argued for _, argued in counts)
    return sum(against for against, _ in counts) / argued if argued else None


def check_disagreement(beliefs: Sequence[Belief], policy: BeliefPolicy) -> HealthFigure | None:
    """Of so few arguments as make no entrenchment either, nothing is said."""
    rate = measure_disagreement(beliefs)
    argued = sum(belief.support + belief.contradiction for belief in beliefs)
    if rate is None or argued < policy.entrenched_moves:
        return None
    alert = f"{rate:.0%} of what users argue speaks against the positions held."
    return HealthFigure(HealthMeasure.DISAGREEMENT, rate, MOST_DISAGREEMENT, alert if rate > MOST_DISAGREEMENT else "")


def _count(found: Sequence[BeliefId]) -> str:
    return "1 belief has" if len(found) == 1 else f"{len(found)} beliefs have"
