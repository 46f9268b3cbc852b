"""What memory is held against: the transcript, searched by BM25, of which the best lines are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log
from typing import Final

from atlas.language.words import words
from atlas.surfaces.simulation.script import Turn

_K1: Final = 1.2
_B: Final = 0.75


def rank_turns(question: str, turns: Sequence[Turn], limit: int) -> list[Turn]:
    """The turns that share words with the question, best first."""
    texts = [Counter(words(turn.text)) for turn in turns]
    lengths = [sum(text.values()) for text in texts]
    mean = sum(lengths) / max(1, len(lengths))
    asked = set(words(question))
    found = {word: sum(word in text for text in texts) for word in asked}
    rarity = {word: log(1 + (len(texts) - n + 0.5) / (n + 0.5)) for word, n in found.items()}
    scores = [
        sum(
            rarity[w] * text[w] * (_K1 + 1) / (text[w] + _K1 * (1 - _B + _B * length / mean))
            for w in asked
            if w in text
        )
        for text, length in zip(texts, lengths, strict=True)
    ]
    order = sorted((place for place in range(len(turns)) if scores[place] > 0), key=lambda place: -scores[place])
    return [turns[place] for place in order[:limit]]
