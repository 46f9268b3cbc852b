"""How sure a share is: exact intervals of a few cases, without a table and without chance."""

from __future__ import annotations

from math import comb
from typing import Final

_HALVINGS: Final = 40
ONE_SIDED: Final = 0.05
"""How often a bound is wrong, where nothing but chance is at work."""


def bound_share_below(hits: int, cases: int, miss: float = ONE_SIDED) -> float:
    """The largest share that `hits` of `cases` would be too many for (Clopper and Pearson)."""
    if hits == 0:
        return 0.0
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        share = (low + high) / 2
        if _reach_probability(hits, cases, share) < miss:
            low = share
        else:
            high = share
    return low


def bound_share_above(hits: int, cases: int, miss: float = ONE_SIDED) -> float:
    """The smallest share that `hits` of `cases` would be too few for."""
    return 1.0 - bound_share_below(cases - hits, cases, miss)


def bound_difference(worse: int, better: int, cases: int) -> tuple[float, float]:
    """The interval of (worse - better) / cases, for cases that were tried both ways.

    Those that came out alike both ways say how much is at stake, and nothing of the direction; so the interval is
    that of the share of `worse` among the others (the exact test of signs).
    """
    differing = worse + better
    if not cases or not differing:
        return 0.0, 0.0
    scale = differing / cases
    low = (2 * bound_share_below(worse, differing) - 1) * scale
    high = (2 * bound_share_above(worse, differing) - 1) * scale
    return low, high


def _reach_probability(hits: int, cases: int, share: float) -> float:
    """Of at least so many hits, where each case is one with this probability."""
    return sum(comb(cases, k) * share**k * (1 - share) ** (cases - k) for k in range(hits, cases + 1))
