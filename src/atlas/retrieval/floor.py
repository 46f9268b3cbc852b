"""The cut-off below which a search has no answer to the question (C13).

Ranking always has a best result. Whether even the best one bears on the question is told by two numbers independent of
ranking: its cosine, and the share of the question's telling words in it. The limits are fitted for each embedder
(`atlas bench floor`); without a fit nothing is cut.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from types import MappingProxyType
from typing import Final

from atlas.model.search_result import Found
from atlas.retrieval.features import lacks_vectors
from atlas.retrieval.query_reading import Reading
from atlas.retrieval.query_terms import COMMON

_SMALL: Final = 20
"""A store of so many memories; among more of them the nearest is nearer by chance."""

_BARE: Final = 2
"""Words of a question that asks for a time and little else: "What happened in May?"."""


@dataclass(frozen=True, slots=True)
class Floor:
    near: float
    """A cosine from which a memory of a small store bears on the question."""
    rise: float
    """How much more it takes in a store e times as large."""
    most: float
    """More than this is asked of none."""
    cover: float
    """The share of what the question's words can tell from which they are enough by themselves."""

    def passes(self, bearing: Bearing) -> bool:
        near = min(self.most, self.near + self.rise * log(max(bearing.total, _SMALL) / _SMALL))
        return bearing.near >= near or bearing.cover >= self.cover


@dataclass(frozen=True, slots=True)
class Bearing:
    """How far the search results bear on the question."""

    near: float
    cover: float
    total: int
    """How many memories were searched."""


FLOORS: Final[Mapping[str, Floor]] = MappingProxyType(
    {
        "atlas-encoder": Floor(near=0.42, rise=0.03, most=0.50, cover=0.6),
    }
)
"""By the embedder's name. The lexical one knows no meanings: what shares no word may still be what is meant."""


def may_answer(found: Found, reading: Reading, asked: Mapping[int, float], floor: Floor | None) -> bool:
    """Tell whether any search result may answer the question.

    The numbers do not judge a question without telling words, about a time and little else, about a known speaker, or
    with a fact of the asked kind among the results, nor while many memories have no vectors yet.
    """
    if floor is None or not found.candidate.any() or not found.cosine.shape[1] or lacks_vectors(found):
        return True
    if COMMON.issuperset(reading.terms) or reading.speakers or (reading.spans and len(reading.terms) <= _BARE):
        return True
    return any(sure > 0.0 for sure in asked.values()) or floor.passes(measure_bearing(found))


def measure_bearing(found: Found) -> Bearing:
    """Measure the candidates alone: the messages around them may not be served."""
    import numpy as np  # slow to import

    cosines = found.cosine[found.candidate]
    near = float(np.nanmax(cosines)) if np.isfinite(cosines).any() else 1.0  # nothing to compare: not judged
    idf = np.log1p((found.total - found.holding + 0.5) / (found.holding + 0.5))
    whole = float(idf.sum())
    shares = (found.counts[found.candidate] > 0) @ idf / whole if whole else np.zeros(1)
    return Bearing(near, float(shares.max(initial=0.0)), found.total)
