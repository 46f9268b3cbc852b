"""What an argument weighs, what resists it, and how sure a belief is (B1-B3). No prose and no model writes a number."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from atlas.beliefs.policy import BeliefPolicy
from atlas.model.belief import Belief, Reasoning, Reliability

REASONING_WEIGHTS: Final[Mapping[Reasoning, float]] = {
    Reasoning.EMPIRICAL: 1.0,
    Reasoning.LOGICAL: 1.0,
    Reasoning.EXPERT: 1.0,
    Reasoning.ANECDOTAL: 0.85,
    Reasoning.SOCIAL_PRESSURE: 0.65,
    Reasoning.EMOTIONAL: 0.65,
    Reasoning.NONE: 0.60,
}
SOURCE_WEIGHTS: Final[Mapping[Reliability, float]] = {
    Reliability.HIGH: 1.0,
    Reliability.MEDIUM: 0.85,
    Reliability.LOW: 0.70,
}
INCONSISTENT: Final = 0.75
"""What is left of an argument that contradicts itself."""
BOOTSTRAP: Final = 0.5


class Evidence(Protocol):
    """The fields of an argument that its step is made of, before it is a row and after."""

    @property
    def direction(self) -> int: ...

    @property
    def strength(self) -> float: ...

    @property
    def reasoning(self) -> Reasoning: ...

    @property
    def reliability(self) -> Reliability: ...

    @property
    def novelty(self) -> float: ...

    @property
    def consistent(self) -> bool: ...


class TimedEvidence(Evidence, Protocol):
    @property
    def turn(self) -> int: ...


def is_evidence(argument: Evidence, policy: BeliefPolicy) -> bool:
    """B1: Tell whether an argument is strong enough to count at all."""
    return argument.strength >= policy.counts_from


def weigh_quality(argument: Evidence) -> float:
    """B2: Average how it is reasoned and what it rests on; less where it contradicts itself."""
    quality = (REASONING_WEIGHTS[argument.reasoning] + SOURCE_WEIGHTS[argument.reliability]) / 2
    return quality if argument.consistent else quality * INCONSISTENT


def compute_step(argument: TimedEvidence, policy: BeliefPolicy) -> float:
    """B2: Compute how far an argument would move a stance that nothing resists, whichever way."""
    if not is_evidence(argument, policy):
        return 0.0
    step = policy.step * argument.strength * max(argument.novelty, policy.least_novelty) * weigh_quality(argument)
    return step * BOOTSTRAP if argument.turn <= policy.bootstrap_turns else step


def net_steps(arguments: Iterable[TimedEvidence], policy: BeliefPolicy) -> float:
    """B2: Sum the arguments of a window by their signs: opposites net out, exactly and in any order."""
    return math.fsum(argument.direction * compute_step(argument, policy) for argument in arguments)


def compute_resistance(stance: float, confidence: float, net: float) -> float:
    """B2: Compute what a step is divided by: confidence resists every step, a stance the one that opposes it."""
    opposed = abs(stance) if stance * net < 0 else 0.0
    return confidence + opposed + 1.0


def move_stance(stance: float, confidence: float, net: float) -> float:
    """B2: Move a stance by a netted window, against its resistance."""
    return max(-1.0, min(1.0, stance + net / compute_resistance(stance, confidence, net)))


def compute_confidence(net_support: int, policy: BeliefPolicy) -> float:
    """B3: Compute how sure a belief is that has so many more arguments for it than against, before it fades."""
    return min(1.0, math.log2(max(0, net_support) + 1) / math.log2(policy.saturation))


def count_net_support(belief: Belief, policy: BeliefPolicy) -> int:
    """B3: Count support less contradiction.

    A stance that a person gave is as sure as a belief can be: their word counts as the arguments that make confidence
    full, for as long as the stance is on the side where they put it.
    """
    given = belief.corrected is not None and belief.stance * belief.corrected >= 0
    word = policy.saturation - 1 if given else 0
    return max(0, word + belief.support - belief.contradiction)
