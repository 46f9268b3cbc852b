"""What texts are about: the telling words that come most often (J8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from atlas.language.english.lexicon.grammar import FILLERS, STOP_WORDS
from atlas.language.english.lexicon.tone import EMPTY_VERBS, IMPERATIVE_ONLY, TEXT_TASKS
from atlas.language.words import spelled

MAX_TOPICS: Final = 5
LEAST_LETTERS: Final = 4
_TALK: Final = STOP_WORDS | FILLERS | EMPTY_VERBS | IMPERATIVE_ONLY | TEXT_TASKS


def find_topics(texts: Iterable[str], most: int = MAX_TOPICS) -> tuple[str, ...]:
    """The telling words that come most often, each as it was first written; the earlier one first among equals."""
    counted: Counter[str] = Counter()
    written: dict[str, str] = {}
    for text in texts:
        for word, stem in spelled(text):
            if word not in _TALK and len(word) >= LEAST_LETTERS and not word.isdigit():
                counted[stem] += 1
                written.setdefault(stem, word)
    return tuple(written[stem] for stem, _ in counted.most_common(most))


def find_common_words(texts: Sequence[str], most: int = MAX_TOPICS) -> tuple[str, ...]:
    """Telling words that at least half of the texts have, the most common first."""
    each = [find_topics([text], 50) for text in texts]
    stems = [{stem for word in row for _, stem in spelled(word)} for row in each]
    counted = Counter(stem for row in stems for stem in row)
    written = {stem: word for row in reversed(each) for word in row for _, stem in spelled(word)}
    often = [(stem, count) for stem, count in counted.items() if 2 * count >= len(texts)]
    ordered = sorted(often, key=lambda pair: (-pair[1], written[pair[0]]))
    return tuple(written[stem] for stem, _ in ordered[:most])
