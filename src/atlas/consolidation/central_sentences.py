"""What several texts have in common: the sentences nearest to all of them, and what to call it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from atlas.consolidation.sentences import Piece, sentences
from atlas.language.directives import is_directive
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
class Central:
    memory: Memory
    sentence: Piece


def central(memories: Sequence[Memory]) -> list[Central]:
    """At most three sentences, each of another memory, the most central first."""
    spread = _spread(memories)
    ranked = sorted(_sentences(memories), key=lambda each: (-_nearness(each[1], spread), each[0].memory.id))
    chosen: list[tuple[Central, frozenset[str]]] = []
    for each, stems in ranked:
        fresh = all(each.memory.id != other.memory.id and not _alike(stems, said) for other, said in chosen)
        if fresh and len(chosen) < MOST:
            chosen.append((each, stems))
    return [each for each, _ in chosen]


def topic(memories: Sequence[Memory]) -> str:
    """Whom most of them are about, and the words that most of them share."""
    subject = _subject(memories)
    named = {stem for _, stem in spelled(subject)}
    shared = [word for word in _shared_words(memories) if {stem for _, stem in spelled(word)}.isdisjoint(named)]
    words = ", ".join(shared[:_WORDS])
    if subject and words:
        return f"{subject} and {words}"
    return subject or words or "what belongs together"


def _subject(memories: Sequence[Memory]) -> str:
    subjects = Counter(memory.claim.subject for memory in memories if memory.claim)
    entity, count = subjects.most_common(1)[0] if subjects else (None, 0)
    if entity is None or count < _MOSTLY * len(memories):
        return ""
    title = title_of(entity)
    return f"the {title[4:]}" if title.startswith("The ") else title


def _shared_words(memories: Sequence[Memory]) -> Iterator[str]:
    """Words of at least half of them, the most frequent first, as they are mostly spelt."""
    spread = _spread(memories)
    spellings: dict[str, Counter[str]] = {}
    for memory in memories:
        for word, stem in spelled(memory.content):
            spellings.setdefault(stem, Counter())[word] += 1
    for stem, count in sorted(spread.items(), key=lambda item: (-item[1], item[0])):
        if 2 * count >= len(memories) and count > 1:
            yield min(spellings[stem].items(), key=lambda item: (-item[1], item[0]))[0]


def _spread(memories: Sequence[Memory]) -> Counter[str]:
    """In how many memories each telling word stands."""
    return Counter(stem for memory in memories for stem in _stems(memory.content))


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem for word, stem in spelled(text) if unspaced(word) or len(word) > _LETTERS)


def _sentences(memories: Sequence[Memory]) -> Iterator[tuple[Central, frozenset[str]]]:
    for memory in memories:
        for sentence in sentences(memory.content):
            words = spelled(sentence.text)
            fits = len(words) >= _SHORTEST and len(sentence.text) <= _LONGEST
            if (
                fits and not sentence.text.endswith("?") and not is_directive(sentence.text)
            ):  # C3: orders are no insight
                yield Central(memory, sentence), _stems(sentence.text)


def _nearness(stems: frozenset[str], spread: Counter[str]) -> float:
    """How much of it others say too; long sentences do not win by their length."""
    return sum(spread[stem] - 1 for stem in stems) / math.sqrt(len(stems) + 1)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one or other) and len(one & other) >= _SAME * max(len(one), len(other))
