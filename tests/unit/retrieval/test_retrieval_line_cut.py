"""What is far from a question takes no line of its context (C13)."""

from __future__ import annotations

from dataclasses import replace

from atlas.model.memory import Kind
from atlas.model.recall import Recalled
from atlas.retrieval.line_cut import LineCut, cut_lines
from atlas.testing.samples import memory

CUT = LineCut(best=1, near=3.0)


def _result(kind: Kind, own: float, around: float = 9.0) -> Recalled:
    parts = (("words", own / 4), ("meaning", 3 * own / 4), ("around", around))
    return Recalled(memory(f"{kind}{own}", "something", kind=kind), own + around, parts)


def test_the_best_what_is_near_and_what_was_learned_stand() -> None:
    """C13: surroundings alone do not make a line."""
    best, far, near = (_result(Kind.EPISODE, own) for own in (0.5, 1.0, 4.0))
    learned, noted = _result(Kind.FACT, 1.0), _result(Kind.OBSERVATION, 1.0)
    linked = replace(far, components=(("linked", 2.0),))
    assert cut_lines([best, far, near, learned, noted, linked], CUT) == [best, near, learned, linked]


def test_without_a_fit_nothing_is_cut() -> None:
    """C13: the numbers are those of an embedder."""
    results = [_result(Kind.EPISODE, own) for own in (4.0, 2.0, 0.1)]
    assert cut_lines(results, None) == results
