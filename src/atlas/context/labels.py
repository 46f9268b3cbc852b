"""Short labels of dates, counted in calendar days of the space's own zone (T15)."""

from __future__ import annotations

from datetime import date, datetime, tzinfo
from typing import Final

from atlas.model.served_context import MONTHS

_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def format_age(when: datetime, now: datetime, zone: tzinfo) -> str:
    """Format a date as "earlier today", "yesterday", "last Tuesday", "2 weeks ago" or "in 3 days"; never "0 years
    ago"."""
    day, today = _calendar_day(when, zone), _calendar_day(now, zone)
    days = (today - day).days
    if days < 0:
        return _format_future(-days)
    if days == 0:
        return "earlier today" if when <= now else "later today"
    if days == 1:
        return "yesterday"
    return f"last {_DAYS[day.weekday()]}" if days < 7 else _format_past(days)


def format_date(when: datetime, now: datetime | None, zone: tzinfo) -> str:
    """Format a day as "10 Mar", with its year where that is not this year: half as long as 2026-03-10."""
    day = _calendar_day(when, zone)
    this_year = now is not None and day.year == _calendar_day(now, zone).year
    return f"{day.day} {MONTHS[day.month - 1]}" + ("" if this_year else f" {day.year:04}")


def format_day(when: datetime, zone: tzinfo) -> str:
    return _calendar_day(when, zone).isoformat()


def _calendar_day(when: datetime, zone: tzinfo) -> date:
    """Return the calendar day in the zone; at the ends of time, where no zone can be applied, the day as it is."""
    try:
        return when.astimezone(zone).date()
    except OverflowError:
        return when.date()


def _format_past(days: int) -> str:
    return f"{_format_days(days)} ago"


def _format_future(days: int) -> str:
    return "tomorrow" if days == 1 else f"in {_format_days(days)}"


def _format_days(days: int) -> str:
    for unit, length in (("year", 365), ("month", 30), ("week", 7), ("day", 1)):
        if days >= length and (unit != "month" or days >= 60) and (unit != "year" or days >= 365):
            count = days // length
            return f"{count} {unit}{'s' if count > 1 else ''}"
    return f"{days} days"
