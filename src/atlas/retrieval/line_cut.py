"""The cut-off below which a single result is not worth a line of a context (C13).

Ranking has always forty results for a context; most of them bear on the question by their surroundings at best. The
best stand whatever their scores are, and so does what was learned, which says much in few words. Of what else was said,
only what is near the question in its own words or meaning stands. The numbers are fitted for each embedder, with the
weights of ranking as they are (`python -m benchmarks context`, docs/benchmarks.md); without a fit nothing is cut.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from atlas.model.memory import Kind
from atlas.model.recall import Recalled

_SAID: Final = frozenset({Kind.EPISODE, Kind.OBSERVATION, Kind.INSIGHT})
"""What was said, and what repeats it in its own words."""
_NEARNESS: Final = ("words", "meaning")
"""The parts of a score that come of a result's own text."""


@dataclass(frozen=True, slots=True)
class LineCut:
    best: int
    """So many results stand however far they are."""
    near: float
    """What a result further down has to have of its score by its own words and meaning."""


CUTS: Final[Mapping[str, LineCut]] = MappingProxyType({"atlas-encoder": LineCut(best=10, near=3.2)})
"""By the embedder's name, as the floors are."""


def cut_lines(ranked: Sequence[Recalled], cut: LineCut | None) -> list[Recalled]:
    """Leave out what is far from the question, of results that are ranked best first."""
    if cut is None:
        return list(ranked)
    return [item for at, item in enumerate(ranked) if at < cut.best or _stands_by_itself(item, cut.near)]


def _stands_by_itself(item: Recalled, near: float) -> bool:
    """Tell whether a result was learned, came in by a link, or is near the question itself."""
    parts = dict(item.components)
    if item.memory.kind not in _SAID or not parts.keys() >= set(_NEARNESS):
        return True
    return sum(parts[name] for name in _NEARNESS) >= near
