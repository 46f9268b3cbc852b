"""What is hardly evidence takes no line of a context (C13)."""

from __future__ import annotations

from dataclasses import replace

from atlas.model.memory import Kind
from atlas.model.recall import Recalled
from atlas.retrieval.line_cut import NAMES, LineCut, cut_lines, measure_lines
from atlas.testing.samples import memory

CUT = LineCut(dict.fromkeys(NAMES, 0.0) | {"words": 1.0, "meaning": 1.0, "place": -1.0, "asks": -2.0}, -3.0, 0.5)
"""What is near stands; a line further down has to be nearer, and so has one that asks."""


def _result(kind: Kind, own: float, text: str = "There is something.") -> Recalled:
    parts = (("words", own / 4), ("meaning", 3 * own / 4), ("around", 9.0))
    return Recalled(memory(f"{kind}{own}", text, kind=kind), own + 9.0, parts)


def test_what_is_near_and_what_was_learned_stands() -> None:
    """C13: surroundings alone do not make a line."""
    best, far, near = (_result(Kind.EPISODE, own) for own in (3.5, 2.0, 5.0))
    learned, noted = _result(Kind.FACT, 1.0), _result(Kind.OBSERVATION, 1.0)
    linked = replace(far, components=(("linked", 2.0),))
    assert cut_lines([best, far, near, learned, noted, linked], CUT) == [best, near, learned, linked]


def test_what_stands_further_down_has_to_be_nearer() -> None:
    """C13: the chance of a result falls with its place."""
    first, last = _result(Kind.EPISODE, 3.5), replace(_result(Kind.EPISODE, 3.5), score=1.0)
    assert cut_lines([first, *[last] * 5], CUT) == [first]


def test_what_asks_something_itself_has_to_be_nearer() -> None:
    """C13: a message that tells something beside its question may be what is wanted."""
    asked = "The form has a box for it. What goes in?"
    far, near = (_result(Kind.EPISODE, own, asked) for own in (4.0, 6.0))
    assert cut_lines([far], CUT) == []
    assert cut_lines([near], CUT) == [near]


def test_a_line_is_measured_by_its_place_and_by_its_distance_to_the_best() -> None:
    """C13: these are what the fit of the cut sees."""
    best, learned, other = _result(Kind.EPISODE, 4.0), _result(Kind.FACT, 2.0), _result(Kind.EPISODE, 1.0)
    first, none, third = measure_lines([best, learned, other])
    assert first == {"words": 1.0, "meaning": 3.0, "around": 9.0, "place": 0.0, "behind": 0.0, "asks": 0.0}
    assert none is None
    assert third is not None
    assert third["behind"] == -3.0


def test_where_meanings_are_unknown_nothing_is_cut() -> None:
    """X8: while many memories have no vectors, results are ranked by words alone."""
    parts = (("words", 0.1), ("meaning", 0.0), ("around", 0.1))
    results = [replace(_result(Kind.EPISODE, own), components=parts) for own in (4.0, 2.0)]
    assert cut_lines(results, CUT) == results


def test_without_a_fit_nothing_is_cut() -> None:
    """C13: the numbers are those of an embedder."""
    results = [_result(Kind.EPISODE, own) for own in (4.0, 2.0, 0.1)]
    assert cut_lines(results, None) == results
    assert measure_lines([]) == []
