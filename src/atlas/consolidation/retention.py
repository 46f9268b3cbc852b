"""How memories fade and are kept (T1-T4, T6): one interface, three curves, presets.

Everything is reckoned from the last reinforcement and written down only when something happens, so that looking twice
changes nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Protocol

from atlas.errors import BadInput
from atlas.model.memory import Basis, Memory

_DAY: Final = 86_400.0
LEAST_STABILITY: Final = 60.0 / _DAY
"""A minute: what is ignored fades quickly, and never at once."""
MOST_STABILITY: Final = 36_500.0
"""A century: what is used every day stays a number that can be written down."""
FAINT: Final = 0.05
"""Fainter than this a memory counts as faded (T7), and being ignored once more takes nothing from it."""


class Curve(StrEnum):
    HALF_LIFE = "half_life"
    """R = 2^(-days / stability)."""
    EXPONENTIAL = "exponential"
    """R = e^(-days / stability)."""
    POWER = "power"
    """R = (1 + gap)^(-0.15), the gap counted in interactions."""


@dataclass(frozen=True, slots=True)
class RetentionPolicy:
    curve: Curve = Curve.HALF_LIFE
    stated_days: float = 30.0
    observed_days: float = 7.0
    inferred_days: float = 1.0
    growth: float = 2.5
    """By which stability grows with each proven use; never below 1."""
    review_at: float = 0.9
    """A memory is due for review when it has faded so far (T4)."""
    power: float = 0.15
    first_intervals: tuple[float, ...] = ()
    """Days to the first reviews, before growth sets in, whatever is known how: 1 and 6 for SM-2."""
    strengthened: float = 0.1
    ignored_free: int = 2
    """How often a memory may be ignored before it costs anything."""
    ignored_strength: float = 0.9
    ignored_stability: float = 0.5

    def __post_init__(self) -> None:
        if self.growth < 1.0 or any(step <= 0 for step in self.first_intervals):
            raise BadInput("Stability never shrinks by being used: growth is at least 1, and intervals are positive.")
        if not 0.0 < self.review_at < 1.0:
            raise BadInput("A review is due between wholly kept and wholly faded.")

    @property
    def stability(self) -> Mapping[Basis, float]:
        """T2: what a new memory begins with, by how it is known."""
        if self.first_intervals:
            return dict.fromkeys(Basis, stability_for_interval(self.first_intervals[0], self))
        return {Basis.STATED: self.stated_days, Basis.OBSERVED: self.observed_days, Basis.INFERRED: self.inferred_days}


PRESETS: Final[Mapping[str, RetentionPolicy]] = {
    "default": RetentionPolicy(),
    "research": RetentionPolicy(stated_days=1.0, observed_days=1.0, inferred_days=1.0),
    "exponential": RetentionPolicy(curve=Curve.EXPONENTIAL),
    "sm2": RetentionPolicy(first_intervals=(1.0, 6.0)),
}


POWER: Final = RetentionPolicy(curve=Curve.POWER)
"""For what is counted in interactions, as beliefs are; memories are counted in days, and have no such preset."""


def get_preset(name: str) -> RetentionPolicy:
    try:
        return PRESETS[name]
    except KeyError:
        raise BadInput(f"There is no retention {name!r}; there are {', '.join(PRESETS)}.") from None


def compute_retention(days: float, stability: float, policy: RetentionPolicy) -> float:
    """Compute the share left after so many days (or, of a power law, interactions)."""
    gap = max(0.0, days)
    if policy.curve is Curve.POWER:
        return float((1.0 + gap) ** -policy.power)
    rate = math.log(2.0) if policy.curve is Curve.HALF_LIFE else 1.0
    return math.exp(-rate * gap / stability)


def stability_for_interval(days: float, policy: RetentionPolicy) -> float:
    """The stability of which a review is due after so many days; a power law knows none."""
    return days / days_until_review(1.0, policy)


def days_until_review(stability: float, policy: RetentionPolicy) -> float:
    """Solve the curve for the days, or interactions, after which a review is due."""
    if policy.curve is Curve.POWER:
        return float(policy.review_at ** (-1.0 / policy.power) - 1.0)
    rate = math.log(2.0) if policy.curve is Curve.HALF_LIFE else 1.0
    return -math.log(policy.review_at) * stability / rate


class Fading(Protocol):
    """The fields that fading needs, of a memory or of its lean row."""

    @property
    def reinforced_at(self) -> datetime: ...

    @property
    def stability_days(self) -> float: ...

    @property
    def strength(self) -> float: ...


def current_strength(memory: Fading, now: datetime, policy: RetentionPolicy) -> float:
    """T1: Compute the strength now: that of the last reinforcement, faded since."""
    return memory.strength * compute_retention(_to_days(now - memory.reinforced_at), memory.stability_days, policy)


def review_due(memory: Fading, policy: RetentionPolicy) -> datetime:
    """T4: Compute when a review is due, for the query, the scheduler and the display."""
    days = days_until_review(memory.stability_days, policy)
    try:
        return memory.reinforced_at + timedelta(days=days)
    except OverflowError:
        return datetime.max.replace(tzinfo=memory.reinforced_at.tzinfo)


def record_use(
    memory: Memory, now: datetime, policy: RetentionPolicy, *, applied: bool = False, elsewhere: bool = False
) -> Memory:
    """T2, T6: a reply used it. It grows more stable, a little stronger, and begins to fade anew.

    T6 also says that the review interval doubles, and T4 that a review is due where the curve reaches 0.9. Both hold of
    one number: on a curve over days the interval is a fixed part of stability, so that growth by 2.5 makes it at least
    twice as long. SM-2 has its own first two steps; a power law knows no stability, and its interval stays.
    `elsewhere` is a use in another context than the one before.
    """
    return replace(
        memory,
        stability_days=_grow_stability(memory, policy),
        strength=min(1.0, memory.strength + policy.strengthened),
        reinforced_at=max(now, memory.reinforced_at),
        uses=memory.uses + 1,
        contexts=memory.contexts + elsewhere,
        applications=memory.applications + applied,
        version=memory.version + 1,
    )


def _grow_stability(memory: Memory, policy: RetentionPolicy) -> float:
    if memory.uses + 1 < len(policy.first_intervals):  # the first is that of a new memory
        return max(memory.stability_days, stability_for_interval(policy.first_intervals[memory.uses + 1], policy))
    return max(memory.stability_days, min(MOST_STABILITY, memory.stability_days * policy.growth))


def record_ignored(memory: Memory, times: int, policy: RetentionPolicy) -> Memory:
    """T6: Weaken a served but unused memory; the first times cost nothing."""
    if times <= policy.ignored_free:
        return memory
    stability = max(LEAST_STABILITY, memory.stability_days * policy.ignored_stability)
    left = memory.strength if memory.strength < FAINT else memory.strength * policy.ignored_strength
    if (stability, left) == (memory.stability_days, memory.strength):
        return memory
    return replace(memory, stability_days=stability, strength=left, version=memory.version + 1)


def _to_days(span: timedelta) -> float:
    return span.total_seconds() / _DAY
