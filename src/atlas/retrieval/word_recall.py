"""Recall by words alone, for whoever cannot wait for meanings: no arrays, no index, one pass over plain texts.

Words are compared by their stems. What few texts have tells more than what many have. A text must share two words with
the question or one that is rare: a context that nobody asked for must not be noise. A question that has hardly more
than one word to go by ("Where do I live?") also finds what shares that one, and says that it is thin.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import log
from typing import Final

from atlas.language.registry import LANGUAGE
from atlas.language.words import match_word, words
from atlas.retrieval.query_terms import extract_terms

MOST_WORDS: Final = 24
"""Of a question; of a longer one the longest."""
RARE: Final = 0.02
"""The share of texts below which a word is rare; a handful is rare in any crowd."""
_HANDFUL: Final = 3
_SHORTEST: Final = 2
FEW: Final = 2
"""Words of a question that cannot ask for two of them."""


@dataclass(frozen=True, slots=True)
class Hit:
    place: int
    """In the order in which the texts were given."""
    score: float
    """How much of what the question's words can tell is in the text, 0 to 1."""
    thin: bool = False
    """Whether all that they share is one word that many have."""


def find_hits(question: str, texts: Sequence[str]) -> list[Hit]:
    """Find texts that share words with the question, best first; of equal ones the first given."""
    sought = _select_words(question)
    found = _locate_words(sought, texts)
    tell = {word: log(1.0 + len(texts) / len(places)) for word, places in found.items()}
    rare = {word for word, places in found.items() if len(places) <= max(_HANDFUL, RARE * len(texts))}
    scores: dict[int, float] = {}
    shared: dict[int, int] = {}
    for word, places in found.items():
        for place in places:
            scores[place] = scores.get(place, 0.0) + tell[word]
            shared[place] = shared.get(place, 0) + (2 if word in rare else 1)
    whole = sum(tell.values())
    least = 1 if len(sought) <= FEW else 2
    told = [Hit(place, scores[place] / whole, count < 2) for place, count in shared.items() if count >= least]
    return sorted(told, key=lambda hit: (-hit.score, hit.place))


def _select_words(question: str) -> list[str]:
    """Select the question's stems, and its accented words as written."""
    spelt = [word for word in LANGUAGE.query_words.find_telling_words(question) if not word.isascii()]
    telling = dict.fromkeys(word for word in (*extract_terms(question), *spelt) if len(word) >= _SHORTEST)
    return sorted(telling, key=len, reverse=True)[:MOST_WORDS]


def _locate_words(sought: Sequence[str], texts: Sequence[str]) -> dict[str, set[int]]:
    """Map each word to the texts that hold it; one search in a joined text costs less than many."""
    lowered = [text.lower() for text in texts]
    starts = list(accumulate((len(text) + 1 for text in lowered), initial=0))
    whole = "\n".join(lowered)
    found = {word: {bisect_right(starts, at) - 1 for at in _find_positions(word, whole)} for word in sought}
    return {word: places for word, places in found.items() if places}


def _find_positions(word: str, whole: str) -> Iterator[int]:
    """Find the positions of a word in any form: forms begin alike, but for the last letter of some."""
    is_stem = word.isascii() and word.isalpha()
    begins = (word.rstrip("ie") or word) if is_stem else word
    at = whole.find(begins)
    while at >= 0:
        if not word[0].isascii() or ((at == 0 or not whole[at - 1].isalnum()) and _is_word_at(word, whole, at)):
            yield at
        at = whole.find(begins, at + 1)


def _is_word_at(word: str, whole: str, at: int) -> bool:
    found = match_word(whole, at)
    return found is not None and words(found)[:1] == [word]
