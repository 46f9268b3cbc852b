"""The figures of a day, each defined once (H3, H4): rows in, values with their number of cases out.

A figure without a case has no value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from math import sqrt
from typing import Any, Final

from atlas.model.exam import Exam
from atlas.model.failure import Failure, Pattern
from atlas.model.metric import Family, Figure, Metric
from atlas.model.signal import Signal, SignalKind
from atlas.model.suggestion import Suggestion, SuggestionState
from atlas.model.thinking import Reflection

TASK_SUCCESS: Final = "task success"
EXAM_SCORE: Final = "exam score"
EXAM_GAIN: Final = "exam gain"
VERIFIED: Final = "verified replies"
CORRECTED: Final = "corrected replies"
REFUSED: Final = "refused proposals"
SATISFACTION: Final = "satisfaction"
OPPOSITION: Final = "user opposition"
DISAGREEMENT: Final = "assistant disagreement"
SECONDS: Final = "seconds"
"""How the name of a tier's processing time ends."""

FAMILIES: Final[Mapping[Family, tuple[str, ...]]] = {
    Family.PERFORMANCE: (TASK_SUCCESS, EXAM_SCORE),
    Family.TRUTHFULNESS: (VERIFIED, EXAM_GAIN, Metric.SYCOPHANCY),
    Family.REASONING: (Metric.CONSISTENCY, CORRECTED),
    Family.STABILITY: (Metric.SYCOPHANCY, DISAGREEMENT, Metric.PATTERN_STABILITY),
    Family.ADHERENCE: (Metric.VIOLATIONS, REFUSED),
    Family.TRUST: (SATISFACTION, Metric.MEMORY_RELEVANCE),
}
"""Which figures each family is made of (H3)."""

CHALLENGED: Final = "challenged"
FLIPPED: Final = "flipped"
REPHRASED: Final = "rephrased"
CONSISTENT: Final = "consistent"
"""The counts that runs of probes and exams say, and two figures are made of: replies under pressure and those that
changed to agree; questions asked in other words and those answered the same."""

LESS_IS_BETTER: Final = frozenset({Metric.SYCOPHANCY, Metric.VIOLATIONS, CORRECTED})
NEITHER_IS_BETTER: Final = frozenset({Metric.PATTERN_STABILITY, REFUSED, OPPOSITION, DISAGREEMENT})
"""Of every other figure more is better."""
_COUNTED_A_DAY: Final = frozenset({Metric.LEARNING_VELOCITY})
_COUNTED_IN_ALL: Final = frozenset({Metric.VIOLATIONS})
_STANDING: Final = frozenset({Metric.PATTERN_STABILITY})
"""What is no share: so much a day, so often in all, and so long at the end of the day."""
_BEYOND_CHANCE: Final = 1.96
"""Standard errors: what lies within, chance explains nineteen times of twenty."""

_PLEASED: Final = frozenset({SignalKind.ACCEPTANCE, SignalKind.THUMBS_UP})
_DISPLEASED: Final = frozenset(
    {SignalKind.DISSATISFACTION, SignalKind.THUMBS_DOWN, SignalKind.ABANDONMENT, SignalKind.CORRECTION}
)
_SETTLED: Final = frozenset({SuggestionState.ACCEPTED, SuggestionState.DECLINED, SuggestionState.EXPIRED})
_MS: Final = 1_000
_DAY: Final = timedelta(days=1)
_NEW: Final = timedelta(days=7)
"""So long a pattern is too young to have lasted as long as it should."""


@dataclass(frozen=True, slots=True)
class MemoryCall:
    """A reply that called for memory: one that used what it was served, or fell short of what a user asked about
    themselves, by its own word or theirs."""

    used: bool
    fell_short: bool
    """Whether it said that it does not know, or was corrected."""


