"""When something happened or will: "last Tuesday", "in June", "two days ago", counted from when it is said (T15)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Final

from atlas.language.english.calendar_days import (
    at_noon,
    find_day_of_month,
    find_easter,
    find_edge,
    find_middle,
    find_month,
    find_nth_weekday,
    find_season,
    find_turned_month,
    find_turned_season,
    find_weekday,
    find_weekend,
    make_date,
    nearest_year,
    parse_amount,
    read_two_digits,
    shift_date,
)
from atlas.language.english.calendar_words import (
    AMOUNTS,
    FEASTS,
    MONTH,
    MONTHS,
    ORDINAL,
    ORDINALS,
    PLAIN_WEEKDAY,
    SEASONS,
    SHORT_WEEKDAYS,
    WEEKDAY,
    WEEKDAYS,
    WORDLIKE_WEEKDAYS,
    month_number,
    read_ordinal,
    weekday_number,
)
from atlas.language.english.day_ranges import find_range
from atlas.language.interface import When
from atlas.language.periods import Period, period_around

_AMOUNT: Final = r"\d{1,3}|" + "|".join(sorted(AMOUNTS, key=len, reverse=True)).replace(" ", r"\ ")
_SEASON: Final = "|".join(SEASONS)
_FEAST: Final = "|".join(sorted(FEASTS, key=len, reverse=True)).replace(" ", r"\ ").replace("'", "['’]")

_ISO: Final = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_PERIOD_LEADS: Final = ("", "in ", "on ")
"""What stands before a month, or a weekday, in a sentence."""
_YEAR: Final = r"(?:19|20)\d\d"
_LEAD: Final = r"(?:(?:on|in|since|by|until|from)\ )?"

_ORDINAL_WORD: Final = "|".join(word.replace("-", r"[-\ ]") for word in sorted(ORDINALS, key=len, reverse=True))
_WORDLIKE_DAY: Final = rf"(?:{'|'.join(WORDLIKE_WEEKDAYS)})\b\.?"

_DATE: Final = re.compile(
    rf"""\b(?:
    (?:the\ )?(?P<near>day\ after\ tomorrow|day\ before\ yesterday|yesterday|today|tonight|tomorrow|last\ night|
        this\ (?:morning|afternoon|evening))(?:\ (?:morning|afternoon|evening|night))?
  | {_LEAD}(?P<iso>{_YEAR}-\d\d-\d\d)
  | (?P<ago>{_AMOUNT})\ (?P<ago_unit>day|week|fortnight|month|year)s?\ ago
  | in\ (?P<ahead>{_AMOUNT})\ (?P<ahead_unit>day|week|fortnight|month|year)s?\b(?!\ of)
  | (?:(?:over|during|in|for|since)\ )?(?P<turn>last|next|this\ past|this\ coming|this|past)\ {{1}}
        (?P<turn_unit>week|weekend|month|year|{_SEASON}|{PLAIN_WEEKDAY}|(?<=(?:last|next)\ ){_WORDLIKE_DAY}|{MONTH})
  | {_LEAD}(?:the\ )?(?P<dom>\d{{1,2}})(?:st|nd|rd|th)?\ (?:of\ )?(?P<dom_month>{MONTH})(?:,?\ (?P<dom_year>{_YEAR}))?
  | {_LEAD}(?P<mon>{MONTH})\ (?P<mon_day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\ (?P<mon_year>{_YEAR}))?
  | {_LEAD}(?:the\ )?(?P<ord>{_ORDINAL_WORD})\ of\ (?P<ord_month>{MONTH})
  | {_LEAD}(?P<ord_month_before>(?!(?-i:may|march)\b){MONTH})\ (?:the\ )?(?P<ord_after>{_ORDINAL_WORD})
  | (?:in|since|by|until|from|early|late|mid|over)\ (?P<month>{MONTH})(?:,?\ (?:of\ )?(?P<month_year>{_YEAR}))?
  | (?:on\ |by\ |this\ |was\ )(?P<weekday>{PLAIN_WEEKDAY}|(?<=on\ ){_WORDLIKE_DAY})
        (?!\ (?:week|fortnight|after\ next)\b)
  | (?:in|since|by|until|from)\ (?P<year>{_YEAR})
  | (?:on|at|over|by|for|(?P<feast_turn>this|last|next))\ (?P<feast>{_FEAST})
    )(?!\w)""",
    re.I | re.X,
)
_TIME_DATE: Final = re.compile(
    rf"""\b(?:
    (?P<ago>{_AMOUNT})\ (?P<ago_unit>day|week|fortnight|month|year)s?\ back\b
  | (?P<ago_season_count>{_AMOUNT})\ (?P<ago_season>{_SEASON})s?\ (?:ago|back)
  | (?P<nth>first|second|third|fourth|last)\ (?:(?:two|few)\ )?(?P<nth_unit>week|weekend|{WEEKDAY})s?
        \ (?:of|in)\ (?:the\ )?(?P<nth_month>(?:next|this|last)\ month|month|{MONTH})
  | (?P<edge>end|close|beginning|start|middle|back)\ of\ (?:the\ )?
        (?P<edge_of>(?:(?:next|this|last)\ )?(?:week|month|year)|{MONTH})
  | (?P<ord>{ORDINAL})(?:\ of)?\ (?P<ord_month>{MONTH})
  | (?P<ord_month_before>{MONTH})\ (?:the\ )?(?P<ord_after>{ORDINAL})
  | (?:the\ (?P<day_of_month>{ORDINAL})|(?P<bare_day_of_month>\d{{1,2}}(?:st|nd|rd|th)))
        (?!\ (?!(?:at|or|and|night|morning|afternoon|evening|lunch)\b)[^\W\d])
  | (?P<weekday>(?!(?<=the\ )sun\b){WEEKDAY})
  | the\ (?P<weekend>weekend)(?!\ (?:after|before))
  | the\ (?P<turn>new)\ (?P<turn_unit>year)(?!['’]s)
  | (?P<feast>{_FEAST})(?!['’]s)
  | (?P<month>{MONTH})(?:,?\ (?P<month_year>{_YEAR}))?
  | (?P<season>{_SEASON})(?:\ (?:of\ )?(?P<season_year>{_YEAR}|['’]\d\d))?
  | (?P<year>{_YEAR})
    )(?!\w)
  | (?<!\w)['’](?P<short_year>\d\d)(?!\w)""",
    re.I | re.X,
)
"""What is a date where the words are known to tell a time: "the 17th", "from Monday", "since summer", "in '88"."""
_AGAIN_AND_AGAIN: Final = re.compile(
    r"\b(?:every|each|most|per|daily|weekly|monthly|nightly|always|\w+days|(?:morning|afternoon|evening|night|weekend)s)\b"
    r"|\bmon(?:day)?\.?\s*(?:[-–—]|to|till|until|through)\s*(?:thu|fri|sat|sun)\w*"
    r"|\ba\s+(?:day|week|month|year)\Z|\b(?:at\s+night|in\s+the\s+(?:morning|afternoon|evening))\Z",
    re.I,
)
_BESIDE: Final = re.compile(
    r"\b(?:after|before)\b(?!\s+(?:tomorrow|yesterday))|\bfrom\s+(?:now|today|tomorrow)\b"
    rf"|\b{WEEKDAY}\s+(?:week|fortnight)\b|\bweeks?\s+(?:from|on)\b",
    re.I,
)
"""Words of a time that count from the day which they name: "the Friday after next", "a week from Monday"."""
_COUNTED_FROM: Final = re.compile(
    r"\b(?:days?|weeks?|fortnights?|months?|years?|weekend|\w+day)\s+(?:(?:after|before|from|on)\s+)(?:the\s+)?\Z"
    r"|\b(?:an?|two|three|four|\d+)\s+(?:days?|weeks?|fortnights?|months?)\s+\Z",
    re.I,
)
_COUNTED_ON: Final = re.compile(
    r"\s+(?:after\s+next|week|fortnight|before|after|from\s+(?:now|today|tomorrow))\b", re.I
)
_NAMED: Final = re.compile(r"\b(?:room|number|meet(?:ing)?|with|call(?:ed|ing)?|see(?:ing)?|ask|tell|and)\s+\Z", re.I)
"""What goes before a name, or a number that is no year."""
_NAME_GOES_ON: Final = re.compile(rf"\s+(?!{'|'.join(month.title() for month in MONTHS)})[A-Z][a-z]")
"""What follows the first half of a name: "Fall River", "Easter Road"."""
_GOES_ON: Final = re.compile(r"(?:['’]s)?\s+(?:eve|day)\b", re.I)
"""What a feast was cut from: "New Year's *Eve*"."""
_SPECIFIC: Final = frozenset(["nth", "edge", "ord", "ord_month_before", "ago_season_count"])
"""What is read before the shorter time within it: "the first Monday of *next month*"."""
_NAMELIKE: Final = frozenset(["month", "season", "feast", "year", "weekday", "turn"])
_AROUND: Final = re.compile(
    r"\A\W*(?:just\s+|right\s+|shortly\s+)?(?:after|before|when|while|(?:until|till)\s+(?:my|we|i)\b)", re.I
)
"""Not at a time but on one side of it."""
_SINCE: Final = re.compile(r"\b(?:since|back in)\b", re.I)
_UNTIL: Final = re.compile(r"\W*(?:until|till)\b", re.I)
_TIME_WORD: Final = re.compile(
    r"\b(?:yesterday|today|tomorrow|tonight|last|next|ago|weeks?|months?|years?|weekends?|since|recently"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|january|february|march|april|june|july|august|september|october|november|december|\d+)\b",
    re.IGNORECASE,
)
_NEXT: Final = r"next (?:week|weekend|month|year|spring|summer|autumn|fall|winter|\w+day)"
_AHEAD: Final = re.compile(
    rf"\b(?:tomorrow|tonight|{_NEXT}|this (?:coming|weekend)|upcoming|deadline|due|scheduled|appointment|will|going to"
    r"|plans? to|planning|until|leaves? (?:on|in)|expires?|is on|is in \w+ (?:days?|weeks?)|must be|needs? to be"
    rf"|by (?:the )?(?:end|\d|{'|'.join(MONTHS)}))\b",
    re.IGNORECASE,
)


def calendar_names() -> tuple[str, ...]:
    """Return the names of months and weekdays."""
    return (*MONTHS, *WEEKDAYS)


def looks_ahead(text: str) -> bool:
    """Tell whether a text speaks of what is still to come."""
    return _AHEAD.search(text) is not None


def names_time(text: str) -> bool:
    """Tell whether a text names a time, however loosely."""
    return _TIME_WORD.search(text) is not None


def find_date(text: str, start: int, end: int, said: datetime, *, ahead: bool) -> When | None:
    """Find the first date in this stretch; with `ahead` a bare "June" or "Friday" is the next one, else the last."""
    run = find_range(text, start, end, said, ahead=ahead)
    for match in _DATE.finditer(text, start, end):
        if run is not None and run.start <= match.start():
            break
        found = _read_match(match, said, ahead)
        if found:
            moment, whole = found
            return When(moment, match.start(), match.end(), whole)
    return run


def recurs(time: str) -> bool:
    """Tell whether the words of a time say how often, and not when: "every week", "Tuesdays and Fridays"."""
    return _AGAIN_AND_AGAIN.search(time) is not None


def read_told_time(text: str, start: int, end: int, said: datetime, *, ahead: bool) -> When | None:
    """Read the date in words that are known to tell a time, where more is one than in any text.

    A time that is counted from another is not read: "the Friday after next", "a week from Monday".
    """
    if further := _GOES_ON.match(text, end):
        end = further.end()
    time = text[start:end]
    if _BESIDE.search(time) or _COUNTED_FROM.search(text, 0, start) or _COUNTED_ON.match(text, end):
        return None
    if run := find_range(text, start, end, said, ahead=ahead):
        return None if _AROUND.match(time) else run
    told = list(_TIME_DATE.finditer(text, start, end))
    specific = [match for match in told if _SPECIFIC & {name for name, part in match.groupdict().items() if part}]
    ahead = (ahead and not _SINCE.search(time)) or _UNTIL.match(time) is not None
    found = None if specific else find_date(text, start, end, said, ahead=ahead)
    if (
        found is not None
        and text[: found.end].rpartition(" ")[2][:1].isupper()
        and _NAME_GOES_ON.match(text, found.end)
    ):
        return None  # "at Easter Road"
    if found is not None or (not specific and _DATE.search(text, start, end)) or recurs(time) or _AROUND.match(time):
        return found  # there is no 31 June
    for match in specific or told:
        read = None if _is_name(match, text) else _read_match(match, said, ahead)
        if read:
            return When(read[0], match.start(), match.end(), read[1])
    return None


def find_planned_period(text: str, said: datetime, planned: date) -> Period | None:
    """Find the period that a text names whose day is the planned one: the autumn that begins with 1 October."""
    run = find_range(text, 0, len(text), said, ahead=True)
    if run is not None and run.at.date() == planned:
        return run.period
    for match in _TIME_DATE.finditer(text):
        read = _read_match(match, said, True)
        if read and read[0].date() == planned:
            return period_around(*read)
    return None


def _is_name(match: re.Match[str], text: str) -> bool:
    """Whether what looks like a time is somebody's or something's name: May, Fall River, room 2027."""
    if not _NAMELIKE & {name for name, part in match.groupdict().items() if part}:
        return False
    before = _NAMED.search(text, 0, match.start()) is not None
    return before or (match[0][:1].isupper() and _NAME_GOES_ON.match(text, match.end()) is not None)


def _read_match(match: re.Match[str], said: datetime, ahead: bool) -> tuple[datetime, str] | None:
    parts = {key: value.casefold() for key, value in match.groupdict().items() if value}
    for name, reader in _READERS:
        if name in parts:
            try:
                return reader(parts, said, ahead)
            except (ValueError, OverflowError):
                return None  # there is no 31 June
    return None


def read_period(text: str, now: datetime) -> Period | None:
    """Read the period that a text names which is nothing but the name of a time, in the zone of `now`."""
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
    for lead in _PERIOD_LEADS:
        said = f"{lead}{name}"
        found = find_date(said, 0, len(said), now, ahead=False)
        if found and (found.start, found.end) == (0, len(said)):
            return found.period
    return None


_Parts = dict[str, str]
_TURNS: Final = {"next": 1, "last": -1, "this": 0}
_WHOLE_UNITS: Final = frozenset(["week", "month", "year"])
_WHOLES: Final = {"fortnight": "week"}
_WEEKDAY_FORMS: Final = frozenset([*WEEKDAYS, *SHORT_WEEKDAYS])


def _read_near(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    shift = {"day after tomorrow": 2, "day before yesterday": -2, "yesterday": -1, "tomorrow": 1, "last night": -1}
    return said + timedelta(days=shift.get(parts["near"], 0)), "day"


def _read_iso(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    year, month, day = map(int, parts["iso"].split("-"))
    return at_noon(said, year, month, day), "day"


def _read_ago(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    unit = parts["ago_unit"]
    return shift_date(said, -parse_amount(parts["ago"]), unit), _WHOLES.get(unit, unit)


def _read_ahead(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    unit = parts["ahead_unit"]
    return shift_date(said, parse_amount(parts["ahead"]), unit), _WHOLES.get(unit, unit)


def _read_turn(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    turn, unit = parts["turn"], parts["turn_unit"]
    if turn == "new":
        return nearest_year(said, 1, 1, ahead), "month"
    sign = {"last": -1, "this past": -1, "past": -1, "next": 1, "this coming": 1}.get(turn, 0)
    if unit == "weekend":
        return find_weekend(said, sign, ahead), "weekend"
    if unit in SEASONS:
        return find_turned_season(said, unit, sign, ahead), "season"
    if unit in _WHOLE_UNITS:
        return shift_date(said, sign, unit), unit
    if unit.rstrip(".") in _WEEKDAY_FORMS:
        return find_weekday(said, unit, ahead=sign > 0 or (sign == 0 and ahead)), "day"
    return find_turned_month(said, month_number(unit), sign, ahead), "month"


def _read_day_month(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    return make_date(said, parts["dom_month"], int(parts["dom"]), parts.get("dom_year", ""), ahead), "day"


def _read_month_day(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    return make_date(said, parts["mon"], int(parts["mon_day"]), parts.get("mon_year", ""), ahead), "day"


def _read_month(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    number = month_number(parts["month"])
    if "month_year" in parts:
        return at_noon(said, int(parts["month_year"]), number, 1), "month"
    return find_month(said, number, ahead), "month"


def _read_weekday(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    return find_weekday(said, parts["weekday"], ahead=ahead), "day"


def _read_year(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    return at_noon(said, int(parts["year"]), 1, 1), "year"


def _read_feast(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    month, day = FEASTS[parts["feast"].replace("’", "'")]
    ahead = {"last": False, "next": True}.get(parts.get("feast_turn", ""), ahead)
    if month:
        return nearest_year(said, month, day, ahead), "day"
    found = [find_easter(said, said.year + shift) + timedelta(days=day) for shift in ((0, 1) if ahead else (0, -1))]
    passed = found[0].date() < said.date() if ahead else found[0].date() > said.date()
    return found[1 if passed else 0], "day"


def _read_seasons_ago(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    month = SEASONS[parts["ago_season"]]
    last = said.year if month <= said.month else said.year - 1
    return at_noon(said, last - parse_amount(parts["ago_season_count"]) + 1, month, 1), "season"


def _read_nth(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    """The second weekend of December, the first week of the month."""
    name = parts["nth_month"]
    if name.endswith("month"):
        first = shift_date(said.replace(day=1), _TURNS.get(name.partition(" ")[0], 0), "month")
    else:
        first = find_month(said, month_number(name), ahead)
    place = ("first", "second", "third", "fourth", "last").index(parts["nth"])
    unit = parts["nth_unit"]
    if unit == "week":
        return at_noon(said, first.year, first.month, 1 + 7 * min(place, 3)), "week"
    if unit == "weekend":
        return find_nth_weekday(first, place, weekday_number("saturday")), "weekend"
    return find_nth_weekday(first, place, weekday_number(unit)), "day"


def _read_edge(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    """The end of the month, the beginning of March."""
    turn, _, unit = parts["edge_of"].rpartition(" ")
    late = parts["edge"] in ("end", "close", "back")
    if turn and parts["edge"] == "middle":
        return find_middle(shift_date(said, _TURNS[turn], unit), unit), unit
    if turn:
        shifted = said + timedelta(days=7 * _TURNS[turn]) if unit == "week" else shift_date(said, _TURNS[turn], unit)
        return find_edge(shifted, unit, late=late), unit
    if unit in _WHOLE_UNITS and parts["edge"] == "middle":
        return find_middle(said, unit), unit
    if unit in _WHOLE_UNITS:
        found = find_edge(said, unit, late=late)
        turned = found.date() < said.date() if ahead else found.date() > said.date()
        return (find_edge(shift_date(said, 1 if ahead else -1, unit), unit, late=late) if turned else found), unit
    first = find_month(said, month_number(unit), ahead)
    if parts["edge"] == "middle":
        return at_noon(said, first.year, first.month, 15), "month"
    return find_edge(first, "month", late=late), "month"


def _read_ordinal_month(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    return make_date(said, parts["ord_month"], read_ordinal(parts["ord"]), "", ahead), "day"


def _read_month_ordinal(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    return make_date(said, parts["ord_month_before"], read_ordinal(parts["ord_after"]), "", ahead), "day"


def _read_day_of_month(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    day = read_ordinal(parts.get("day_of_month") or parts["bare_day_of_month"])
    return find_day_of_month(said, day, ahead), "day"


def _read_season(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    month = SEASONS[parts["season"]]
    if "season_year" in parts:
        told = parts["season_year"]
        return at_noon(said, int(told) if len(told) == 4 else read_two_digits(told[1:], said), month, 1), "season"
    return find_season(said, parts["season"], ahead=ahead), "season"


def _read_weekend(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    return find_weekend(said, 0, ahead), "weekend"


def _read_short_year(parts: _Parts, said: datetime, ahead: bool) -> tuple[datetime, str]:
    return at_noon(said, read_two_digits(parts["short_year"], said), 1, 1), "year"


_READERS: Final[tuple[tuple[str, Callable[[_Parts, datetime, bool], tuple[datetime, str]]], ...]] = (
    ("ago_season", _read_seasons_ago),
    ("nth", _read_nth),
    ("edge", _read_edge),
    ("ord", _read_ordinal_month),
    ("ord_after", _read_month_ordinal),
    ("day_of_month", _read_day_of_month),
    ("bare_day_of_month", _read_day_of_month),
    ("season", _read_season),
    ("weekend", _read_weekend),
    ("short_year", _read_short_year),
    ("near", _read_near),
    ("iso", _read_iso),
    ("ago", _read_ago),
    ("ahead", _read_ahead),
    ("turn", _read_turn),
    ("dom", _read_day_month),
    ("mon", _read_month_day),
    ("month", _read_month),
    ("weekday", _read_weekday),
    ("year", _read_year),
    ("feast", _read_feast),
)
