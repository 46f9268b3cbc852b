"""Whether a reply used a memory from its context (T3, T6): being served is not being used.

Use is measured by shared words, or by a similarity that the application reports; the engine stores the result.
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
from atlas.retrieval.policy import RecallPolicy
from atlas.retrieval.query_terms import COMMON

USED_ABOVE: Final = RecallPolicy().used_above
ALIKE_ABOVE: Final = 0.5
"""Of a similarity that is given: texts on one matter easily have three tenths, and a plain yes or no is 1 or 0."""
LONGER_THAN: Final = 4
"""Letters of a keyword; shorter words mostly hold a sentence together."""


@dataclass(frozen=True, slots=True)
class Use:
    """The share of a memory that stands in the reply that followed."""

    share: float
    above: float = USED_ABOVE

    @property
    def used(self) -> bool:
        return self.share > self.above


def measure_use(memory: Memory, reply: str, question: str = "", above: float = USED_ABOVE) -> Use | None:
    """Measure the use of a memory in a reply; None where the memory has no word that could show it.

    Of a fact its value counts: "lives in" or "likes" is said of many things.
    """
    return measure_shared_words(memory, frozenset(words(reply)), frozenset(words(question)), above)


def measure_shared_words(memory: Memory, said: Set[str], asked: Set[str], above: float = USED_ABOVE) -> Use | None:
    """Measure the same of the words of a reply and its question, for whoever has cut them."""
    return _measure_keywords(memory.claim.value if memory.claim else memory.content, said, asked, above)


def measure_text_use(text: str, reply: str, question: str = "", above: float = USED_ABOVE) -> Use | None:
    """Measure the share of a text's keywords in a reply."""
    return _measure_keywords(text, frozenset(words(reply)), frozenset(words(question)), above)


def _measure_keywords(text: str, said: Set[str], asked: Set[str], above: float) -> Use | None:
    wanted = extract_keywords(text, asked)
    return Use(len(wanted & said) / len(wanted), above) if wanted else None


def use_from_similarity(similarity: float) -> Use:
    """Make a use from the application's own similarity of memory and reply, clamped to 0..1."""
    if math.isnan(similarity):
        raise BadInput("A similarity is a number from 0 to 1.")
    return Use(min(1.0, max(0.0, float(similarity))), ALIKE_ABOVE)


def extract_keywords(text: str, asked: Set[str] = frozenset()) -> frozenset[str]:
    """Extract the longer words of a text; the shorter ones ("Rome", "tea") where there is no other.

    A word of the question proves nothing, so it counts only where no other word is left.
    """
    found = [(word, stem) for word, stem in spelled(text) if stem not in COMMON]
    long = frozenset(stem for word, stem in found if _is_long(word))
    short = frozenset(stem for _, stem in found) - long
    return (long - asked) or (short - asked) or long or short


def _is_long(word: str) -> bool:
    """Tell whether a word is long; a Korean syllable is several letters, and unspaced scripts always count."""
    return unspaced(word) or len(unicodedata.normalize("NFD", word)) > LONGER_THAN
