"""A stretch of time around a moment: its day, weekend, week, month, season or year."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

_SATURDAY: Final = 5
_MONTHS: Final = {"month": 1, "season": 3, "year": 12}


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of time, named or computed."""

    start: datetime
    end: datetime
    """Its first moment, and the first one after it."""

    def last(self, now: datetime) -> datetime:
        """Return the last moment of the period; of one that goes on, now."""
        return now if self.start <= now < self.end else self.end - timedelta.resolution


def period_around(at: datetime, whole: str) -> Period:
    """Return the day, weekend, week, month, season or year in which a moment lies; of a day in the week the weekend
    behind it."""
    start = at.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    if whole == "week":
        start -= timedelta(days=start.weekday())
        return Period(start, start + timedelta(days=7))
    if whole == "weekend":
        start += timedelta(days=_SATURDAY - start.weekday())
        return Period(start, start + timedelta(days=2))
    if whole not in _MONTHS:
        return Period(start, start + timedelta(days=1))
    first = start.replace(day=1, month=1) if whole == "year" else start.replace(day=1)
    if whole == "season":  # it is told by its middle month
        first = _add_months(first, -1)
    return Period(first, _add_months(first, _MONTHS[whole]))


def _add_months(first: datetime, months: int) -> datetime:
    number = first.year * 12 + first.month - 1 + months
    return first.replace(year=number // 12, month=number % 12 + 1)
