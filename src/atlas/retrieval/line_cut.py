"""The cut-off below which a single result is not worth a line of a context (C13).

Ranking has always forty results for a context, and most of them are no evidence for anything. What was learned stands,
since it says much in few words; of what else was said, a result has its line where its chance to be evidence is large
enough. The chance is a logistic sum of its own nearness, that of its surroundings, its place among the results, how far
it is behind the best, and whether it asks something itself. The numbers are fitted for each embedder, with the weights
of ranking as they are (`python -m benchmarks context --fit`, docs/benchmarks.md); without a fit nothing is cut.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from types import MappingProxyType
from typing import Final

from atlas.language.registry import LANGUAGE
from atlas.language.sentences import split_sentences
from atlas.model.memory import Kind, Memory
from atlas.model.recall import Recalled

NAMES: Final = ("words", "meaning", "around", "place", "behind", "asks")
"""What a chance is made of: three parts of the score, the logarithm of the place, the distance to the best score, and
whether it is a message that asks."""
_SAID: Final = frozenset({Kind.EPISODE, Kind.OBSERVATION, Kind.INSIGHT})
"""What was said, and what repeats it in its own words."""
_SCORED: Final = NAMES[:3]


@dataclass(frozen=True, slots=True)
class LineCut:
    weights: Mapping[str, float]
    rest: float
    """What the sum begins with."""
    least: float
    """The chance to be evidence from which a result has its line."""


CUTS: Final[Mapping[str, LineCut]] = MappingProxyType(
    {
        "atlas-encoder": LineCut(
            MappingProxyType(
                {"words": 0.367, "meaning": 0.059, "around": 0.187, "place": -0.821, "behind": 0.318, "asks": -0.368}
            ),
            -1.331,
            0.03,
        )
    }
)
"""By the embedder's name, as the floors are."""


def cut_lines(ranked: Sequence[Recalled], cut: LineCut | None) -> list[Recalled]:
    """Leave out what is hardly evidence, of results that are ranked best first; nothing where none has a meaning, as
    while many memories have no vectors (X8): the numbers are fitted with it."""
    if cut is None or not any(dict(item.components).get("meaning") for item in ranked):
        return list(ranked)
    measured = zip(ranked, measure_lines(ranked), strict=True)
    return [item for item, measures in measured if measures is None or _estimate_chance(measures, cut) >= cut.least]


def measure_lines(ranked: Sequence[Recalled]) -> list[dict[str, float] | None]:
    """Measure each result by `NAMES`; what was learned, or came in by a link, needs no measure."""
    best = ranked[0].score if ranked else 0.0
    return [_measure_line(item, place, best) for place, item in enumerate(ranked, 1)]


def _measure_line(item: Recalled, place: int, best: float) -> dict[str, float] | None:
    parts = dict(item.components)
    if item.memory.kind not in _SAID or not parts.keys() >= set(_SCORED):
        return None
    own = {name: parts[name] for name in _SCORED}
    return {**own, "place": log(place), "behind": item.score - best, "asks": float(_asks(item.memory))}


def _estimate_chance(measures: Mapping[str, float], cut: LineCut) -> float:
    return 1.0 / (1.0 + exp(-cut.rest - sum(cut.weights[name] * measures[name] for name in NAMES)))


def _asks(memory: Memory) -> bool:
    return memory.kind is Kind.EPISODE and any(
        map(LANGUAGE.question_forms.is_question, split_sentences(memory.content))
    )
