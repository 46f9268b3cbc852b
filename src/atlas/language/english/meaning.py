"""What an answer commits itself to: its figures, days, names, yes or no, and what it denies.

Two answers that differ in one of these are different answers, however alike they sound.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from atlas.language.english.calendar_words import MONTHS, SHORT_MONTHS, WEEKDAYS, month_number
from atlas.language.english.lexicon.grammar import STOP_WORDS
from atlas.language.english.lexicon.people import GIVEN_NAMES
from atlas.language.english.negation import is_denial
from atlas.language.english.opposites import NO, NUMBERS, REVERSES, TURNING, UNIT_NAMES, YES
from atlas.language.interface import Telltale
from atlas.language.words import words

MAX_READ: Final = 4_000
REACH: Final = 3
"""How many telling words a denial covers."""
SHORT: Final = 12
"""Telling words up to which every name counts; longer answers drop names by the way."""

_ISO: Final = re.compile(r"\b(\d{4})-(\d\d)-(\d\d)(?!\d)")
_TOKEN: Final = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|[.;!?,:\n]")
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:,\d{3})+")
_ORDINALS: Final = frozenset({"st", "nd", "rd", "th"})
_STOPS: Final = frozenset(".;!?\n")
_PAUSES: Final = _STOPS | {",", ":"}
_PLAIN_ANSWERS: Final = frozenset({"yes", "yeah", "yep", "yup", "no", "nope", "nah"})


def read_telltale(text: str) -> Telltale:
    tokens = _TOKEN.findall(_ISO.sub(_spell_date, text[:MAX_READ]).replace("’", "'"))
    found = Telltale(
        answer=_read_answer(tokens), sequence=tuple(token.casefold() for token in tokens if token not in _PAUSES)
    )
    reach = 0
    for place, token in enumerate(tokens):
        low = token.casefold()
        if token in _PAUSES or low in TURNING:
            reach = 0
        elif _is_denying(tokens, place):
            reach = REACH
        elif low in STOP_WORDS and not _read_day(tokens, place):
            found.small.update(REVERSES.keys() & words(low))
        elif place or found.answer is None:
            _note_token(found, tokens, place, denied=reach > 0)
            reach -= 1
    return found


def has_denial(text: str) -> bool:
    tokens = _TOKEN.findall(text[:MAX_READ].replace("’", "'"))
    return any(_is_denying(tokens, place) for place in range(len(tokens)))


def telltales_clash(one: Telltale, other: Telltale) -> bool:
    """Whether they cannot both be right."""
    return (
        (one.answer is not None and other.answer is not None and one.answer is not other.answer)
        or _differ(one.figures, other.figures)
        or _differ(one.days, other.days)
        or _differ_in_unit(one, other)
        or _denies(one, other)
        or _denies(other, one)
        or _are_reversed(one.said, other.said)
        or (_are_short(one, other) and _are_reversed(one.small, other.small))
        or _are_reversed(one.denied, other.denied)
        or _differ_in_one_word(one, other)
        or _differ_in_names(one, other)
    )


def _spell_date(match: re.Match[str]) -> str:
    year, month, day = match.groups()
    named = MONTHS[int(month) - 1] if 1 <= int(month) <= 12 else month
    return f"{int(day)} {named} {year}"


def _read_answer(tokens: list[str]) -> bool | None:
    """A yes or no that it begins with; one that means something else too, only before a pause."""
    first = tokens[0].casefold() if tokens else ""
    alone = not tokens[1:] or tokens[1] in _PAUSES
    if first not in YES | NO or not (alone or first in _PLAIN_ANSWERS):
        return None
    return first in YES


def _is_denying(tokens: list[str], place: int) -> bool:
    low = tokens[place].casefold()
    begins = place == 0 and _read_answer(tokens) is not None
    return not begins and is_denial(low)


def _note_token(found: Telltale, tokens: list[str], place: int, *, denied: bool) -> None:
    token, low = tokens[place], tokens[place].casefold()
    figure = _read_figure(low)
    if figure is not None:
        (found.denied_figures if denied else found.figures).add(figure)
        found.measured.update((figure, unit) for unit in _read_unit(tokens, place))
    elif day := _read_day(tokens, place):
        found.days.add(day)
    elif low not in _ORDINALS:
        (found.denied if denied else found.said).update([UNIT_NAMES[low]] if low in UNIT_NAMES else words(low))
        if _is_name(tokens, place):
            found.names.update(words(token))


def _read_figure(low: str) -> str | None:
    if low in NUMBERS:
        return NUMBERS[low]
    if not low[0].isdigit():
        return None
    plain = low.replace(",", "") if _THOUSANDS.fullmatch(low) else low
    return plain.lstrip("0") or "0"


def _read_unit(tokens: list[str], place: int) -> Iterator[str]:
    following = tokens[place + 1].casefold() if place + 1 < len(tokens) else ""
    if following in UNIT_NAMES:
        yield UNIT_NAMES[following]


def _read_day(tokens: list[str], place: int) -> str | None:
    """A weekday or a month; "may" and "mar" only beside a figure."""
    low = tokens[place].casefold()
    if low in WEEKDAYS or (low in MONTHS and low not in {"may", "march"}):
        return low
    around = [*tokens[max(0, place - 2) : place], *tokens[place + 1 : place + 2]]
    named = low in MONTHS or low in SHORT_MONTHS
    return MONTHS[month_number(low) - 1] if named and _has_figure(around) else None


def _has_figure(tokens: Iterable[str]) -> bool:
    return any(token[0].isdigit() for token in tokens)


def _is_name(tokens: list[str], place: int) -> bool:
    """A capital inside a sentence; at its beginning only what is known as a name."""
    token = tokens[place]
    begins = place == 0 or tokens[place - 1] in _STOPS
    return token[0].isupper() and (not begins or token.casefold() in GIVEN_NAMES)


# --- comparing


def _differ(one: set[str], other: set[str]) -> bool:
    """Each has something that the other has not. One that only says more is no other answer."""
    return bool(one - other) and bool(other - one)


def _differ_in_unit(one: Telltale, other: Telltale) -> bool:
    """The same figure in another unit."""
    units, others = _group_units(one), _group_units(other)
    return any(not units[figure] & others[figure] for figure in units.keys() & others.keys())


def _group_units(one: Telltale) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for figure, unit in one.measured:
        found.setdefault(figure, set()).add(unit)
    return found


def _denies(one: Telltale, other: Telltale) -> bool:
    words_too = (one.said - one.denied) & (other.denied - other.said)
    return bool(words_too) or bool(one.figures & (other.denied_figures - other.figures))


def _are_reversed(one: set[str], other: set[str]) -> bool:
    return any(REVERSES.get(word, frozenset()) & (other - one) for word in one - other)


def _differ_in_one_word(one: Telltale, other: Telltale) -> bool:
    """The same sentence with one word exchanged: "take the bus", "take the train"."""
    first, second = one.sequence, other.sequence
    changed = sum(word != beside for word, beside in zip(first, second, strict=False))
    telling = one.content - other.content and other.content - one.content
    return len(first) == len(second) > 1 and changed == 1 and bool(telling)


def _differ_in_names(one: Telltale, other: Telltale) -> bool:
    if not _are_short(one, other):
        return bool(one.names and other.names) and not one.names & other.names
    return _differ(one.names - other.said, other.names - one.said)


def _are_short(one: Telltale, other: Telltale) -> bool:
    return max(len(one.content), len(other.content)) <= SHORT
