"""The common content of several texts: their most central sentences, and a name for their topic."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from atlas.consolidation.sentences import Piece, split_sentences
from atlas.language.registry import LANGUAGE
from atlas.language.words import spelled, unspaced
from atlas.model.entity import title_of
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
_MOSTLY: Final = 0.6
_WORDS: Final = 3


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


def describe_topic(memories: Sequence[Memory]) -> str:
    """Name the subject of most memories, and the words that most of them share."""
    subject = _find_subject(memories)
    named = {stem for _, stem in spelled(subject)}
    shared = [word for word in _list_shared_words(memories) if {stem for _, stem in spelled(word)}.isdisjoint(named)]
    words = ", ".join(shared[:_WORDS])
    if subject and words:
        return f"{subject} and {words}"
    return subject or words or "what belongs together"


def _find_subject(memories: Sequence[Memory]) -> str:
    subjects = Counter(memory.claim.subject for memory in memories if memory.claim)
    entity, count = subjects.most_common(1)[0] if subjects else (None, 0)
    if entity is None or count < _MOSTLY * len(memories):
        return ""
    title = title_of(entity)
    return f"the {title[4:]}" if title.startswith("The ") else title


def _list_shared_words(memories: Sequence[Memory]) -> Iterator[str]:
    """Words of at least half of them, the most frequent first, as they are mostly spelt."""
    spread = _count_stems(memories)
    spellings: dict[str, Counter[str]] = {}
    for memory in memories:
        for word, stem in spelled(memory.content):
            spellings.setdefault(stem, Counter())[word] += 1
    for stem, count in sorted(spread.items(), key=lambda item: (-item[1], item[0])):
        if 2 * count >= len(memories) and count > 1:
            yield min(spellings[stem].items(), key=lambda item: (-item[1], item[0]))[0]


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
