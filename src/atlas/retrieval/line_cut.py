"""The cut-off below which a single result is not worth a line of a context (C13).

Ranking has always forty results for a context; most of them bear on the question by their surroundings at best. The
best stand whatever their scores are, and so does what was learned, which says much in few words. Of what else was said,
only what is near the question in its own words or meaning stands, and nearer yet what asks something itself. The
numbers are fitted for each embedder, with the weights of ranking as they are (`python -m benchmarks context`,
docs/benchmarks.md); without a fit nothing is cut.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from types import MappingProxyType
from typing import Final

from atlas.language.registry import LANGUAGE
from atlas.language.sentences import split_sentences
from atlas.model.memory import Kind, Memory
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
    asking: float
    """What a message that asks has to have of it, wherever it stands: it tells little beside its question."""


CUTS: Final[Mapping[str, LineCut]] = MappingProxyType({"atlas-encoder": LineCut(best=15, near=2.5, asking=3.4)})
"""By the embedder's name, as the floors are."""


def cut_lines(ranked: Sequence[Recalled], cut: LineCut | None) -> list[Recalled]:
    """Leave out what is far from the question, of results that are ranked best first."""
    if cut is None:
        return list(ranked)
    kept: list[Recalled] = []
    for item in ranked:
        nearness = _measure_nearness(item)
        if _asks(item.memory) and nearness < cut.asking:
            continue
        if len(kept) < cut.best or nearness >= cut.near:
            kept.append(item)
    return kept


def _measure_nearness(item: Recalled) -> float:
    """Measure how near a result is by itself; what was learned, or came in by a link, is near enough."""
    parts = dict(item.components)
    said = item.memory.kind in _SAID and parts.keys() >= set(_NEARNESS)
    return sum(parts[name] for name in _NEARNESS) if said else inf


def _asks(memory: Memory) -> bool:
    return memory.kind is Kind.EPISODE and any(map(LANGUAGE.questions.is_question, split_sentences(memory.content)))
