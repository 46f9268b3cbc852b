"""The cut-off of recall: what passes it, and what it does not judge (C13)."""

from __future__ import annotations

import pytest

from atlas.retrieval.floor import FLOORS, Bearing, Floor, may_answer
from atlas.retrieval.query_reading import Reading
from unit.retrieval._found import Row, found

FLOOR = Floor(near=0.3, rise=0.05, most=0.4, cover=0.5)


@pytest.mark.parametrize(
    ("near", "cover", "total", "passes"),
    [
        (0.30, 0.0, 5, True),
        (0.29, 0.0, 5, False),
        (0.29, 0.5, 5, True),
        (0.33, 0.0, 2_000, False),
        (0.40, 0.0, 10_000_000, True),
        (0.0, 0.0, 0, False),
    ],
)
def test_near_enough_or_enough_of_its_words(near: float, cover: float, total: int, passes: bool) -> None:
    assert FLOOR.passes(Bearing(near, cover, total)) is passes


def test_the_larger_the_store_the_nearer_it_must_be() -> None:
    for floor in FLOORS.values():
        passing = [floor.passes(Bearing(0.33, 0.0, total)) for total in (1, 20, 500, 100_000)]
        assert passing == sorted(passing, reverse=True)


def test_nothing_is_cut_while_many_memories_have_no_vectors() -> None:
    """X8: the nearest of a few says nothing about the others."""
    rows, asked = [Row(near=0.1)], Reading(("boiler",))
    assert not may_answer(found(rows, total=1_000), asked, {}, FLOOR)
    assert may_answer(found(rows, total=1_000, embedded=300), asked, {}, FLOOR)
