"""Precision and recall, the area under the curve, and how well two groupings agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import groupby
from math import comb


def told(said: Sequence[bool], true: Sequence[bool]) -> dict[str, float]:
    """Of what a rule says against what is so."""
    right = sum(one and other for one, other in zip(said, true, strict=True))
    precision = right / sum(said) if any(said) else 0.0
    recall = right / sum(true) if any(true) else 0.0
    both = precision + recall
    return {
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / both if both else 0.0,
        "fires": sum(said) / len(said) if said else 0.0,
    }


def auroc(scores: Sequence[float], true: Sequence[bool]) -> float:
    """How often one of those that are so has a higher score than one that is not; equal scores count half."""
    ranked = sorted(zip(scores, true, strict=True))
    below, won = 0, 0.0
    for _, group in groupby(ranked, key=lambda each: each[0]):
        marks = [mark for _, mark in group]
        yes = sum(marks)
        no = len(marks) - yes
        won += yes * (below + no / 2)
        below += no
    pairs = below * (len(ranked) - below)
    return won / pairs if pairs else 0.5


def adjusted_rand(one: Sequence[Hashable], other: Sequence[Hashable]) -> float:
    """Pairs that both groupings put together, beyond what chance would: 1 for the same, 0 for chance."""
    together = _pairs(list(zip(one, other, strict=True)))
    first, second = _pairs(one), _pairs(other)
    expected = first * second / comb(len(one), 2) if len(one) > 1 else 0.0
    most = (first + second) / 2
    return (together - expected) / (most - expected) if most != expected else 1.0


def _pairs(labels: Sequence[Hashable]) -> int:
    return sum(comb(count, 2) for count in Counter(labels).values())
