"""T2, T4, T6: what being used and being ignored does to a memory, over any sequence of both."""

from __future__ import annotations

import json
import math
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.consolidation.retention import (
    FAINT,
    LEAST_STABILITY,
    MOST_STABILITY,
    PRESETS,
    RetentionPolicy,
    current_strength,
    record_ignored,
    record_use,
    review_due,
)
from atlas.model.memory import Basis, Memory
from atlas.model.plain_data import to_plain
from atlas.testing.samples import memory

NOW = datetime(2026, 3, 2, tzinfo=UTC)
DEFAULT = PRESETS["default"]
EVENTS = st.lists(st.tuples(st.sampled_from(["used", "helped", "ignored"]), st.floats(0, 400)), max_size=40)


def _memory(basis: Basis = Basis.STATED, **fields: object) -> Memory:
    days = DEFAULT.stability[basis]
    made: Memory = memory("m_1", "x", basis=basis, stability_days=days, reinforced_at=NOW, **fields)
    return made


def _interval(held: Memory, policy: RetentionPolicy = DEFAULT) -> float:
    return (review_due(held, policy) - held.reinforced_at) / timedelta(days=1)


@pytest.mark.parametrize(("basis", "days"), [(Basis.STATED, 30), (Basis.OBSERVED, 7), (Basis.INFERRED, 1)])
def test_the_review_interval_at_least_doubles_with_each_use(basis: Basis, days: float) -> None:  # T4, T6
    """Where the half-life curve reaches 0.9: 0.152 of stability. One function tells it; nothing else is kept."""
    held, intervals = _memory(basis), []
    for _ in range(4):
        intervals.append(_interval(held))
        held = record_use(held, NOW, DEFAULT)
    share = math.log2(1 / 0.9)
    assert intervals == pytest.approx([days * share * step for step in (1, 2.5, 6.25, 15.625)], rel=1e-6)
    assert all(later >= 2 * before for before, later in pairwise(intervals))


def test_golden_a_life_of_one_memory() -> None:  # T2, T6
    """Used on days 1 and 3, ignored four times, used again on day 10: figures worked out by hand."""
    held, seen = _memory(Basis.INFERRED), []
    for day in (1, 3):
        held = record_use(held, NOW + timedelta(days=day), DEFAULT, elsewhere=True)
        seen.append((round(held.strength, 4), held.stability_days))
    for times in range(1, 5):
        held = record_ignored(held, times, DEFAULT)
        seen.append((round(held.strength, 4), held.stability_days))
    held = record_use(held, NOW + timedelta(days=10), DEFAULT, applied=True)
    # The base is what is moved: it never passes 1, loses a tenth of itself by being ignored, and gains 0.1 by use.
    assert seen == [(1.0, 2.5), (1.0, 6.25), (1.0, 6.25), (1.0, 6.25), (0.9, 3.125), (0.81, 1.5625)]
    assert (round(held.strength, 4), held.stability_days) == (0.91, 3.90625)
    assert (held.uses, held.contexts, held.applications) == (3, 2, 1)


@given(EVENTS, st.sampled_from(list(PRESETS.values())), st.sampled_from(list(Basis)))
def test_whatever_happens_the_numbers_stay_numbers(
    events: list[tuple[str, float]], policy: RetentionPolicy, basis: Basis
) -> None:  # T2, T6
    held, now, in_a_row = _memory(basis), NOW, 0
    for event, days in events:
        now, before = now + timedelta(days=days), held
        in_a_row = in_a_row + 1 if event == "ignored" else 0
        if in_a_row:
            held = record_ignored(held, in_a_row, policy)
            assert held.strength <= before.strength
            assert held is before or held.version == before.version + 1
            assert held is before or in_a_row > policy.ignored_free
        else:
            held = record_use(held, now, policy, applied=event == "helped")
            assert held.stability_days >= before.stability_days  # growth is never below 1
            assert held.strength >= current_strength(before, now, policy)
        assert 0.0 <= held.strength <= 1.0
        assert LEAST_STABILITY <= held.stability_days <= MOST_STABILITY
        assert 0.0 <= current_strength(held, now, policy) <= 1.0
        json.dumps(to_plain(held), allow_nan=False)


def test_used_a_thousand_times_it_can_still_be_written_down() -> None:
    held = _memory()
    for _ in range(1_000):
        held = record_use(held, NOW, DEFAULT)
    assert held.stability_days == MOST_STABILITY
    json.dumps(to_plain(held), allow_nan=False)


def test_what_has_faded_away_loses_nothing_more() -> None:  # T6
    held, changes = _memory(Basis.INFERRED), 0
    for times in range(1, 200):
        after = record_ignored(held, times, DEFAULT)
        changes += after is not held
        held = after
    assert held.stability_days == LEAST_STABILITY
    assert FAINT * DEFAULT.ignored_strength <= held.strength < FAINT
    assert changes < 40
