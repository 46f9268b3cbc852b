"""The best texts by the sum of what words weigh in them, without adding up more than it takes.

Rare words weigh most. Once enough texts are met, and the words that are left could together not lift a text that has
none of the earlier ones among the best, these words are looked up in the texts met and nowhere else (MaxScore).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from atlas.adapters.index.arrays import grow_array
from atlas.adapters.index.columns import Columns
from atlas.adapters.index.masks import Mask
from atlas.adapters.index.postings import ROUNDING, Run

_SOME: Final = float(np.finfo(np.float32).tiny)
"""What has none of the words comes to less than this."""
_WIDER: Final = 4
_LIKELY: Final = 0.7
"""Only speed hangs on it: what part of the most that the words so far can add to a text they add to the best."""

Scores = tuple[NDArray[np.intp], NDArray[np.float32]]
"""Slots, and what each has come to."""


class Ranking:
    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._sums: NDArray[np.float32] = np.zeros(0, dtype=np.float32)
        """By slot; all zero between searches."""

    def best(self, runs: Iterable[Run], mask: Mask, depth: int) -> NDArray[np.intp]:
        """The `depth` best of what the mask lets pass, equal ones by the order of writing."""
        ordered = sorted((run for run in runs if run.holding), key=lambda run: run.holding)
        if not ordered or depth < 1 or not mask.count:
            return np.zeros(0, dtype=np.intp)
        if mask.count * len(ordered) <= sum(run.size for run in ordered):
            met, done = (mask.slots, np.zeros(mask.count, dtype=np.float32)), 0
        else:
            met, done = self._add_up(ordered, mask, depth)
        met = _look_up(ordered[done:], met, mask, depth)
        slots, scores = _find_passing(met, mask, max(_find_kth(met, mask, depth), _SOME))
        return slots[np.lexsort((self._columns.seq[slots], -scores))[:depth]]

    def _add_up(self, ordered: Sequence[Run], mask: Mask, depth: int) -> tuple[Scores, int]:
        """Over whole runs, until the others need only be looked up; how many runs these were.

        Whether it has come to that is seen to before a run that is longer than all so far, where it is likely.
        """
        self._sums = grow_array(self._sums, self._columns.size)
        most, count = _find_bound(ordered), 0
        for done, run in enumerate(ordered):
            if depth <= count < run.size and most[done] < _LIKELY * (most[0] - most[done]):
                met = self._harvest(ordered[:done])
                if _find_kth(met, mask, depth) > most[done]:
                    return met, done
                self._sums[met[0]] = met[1]
            for stretch in run.stretches:
                np.add.at(self._sums, stretch.wide, stretch.impacts * run.weight)
            count += run.size
        return self._harvest(ordered), len(ordered)

    def _harvest(self, runs: Sequence[Run]) -> Scores:
        """Every text met, once. Taking a sum leaves a zero, so that it is passed over in the next run."""
        slots = [stretch.wide for run in runs for stretch in run.stretches]
        taken = []
        for each in slots:
            taken.append(self._sums[each])
            self._sums[each] = 0
        scores = np.concatenate(taken)
        met = np.flatnonzero(scores)
        return np.concatenate(slots)[met], scores[met]


def _find_bound(runs: Sequence[Run]) -> list[float]:
    """The most that each run and those after it can add to one text."""
    most = [0.0]
    for run in reversed(runs):
        most.append(most[-1] + run.peak)
    return most[:0:-1]


def _find_kth(met: Scores, mask: Mask, depth: int) -> float:
    """The score of the last of the best that pass; 0 while there are too few.

    Mostly enough of the very best pass, so that the others need not be asked about.
    """
    slots, scores = met
    for wide in (_WIDER * depth, len(scores)):
        top = np.arange(len(scores))
        if wide < len(scores):
            top = np.argpartition(scores, len(scores) - wide)[len(scores) - wide :]
        allowed = scores[top[mask.passes[slots[top]]]]
        if len(allowed) >= depth:
            return float(np.partition(allowed, len(allowed) - depth)[len(allowed) - depth])
    return 0.0


def _find_passing(met: Scores, mask: Mask, least: float) -> Scores:
    """Those that come to this much and pass, in the order of slots, in which looking up is quicker."""
    slots, scores = met
    likely = scores >= least
    slots, scores = slots[likely], scores[likely]
    allowed = mask.passes[slots]
    slots, scores = slots[allowed], scores[allowed]
    order = np.argsort(slots)
    return slots[order], scores[order]


def _look_up(runs: Sequence[Run], met: Scores, mask: Mask, depth: int) -> Scores:
    """Add these runs to the texts met, and leave out on the way whoever cannot get among the best any more."""
    for run, most in zip(runs, _find_bound(runs), strict=True):
        least = _find_kth(met, mask, depth)
        if least:
            met = _find_passing(met, mask, least * (1 - ROUNDING) - most)
        run.add_to(met[1], met[0])
    return met
