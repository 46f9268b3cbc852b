"""Small steps that the readers of clauses share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from atlas.language.english.lexicon.grammar import PREPOSITIONS
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.rules.draft import Draft
from atlas.language.english.rules.phrase import Tokens
from atlas.language.english.rules.verbal import Tense

Items = Iterator[Draft | None]
"""What a reader yields; None where a value turned out to be empty."""

HOLDING: Final = (Tense.PRESENT, Tense.PROGRESSIVE, Tense.PERFECT)
"""Tenses in which something still holds."""

DONE: Final = (Tense.PAST, Tense.PERFECT)

_STEPS: Final = word_set("just back right out over here mostly together alone now happily")


def kept(items: Iterable[Draft | None]) -> list[Draft]:
    return [item for item in items if item is not None]


def low_words(tokens: Tokens) -> list[str]:
    return [token.low for token in tokens]


def after(tokens: Tokens, word: str) -> Tokens:
    """Everything behind the first such word."""
    return next((tokens[place + 1 :] for place, token in enumerate(tokens) if token.low == word), ())


def at_once(rest: Tokens, *prepositions: str) -> Tokens | None:
    """What follows one of these prepositions, if it comes at once or after a small adverb."""
    for place, token in enumerate(rest[:3]):
        if token.low in prepositions:
            return rest[place + 1 :]
        if token.low not in _STEPS:
            return None
    return None


def after_prepositions(tokens: Tokens) -> Tokens:
    """Without the prepositions that it begins with, said once or twice."""
    while tokens and tokens[0].low in PREPOSITIONS:
        tokens = tokens[1:]
    return tokens


def to_comma(tokens: Tokens) -> Tokens:
    cut = next((place for place, token in enumerate(tokens) if token.text in _BREAKS), len(tokens))
    return tokens[:cut]


def to_mark(tokens: Tokens, allowed: str = "") -> Tokens:
    cut = next(
        (place for place, token in enumerate(tokens) if not token.word and token.text not in allowed), len(tokens)
    )
    return tokens[:cut]


_BREAKS: Final = frozenset({",", ";", "(", "-", "–", "—", ":"})
