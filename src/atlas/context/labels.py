"""When something was, in a few words, counted in calendar days of the space's own zone (T15)."""

from __future__ import annotations

from datetime import date, datetime, tzinfo
from typing import Final

_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def label(when: datetime, now: datetime, zone: tzinfo) -> str:
    """ "earlier today", "yesterday", "last Tuesday", "2 weeks ago", "in 3 days"; never "0 years ago"."""
    day, today = _day(when, zone), _day(now, zone)
    days = (today - day).days
    if days < 0:
        return _ahead(-days)
    if days == 0:
        return "earlier today" if when <= now else "later today"
    if days == 1:
        return "yesterday"
    return f"last {_DAYS[day.weekday()]}" if days < 7 else _ago(days)


def day_text(when: datetime, zone: tzinfo) -> str:
    return _day(when, zone).isoformat()


def _day(when: datetime, zone: tzinfo) -> date:
    """The calendar day there; at the ends of time, where no other zone can be reckoned, the day as it stands."""
    try:
        return when.astimezone(zone).date()
    except OverflowError:
        return when.date()


def _ago(days: int) -> str:
    return f"{_span(days)} ago"


def _ahead(days: int) -> str:
    return "tomorrow" if days == 1 else f"in {_span(days)}"


def _span(days: int) -> str:
    for unit, length in (("year", 365), ("month", 30), ("week", 7), ("day", 1)):
        if days >= length and (unit != "month" or days >= 60) and (unit != "year" or days >= 365):
            count = days // length
            return f"{count} {unit}{'s' if count > 1 else ''}"
    return f"{days} days"
