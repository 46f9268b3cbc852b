"""What anybody can do with the same turns: BM25, an embedder's nearest, and the two joined by rank.

They see every turn of a talk as one text and know nothing of the others, of dates or of who is asked about.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from atlas.language.passages import split_passages
from atlas.language.words import words
from atlas.retrieval.query_terms import COMMON
from benchmarks.formats import Turn
from benchmarks.measures import DEPTH

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Embed = Callable[[Sequence[str]], NDArray[np.float32]]

K1: Final = 1.2
B: Final = 0.75
RRF: Final = 60


class Baselines:
    """The three of them over the turns of one talk."""

    def __init__(self, turns: Sequence[Turn], embed: Embed) -> None:
        self._ids = [turn.id for turn in turns]
        self._text = Bm25([f"{turn.speaker} {turn.text}" if turn.speaker else turn.text for turn in turns])
        self._embed = embed
        self._vectors = embed([whole(turn) for turn in turns])

    def answers(self, question: str) -> dict[str, list[str]]:
        """The turns that each returns, best first."""
        text, dense = self._text.ranked(question), self._nearest(question)
        both = {"bm25": text, "dense": dense, "rrf": fused([text, dense])}
        return {name: [self._ids[place] for place in places[:DEPTH]] for name, places in both.items()}

    def _nearest(self, question: str) -> list[int]:
        import numpy as np

        cosines = self._vectors @ self._embed([question])[0]
        return [int(place) for place in np.argsort(-cosines, kind="stable")]


def whole(turn: Turn) -> str:
    """A turn as the engine has it embedded in one piece, so that the embedder is given the same chance."""
    return split_passages(turn.text, turn.speaker)[0]


class Bm25:
    """Okapi's, over Porter stems; the question without its common words."""

    def __init__(self, texts: Iterable[str]) -> None:
        counts = [Counter(words(text)) for text in texts]
        lengths = [sum(each.values()) for each in counts]
        self._count = len(counts)
        mean = sum(lengths) / len(lengths) if sum(lengths) else 1.0
        self._norms = [K1 * (1 - B + B * length / mean) for length in lengths]
        self._postings: dict[str, list[tuple[int, int]]] = {}
        for place, each in enumerate(counts):
            for word, often in each.items():
                self._postings.setdefault(word, []).append((place, often))

    def ranked(self, question: str) -> list[int]:
        """Every text that has a word of the question, best first; of equals the earlier."""
        scores: dict[int, float] = {}
        for term in _terms(question):
            held = self._postings.get(term, [])
            rare = math.log1p((self._count - len(held) + 0.5) / (len(held) + 0.5))
            for place, often in held:
                scores[place] = scores.get(place, 0.0) + rare * often * (K1 + 1) / (often + self._norms[place])
        return sorted(scores, key=lambda place: (-scores[place], place))


def _terms(question: str) -> list[str]:
    asked = words(question)
    return [word for word in asked if word not in COMMON] or asked


def fused(lists: Iterable[Sequence[int]]) -> list[int]:
    """Reciprocal ranks, every list counting the same."""
    scores: dict[int, float] = {}
    for ranked in lists:
        for rank, place in enumerate(ranked, start=1):
            scores[place] = scores.get(place, 0.0) + 1.0 / (RRF + rank)
    return sorted(scores, key=lambda place: (-scores[place], place))
