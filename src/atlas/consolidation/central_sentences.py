"""The common content of several texts: their most central sentences."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from atlas.consolidation.sentences import Piece, split_sentences
from atlas.language.registry import LANGUAGE
from atlas.language.words import spelled, unspaced
from atlas.model.memory import Memory

MOST: Final = 3
_LONGEST: Final = 300
"""Characters of a sentence that can stand in an insight."""
_SHORTEST: Final = 3
"""Words that a sentence has at least."""
_LETTERS: Final = 4
"""Longer words carry what a text is about; shorter ones mostly hold it together."""
_SAME: Final = 0.6
"""Share of words from which a sentence says what one before it says."""


@dataclass(frozen=True, slots=True)
class CentralSentence:
    memory: Memory
    sentence: Piece


def find_central_sentences(memories: Sequence[Memory]) -> list[CentralSentence]:
    """Find at most three sentences, each of another memory, the most central first."""
    spread = _count_stems(memories)
    ranked = sorted(_list_sentences(memories), key=lambda each: (-_score_nearness(each[1], spread), each[0].memory.id))
    chosen: list[tuple[CentralSentence, frozenset[str]]] = []
    for each, stems in ranked:
        fresh = all(each.memory.id != other.memory.id and not _are_alike(stems, said) for other, said in chosen)
        if fresh and len(chosen) < MOST:
            chosen.append((each, stems))
    return [each for each, _ in chosen]


def _count_stems(memories: Sequence[Memory]) -> Counter[str]:
    """Count the memories of each telling stem."""
    return Counter(stem for memory in memories for stem in _extract_stems(memory.content))


def _extract_stems(text: str) -> frozenset[str]:
    return frozenset(stem for word, stem in spelled(text) if unspaced(word) or len(word) > _LETTERS)


def _list_sentences(memories: Sequence[Memory]) -> Iterator[tuple[CentralSentence, frozenset[str]]]:
    for memory in memories:
        for sentence in split_sentences(memory.content):
            words = spelled(sentence.text)
            fits = len(words) >= _SHORTEST and len(sentence.text) <= _LONGEST
            if (
                fits and not sentence.text.endswith("?") and not LANGUAGE.directives.is_directive(sentence.text)
            ):  # C3: orders are no insight
                yield CentralSentence(memory, sentence), _extract_stems(sentence.text)


def _score_nearness(stems: frozenset[str], spread: Counter[str]) -> float:
    """Score how much of a sentence others say too; long sentences do not win by their length."""
    return sum(spread[stem] - 1 for stem in stems) / math.sqrt(len(stems) + 1)


def _are_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one or other) and len(one & other) >= _SAME * max(len(one), len(other))
