"""Days counted from the day on which something is said: the last Tuesday, the next June, the end of the month (T15)."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Final

from atlas.language.english.calendar_words import AMOUNTS, SEASONS, month_number, weekday_number
from atlas.language.periods import Period, period_around

_DAYS: Final = {"day": 1, "week": 7, "fortnight": 14}
_COMING_YEARS: Final = 5
_SATURDAY: Final = 5
_LEAP: Final = 9
"""Years within which every day of a calendar comes again: between 1896 and 1904 there was no 29 February."""


def parse_amount(text: str) -> int:
    return int(text) if text.isdigit() else AMOUNTS[text]


def at_noon(said: datetime, year: int, month: int, day: int) -> datetime:
    """Noon, so that the calendar day is the same in almost every zone."""
    return said.replace(year=year, month=month, day=day, hour=12, minute=0, second=0, microsecond=0)


def shift_date(said: datetime, count: int, unit: str) -> datetime:
    if unit in _DAYS:
        return said + timedelta(days=count * _DAYS[unit])
    months = said.year * 12 + said.month - 1 + count * (12 if unit == "year" else 1)
    return said.replace(year=months // 12, month=months % 12 + 1, day=min(said.day, 28))


def find_weekday(said: datetime, name: str, *, ahead: bool) -> datetime:
    """The next or the last such day, never today."""
    distance = (weekday_number(name) - said.weekday()) % 7 or 7
    return said + timedelta(days=distance if ahead else (distance - 7) or -7)


def find_weekend(said: datetime, sign: int, ahead: bool) -> datetime:
    """The Saturday of a weekend; on a Saturday or a Sunday "this weekend" is the one that it is."""
    saturday = said + timedelta(days=_SATURDAY - said.weekday())
    if said.weekday() >= _SATURDAY:
        return saturday + timedelta(days=7 * sign)
    return saturday if sign > 0 or (sign == 0 and ahead) else saturday - timedelta(days=7)


def find_month(said: datetime, number: int, ahead: bool) -> datetime:
    return nearest_year(said, number, 1, ahead, whole_month=True)


def find_turned_month(said: datetime, number: int, sign: int, ahead: bool) -> datetime:
    """Last, this or next March: the last and the next one are not the one that it is."""
    if sign and number == said.month:
        return at_noon(said, said.year + sign, number, 1)
    return find_month(said, number, sign > 0 or (sign == 0 and ahead))


def find_turned_season(said: datetime, season: str, sign: int, ahead: bool) -> datetime:
    """Last, this or next spring: the last one is over, the next one has not begun, and this one is the nearest."""
    springs = list(_list_seasons(said, season))
    if sign < 0:
        return max(middle for middle, period in springs if period.end <= said)
    if sign > 0:
        return min(middle for middle, period in springs if period.start > said)
    if ahead:
        return find_season(said, season, ahead=True)
    return min(springs, key=lambda each: max(each[1].start - said, said - each[1].end))[0]


def find_season(said: datetime, season: str, *, ahead: bool) -> datetime:
    """The season that comes, or goes on; else the last whose middle month has begun."""
    if ahead:
        return min(middle for middle, period in _list_seasons(said, season) if period.end > said)
    return nearest_year(said, SEASONS[season], 1, False, whole_month=True)


def _list_seasons(said: datetime, season: str) -> Iterator[tuple[datetime, Period]]:
    """A season by the middle month that tells it, in the years around."""
    for year in range(said.year - 2, said.year + 3):
        middle = at_noon(said, year, SEASONS[season], 1)
        yield middle, period_around(middle, "season")


def make_date(said: datetime, month: str, day: int, year: str, ahead: bool) -> datetime:
    number = month_number(month)
    return at_noon(said, int(year), number, day) if year else nearest_year(said, number, day, ahead)


def nearest_year(said: datetime, month: int, day: int, ahead: bool, *, whole_month: bool = False) -> datetime:
    """The day in the nearest year that has it, today too: 29 February in the next leap year, or the last one."""
    if whole_month and month == said.month:
        return at_noon(said, said.year, month, day)
    years = range(said.year, said.year + _LEAP) if ahead else range(said.year, said.year - _LEAP, -1)
    for year in years:
        if day <= monthrange(year, month)[1]:
            found = at_noon(said, year, month, day)
            if found.date() >= said.date() if ahead else found.date() <= said.date():
                return found
    raise ValueError(day)  # there is no 31 June


def find_day_of_month(said: datetime, day: int, ahead: bool) -> datetime:
    """The next such day, today too, or the last one: "the 17th"."""
    number = said.year * 12 + said.month - 1
    for month in range(number, number + 3) if ahead else range(number, number - 3, -1):
        if day > monthrange(month // 12, month % 12 + 1)[1]:
            continue  # there is no 31 June
        found = at_noon(said, month // 12, month % 12 + 1, day)
        if found.date() >= said.date() if ahead else found.date() <= said.date():
            return found
    raise ValueError(day)


def find_nth_weekday(first: datetime, place: int, weekday: int) -> datetime:
    """The first, the second, … or (4) the last such day of a month."""
    days = [
        day
        for day in range(1, monthrange(first.year, first.month)[1] + 1)
        if date(first.year, first.month, day).weekday() == weekday
    ]
    return at_noon(first, first.year, first.month, days[-1] if place == 4 else days[place])


def find_middle(said: datetime, unit: str) -> datetime:
    if unit == "week":
        return said + timedelta(days=2 - said.weekday())
    return at_noon(said, said.year, said.month if unit == "month" else 7, 15 if unit == "month" else 1)


def find_edge(said: datetime, unit: str, *, late: bool) -> datetime:
    """The first or the last day of a week, a month or a year."""
    if unit == "week":
        return said + timedelta(days=6 - said.weekday() if late else -said.weekday())
    month = said.month if unit == "month" else 12 if late else 1
    return at_noon(said, said.year, month, monthrange(said.year, month)[1] if late else 1)


def find_easter(said: datetime, year: int) -> datetime:
    """Easter Sunday of the western churches, by the rule of the calendar that was made known anonymously in 1876."""
    century, of_century = divmod(year, 100)
    golden = year % 19
    moon = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (of_century // 4) - moon - of_century % 4) % 7
    month, day = divmod(moon + weekday - 7 * ((golden + 11 * moon + 22 * weekday) // 451) + 114, 31)
    return at_noon(said, year, month, day + 1)


def read_two_digits(digits: str, said: datetime) -> int:
    """The year of "'88": of this century up to some years from now."""
    year = 2000 + int(digits)
    return year if year <= said.year + _COMING_YEARS else year - 100
