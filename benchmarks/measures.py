"""What a list of returned turns is worth beside the turns that were wanted, and how sure a difference is.

Every measure looks at the first ten returned at most. "All" is the honest one: every piece of evidence was found.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

DEPTH: Final = 10
MEASURES: Final = ("recall@1", "recall@5", "recall@10", "all@10", "mrr", "ndcg@10")
RESAMPLES: Final = 2_000
SEED: Final = 7
_TAIL: Final = 0.025


@dataclass(frozen=True, slots=True)
class Score:
    """One question's measures."""

    category: str
    values: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Difference:
    """How much one method has over another, with the interval in which 95 of 100 resamples lie."""

    value: float
    low: float
    high: float


def score(category: str, returned: Sequence[str], wanted: frozenset[str]) -> Score:
    """`returned` is best first; a turn that comes twice counts where it comes first."""
    best = list(dict.fromkeys(returned))[:DEPTH]
    places = [place for place, turn in enumerate(best, start=1) if turn in wanted]
    values = {f"recall@{depth}": sum(place <= depth for place in places) / len(wanted) for depth in (1, 5, DEPTH)}
    values |= {
        "all@10": float(len(places) == len(wanted)),
        "mrr": 1.0 / places[0] if places else 0.0,
        "ndcg@10": sum(map(_gain, places)) / sum(map(_gain, range(1, min(len(wanted), DEPTH) + 1))),
    }
    return Score(category, values)


def _gain(place: int) -> float:
    return 1.0 / math.log2(place + 1)


def mean(scores: Iterable[Score]) -> dict[str, float]:
    """Each measure's mean over questions."""
    rows = [each.values for each in scores]
    return {name: sum(row[name] for row in rows) / len(rows) if rows else 0.0 for name in MEASURES}


def by_category(scores: Iterable[Score]) -> dict[str, list[Score]]:
    groups: dict[str, list[Score]] = {}
    for each in scores:
        groups.setdefault(each.category, []).append(each)
    return dict(sorted(groups.items()))


def macro(scores: Iterable[Score]) -> dict[str, float]:
    """Each measure's mean over categories, so that a large one does not drown the others."""
    means = [mean(group) for group in by_category(scores).values()]
    return {name: sum(each[name] for each in means) / len(means) if means else 0.0 for name in MEASURES}


def difference(
    ours: Sequence[Score], theirs: Sequence[Score], measure: str = "recall@10", resamples: int = RESAMPLES
) -> Difference:
    """Paired bootstrap of the difference in macro averages.

    Both are scores of the same questions in the same order. Questions are drawn with replacement within each category,
    because the average is over categories: a resample without one of them would be another measure.
    """
    pairs: dict[str, list[float]] = {}
    for our, their in zip(ours, theirs, strict=True):
        pairs.setdefault(our.category, []).append(our.values[measure] - their.values[measure])
    chance = random.Random(SEED)  # noqa: S311 # a bootstrap wants the same draws every time, not secret ones
    groups = list(pairs.values())
    drawn = sorted(_mean_of_means([chance.choices(group, k=len(group)) for group in groups]) for _ in range(resamples))
    low, high = drawn[int(_TAIL * resamples)], drawn[min(resamples - 1, int((1 - _TAIL) * resamples))]
    return Difference(_mean_of_means(groups), low, high)


def _mean_of_means(groups: Sequence[Sequence[float]]) -> float:
    return sum(sum(group) / len(group) for group in groups) / len(groups) if groups else 0.0
