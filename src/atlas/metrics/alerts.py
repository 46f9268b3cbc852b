"""What a series of figures raises: alerts that fire, and clear (H4, H5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import mean, pstdev
from typing import Final

from atlas.metrics.figures import Counted, pool_days
from atlas.model.metric import FLIP_ALERT, Alert, Figure, Metric, Severity

RAMP_UP: Final = timedelta(days=7)
"""So long after the first figure nothing is said of how fast it learns."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Where a figure alerts: below the least, or above the most."""

    severity: Severity
    least: float | None = None
    most: float | None = None
    cases: int = 1
    """With fewer, nothing is said."""
    gathered: timedelta = timedelta(0)
    """So far back days are counted together where the last has too few."""
    after: timedelta = timedelta(0)
    """Since its first day."""


LIMITS: Final[Mapping[str, Limit]] = {
    Metric.LEARNING_VELOCITY: Limit(Severity.INFO, least=1.0, after=RAMP_UP, cases=0),
    Metric.MEMORY_RELEVANCE: Limit(Severity.WARNING, least=0.60, cases=20, gathered=timedelta(days=14)),
    Metric.REFLECTION_ROI: Limit(Severity.WARNING, least=0.1, cases=10),
    Metric.SYCOPHANCY: Limit(Severity.WARNING, most=FLIP_ALERT, cases=10),
    Metric.CONSISTENCY: Limit(Severity.WARNING, least=0.85, cases=10),
    Metric.PATTERN_STABILITY: Limit(Severity.WARNING, least=7.0, cases=3),
    Metric.VIOLATIONS: Limit(Severity.CRITICAL, most=0.0),
}
"""H4. Proactive value has no limit: it alerts where it declines."""

SERIES: Final = timedelta(days=60)
"""So many days before today alerts are looked for in."""
_DECLINES: Final = (Metric.PROACTIVE_VALUE,)
_DECLINED: Final = 0.9
"""Of the four weeks before: what is less this week has declined."""
_SUDDEN: Final = 4.0
"""Standard deviations of the days before, beyond which a change is sudden (H5)."""
_DAYS_BEFORE: Final = 10
_LEAST_SPREAD: Final = 0.02


def list_alerts(series: Sequence[Figure]) -> list[Alert]:
    """What stands after the last day, each name once: a limit that is passed before a change that is sudden."""
    found = [*find_alerts(series), *find_sudden_changes(series)]
    return list({each.name: each for each in reversed(found)}.values())[::-1]


def find_alerts(series: Iterable[Figure], limits: Mapping[str, Limit] = LIMITS) -> list[Alert]:
    """What stands after the last day of each figure. One without data raises nothing."""
    found = []
    for name, days in sorted(_by_name(series).items()):
        if name in limits:
            found += _check_limit(name, days, limits[name])
        if name in _DECLINES:
            found += _check_decline(name, days)
    return found


def find_sudden_changes(series: Iterable[Figure]) -> list[Alert]:
    """H5: figures whose last day lies far outside of the days before; a few cases more or less are no change."""
    found = []
    for name, days in sorted(_by_name(series).items()):
        told = [day for day in days if day.value is not None]
        values = [day.value for day in told if day.value is not None]
        if len(values) <= _DAYS_BEFORE:
            continue
        before, last = values[-_DAYS_BEFORE - 1 : -1], values[-1]
        spread = max(pstdev(before), _LEAST_SPREAD, 1 / max(1, told[-1].cases))
        if abs(last - mean(before)) > _SUDDEN * spread:
            says = f"The {name} went from {mean(before):.2f} to {last:.2f} in a day, and nothing explains it."
            found.append(Alert(name, Severity.WARNING, says, days[-1].day))
    return found


def _by_name(series: Iterable[Figure]) -> dict[str, list[Figure]]:
    named: dict[str, list[Figure]] = defaultdict(list)
    for figure in sorted(series, key=lambda each: each.day):
        named[figure.name].append(figure)
    return named


def _check_limit(name: str, days: Sequence[Figure], limit: Limit) -> list[Alert]:
    first = days[0].day
    since: date | None = None
    last: float | None = None
    for number, day in enumerate(days):
        value, cases = _gather_days(days[: number + 1], limit)
        if day.value is None or value is None or cases < limit.cases or day.day - first < limit.after:
            continue
        since, last = ((since or day.day) if _lies_outside(value, limit) else None), value
    if since is None or last is None:
        return []
    return [Alert(name, limit.severity, _tell_limit(name, last, limit), since)]


def _gather_days(days: Sequence[Figure], limit: Limit) -> Counted:
    """The last day, with as many before it as it takes to have enough cases, or as may be gathered."""
    value, cases = days[-1].value, days[-1].cases
    for number in range(len(days) - 2, -1, -1):
        if cases >= limit.cases or days[-1].day - days[number].day > limit.gathered:
            break
        value, cases = pool_days(days[number:])
    return value, cases


def _lies_outside(value: float, limit: Limit) -> bool:
    return (limit.least is not None and value < limit.least) or (limit.most is not None and value > limit.most)


def _tell_limit(name: str, value: float, limit: Limit) -> str:
    if limit.most is not None:
        return f"The {name} is {value:.2f}; more than {limit.most:.2f} is too much."
    return f"The {name} is {value:.2f}; less than {limit.least:.2f} is too little."


def _check_decline(name: str, days: Sequence[Figure]) -> list[Alert]:
    last = days[-1].day
    week = [each for each in days if last - each.day < timedelta(days=7)]
    before = [each for each in days if timedelta(days=7) <= last - each.day < timedelta(days=35)]
    (now, _), (then, _) = pool_days(week), pool_days(before)
    if now is None or then is None or now >= _DECLINED * then:
        return []
    return [Alert(name, Severity.WARNING, f"The {name} fell from {then:.2f} to {now:.2f} in a week.", last)]
