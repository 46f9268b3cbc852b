"""Word lists of the signals per language, as data and not code (S14), and the search for their phrases in a text.

A word counts only as a whole word, whatever the script; in scripts that write without spaces it may stand anywhere.
Several languages are searched at once, since nobody says in which one a message is.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Final

from atlas.errors import BadInput
from atlas.language.text_cache import cache_text
from atlas.language.words import find_words, match_word, unspaced

Phrases = tuple[str, ...]
Span = tuple[int, int]

_LONGEST: Final = 80
"""Letters of a phrase."""
_REMEMBERED: Final = 16
"""Texts that are kept folded: one is looked at many times in a row, and then never again."""


@dataclass(frozen=True, slots=True)
class WordLists:
    """Folded phrases of all languages that were read."""

    hedges: Phrases = ()
    """A reply that is not sure of itself."""
    corrections: Phrases = ()
    """A user who says that a reply is wrong."""
    restatements: Phrases = ()
    """A user who says it again in another way; a correction only together with more."""
    thanks: Phrases = ()
    acceptance: Phrases = ()
    """What was offered is taken, or found good."""
    praise: Phrases = ()
    """Words that find good what was said only when they open a message."""
    agreement: Phrases = ()
    """How a message begins that says yes."""
    dissatisfaction: Phrases = ()
    undo: Phrases = ()
    negations: Phrases = ()
    contrasts: Phrases = ()
    """Negations after which stands what is not so, as in "not 8080"."""
    refusals: Phrases = ()
    """How a message begins that says no."""
    pauses: Phrases = ()
    """Somebody takes time to think or to look."""
    alternatives: Phrases = ()
    """Something else is wanted."""
    closings: Phrases = ()
    """There is nothing more to be done."""
    failures: Phrases = ()
    """A reply that could not do what was asked."""
    successes: Phrases = ()
    """A reply that did it."""
    confirming: Phrases = ()
    """A reply that asks whether it has it right."""
    more: Phrases = ()
    """A reply that asks whether there is anything else."""
    references: Phrases = ()
    """Words that point back at what was said."""
    questions: Phrases = ()
    """How a question begins."""
    statements: Phrases = ()
    """How a message begins that tells something of somebody."""
    predicates: Phrases = ()
    """Verbs that tell something of whomever is named before them."""
    requests: Phrases = ()
    """A wish or a trouble in what is told: it wants something done."""
    wishes: Phrases = ()
    """Something is asked for, whether or not it is a question."""
    greetings: Phrases = ()
    common: Phrases = ()
    """Words that hold sentences together and say nothing about their topic."""


def read_words(texts: Mapping[str, str]) -> WordLists:
    """Read word lists from TOML texts by language code; keys are the fields of `WordLists`, values lists of phrases."""
    lists: dict[str, dict[str, None]] = {field.name: {} for field in fields(WordLists)}
    for language, text in sorted(texts.items()):
        for name, phrases in _read_language(language, text).items():
            if name not in lists:
                raise BadInput(f"The words of {language!r} have a list {name!r}; it is one of {', '.join(lists)}.")
            lists[name] |= dict.fromkeys(filter(None, (fold_apostrophes(phrase).strip() for phrase in phrases)))
    return WordLists(**{name: tuple(phrases) for name, phrases in lists.items()})


def _read_language(language: str, text: str) -> dict[str, list[str]]:
    try:
        lists = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadInput(f"The words of {language!r} cannot be read: {problem}.") from None
    for name, phrases in lists.items():
        if not isinstance(phrases, list) or not all(isinstance(phrase, str) for phrase in phrases):
            raise BadInput(f"In the words of {language!r} {name!r} is not a list of phrases.")
    return lists


# --- finding


def find_phrases(text: str, phrases: Phrases) -> list[Span]:
    """Find the spans of any phrase in a text, left to right, the longest at each place, none in another."""
    plain, places = _fold_with_places(text)
    spans: list[Span] = []
    for start, end in sorted(_find_all_spans(plain, _index_phrases(phrases)), key=lambda span: (span[0], -span[1])):
        if not spans or start >= spans[-1][1]:
            spans.append((start, end))
    return [_restore_span(span, places) for span in spans]


def has_phrase(text: str, phrases: Phrases) -> bool:
    return any(True for _ in _find_all_spans(fold_apostrophes(text), _index_phrases(phrases)))


def find_opening_phrase(text: str, phrases: Phrases) -> Span | None:
    """Find the longest phrase at the beginning of a text, behind quotation marks and the like."""
    plain, places = _fold_with_places(text)
    start = next((at for at, sign in enumerate(plain) if _is_word_sign(sign)), len(plain))
    ends = [span for span in _find_all_spans(plain[: start + _LONGEST], _index_phrases(phrases)) if span[0] == start]
    return _restore_span(max(ends), places) if ends else None


def fold_apostrophes(text: str) -> str:
    """Unify case, width and the shape of apostrophes; keep marks as signs of their own."""
    return _fold_with_places(text)[0]


def tokenize_folded(text: str) -> list[tuple[str, Span]]:
    """List every word, folded, with its span in the text."""
    plain, places = _fold_with_places(text)
    return [(match.group(), _restore_span(match.span(), places)) for match in find_words(plain, joined_by="")]


@dataclass(frozen=True, slots=True)
class _PhraseIndex:
    """Phrases by their first word; those that need not begin with a word apart."""

    by_word: Mapping[str, tuple[re.Pattern[str], ...]]
    anywhere: Phrases


@lru_cache(maxsize=128)
def _index_phrases(phrases: Phrases) -> _PhraseIndex:
    by_word: dict[str, list[re.Pattern[str]]] = {}
    anywhere = []
    for phrase in sorted(phrases, key=len, reverse=True):
        first = match_word(phrase, joined_by="")
        if first is None or unspaced(phrase[0]):
            anywhere.append(phrase)
        else:
            by_word.setdefault(first, []).append(re.compile(r"\s+".join(map(re.escape, phrase.split()))))
    return _PhraseIndex({word: tuple(each) for word, each in by_word.items()}, tuple(anywhere))


def _find_all_spans(plain: str, book: _PhraseIndex) -> Iterator[Span]:
    """Find all spans, some perhaps within others."""
    for word, start in _find_word_starts(plain) if book.by_word else ():
        for phrase in book.by_word.get(word, ()):
            match = phrase.match(plain, start)
            if match and _may_end_at(plain, match.end()):
                yield match.span()
                break
    for loose in book.anywhere:
        start = plain.find(loose)
        while start >= 0:
            if _may_end_at(plain, start + len(loose)):
                yield start, start + len(loose)
            start = plain.find(loose, start + 1)


@cache_text(_REMEMBERED)
def _find_word_starts(plain: str) -> tuple[tuple[str, int], ...]:
    """List every word and its start; a word that follows a mark has none."""
    return tuple(
        (match.group(), match.start())
        for match in find_words(plain, joined_by="")
        if not (match.start() and _is_mark(plain[match.start() - 1]))
    )


def _may_end_at(plain: str, at: int) -> bool:
    """Tell whether a word may end here: in scripts without spaces anywhere but before a mark."""
    if at >= len(plain):
        return True
    if _is_mark(plain[at]):
        return False
    return unspaced(plain[at - 1]) or not (_is_word_sign(plain[at - 1]) and _is_word_sign(plain[at]))


def _is_word_sign(sign: str) -> bool:
    return sign.isalnum() or sign == "_" or _is_mark(sign)


def _is_mark(sign: str) -> bool:
    """Tell whether a sign is an accent or a vowel sign, which `re` takes for no part of a word."""
    return not sign.isascii() and unicodedata.category(sign).startswith("M")


@cache_text(_REMEMBERED)
def _fold_with_places(text: str) -> tuple[str, Sequence[int] | None]:
    """Fold a text, and map each sign to its place in the original; None where the places are the same."""
    if text.isascii():
        return text.lower(), None
    signs: list[str] = []
    places = array("I")
    for at, sign in enumerate(text):
        plain = "'" if sign in "’‘ʼ＇" else unicodedata.normalize("NFKD", sign.casefold())
        signs.append(plain)
        places.extend([at] * len(plain))
    return "".join(signs), places


def _restore_span(span: Span, places: Sequence[int] | None) -> Span:
    return span if places is None else (places[span[0]], places[span[1] - 1] + 1)
