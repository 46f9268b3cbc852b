"""Which texts are alike (T8), without comparing each with each.

A few are compared exactly. Many are hashed: planes through the middle of all rows cut them into cells, and rows that
are alike often fall into one cell. So many tables of such cells are made that a pair at the threshold shares one of
them with a chance of 99 in 100. What shares a cell is looked at in a small projection, and what is still alike there is
compared exactly. The planes come from a fixed seed, so that the same rows give the same pairs.

A cell of very many rows is not compared each with each either: every row is compared with those next to it along one
more direction and with the newest of the cell, and a row that has many partners already needs no more of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float32]
Places = NDArray[np.int64]
Flags = NDArray[np.bool_]
Pairs = tuple[Places, Places, NDArray[np.float32]]

EXACT: Final = 2_048
"""Up to so many rows, or so many fresh ones among any number, every pair is compared."""
CHANCE: Final = 0.99
WINDOW: Final = 32
"""In a cell each row is compared with so many that follow it."""
PARTNERS: Final = 64
"""A row that has so many is compared with such only that have fewer."""
_SEED: Final = 7
_MOST_TABLES: Final = 72
_MOST_BITS: Final = 24
_SKETCH: Final = 32
"""Directions of the small projection."""
_SLACK: Final = 2.0
"""By how much a distance may seem longer there than it is: of a thousand pairs that are alike, less than one."""
_MIDDLING: Final = 0.05
"""Of rows that lie this near to the middle of all, as a share of them, a pair may be missed more often."""
_BLOCK: Final = 1 << 24
"""Numbers that a product has at once: 64 MB."""
_GATHERED: Final = 1 << 16
"""Pairs whose rows are looked up at once."""


def find_similar_pairs(vectors: Rows, at_least: float, fresh: Flags | None = None) -> Pairs:
    """Find all (i, j, cosine) with i < j and such a cosine, where one of both is fresh; rows have length 1.

    Among more than `EXACT` rows nearly all are found; of a row alike to very many, only so many.
    """
    new = np.ones(len(vectors), dtype=np.bool_) if fresh is None else np.asarray(fresh, dtype=np.bool_)
    if int(new.sum()) <= EXACT:
        return _find_exact_pairs(vectors, at_least, new)
    return _find_hashed_pairs(vectors, at_least, new)


# --- each fresh row with every row


def _find_exact_pairs(vectors: Rows, at_least: float, new: Flags) -> Pairs:
    chosen = np.flatnonzero(new)
    step = max(1, _BLOCK // max(1, len(vectors)))
    found = [_find_partners(vectors, chosen[at : at + step], new, at_least) for at in range(0, len(chosen), step)]
    return _sort_pairs(found)


def _find_partners(vectors: Rows, chosen: Places, new: Flags, at_least: float) -> Pairs:
    """Find the best partners of some rows: each pair of two fresh ones once."""
    cosines = vectors[chosen] @ vectors.T
    one, other = np.nonzero(cosines >= at_least)
    values = cosines[one, other]
    once = (chosen[one] < other) | ((chosen[one] > other) & ~new[other])
    one, other, values = one[once], other[once], values[once]
    best = np.lexsort((-other, -values, one))
    one, other, values = one[best], other[best], values[best]
    kept = _number_in_runs(one) < PARTNERS
    one, other, values = one[kept], other[kept], values[kept]
    return np.minimum(chosen[one], other), np.maximum(chosen[one], other), values.astype(np.float32)


def _number_in_runs(values: Places) -> Places:
    """Number the members of each run of equal values: 0, 1, 2, …"""
    begins = np.flatnonzero(np.diff(values, prepend=-1))
    lengths = np.diff(begins, append=len(values))
    return np.arange(len(values)) - np.repeat(begins, lengths)


def _sort_pairs(found: list[Pairs]) -> Pairs:
    one = np.concatenate([np.empty(0, np.int64), *(each[0] for each in found)])
    other = np.concatenate([np.empty(0, np.int64), *(each[1] for each in found)])
    cosines = np.concatenate([np.empty(0, np.float32), *(each[2] for each in found)])
    order = np.lexsort((other, one))
    return one[order], other[order], cosines[order]


# --- by hashing


def _find_hashed_pairs(vectors: Rows, at_least: float, new: Flags) -> Pairs:
    count, width = vectors.shape
    chance = np.random.default_rng(_SEED)
    sketch, limit = _project_rows(vectors, at_least, chance)
    middle = vectors.mean(axis=0, dtype=np.float64).astype(np.float32)
    bits, tables = _choose_shape(vectors, middle, at_least)
    found, cosines = np.empty(0, np.int64), np.empty(0, np.float32)
    partners = np.zeros(count, dtype=np.int64)
    for _ in range(tables):
        planes = chance.standard_normal((width, bits + 1)).astype(np.float32)
        keys = _find_candidates(vectors @ planes - middle @ planes, new, partners < PARTNERS, sketch, limit)
        keys = keys[~_is_known(keys, found)]
        hits, values = _verify_pairs(vectors, keys, at_least)
        partners += np.bincount(hits // count, minlength=count) + np.bincount(hits % count, minlength=count)
        found, cosines = _merge_sorted(found, cosines, hits, values)
    return found // count, found % count, cosines


def _choose_shape(vectors: Rows, middle: Rows, at_least: float) -> tuple[int, int]:
    """Choose the number of planes in a table, and the number of tables.

    A plane parts two rows with a chance of their angle, seen from the middle, over that of a half turn. Rows that lie
    near the middle are seen at a wider angle.
    """
    away = np.maximum(0.0, 1.0 - 2.0 * (vectors @ middle) + float(middle @ middle))
    radius = max(float(np.quantile(away, _MIDDLING)), 1e-6)
    together = 1.0 - math.acos(max(-1.0, 1.0 - (1.0 - at_least) / radius)) / math.pi
    bits = min(_MOST_BITS, math.ceil(math.log2(len(vectors))))
    while bits > 1 and _count_tables(together**bits) > _MOST_TABLES:
        bits -= 1
    return bits, min(_MOST_TABLES, _count_tables(together**bits))


def _count_tables(share: float) -> int:
    """Count the tries that an event of this chance needs."""
    return 1 if share >= CHANCE else math.ceil(math.log(1.0 - CHANCE) / math.log1p(-max(share, 1e-9)))


def _project_rows(vectors: Rows, at_least: float, chance: np.random.Generator) -> tuple[Rows, float]:
    """Project rows onto a few random directions, with the square distance that separates unlike rows."""
    width = vectors.shape[1]
    apart = 2.0 - 2.0 * at_least
    if width <= _SKETCH:
        return vectors, apart + 1e-4
    directions = np.linalg.qr(chance.standard_normal((width, _SKETCH)))[0].astype(np.float32)
    return vectors @ directions, apart * _SLACK * _SKETCH / width + 1e-4


def _find_candidates(sides: Rows, new: Flags, short: Flags, sketch: Rows, limit: float) -> Places:
    """Find pairs in one cell that look alike, each as one number (i * rows + j), one short of partners."""
    bits = sides.shape[1] - 1
    cells = (sides[:, :bits] > 0) @ (1 << np.arange(bits, dtype=np.int64))
    order = np.lexsort((sides[:, bits], cells))
    found = [
        _filter_by_sketch(one[worth], other[worth], sketch, limit)
        for one, other in _pair_neighbours(order, cells[order])
        if (worth := (new[one] | new[other]) & (short[one] | short[other])).any()
    ]
    return np.unique(np.concatenate([np.empty(0, np.int64), *found]))


def _pair_neighbours(order: Places, cells: Places) -> Iterator[tuple[Places, Places]]:
    """Pair each row of a cell with those that follow it, and in a large cell with the newest."""
    begins = np.flatnonzero(np.diff(cells, prepend=-1))
    lengths = np.diff(begins, append=len(cells))
    left = np.repeat(begins + lengths, lengths) - np.arange(len(cells)) - 1
    here = np.flatnonzero(left > 0)
    for step in range(1, WINDOW + 1):
        here = here[left[here] >= step]
        if not len(here):
            return
        yield order[here], order[here + step]
    newest = np.repeat(np.maximum.reduceat(order, begins), lengths)
    crowded = np.repeat(lengths > WINDOW, lengths) & (newest != order)
    yield order[crowded], newest[crowded]


def _filter_by_sketch(one: Places, other: Places, sketch: Rows, limit: float) -> Places:
    """Keep the pairs that are near in the small projection."""
    count = len(sketch)
    found = []
    for at in range(0, len(one), _GATHERED):
        some, more = one[at : at + _GATHERED], other[at : at + _GATHERED]
        apart = sketch[some] - sketch[more]
        near = np.einsum("ij,ij->i", apart, apart) <= limit
        some, more = some[near], more[near]
        found.append(np.minimum(some, more) * count + np.maximum(some, more))
    return np.concatenate(found)


def _is_known(keys: Places, found: Places) -> Flags:
    """Mark the keys among those found, which are sorted."""
    if not len(found):
        return np.zeros(len(keys), dtype=np.bool_)
    places = np.minimum(np.searchsorted(found, keys), len(found) - 1)
    same: Flags = found[places] == keys
    return same


def _verify_pairs(vectors: Rows, keys: Places, at_least: float) -> tuple[Places, Rows]:
    count = len(vectors)
    step = max(1, _BLOCK // (4 * vectors.shape[1]))
    values = [
        np.einsum("ij,ij->i", vectors[some // count], vectors[some % count])
        for some in (keys[at : at + step] for at in range(0, len(keys), step))
    ]
    cosines = np.concatenate([np.empty(0, np.float32), *values]).astype(np.float32)
    kept = cosines >= at_least
    return keys[kept], cosines[kept]


def _merge_sorted(found: Places, cosines: Rows, hits: Places, values: Rows) -> tuple[Places, Rows]:
    """Merge two sorted sets of disjoint keys."""
    if not len(hits):
        return found, cosines
    keys, all_values = np.concatenate([found, hits]), np.concatenate([cosines, values])
    order = np.argsort(keys, kind="stable")
    return keys[order], all_values[order]
