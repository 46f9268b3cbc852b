"""Ranking of search results: the weighted sum of features, and what a network adds to it, with all parts kept as the
explanation (C8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from atlas.model.search_result import Found
from atlas.retrieval.features import NAMES, PART_OF, PARTS, Places, build_places, lacks_vectors
from atlas.retrieval.query_reading import Reading
from atlas.retrieval.ranking_network import REACH, RankingNetwork
from atlas.retrieval.weights import WEIGHTS

if TYPE_CHECKING:
    from atlas.retrieval.features import Numbers, Rows

AGAIN: Final = "again"
"""The part by which a place's other memories stand behind all that are given for the first time."""
_BEHIND: Final = 1e-6
TOGETHER: Final = "together"
"""The part that the network adds: what the numbers say together."""
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
    network: RankingNetwork | None = None,
) -> list[RankedRow]:
    """Rank every place once, by its best-fitting memory; then the other memories of those places.

    Equal scores stand in the order of writing, so that the same inputs give the same answer.
    """
    return PlaceRanking(found, reading, asked, depth, weights, network).take_rows(limit)


class PlaceRanking:
    """The ranking of one search. Whoever takes more of it than before pays for the rest alone."""

    def __init__(
        self,
        found: Found,
        reading: Reading,
        asked: Mapping[int, float],
        depth: int,
        weights: Mapping[str, float] = WEIGHTS,
        network: RankingNetwork | None = None,
    ) -> None:
        """`network` is one that was fitted to the embedder; None for a sum alone."""
        import numpy as np  # slow to import

        self._found, self._asked = found, asked
        self._table = build_places(found, reading, asked, depth)
        self._column = np.array([weights.get(name, 0.0) for name in NAMES])
        sums = (self._table.matrix @ self._column).round(9)
        heard = network if _has_meaning(found) else None
        self._together = _judge_best(heard, self._table.matrix, sums, len(reading.terms)) if heard else None
        self._scores = sums if self._together is None else sums + self._together
        self._order = np.argsort(-self._scores, kind="stable")
        self._given: list[float] = []
        self._explained: list[tuple[tuple[str, float], ...]] = []
        self._members: list[list[int]] = []
        """Of the places that were looked at: their scores, the parts of these, and their candidates."""
        self._first: list[tuple[int, RankedRow]] = []
        """The best of each of these places that has a candidate, with the place."""

    def take_rows(self, limit: int) -> list[RankedRow]:
        self._look_at(min(limit, len(self._order)))
        places = min(limit, len(self._order))
        first = [each for each in self._first[:limit] if each[0] < places]
        ranked = [row for _, row in first]
        return ranked if len(ranked) == limit else [*ranked, *self._rank_others(first, places)][:limit]

    def _look_at(self, places: int) -> None:
        """Look at places up to so many, beyond those that were looked at before."""
        known = len(self._members)
        order = self._order[known:places]
        if not len(order):
            return
        self._given += self._scores[order].tolist()
        parts = self._table.matrix[order] * self._column @ _build_part_matrix()
        self._explained += _explain_scores(parts, None if self._together is None else self._together[order])
        self._members += _group_candidates(self._found, self._table, self._asked, order)
        for at in range(known, places):
            if rows := self._members[at]:
                self._first.append((at, RankedRow(rows[0], round(self._given[at], 6), self._explained[at])))

    def _rank_others(self, first: Sequence[tuple[int, RankedRow]], places: int) -> Iterator[RankedRow]:
        """The other memories of so many places, behind all that are given for the first time."""
        again = self._given[first[0][0]] - self._given[first[-1][0]] if first else 0.0
        for at, rows in enumerate(self._members[:places]):
            parts = (*self._explained[at], (AGAIN, round(-again, 6)))
            yield from (RankedRow(row, round(self._given[at] - again, 6), parts) for row in rows[1:])


def _group_candidates(found: Found, table: Places, asked: Mapping[int, float], order: Rows) -> list[list[int]]:
    """List the candidates of each place, best first: the asked kind of claim, the lesson that a question taught, then
    the best fit."""
    import numpy as np  # slow to import

    at = np.full(len(table.heads) + 1, -1)
    at[order] = np.arange(len(order))
    rows = np.flatnonzero(found.candidate & (at[table.of] >= 0))
    own = table.own[rows] + _PLAIN * found.fact[rows]
    taught = found.lesson[rows].tolist()
    members: list[list[tuple[float, bool, float, int]]] = [[] for _ in order]
    for row, place, lesson, fit in zip(rows.tolist(), at[table.of[rows]].tolist(), taught, own.tolist(), strict=True):
        members[place].append((-asked.get(row, 0.0), not lesson, -fit, row))
    return [[row for *_, row in sorted(each)] for each in members]


@cache
def _build_part_matrix() -> Numbers:
    """Build the 0/1 matrix that assigns each feature to its part of the explanation."""
    import numpy as np  # slow to import

    names = list(PARTS)
    matrix = np.zeros((len(NAMES), len(names)))
    for at, name in enumerate(NAMES):
        matrix[at, names.index(PART_OF[name])] = 1.0
    return matrix


def _explain_scores(sums: Numbers, together: Numbers | None) -> list[tuple[tuple[str, float], ...]]:
    explained = [tuple(zip(PARTS, row, strict=True)) for row in sums.round(6).tolist()]
    if together is None:
        return explained
    added = together.round(6).tolist()
    return [(*parts, (TOGETHER, each)) for parts, each in zip(explained, added, strict=True)]


def _has_meaning(found: Found) -> bool:
    """Whether question and memories have vectors: without them the network would judge what it has never seen (X8)."""
    import numpy as np  # slow to import

    return bool(found.cosine.shape[1]) and not lacks_vectors(found) and bool(np.isfinite(found.cosine[:, 0]).any())


def _judge_best(network: RankingNetwork, matrix: Numbers, sums: Numbers, terms: int) -> Numbers:
    """What the network adds to each place; those beyond its reach stay behind all that it judged, as they stood."""
    import numpy as np  # slow to import

    order = np.argsort(-sums, kind="stable")
    best, others = order[:REACH], order[REACH:]
    added = np.zeros(len(sums))
    added[best] = network.judge_places(matrix[best], terms).round(9)
    if len(others):
        added[others] = min(0.0, float((sums + added)[best].min() - sums[others].max())) - _BEHIND
    return added
