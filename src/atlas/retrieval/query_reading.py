"""A query as ranking reads it, without a model: telling words, speakers and time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from atlas.language.registry import LANGUAGE
from atlas.language.words import IN_NAMES, MAX_QUERY, split_words, words
from atlas.retrieval.query_terms import COMMON, extract_terms

_READ: Final = 2_000
"""How far into a long query its form is read; its words are read further."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time that a question names, in seconds since 1970."""

    start: float
    end: float

    @property
    def days(self) -> float:
        return (self.end - self.start) / 86_400


@dataclass(frozen=True, slots=True)
class Reading:
    terms: tuple[str, ...]
    speakers: frozenset[str] = frozenset()
    """Those who speak here and whom it names, case folded."""
    spans: tuple[Span, ...] = ()
    asks_when: bool = False
    told: bool = False
    """Whether it asks for what the assistant said."""
    now: bool = True
    """Whether it asks for how things are, and not for how they were."""


def read_query(query: str, now: datetime, speakers: Iterable[str] = ()) -> Reading:
    text = query[:_READ]
    named = frozenset(name for name in speakers if name and _is_named_in(name, text))
    spans = _find_spans(text, now)
    form = LANGUAGE.query_forms
    return Reading(
        extract_terms(query, frozenset(word for name in named for word in words(name))),
        named,
        spans,
        form.asks_when(text),
        form.asks_for_reply(text),
        not spans and not form.asks_about_past(text),
    )


def find_as_of(query: str, now: datetime) -> datetime | None:
    """Find the end of the past time asked about: "Where did I live in March?"; None for other questions."""
    text = query[:_READ]
    found = (
        LANGUAGE.dates.find_date(text, 0, len(text), now, ahead=False)
        if LANGUAGE.query_forms.asks_for_past_state(text)
        else None
    )
    named = found.period if found else None
    return named.last(now) if named and named.start <= now else None


def possible_names(query: str) -> list[str]:
    """List every run of one to three capitalised words, case folded, as a possible speaker's name.

    A speaker named "allergic" or "What" takes no lower-case word out of a question.
    """
    found = split_words(query[:_READ], joined_by=IN_NAMES)
    runs = (found[at : at + count] for count in (1, 2, 3) for at in range(len(found) - count + 1))
    named = (" ".join(run).casefold() for run in runs if not run[0].islower() and not run[-1].islower())
    return [name for name in dict.fromkeys(named) if not COMMON.issuperset(words(name))]


def _is_named_in(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text.casefold()) is not None


def _find_spans(text: str, now: datetime) -> tuple[Span, ...]:
    """Find every time in the query; a month alone is the last one of that name, as such questions look back."""
    spans, at = [], 0
    asked = text[:MAX_QUERY]
    while (found := LANGUAGE.dates.find_date(asked, at, len(asked), now, ahead=False)) is not None:
        spans.append(Span(found.period.start.timestamp(), found.period.end.timestamp()))
        at = max(found.end, at + 1)
    return tuple(spans)
