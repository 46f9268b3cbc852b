"""The fit behind the cut of a context's lines (C13): which of what was said is evidence, by our own chats.

Logistic regression over the results for each question as they are before the cut. The figures beside it are of each
tenth of the talks by a fit that has not seen them: the share of questions all of whose evidence stays, and the lines
that stay, for every chance from which a line might be served.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from atlas.engine.serve.context import CONTEXT_RESULTS
from atlas.engine.serve.recall import Query, recall
from atlas.retrieval.line_cut import NAMES, measure_lines
from atlas.settings import Settings
from benchmarks.formats import ADVERSARIAL, Talk
from benchmarks.retrieval import opened, take_in, turns_of
from benchmarks.signals_fit import weigh

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

CHANCES: Final = (0.01, 0.015, 0.02, 0.025, 0.03, 0.035, 0.04, 0.05)
_FOLDS: Final = 10


@dataclass(frozen=True, slots=True)
class Line:
    """One result for a question, before the cut."""

    measures: dict[str, float] | None
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Sought:
    """One question, its evidence and its results."""

    talk: int
    evidence: frozenset[str]
    lines: tuple[Line, ...]


def collect_lines(talks: Sequence[Talk], settings: Settings, tick: Callable[[int], None]) -> list[Sought]:
    return [each for number, talk in enumerate(talks) for each in _ask_talk(number, talk, settings, tick)]


def _ask_talk(number: int, talk: Talk, settings: Settings, tick: Callable[[int], None]) -> Iterator[Sought]:
    with opened(settings) as (runtime, atlas):
        placed = take_in(atlas, talk.turns, tick)
        for question in talk.questions:
            if question.category == ADVERSARIAL:
                continue
            query = Query(question.text, CONTEXT_RESULTS, at=question.at, for_context=True)
            found = recall(runtime, query)
            evidence = (question.evidence.intersection(turns_of([item.memory], placed)) for item in found)
            pairs = zip(measure_lines(found), evidence, strict=True)
            yield Sought(number, question.evidence, tuple(Line(*pair) for pair in pairs))
        tick(len(talk.questions))


def fit_lines(sought: Sequence[Sought]) -> dict[str, Any]:
    """The weights by all talks, and what each chance keeps on talks that a fit has not seen."""
    import numpy as np

    fitted = _fit(sought)
    folds = [[each for each in sought if each.talk % _FOLDS == fold] for fold in range(_FOLDS)]
    pairs = [
        (each, weights)
        for fold in folds
        if fold
        for weights in [_fit([each for each in sought if each.talk % _FOLDS != fold[0].talk % _FOLDS])]
        for each in fold
    ]
    left_out = [_count_kept(pairs, chance) for chance in CHANCES]
    names = ("rest", *NAMES)
    return {"weights": dict(zip(names, np.round(fitted, 3).tolist(), strict=True)), "left_out": left_out}


def _fit(sought: Sequence[Sought]) -> Numbers:
    import numpy as np

    lines = [line for each in sought for line in each.lines if line.measures is not None]
    matrix = np.array([_make_row(line) for line in lines])
    return weigh(matrix, np.array([bool(line.evidence) for line in lines], dtype=np.float64))


def _make_row(line: Line) -> list[float]:
    measures = line.measures or {}
    return [1.0, *(measures[name] for name in NAMES)]


def _count_kept(pairs: Sequence[tuple[Sought, Numbers]], chance: float) -> dict[str, float]:
    import numpy as np

    least = np.log(chance / (1 - chance))
    whole = kept = 0
    for each, weights in pairs:
        stays = [line for line in each.lines if line.measures is None or _make_row(line) @ weights >= least]
        whole += each.evidence <= {turn for line in stays for turn in line.evidence}
        kept += len(stays)
    count = max(1, len(pairs))
    return {"chance": chance, "whole_evidence": round(whole / count, 4), "lines": round(kept / count, 1)}