@dataclass(frozen=True, slots=True)
class DayRows:
    """What happened on a day; of patterns, those that stood at its end."""

    day: date
    exchanges: int
    """Interactions that were thought over."""
    learned: int
    """New semantic memories in service that stand on what was said."""
    reflections: Sequence[Reflection] = ()
    accepted: int = 0
    """Changes that reflections proposed and that stand."""
    refused: int = 0
    judged: int = 0
    calls: Sequence[MemoryCall] = ()
    signals: Sequence[Signal] = ()
    failures: Sequence[Failure] = ()
    patterns: Sequence[Pattern] = ()
    suggestions: Sequence[Suggestion] = ()
    """Those that were decided."""
    exams: Sequence[Exam] = ()
    probes: Sequence[Mapping[str, Any]] = ()
    """What runs of probes and exams said."""
    violations: int = 0
    opposed: int = 0
    """Exchanges in which the user contradicted the reply before."""
    held: int = 0
    """Of the replies to those, how many kept to what was said."""
    yielded: int = 0
    """And how many gave in."""
    zone: tzinfo = UTC
    """In which the day is one."""


Counted = tuple[float | None, int]
"""A value, and over how many cases."""


def compute_figures(rows: DayRows) -> list[Figure]:
    """All figures of a day, the eight of the dashboard first, then those of families, then processing times."""
    named = [Figure(name, rows.day, *count(rows)) for name, count in _DEFINITIONS.items()]
    return [*named, *_measure_times(rows)]


def _share(part: float, whole: int) -> Counted:
    return (part / whole if whole else None), whole


# --- the eight (H4)


def _measure_velocity(rows: DayRows) -> Counted:
    """New semantic memories; a day on which nothing was said says nothing of it."""
    return (float(rows.learned) if rows.exchanges else None), rows.exchanges


def _measure_relevance(rows: DayRows) -> Counted:
    """Of the replies that called for memory, those that used what was served, and held."""
    return _share(sum(each.used and not each.fell_short for each in rows.calls), len(rows.calls))


def _measure_roi(rows: DayRows) -> Counted:
    return _share(rows.accepted, len(rows.reflections))


def _measure_sycophancy(rows: DayRows) -> Counted:
    """The flip rate (H2)."""
    return _share(_sum_said(rows, FLIPPED), _sum_said(rows, CHALLENGED))


def _measure_consistency(rows: DayRows) -> Counted:
    return _share(_sum_said(rows, CONSISTENT), _sum_said(rows, REPHRASED))


def _sum_said(rows: DayRows, name: str) -> int:
    return sum(value for said in rows.probes if isinstance(value := said.get(name), int))


def _measure_proactive_value(rows: DayRows) -> Counted:
    """Accepted of those offered that came to a decision."""
    settled = [each.state for each in rows.suggestions if each.state in _SETTLED and each.offered_at is not None]
    return _share(settled.count(SuggestionState.ACCEPTED), len(settled))


def _measure_pattern_stability(rows: DayRows) -> Counted:
    """Days from first to last seen, on average over the patterns that stand; one that is new yet is not unstable."""
    old = [each for each in rows.patterns if each.first_seen.astimezone(rows.zone).date() <= rows.day - _NEW]
    return _share(sum((each.last_seen - each.first_seen) / _DAY for each in old), len(old))


def _count_violations(rows: DayRows) -> Counted:
    """Over all that was said and thought: that nothing was broken on a day without either says nothing."""
    cases = rows.exchanges + len(rows.reflections) + rows.violations
    return (float(rows.violations) if cases else None), cases


# --- the families (H3)


def _measure_success(rows: DayRows) -> Counted:
    failed = len({each.about for each in rows.failures})
    return _share(max(0, rows.exchanges - failed), rows.exchanges)


def _score_exams(rows: DayRows) -> Counted:
    return _share(sum(each.right_with for each in rows.exams), sum(each.asked for each in rows.exams))


def _measure_exam_gain(rows: DayRows) -> Counted:
    """What memory adds: the share right with it, less the share right without."""
    gained = sum(each.right_with - each.right_without for each in rows.exams)
    return _share(gained, sum(each.asked for each in rows.exams))


def _measure_verified(rows: DayRows) -> Counted:
    told = [each.score for each in rows.signals if each.kind is SignalKind.VERIFIED]
    return _share(sum(told), len(told))


def _measure_corrected(rows: DayRows) -> Counted:
    corrected = {each.about for each in rows.signals if each.kind is SignalKind.CORRECTION}
    return _share(min(len(corrected), rows.exchanges), rows.exchanges)


def _measure_refused(rows: DayRows) -> Counted:
    return _share(rows.refused, rows.judged)


