"""Whether a memory that stood in a context was used in the reply (T3, T6): being fetched is not being used.

Nothing here is kept. It is told from the words whenever somebody asks.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Set
from dataclasses import dataclass
from typing import Final

from atlas.model.memory import Memory
from atlas.model.words import spelled, unspaced, words
from atlas.retrieval.terms import COMMON

USED_ABOVE: Final = 0.30
LONGER_THAN: Final = 4
"""Letters of a keyword; shorter words mostly hold a sentence together."""


@dataclass(frozen=True, slots=True)
class Use:
    """How much of a memory stands in the reply that followed."""

    share: float

    @property
    def used(self) -> bool:
        return self.share > USED_ABOVE


def use_of(memory: Memory, reply: str, question: str = "") -> Use | None:
    """None where the memory has no word that could show it.

    Of a fact its value counts: that somebody "lives in" or "likes" something is said of many things.
    """
    return use(memory.claim.value if memory.claim else memory.content, reply, question)


def use(text: str, reply: str, question: str = "") -> Use | None:
    """The share of a text's keywords that a reply has."""
    wanted = keywords(text, frozenset(words(question)))
    return Use(len(wanted & set(words(reply))) / len(wanted)) if wanted else None


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
