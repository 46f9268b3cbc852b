"""The fit behind the ranking's weights: its examples from the real search, and its worth on what it has not seen.

A figure fitted and measured on the same questions flatters. So each conversation is also ranked with weights that were
fitted without it, on all the others and on the other data sets: that figure counts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from atlas.engine.core.runtime import Runtime
from atlas.engine.serve.recall import Query, embed_query, run_search
from atlas.model.memory import Memory
from atlas.model.search_result import Found
from atlas.retrieval.features import NAMES, build_places
from atlas.retrieval.query_reading import Reading
from atlas.retrieval.rank import rank_places
from benchmarks.formats import Question
from benchmarks.linear_fit import PULL, Example, fit, left_out
from benchmarks.measures import DEPTH, Score, by_category, macro, mean, score

FOLDS: Final = 5
MAX_GROUPS: Final = 20
"""Of more talks than this not each is left out by itself: they are dealt into `FOLDS` groups."""

_SHOWN: Final = ("recall@10", "all@10")


@dataclass(frozen=True, slots=True)
class Case:
    """What was found for a question before it was ranked, and which turns each row of it comes from."""

    talk: str
    question: Question
    found: Found
    reading: Reading
    asked: Mapping[int, float]
    depth: int
    """How many memories each leg handed over."""
    turns: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Held:
    """One data set: its scores with weights that had not seen the question's group, and with those fitted to all."""

    groups: int
    unseen: tuple[Score, ...]
    fitted: tuple[Score, ...]

    def figures(self) -> dict[str, Any]:
        unseen, fitted = _shown(self.unseen), _shown(self.fitted)
        gap = {name: round(fitted["overall"][name] - unseen["overall"][name], 4) for name in _SHOWN}
        return {"groups": self.groups, "left_out": unseen, "fitted": fitted, "fitted_minus_left_out": gap}


@dataclass(frozen=True, slots=True)
class Weighed:
    weights: Mapping[str, float]
    """Fitted to everything: what would be shipped."""
    sets: Mapping[str, Held]

    def figures(self) -> dict[str, Any]:
        sets = {name: held.figures() for name, held in self.sets.items()}
        return {"pull": PULL, "sets": sets, "weights": {name: round(value, 3) for name, value in self.weights.items()}}


def case(runtime: Runtime, talk: str, question: Question, turns_of: Callable[[Memory], Iterable[str]]) -> Case:
    """The search as recall does it, stopped before the ranking."""
    query = Query(question.text, DEPTH, at=question.at)
    vectors = embed_query(runtime, query)
    with runtime.reading() as reader:
        search = run_search(runtime, reader, query, vectors, question.at)
        turns = {memory.id: tuple(turns_of(memory)) for memory in reader.memories(search.found.names)}
    rows = tuple(turns.get(name, ()) for name in search.found.names)
    return Case(talk, question, search.found, search.reading, search.asked, search.depth, rows)


def example(case: Case, group: str) -> Example:
    """A place is evidence if any of its memories comes from a turn that is."""
    import numpy as np

    table = build_places(case.found, case.reading, case.asked, case.depth)
    evidence = np.zeros(len(table.heads), dtype=np.bool_)
    reached: set[str] = set()
    for place, turns in zip(table.of.tolist(), case.turns, strict=True):
        hits = case.question.evidence.intersection(turns) if place >= 0 else frozenset()
        reached |= hits
        if hits:
            evidence[place] = True
    return Example(group, case.question.category, table.matrix, evidence, len(case.question.evidence - reached))


def returned(case: Case, weights: Mapping[str, float]) -> list[str]:
    """The turns of the best ten, ranked as the engine ranks."""
    ranked = rank_places(case.found, case.reading, case.asked, DEPTH, case.depth, weights)
    return [turn for item in ranked for turn in case.turns[item.row]]


def weigh(cases: Mapping[str, Sequence[Case]], names: Sequence[str] = NAMES) -> Weighed:
    groups = {of: grouped(each) for of, each in cases.items()}
    examples = {
        of: [
            replace(example(*pair), share=_share_question(len(cases[of])))
            for pair in zip(cases[of], groups[of], strict=True)
        ]
        for of in cases
    }
    weights = fit([each for some in examples.values() for each in some], names)
    sets = {}
    for of, some in examples.items():
        others = [each for other, more in examples.items() if other != of for each in more]
        apart = left_out(some, others, names)
        unseen = tuple(_scored(each, apart[group]) for each, group in zip(cases[of], groups[of], strict=True))
        sets[of] = Held(len(apart), unseen, tuple(_scored(each, weights) for each in cases[of]))
    return Weighed(weights, sets)


def _share_question(count: int) -> float:
    """A set counts by the root of its questions: a large one does not drown a small one, which is less sure."""
    return 1.0 / math.sqrt(count)


def grouped(cases: Sequence[Case]) -> list[str]:
    """What is left out together: a talk, or a fifth of many small ones."""
    talks = list(dict.fromkeys(each.talk for each in cases))
    if len(talks) <= MAX_GROUPS:
        return [each.talk for each in cases]
    return [f"fold {talks.index(each.talk) % FOLDS + 1}" for each in cases]


def _scored(case: Case, weights: Mapping[str, float]) -> Score:
    return score(case.question.category, returned(case, weights), case.question.evidence)


def _shown(scores: Sequence[Score]) -> dict[str, Any]:
    return {
        "overall": _only(mean(scores)),
        "macro": _only(macro(scores)),
        "categories": {name: _only(mean(group)) for name, group in by_category(scores).items()},
    }


def _only(values: Mapping[str, float]) -> dict[str, float]:
    return {name: round(values[name], 4) for name in _SHOWN}


def table(weights: Mapping[str, float]) -> str:
    """The weights as `retrieval/weights.py` holds them."""
    lines = [f'        "{name}": {value:.3f},' for name, value in weights.items()]
    return "\n".join(["WEIGHTS: Final[Mapping[str, float]] = MappingProxyType(", "    {", *lines, "    }", ")"])
