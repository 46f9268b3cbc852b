"""Patterns end: one that does not come back weakens, becomes inactive and says so, however many there are (H8)."""

from __future__ import annotations

from typing import Any

import pytest

from atlas.model.failure import Pattern
from atlas.model.ids import PatternId

SURE, FAINT = 55, 5
"""More than any model is asked about, and after them some that are nearly over."""


@pytest.fixture
def habits(life: Any) -> Any:
    """Seen on Monday, and not again."""
    life.say("I like rain.")
    seen = life.runtime.now()
    held = [0.9] * SURE + [0.12] * FAINT
    with life.runtime.writing() as txn:
        for number, confidence in enumerate(held):
            id = PatternId(f"k_{number:03}")
            txn.put_pattern(Pattern(id, "topic", f"Asks about ship {number}.", (), confidence, seen, seen, 2))
    life.virtual.later(days=8)
    return life


def test_all_weaken_and_the_faint_become_inactive(habits: Any) -> None:  # H8
    habits.atlas.jobs.reflect("weekly")
    assert {round(each.confidence, 2) for each in habits.atlas.inspect.patterns()} == {0.72}
    over = [each for each in habits.atlas.inspect.patterns(active=None) if not each.active]
    assert (len(over), {round(each.confidence, 3) for each in over}) == (FAINT, {0.096})


def test_the_week_says_which_are_over(habits: Any) -> None:  # H8, J10
    habits.atlas.jobs.reflect("weekly")
    (week,) = habits.atlas.jobs.reflections(task="weekly")
    assert week.said["page"]["ended"] == [
        f"Not seen since 2 March, and over: Asks about ship {number}." for number in range(SURE, SURE + FAINT)
    ]


def test_none_outlives_what_it_stood_for(habits: Any) -> None:  # H8
    for _ in range(11):
        habits.atlas.jobs.reflect("weekly")
        habits.virtual.later(days=7)
    assert habits.atlas.inspect.patterns() == []
    assert len(habits.atlas.inspect.patterns(active=None)) == SURE + FAINT
