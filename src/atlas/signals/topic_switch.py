"""Whether a message changes the topic (S9): a small fitted model over a window of turns.

The document's rule, a low similarity to the turn before, fires on half of all ordinary turns. What people say is often
unlike the turn before and still about the same; what tells more is to look at several turns, at who wants something of
the other, and at words that point back.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from atlas.language.words import asks
from atlas.language.words import words as stems
from atlas.signals.content_words import extract_telling_stems
from atlas.signals.policy import SignalPolicy, SwitchRule
from atlas.signals.word_lists import WordLists, find_phrases, has_phrase

Array = NDArray[np.float32]

WINDOW: Final = 8
"""Turns before the one in question that can matter."""
NAMES: Final = (
    "near_last",
    "nearest",
    "near_two",
    "near_four",
    "near_all",
    "near_before",
    "shared",
    "asks",
    "was_asked",
    "length",
    "points_back",
)

_LOOKED_BACK: Final = 3
_WIDE: Final = 4
_LONG: Final = 30
"""Words from which on a message is simply long."""
_LONG_REPLY: Final = 60
"""Words of a reply from which on who asks tells nothing, and similarity alone does."""
_BEGINNING: Final = 1_000
"""Characters in which a long reply is known to be one."""
_UNKNOWN: Final = 0.3
"""How alike two turns are on the whole, where there are not yet two."""


def score_switch(texts: Sequence[str], vectors: Array, words: WordLists, policy: SignalPolicy) -> float:
    """Score how likely the last turn begins another topic; by the source document's rule, how unlike it is."""
    if len(texts) < 2:
        return 0.0
    if policy.switch is SwitchRule.COSINE:
        return min(1.0, 1.0 - float(vectors[-1] @ vectors[-2]))
    follows_long = len(stems(texts[-2][:_BEGINNING])) > _LONG_REPLY
    weights = policy.switch_weights_after_long if follows_long else policy.switch_weights
    return compute_likelihood(measure_features(texts, vectors, words), weights)


def is_switch(score: float, policy: SignalPolicy) -> bool:
    """Tell whether a score of `score_switch` is enough."""
    if policy.switch is SwitchRule.COSINE:
        return score > 1.0 - policy.switch_below
    return score >= policy.switch_from


def compute_likelihood(numbers: Mapping[str, float], weights: Mapping[str, float]) -> float:
    total = weights.get("rest", 0.0) + sum(weights.get(name, 0.0) * value for name, value in numbers.items())
    return 1.0 / (1.0 + math.exp(-total))


def measure_features(texts: Sequence[str], vectors: Array, words: WordLists) -> dict[str, float]:
    """Measure the model's features of the last of at least two turns, all in 0..1 but for similarities and asking."""
    text = texts[-1]
    count = len(stems(text))
    return {
        **_measure_similarity(vectors),
        "shared": _share_repeated_words(texts, words),
        **_measure_asking(texts, words),
        "length": min(1.0, math.log1p(count) / math.log1p(_LONG)),
        "points_back": min(1.0, len(find_phrases(text, words.references)) / max(1, count)),
    }


def _measure_similarity(vectors: Array) -> dict[str, float]:
    own, turns = vectors[-1], vectors[:-1]
    near = turns @ own
    return {
        "near_last": float(near[-1]),
        "nearest": float(near[-_LOOKED_BACK:].max()),
        "near_two": _similarity_to_mean(own, turns[-2:]),
        "near_four": _similarity_to_mean(own, turns[-_WIDE:]),
        "near_all": _similarity_to_mean(own, turns),
        "near_before": float(turns[-1] @ turns[-2]) if len(turns) > 1 else _UNKNOWN,
    }


def _similarity_to_mean(own: Array, turns: Array) -> float:
    """Measure the similarity of a turn to the mean of others."""
    middle = turns.mean(axis=0)
    length = float(np.linalg.norm(middle))
    return float(own @ middle) / length if length else 0.0


def _share_repeated_words(texts: Sequence[str], words: WordLists) -> float:
    """Measure the share of the turn's telling words said in the turns just before."""
    own = extract_telling_stems(texts[-1], words)
    said: frozenset[str] = frozenset().union(*(extract_telling_stems(text, words) for text in texts[-1 - _WIDE : -1]))
    return len(own & said) / len(own) if own else 0.0


def _measure_asking(texts: Sequence[str], words: WordLists) -> dict[str, float]:
    """Measure how much more than usual in this talk the turn, and the one before, want something of the other.

    Between people a question opens a topic; to an assistant it is a wish as often, and its own questions go on with
    one. What carries over from talk to talk is the wanting, against what is usual there.
    """
    wanting = [float(asks(text) > 0 or has_phrase(text, words.wishes)) for text in texts]
    usual = (sum(wanting[:-1]) + 1) / (len(wanting) + 1)
    return {"asks": wanting[-1] - usual, "was_asked": wanting[-2] - usual}
