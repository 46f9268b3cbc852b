"""Figures of a week beside the week before (J10), each as metrics define it and over the cases of all its days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final

from atlas.engine.core.runtime import Runtime
from atlas.engine.jobs.tasks.nightly.day_figures import read_days
from atlas.metrics.alerts import SERIES, find_sudden_changes
from atlas.metrics.figures import NAMES, bound_chance, compute_figures, pool_days, prefers
from atlas.model.metric import Figure
from atlas.model.thinking import Trend
from atlas.ports.reading import Reader

_MOST_DAYS: Final = 31


def compute_trends(runtime: Runtime, reader: Reader, start: datetime, end: datetime) -> tuple[Trend, ...]:
    """Compare the days of a week with as many before; what no night has computed yet is computed here."""
    first, last = (each.astimezone(runtime.zone).date() for each in (start, end))
    count = max(1, min((last - first).days, _MOST_DAYS))
    days = [last - timedelta(days=back) for back in range(2 * count - 1, -1, -1)]
    series = _read_series(runtime, reader, days, end)
    return tuple(_compare(name, series, set(days[count:])) for name in NAMES)


def find_sudden(runtime: Runtime, reader: Reader, start: datetime, end: datetime) -> tuple[str, ...]:
    """H5: what changed within a day of this week and is explained by nothing, figure by figure."""
    first, last = (each.astimezone(runtime.zone).date() for each in (start, end))
    series = [each for each in reader.figures(last - SERIES) if each.day <= last]
    days = [first + timedelta(days=each) for each in range(1, (last - first).days + 1)]
    found = (find_sudden_changes([each for each in series if each.day <= day]) for day in days)
    told = {(alert.name, alert.since): alert.says for alerts in found for alert in alerts if alert.since > first}
    return tuple(told.values())


def _read_series(runtime: Runtime, reader: Reader, days: Sequence[date], end: datetime) -> list[Figure]:
    kept = [each for each in reader.figures(days[0]) if each.day <= days[-1]]
    known = {each.day for each in kept}
    missing = [day for day in days if day not in known]
    if not missing:
        return kept
    rows = read_days(reader, missing, runtime.zone, runtime.bearing_words(), end)
    return [*kept, *(figure for each in rows for figure in compute_figures(each))]


def _compare(name: str, series: Sequence[Figure], week: set[date]) -> Trend:
    days = sorted((each for each in series if each.name == name), key=lambda each: each.day)
    now, before = [each for each in days if each.day in week], [each for each in days if each.day not in week]
    (value, cases), (earlier, _) = pool_days(now), pool_days(before)
    last = next((each.value for each in now if each.day == max(week)), None)
    trend = Trend(str(name), value, earlier, prefers(name), cases=cases, last=last)
    return replace(trend, chance=bound_chance(now, before)) if None not in (value, earlier) else trend
