"""A stretch of time that is named by itself: "March", "2026-03", "last week", "yesterday"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from atlas.language.dates import find_date

_ISO: Final = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_LEADS: Final = ("", "in ", "on ")
"""What stands before a month, or a weekday, in a sentence."""
_MONTHS: Final = {"month": 1, "season": 3, "year": 12}


@dataclass(frozen=True, slots=True)
class Period:
    start: datetime
    end: datetime
    """Its first moment, and the first one after it."""

    def last(self, now: datetime) -> datetime:
        """Its last moment; of one that goes on, now."""
        return now if self.start <= now < self.end else self.end - timedelta.resolution


def read_period(text: str, now: datetime) -> Period | None:
    """What a text names that is nothing but the name of a time, in the zone of `now`; None where it is none."""
    name = " ".join(text.split())
    iso = _ISO.fullmatch(name)
    try:
        if iso:
            year, month, day = (int(part) if part else 0 for part in iso.groups())
            at = now.replace(year=year, month=month or 1, day=day or 1)
            return period_around(at, "day" if day else "month" if month else "year")
        return _read_named_period(name, now)
    except (ValueError, OverflowError):
        return None


def _read_named_period(name: str, now: datetime) -> Period | None:
    for lead in _LEADS:
        said = f"{lead}{name}"
        found = find_date(said, 0, len(said), now, ahead=False)
        if found and (found.start, found.end) == (0, len(said)):
            return period_around(found.at, found.whole)
    return None


def period_around(at: datetime, whole: str) -> Period:
    """The day, week, month, season or year in which a moment lies."""
    start = at.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    if whole == "week":
        start -= timedelta(days=start.weekday())
        return Period(start, start + timedelta(days=7))
    if whole not in _MONTHS:
        return Period(start, start + timedelta(days=1))
    first = start.replace(day=1, month=1) if whole == "year" else start.replace(day=1)
    if whole == "season":  # it is told by its middle month
        first = _add_months(first, -1)
    return Period(first, _add_months(first, _MONTHS[whole]))


def _add_months(first: datetime, months: int) -> datetime:
    number = first.year * 12 + first.month - 1 + months
    return first.replace(year=number // 12, month=number % 12 + 1)
