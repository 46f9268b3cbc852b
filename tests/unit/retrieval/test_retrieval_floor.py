"""The cut-off of recall: what passes it, and what it does not judge (C13)."""

from __future__ import annotations

import pytest

from atlas.retrieval.floor import FLOORS, Bearing, Floor

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
