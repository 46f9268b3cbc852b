"""What is far from a question takes no line of its context (C13)."""

from __future__ import annotations

from dataclasses import replace

from atlas.model.memory import Kind
from atlas.model.recall import Recalled
from atlas.retrieval.line_cut import LineCut, cut_lines
from atlas.testing.samples import memory

CUT = LineCut(best=1, near=3.0, asking=5.0)


def _result(kind: Kind, own: float, text: str = "There is something.") -> Recalled:
    parts = (("words", own / 4), ("meaning", 3 * own / 4), ("around", 9.0))
    return Recalled(memory(f"{kind}{own}", text, kind=kind), own + 9.0, parts)


def test_the_best_what_is_near_and_what_was_learned_stand() -> None:
    """C13: surroundings alone do not make a line."""
    best, far, near = (_result(Kind.EPISODE, own) for own in (0.5, 1.0, 4.0))
    learned, noted = _result(Kind.FACT, 1.0), _result(Kind.OBSERVATION, 1.0)
    linked = replace(far, components=(("linked", 2.0),))
    assert cut_lines([best, far, near, learned, noted, linked], CUT) == [best, near, learned, linked]


def test_what_asks_something_itself_has_to_be_nearer() -> None:
    """C13: wherever it stands; a message that tells something beside its question may be what is wanted."""
    asked = "The form has a box for it. What goes in?"
    far, near = (_result(Kind.EPISODE, own, asked) for own in (4.0, 6.0))
    told = _result(Kind.EPISODE, 1.0)
    assert cut_lines([far, near], CUT) == [near]
    assert cut_lines([far, told], CUT) == [told]


def test_without_a_fit_nothing_is_cut() -> None:
    """C13: the numbers are those of an embedder."""
    results = [_result(Kind.EPISODE, own) for own in (4.0, 2.0, 0.1)]
    assert cut_lines(results, None) == results
