"""Days from one to another: "4-11 July", "June twenty second to twenty sixth", "between 30 May and 3 June" (T15)."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from atlas.language.english.calendar_days import at_noon
from atlas.language.english.calendar_words import MONTH, ORDINAL, month_number, read_ordinal
from atlas.language.interface import When

_DAY: Final = rf"(?:{ORDINAL}|\d{{1,2}}(?!\w))"
_YEAR: Final = r"(?:19|20)\d\d"
_TO: Final = r"(?:\ ?[-–—]\ ?|\ (?:up\ )?(?:to|until|till|through|thru)\ |(?(between)\ and\ |(?!)))(?:the\ )?"
_RANGE: Final = re.compile(
    rf"""(?<![\w.:/-])(?:(?P<between>between\ )|(?P<from>from\ )|on\ )?(?:the\ )?(?:
    (?P<day>{_DAY})(?:\ (?:of\ )?(?P<month>{MONTH})(?:,?\ (?P<year>{_YEAR}))?)?{_TO}
        (?:(?P<last_day>{_DAY})\ (?:of\ )?(?P<last_month>{MONTH})(?:,?\ (?P<last_year>{_YEAR}))?
          | (?P<last_day_alone>(?(month)(?:{ORDINAL})|(?!))))
  | (?P<month_before>{MONTH})\ (?:the\ )?(?P<day_after>{_DAY}){_TO}
        (?:(?P<last_month_before>{MONTH})\ (?:the\ )?)?
        (?P<last_day_after>{ORDINAL}|\d{{1,2}}(?![\w:])(?!\ ?[ap]\.?m\b)(?(from)|(?(between)|(?!\ [^\W\d]))))
        (?:,?\ (?P<last_year_after>{_YEAR}))?
    )(?!\w)""",
    re.I | re.X,
)
"""Behind a mere figure no word may follow, as in "on May 4 to 10 people", unless it began with *from* or *between*."""


def find_range(text: str, start: int, end: int, said: datetime, *, ahead: bool) -> When | None:
    """Find the first run of days in this stretch."""
    for match in _RANGE.finditer(text, start, end):
        found = _read_range(match, said, ahead)
        if found is not None:
            return When(found[0], match.start(), match.end(), "day", found[1])
    return None


def _read_range(match: re.Match[str], said: datetime, ahead: bool) -> tuple[datetime, datetime] | None:
    """The run that goes on or comes next; where it is past, the last one that has begun."""
    last_month = match["last_month"] or match["last_month_before"] or match["month"] or match["month_before"]
    last_day = match["last_day"] or match["last_day_alone"] or match["last_day_after"]
    last = month_number(last_month), read_ordinal(last_day)
    first_month = match["month"] or match["month_before"] or last_month
    first = month_number(first_month), read_ordinal(match["day"] or match["day_after"])
    told = match["last_year"] or match["last_year_after"]
    if first == last or (first > last and first[0] == last[0]):
        return None  # "9-5 July"
    over_new_year = first > last
    if match["year"] and not told:
        told = str(int(match["year"]) + over_new_year)
    years = [int(told)] if told else [said.year - 1, said.year, said.year + 1]
    runs = [run for year in years if (run := _place_run(said, year, first, last))]
    if told or not runs:
        return runs[0] if runs else None
    if ahead:
        return next((run for run in runs if run[1].date() >= said.date()), None)
    return next((run for run in reversed(runs) if run[0].date() <= said.date()), None)


def _place_run(
    said: datetime, year: int, first: tuple[int, int], last: tuple[int, int]
) -> tuple[datetime, datetime] | None:
    """The run that ends in this year; None where the year has no such day."""
    try:
        return at_noon(said, year - (first > last), *first), at_noon(said, year, *last)
    except ValueError:
        return None
