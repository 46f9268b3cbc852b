"""Names, dates and numbers are kept word for word (T14): whatever names something that its sources do not is found out.

A shorter text may leave things out; it may not bring any in. Figures are compared sign by sign, whole as they stand:
200 is not in 1,200, nor 9 in 9:30. Names are told by their capitals. In scripts that have none, every word may be one,
so there nothing is rephrased.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from atlas.language.english.calendar_words import FEASTS, MONTHS, SEASONS, WEEKDAYS
from atlas.language.english.lexicon.cues import OPENERS
from atlas.language.english.lexicon.grammar import NUMBER_WORDS, STOP_WORDS
from atlas.language.english.lexicon.people import GIVEN_NAMES
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.words import spelled, words

_TOKEN: Final = re.compile(r"[$€£¥₹]?[^\W_]+(?:[.,:/'’@_+\-][^\W_]+)*[%°€£¥]?")
"""A cut of its own: figures are compared with all their signs."""
_BEGINS: Final = re.compile(r"(?:\A|[.!?…:;]|\n)[\s\"“”'‘’(\[]*\Z")
_POSSESSIVE: Final = re.compile(r"['’]s?\Z")
_MOMENTS: Final = word_set("yesterday today tonight tomorrow week month year weekend morning evening afternoon noon")
DATES: Final = frozenset({*WEEKDAYS, *MONTHS, *SEASONS, *FEASTS, *_MOMENTS}) - word_set("may march fall spring")
"""Words for days and times; those that mean something else too are told by their capitals."""
_EXACT: Final = DATES | (NUMBER_WORDS - word_set("one couple second"))
"""Small words that are a date or a number all the same."""
_NOBODY: Final = STOP_WORDS | OPENERS | word_set("i i'm i've i'll i'd")


@dataclass(frozen=True, slots=True)
class _Said:
    """What the sources hold: their words as they stand, without capitals, and as stems."""

    tokens: set[str]
    folded: set[str]
    stems: set[str]


def find_invented(text: str, sources: Iterable[str]) -> tuple[str, ...]:
    """The names, dates and numbers of a text that none of its sources has, as they stand in it."""
    given = list(sources)
    tokens = {_strip_possessive(match.group()) for source in given for match in _TOKEN.finditer(source)}
    said = _Said(tokens, {token.casefold() for token in tokens}, {stem for source in given for stem in words(source)})
    return tuple(dict.fromkeys(token for token, begins in _list_tokens(text) if not _is_sourced(token, begins, said)))


def find_capitalised(text: str) -> tuple[str, ...]:
    """What is capitalised; at the beginning of a sentence only what is known as a name."""
    capital = [(token, begins) for token, begins in _list_tokens(text) if _is_name(token)]
    named = (token for token, begins in capital if not begins or token.casefold() in GIVEN_NAMES)
    return tuple(dict.fromkeys(named))


def has_figure(text: str) -> bool:
    return any(sign.isdigit() for sign in text)


def _list_tokens(text: str) -> Iterator[tuple[str, bool]]:
    """Each with whether a sentence begins there."""
    for match in _TOKEN.finditer(text):
        yield (
            _strip_possessive(match.group()),
            _BEGINS.search(text, max(0, match.start() - 8), match.start()) is not None,
        )


def _strip_possessive(token: str) -> str:
    return _POSSESSIVE.sub("", token) or token


def _is_name(token: str) -> bool:
    capital = any(sign.isupper() for sign in token)
    return capital and token.casefold() not in _NOBODY and token.casefold() not in DATES


def _is_sourced(token: str, begins: bool, said: _Said) -> bool:
    low = token.casefold()
    if has_figure(token):
        return token in said.tokens
    if not _EXACT.isdisjoint(low.split("-")):
        return low in said.folded
    if _has_no_case(token):
        return {stem for _, stem in spelled(token)} <= said.stems
    if not any(sign.isupper() for sign in token) or low in _NOBODY:
        return True
    if begins and token[1:].islower() and _is_ordinary(token, said):
        return True
    return token in said.tokens


def _is_ordinary(token: str, said: _Said) -> bool:
    """Whether it has its capital from its place alone: the sources have the word without one."""
    plain = {word for known in said.tokens if known.islower() for word in words(known)}
    return set(words(token)) <= plain


def _has_no_case(token: str) -> bool:
    """Of a script that knows no capitals."""
    return any(sign.isalpha() and sign.upper() == sign.lower() for sign in token)
