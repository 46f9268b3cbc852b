"""Figures that say how the assistant does, the alerts they raise, and the ladder that follows (H3-H6)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Final

FLIP_ALERT: Final = 0.20
"""H2: the share of changed positions above which agreeing has become a habit."""


class Metric(StrEnum):
    """The eight of the dashboard (H4)."""

    LEARNING_VELOCITY = "learning velocity"
    MEMORY_RELEVANCE = "memory relevance"
    REFLECTION_ROI = "reflection ROI"
    SYCOPHANCY = "sycophancy"
    CONSISTENCY = "consistency"
    PROACTIVE_VALUE = "proactive value"
    PATTERN_STABILITY = "pattern stability"
    VIOLATIONS = "constitutional violations"


class Family(StrEnum):
    """What a figure is about (H3)."""

    PERFORMANCE = "task performance"
    TRUTHFULNESS = "truthfulness"
    REASONING = "reasoning quality"
    STABILITY = "behavioural stability"
    ADHERENCE = "constraint adherence"
    TRUST = "long-term trust"


class Severity(StrEnum):
    INFO = "info"
    WARNING = "warning"
    CRITICAL = "critical"


@dataclass(frozen=True, slots=True)
class Figure:
    """The value of one day. A day without a case has none, and raises nothing."""

    name: str
    """A metric's, or of one of the figures that a family is made of."""
    day: date
    value: float | None
    cases: int
    """How many things it was counted over."""


@dataclass(frozen=True, slots=True)
class Alert:
    name: str
    severity: Severity
    says: str
    """One sentence with the figure and its limit."""
    since: date


class Rung(StrEnum):
    """How far the engine is held back (H6); each includes what the ones before it forbid."""

    FREE = "free"
    FLAGGED = "flagged"
    """Something is to be looked at; nothing is held back."""
    RESTRICTED = "restricted"
    """No self-change; every proposal waits for a person."""
    REVIEW = "human review"
    """Restricted, and an operator is asked to look."""
    PAUSED = "paused"
    """Nothing thinks. What is said is kept, and what was approved is served."""


@dataclass(frozen=True, slots=True)
class Escalation:
    """Where the engine stands on the ladder, since when, and why."""

    rung: Rung
    since: datetime
    why: str
