"""How memories fade: the curves against the documents' figures, and what holds for any memory (T1-T4, T6)."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.consolidation.retention import (
    LEAST_STABILITY,
    POWER,
    PRESETS,
    RetentionPolicy,
    compute_retention,
    current_strength,
    days_until_review,
    get_preset,
    record_ignored,
    record_use,
    review_due,
)
from atlas.errors import BadInput
from atlas.model.memory import Basis, Memory
from atlas.testing.samples import memory

NOW = datetime(2026, 3, 2, tzinfo=UTC)
POLICIES = st.sampled_from(list(PRESETS.values()))
DAYS = st.floats(0, 10_000)
STABLE = st.floats(LEAST_STABILITY, 10_000)


def _memory(stability: float = 30.0, strength: float = 1.0, uses: int = 0) -> Memory:
    made: Memory = memory(
        "m_1", "I live in Porto.", stability_days=stability, strength=strength, uses=uses, reinforced_at=NOW
    )
    return made


def test_after_a_half_life_half_is_left() -> None:  # T1
    assert compute_retention(30, 30, PRESETS["default"]) == pytest.approx(0.5)
    assert compute_retention(1, 1, PRESETS["research"]) == pytest.approx(math.exp(-0.693), abs=1e-3)


def test_the_exponential_of_the_third_document() -> None:  # T1
    assert compute_retention(10, 10, PRESETS["exponential"]) == pytest.approx(math.exp(-1))


def test_the_power_law_of_the_first_document_counts_interactions() -> None:  # T1
    power = POWER
    assert [round(compute_retention(gap, 1.0, power), 3) for gap in (0, 5, 20, 100)] == [1.0, 0.764, 0.633, 0.5]


def test_stability_by_basis() -> None:  # T2
    assert [PRESETS["default"].stability[basis] for basis in Basis] == [30.0, 7.0, 1.0]
    assert {PRESETS["research"].stability[basis] for basis in Basis} == {1.0}


def test_each_use_makes_it_two_and_a_half_times_as_stable() -> None:  # T2
    first = record_use(_memory(1.0), NOW, PRESETS["research"])
    second = record_use(first, NOW, PRESETS["research"])
    assert (first.stability_days, second.stability_days, second.uses) == (2.5, 6.25, 2)


def test_the_intervals_of_sm2() -> None:  # T2
    """Reviews fall due 1, 6 and 15 days after it was learned and after each use."""
    policy = PRESETS["sm2"]
    for basis in Basis:
        held, days = _memory(policy.stability[basis]), []
        for _ in range(5):
            days.append((review_due(held, policy) - held.reinforced_at).total_seconds() / 86_400)
            held = record_use(held, NOW, policy)
        assert days == pytest.approx([1.0, 6.0, 15.0, 37.5, 93.75])


@given(DAYS, STABLE, POLICIES)
def test_what_is_left_is_a_share_and_never_grows(days: float, stability: float, policy: RetentionPolicy) -> None:  # T1
    assert 0.0 <= compute_retention(days + 1, stability, policy) <= compute_retention(days, stability, policy) <= 1.0


@given(STABLE, POLICIES)
def test_a_review_is_due_where_the_curve_reaches_nine_tenths(stability: float, policy: RetentionPolicy) -> None:  # T4
    assert compute_retention(days_until_review(stability, policy), stability, policy) == pytest.approx(policy.review_at)


def test_review_due_is_a_moment() -> None:  # T4
    due = review_due(_memory(30.0), PRESETS["default"])
    assert due - NOW == pytest.approx(timedelta(days=30 * math.log2(1 / 0.9)), abs=timedelta(seconds=1))
    assert review_due(_memory(1e12), PRESETS["default"]).year == 9999


@given(DAYS, STABLE, st.floats(0, 1), POLICIES)
def test_to_look_twice_changes_nothing(days: float, stability: float, base: float, policy: RetentionPolicy) -> None:
    held, later = _memory(stability, base), NOW + timedelta(days=days)
    assert current_strength(held, later, policy) == current_strength(held, later, policy) <= base  # T1


@given(STABLE, st.floats(0, 1), st.integers(0, 10), POLICIES)
def test_being_used_never_makes_it_less(
    stability: float, base: float, uses: int, policy: RetentionPolicy
) -> None:  # T2
    before = _memory(stability, base, uses)
    after = record_use(before, NOW, policy)
    assert after.stability_days >= before.stability_days
    assert base <= after.strength <= 1.0
    assert after.version == before.version + 1


def test_ignored_twice_costs_nothing_and_then_a_little() -> None:  # T6
    held = _memory(30.0)
    assert record_ignored(held, 1, PRESETS["default"]) is held
    assert record_ignored(held, 2, PRESETS["default"]) is held
    third = record_ignored(held, 3, PRESETS["default"])
    assert (third.stability_days, third.strength) == (15.0, 0.9)
    for times in range(4, 60):
        third = record_ignored(third, times, PRESETS["default"])
    assert third.stability_days == LEAST_STABILITY


def test_a_policy_that_shrinks_by_use_is_refused() -> None:  # T2
    with pytest.raises(BadInput):
        RetentionPolicy(growth=0.9)
    with pytest.raises(BadInput):
        RetentionPolicy(review_at=1.0)
    with pytest.raises(BadInput, match="There is no retention"):
        get_preset("never")
    with pytest.raises(BadInput):
        get_preset("power")  # memories are counted in days
