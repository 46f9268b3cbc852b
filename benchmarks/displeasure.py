"""How well displeasure is heard (S9), where nothing was fitted: by domain, by hand and by writer left out.

Three rules side by side: what ships, which weighs signs and meaning together; the signs alone, by weights set by hand;
and any word of displeasure. The fit adds the meaning of a message to the sum of its signs, whose weights stay as they
are; each set has its share in it, however many messages it has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from atlas.settings import signal_word_texts
from atlas.signals.dissatisfaction import add_signs, measure_signs, score_dissatisfaction
from atlas.signals.policy import DEFAULT, SignalPolicy
from atlas.signals.weights import WORDS_ALONE
from atlas.signals.word_lists import read_words
from atlas.surfaces.simulation.phrasings import ASIDE, TUNE
from benchmarks.displeasure_data import Case, load_lives, load_talk, load_tasks, load_written
from benchmarks.signals_fit import likely, weigh
from benchmarks.signals_measures import auroc, told

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

Embed = Callable[[Sequence[str]], "NDArray[np.float32]"]

SHARES: Final = {"tasks": 2.0, "lives": 1.0, "talk": 0.5, "written": 0.4}
"""How much each set counts in the fit. What was written for it is full of traps: counting as much as the others, it
costs the tasks more than it brings."""
PULL: Final = 0.001
CALM: Final = 0.03
"""Of ordinary talk so much may be taken for displeasure."""
FOLDS: Final = 3
_BACK: Final = 8
_RULES: Final[Mapping[str, SignalPolicy]] = {
    "signs": replace(DEFAULT, displeasure={}),
    "words": replace(DEFAULT, displeasure={}, discontent=WORDS_ALONE),
}


@dataclass(frozen=True, slots=True)
class Sample:
    """The cases of one set, with their signs and their vectors."""

    cases: tuple[Case, ...]
    signs: tuple[Mapping[str, float], ...]
    vectors: Numbers

    @property
    def marks(self) -> list[bool]:
        return [case.displeased for case in self.cases]


def load_samples(folder: Path, embed: Embed) -> dict[str, Sample]:
    """Load every set; `blind` and `aside` are for measuring alone."""
    sets = {
        "tasks": load_tasks(folder),
        "lives": load_lives(TUNE),
        "talk": load_talk(),
        "written": load_written("train"),
        "aside": load_lives(ASIDE),
        "blind": load_written("blind"),
    }
    return {name: _make_sample(cases, embed) for name, cases in sets.items()}


def _make_sample(cases: Sequence[Case], embed: Embed) -> Sample:
    words = read_words(signal_word_texts())
    signs = tuple(
        measure_signs(each.text, each.replies[-_BACK:], each.before[-_BACK:], words, DEFAULT) for each in cases
    )
    return Sample(tuple(cases), signs, embed([each.text for each in cases]).astype("float64"))


def measure_rules(samples: Mapping[str, Sample], embedder: str) -> dict[str, Any]:
    """Measure what ships beside the signs and the words, on each set and on each domain of the tasks."""
    return {name: _measure_sample(sample, embedder) for name, sample in samples.items()}


def _measure_sample(sample: Sample, embedder: str) -> dict[str, Any]:
    shipped = [
        score_dissatisfaction(signs, DEFAULT, vector, embedder)
        for signs, vector in zip(sample.signs, sample.vectors, strict=True)
    ]
    scores = {"default": shipped}
    scores |= {rule: [score_dissatisfaction(each, policy) for each in sample.signs] for rule, policy in _RULES.items()}
    return {rule: _count(each, sample.marks, DEFAULT.discontent_from) for rule, each in scores.items()}


def _count(scores: Sequence[float], marks: Sequence[bool], cut: float) -> dict[str, float]:
    figures = told([score >= cut for score in scores], marks)
    if all(marks) or not any(marks):
        return {"fires": round(figures["fires"], 4)}
    calm = [score >= cut for score, mark in zip(scores, marks, strict=True) if not mark]
    figures |= {"auroc": auroc(scores, marks), "false": sum(calm) / len(calm)}
    return {name: round(value, 4) for name, value in figures.items()}


@dataclass(frozen=True, slots=True)
class Fitted:
    rest: float
    signs: float
    vector: tuple[float, ...]
    left_out: Mapping[str, Mapping[str, float]]
    by_domain: Mapping[str, Mapping[str, float]]
    """For each domain of the tasks its AUROC where it was left out of the fit, that of the signs and of the words."""


def fit_displeasure(samples: Mapping[str, Sample]) -> Fitted:
    """Fit all sets together, and measure each part of each by a fit that has not seen it."""
    import numpy as np

    chosen = {name: samples[name] for name in SHARES}
    matrix = np.vstack([_make_matrix(sample) for sample in chosen.values()])
    marks = np.array([mark for sample in chosen.values() for mark in sample.marks], dtype=np.float64)
    shares = np.concatenate([np.full(len(each.cases), SHARES[name] / len(each.cases)) for name, each in chosen.items()])
    folds = np.concatenate([_number_folds(sample) for sample in chosen.values()])
    unseen = np.zeros(len(marks))
    for fold in range(FOLDS):
        seen = folds != fold
        weights = weigh(matrix[seen], marks[seen], PULL, shares[seen])
        unseen[~seen] = matrix[~seen] @ weights
    rest = _find_calm_cut(unseen, marks, chosen)
    weights = weigh(matrix, marks, PULL, shares)
    scores = likely(unseen - rest)
    left_out, by_domain, start = {}, {}, 0
    for name, sample in chosen.items():
        own = scores[start : start + len(sample.cases)].tolist()
        left_out[name] = _count(own, sample.marks, DEFAULT.discontent_from)
        start += len(sample.cases)
        if name == "tasks":
            by_domain = _measure_domains(sample, own)
    return Fitted(float(weights[0] - rest), float(weights[1]), tuple(weights[2:].tolist()), left_out, by_domain)


def _make_matrix(sample: Sample) -> Numbers:
    import numpy as np

    signs = np.array([[1.0, add_signs(each, DEFAULT)] for each in sample.signs])
    return np.hstack([signs, sample.vectors])


def _number_folds(sample: Sample) -> NDArray[np.int64]:
    import numpy as np

    groups = sorted({case.group for case in sample.cases})
    return np.array([groups.index(case.group) % FOLDS for case in sample.cases])


def _find_calm_cut(unseen: Numbers, marks: Numbers, chosen: Mapping[str, Sample]) -> float:
    """Find the sum from which so little of the ordinary messages of lives and talk is taken for displeasure."""
    import numpy as np

    names = np.concatenate([np.full(len(each.cases), name) for name, each in chosen.items()])
    calm = np.isin(names, ("lives", "talk")) & (marks == 0)
    return float(np.quantile(unseen[calm], 1 - CALM))


def _measure_domains(sample: Sample, scores: Sequence[float]) -> dict[str, dict[str, float]]:
    rules = {rule: [score_dissatisfaction(each, policy) for each in sample.signs] for rule, policy in _RULES.items()}
    figures = {}
    for domain in sorted({case.group for case in sample.cases}):
        at = [number for number, case in enumerate(sample.cases) if case.group == domain]
        marks = [sample.cases[number].displeased for number in at]
        by_rule = {"fitted": scores, **rules}
        areas = {rule: auroc([each[number] for number in at], marks) for rule, each in by_rule.items()}
        figures[domain] = {"messages": len(at), **{rule: round(area, 3) for rule, area in areas.items()}}
    return figures
