"""The telling words of a text, and how much two texts share of them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from atlas.language.words import words as stems
from atlas.signals.word_lists import Phrases, WordLists

_MOST: Final = 4_000
"""Letters of a text that are looked at here; what is longer is told by its beginning."""


def extract_telling_stems(text: str, words: WordLists) -> frozenset[str]:
    """Extract the stems that say what a text is about."""
    return frozenset(stems(text[:_MOST])) - _stem_phrases(words.common)


def measure_overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Measure the share of words common to both texts, of all their words."""
    return len(one & other) / len(one | other) if one and other else 0.0


@lru_cache(maxsize=32)
def _stem_phrases(phrases: Phrases) -> frozenset[str]:
    return frozenset(stem for phrase in phrases for stem in stems(phrase))