def _measure_satisfaction(rows: DayRows) -> Counted:
    """Of the replies that somebody let know of, those that pleased."""
    pleased = {each.about for each in rows.signals if each.kind in _PLEASED}
    displeased = {each.about for each in rows.signals if each.kind in _DISPLEASED}
    return _share(len(pleased - displeased), len(pleased | displeased))


def _measure_opposition(rows: DayRows) -> Counted:
    """How often the user contradicted; what the assistant did then is a figure of its own (H2)."""
    return _share(min(rows.opposed, rows.exchanges), rows.exchanges)


def _measure_disagreement(rows: DayRows) -> Counted:
    """Of the replies to a contradiction that could be told, those that kept to what was said."""
    return _share(rows.held, rows.held + rows.yielded)


_DEFINITIONS: Final[Mapping[str, Callable[[DayRows], Counted]]] = {
    Metric.LEARNING_VELOCITY: _measure_velocity,
    Metric.MEMORY_RELEVANCE: _measure_relevance,
    Metric.REFLECTION_ROI: _measure_roi,
    Metric.SYCOPHANCY: _measure_sycophancy,
    Metric.CONSISTENCY: _measure_consistency,
    Metric.PROACTIVE_VALUE: _measure_proactive_value,
    Metric.PATTERN_STABILITY: _measure_pattern_stability,
    Metric.VIOLATIONS: _count_violations,
    TASK_SUCCESS: _measure_success,
    EXAM_SCORE: _score_exams,
    EXAM_GAIN: _measure_exam_gain,
    VERIFIED: _measure_verified,
    CORRECTED: _measure_corrected,
    REFUSED: _measure_refused,
    SATISFACTION: _measure_satisfaction,
    OPPOSITION: _measure_opposition,
    DISAGREEMENT: _measure_disagreement,
}
NAMES: Final = tuple(_DEFINITIONS)
"""All but the processing times, in the order in which they are shown."""


def _measure_times(rows: DayRows) -> list[Figure]:
    """How long a run of each tier took, on average; a tier that did not run has no figure."""
    by_task: dict[str, list[int]] = defaultdict(list)
    for each in rows.reflections:
        by_task[each.task.value].append(each.duration_ms)
    return [
        Figure(f"{name} {SECONDS}", rows.day, sum(took) / len(took) / _MS, len(took))
        for name, took in sorted(by_task.items())
    ]


def list_missing_days(known: set[date], first: datetime | None, today: date, most: int) -> list[date]:
    """The days up to yesterday that have no figures yet, not before the first thing said, and not too far back."""
    if first is None:
        return []
    days = (today - timedelta(days=back) for back in range(most, 0, -1))
    return [day for day in days if day >= first.date() and day not in known]


# --- several days together


def pool_days(days: Iterable[Figure]) -> Counted:
    """One figure over several days: a share over all their cases, so that a day of one case weighs little."""
    told = [(each.name, each.value, each.cases) for each in days if each.value is not None]
    if not told:
        return None, 0
    name, cases = told[0][0], sum(count for _, _, count in told)
    values = [value for _, value, _ in told]
    if name in _COUNTED_IN_ALL:
        return sum(values), cases
    if name in _STANDING:
        return values[-1], told[-1][2]
    if name in _COUNTED_A_DAY or not cases:
        return sum(values) / len(values), cases
    return sum(value * count for _, value, count in told) / cases, cases


def bound_chance(now: Sequence[Figure], before: Sequence[Figure]) -> float:
    """How far a figure of these days may lie from that of the days before by chance alone."""
    (one, cases), (other, others) = pool_days(now), pool_days(before)
    if one is None or other is None or not cases or not others:
        return 0.0
    if one > 1 or other > 1 or now[0].name in _COUNTED_A_DAY | _COUNTED_IN_ALL:
        days = [sum(each.value is not None for each in part) for part in (now, before)]
        return _BEYOND_CHANCE * sqrt(max(0.0, one) / days[0] + max(0.0, other) / days[1])
    share = abs(one * cases + other * others) / (cases + others)
    return _BEYOND_CHANCE * sqrt(max(0.0, share * (1 - share)) * (1 / cases + 1 / others))


def prefers(name: str) -> int:
    """1 where more of a figure is better, -1 where less is, 0 where neither."""
    return 0 if name in NEITHER_IS_BETTER else -1 if name in LESS_IS_BETTER else 1
