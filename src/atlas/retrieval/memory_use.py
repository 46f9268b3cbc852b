"""Whether a memory that stood in a context was used in the reply (T3, T6): being fetched is not being used.

It is told from the words, or by a similarity that an application gives; the engine keeps what came of it.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Set
from dataclasses import dataclass
from typing import Final

from atlas.errors import BadInput
from atlas.language.words import spelled, unspaced, words
from atlas.model.memory import Memory
from atlas.retrieval.query_terms import COMMON

USED_ABOVE: Final = 0.30
ALIKE_ABOVE: Final = 0.5
"""Of a similarity that is given: texts on one matter easily have three tenths, and a plain yes or no is 1 or 0."""
LONGER_THAN: Final = 4
"""Letters of a keyword; shorter words mostly hold a sentence together."""


@dataclass(frozen=True, slots=True)
class Use:
    """How much of a memory stands in the reply that followed."""

    share: float
    above: float = USED_ABOVE

    @property
    def used(self) -> bool:
        return self.share > self.above


def use_of(memory: Memory, reply: str, question: str = "") -> Use | None:
    """None where the memory has no word that could show it.

    Of a fact its value counts: that somebody "lives in" or "likes" something is said of many things.
    """
    return use(memory.claim.value if memory.claim else memory.content, reply, question)


def use(text: str, reply: str, question: str = "") -> Use | None:
    """The share of a text's keywords that a reply has."""
    wanted = keywords(text, frozenset(words(question)))
    return Use(len(wanted & set(words(reply))) / len(wanted)) if wanted else None


def alike(similarity: float) -> Use:
    """By an application's own similarity of memory and reply; beyond 0 and 1 there is nothing."""
    if math.isnan(similarity):
        raise BadInput("A similarity is a number from 0 to 1.")
    return Use(min(1.0, max(0.0, float(similarity))), ALIKE_ABOVE)


def keywords(text: str, asked: Set[str] = frozenset()) -> frozenset[str]:
    """The longer words of a text; the shorter ones ("Rome", "tea") where there is no other.

    A word that the question had already proves nothing, so that it counts only where nothing else is left.
    """
    found = [(word, stem) for word, stem in spelled(text) if stem not in COMMON]
    long = frozenset(stem for word, stem in found if _long(word))
    short = frozenset(stem for _, stem in found) - long
    return (long - asked) or (short - asked) or long or short


def _long(word: str) -> bool:
    """A Korean syllable is several letters, and pairs of scripts without spaces count whatever their length."""
    return unspaced(word) or len(unicodedata.normalize("NFD", word)) > LONGER_THAN
