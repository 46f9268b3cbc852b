"""Ranking of search results: the weighted sum of features, with the parts of the sum kept as the explanation (C8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from atlas.model.search_result import Found
from atlas.retrieval.features import NAMES, PART_OF, PARTS, Places, build_places
from atlas.retrieval.query_reading import Reading
from atlas.retrieval.weights import WEIGHTS

if TYPE_CHECKING:
    from atlas.retrieval.features import Numbers, Rows

AGAIN: Final = "again"
"""The part by which a place's other memories stand behind all that are given for the first time."""
_PLAIN: Final = 0.8
"""A fact says in one sentence what an episode says in passing."""


@dataclass(frozen=True, slots=True)
class RankedRow:
    """One ranked row of the search result, with its score and the parts of that score."""

    row: int
    score: float
    components: tuple[tuple[str, float], ...]


def rank_places(
    found: Found,
    reading: Reading,
    asked: Mapping[int, float],
    limit: int,
    depth: int,
    weights: Mapping[str, float] = WEIGHTS,
) -> list[RankedRow]:
    """Rank every place once, by its best-fitting memory; then the other memories of those places.

    Equal scores stand in the order of writing, so that the same inputs give the same answer.
    """
    import numpy as np  # slow to import

    table = build_places(found, reading, asked, depth)
    if not len(table.heads):
        return []
    column = np.array([weights.get(name, 0.0) for name in NAMES])
    scores = table.scores(column).round(9)
    order = np.argsort(-scores, kind="stable")[:limit]
    explained = _explain_scores(table.matrix(order) * column @ _build_part_matrix())
    members = _group_candidates(found, table, asked, order)
    first = [(rows[0], at) for at, rows in enumerate(members) if rows]
    given = scores[order].tolist()
    ranked = [RankedRow(row, round(given[at], 6), explained[at]) for row, at in first]
    again = given[first[0][1]] - given[first[-1][1]] if first else 0.0
    for at, rows in enumerate(members):
        parts = (*explained[at], (AGAIN, round(-again, 6)))
        ranked.extend(RankedRow(row, round(given[at] - again, 6), parts) for row in rows[1:])
    return ranked[:limit]


def _group_candidates(found: Found, table: Places, asked: Mapping[int, float], order: Rows) -> list[list[int]]:
    """List the candidates of each place, best first: the asked kind of claim, then the best fit."""
    import numpy as np  # slow to import

    at = np.full(len(table.heads) + 1, -1)
    at[order] = np.arange(len(order))
    rows = np.flatnonzero(found.candidate & (at[table.of] >= 0))
    own = table.own[rows] + _PLAIN * found.fact[rows]
    members: list[list[tuple[float, float, int]]] = [[] for _ in order]
    for row, place, fit in zip(rows.tolist(), at[table.of[rows]].tolist(), own.tolist(), strict=True):
        members[place].append((-asked.get(row, 0.0), -fit, row))
    return [[row for _, _, row in sorted(each)] for each in members]


@cache
def _build_part_matrix() -> Numbers:
    """Build the 0/1 matrix that assigns each feature to its part of the explanation."""
    import numpy as np  # slow to import

    names = list(PARTS)
    matrix = np.zeros((len(NAMES), len(names)))
    for at, name in enumerate(NAMES):
        matrix[at, names.index(PART_OF[name.rpartition(":")[2]])] = 1.0
    return matrix


def _explain_scores(sums: Numbers) -> list[tuple[tuple[str, float], ...]]:
    return [tuple(zip(PARTS, row, strict=True)) for row in sums.round(6).tolist()]
