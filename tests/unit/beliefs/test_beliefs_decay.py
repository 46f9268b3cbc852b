"""Confidence fades at committed reflections only, down to a floor, and is dropped below .05 (B4)."""

from __future__ import annotations

import pytest
from belief_rows import NOW, POLICY, belief, snapshot
from hypothesis import given
from hypothesis import strategies as st

from atlas.beliefs.decay import compute_floor, decay_belief, fade_confidence, reflect_beliefs
from atlas.beliefs.policy import BeliefPolicy, get_preset
from atlas.model.belief import Belief
from atlas.model.memory import State, Status

DOCUMENT = get_preset("snapshot_reflection")
POINTS = st.lists(st.integers(1, 400), max_size=12).map(lambda turns: sorted(set(turns)))
BELIEFS = st.builds(
    belief,
    stance=st.floats(-1, 1),
    support=st.integers(0, 30),
    contradiction=st.integers(0, 30),
    reinforced=st.integers(1, 300),
    pinned=st.booleans(),
    corrected=st.none() | st.floats(-1, 1),
)
POLICIES = st.sampled_from([POLICY, DOCUMENT])


def test_nothing_fades_within_five_interactions() -> None:
    sure = belief(support=4, reinforced=20)
    assert fade_confidence(sure, [24], POLICY) == fade_confidence(sure, [], POLICY)
    assert fade_confidence(sure, [25], POLICY) == pytest.approx(0.5372 * 6**-0.15, abs=5e-5)


def test_it_compounds_once_for_each_committed_reflection() -> None:
    sure = belief(support=4, reinforced=20)
    assert fade_confidence(sure, [40, 60], POLICY) == pytest.approx(0.5372 * 21**-0.15 * 41**-0.15, abs=5e-5)


def test_points_before_the_last_reinforcement_are_over() -> None:
    sure = belief(support=4, reinforced=50)
    assert fade_confidence(sure, [10, 20, 40], POLICY) == fade_confidence(sure, [], POLICY)


def test_a_rejected_reflection_is_no_point() -> None:
    sure = belief(support=4, confidence=0.5372, reinforced=20)
    changes = reflect_beliefs([sure], [snapshot(40, committed=False), snapshot(60)], POLICY, NOW)
    assert [change.after.confidence for change in changes] == [pytest.approx(0.5372 * 41**-0.15, abs=5e-5)]


@pytest.mark.parametrize(
    ("net", "ours", "theirs"), [(0, 0.0, 0.0), (1, 0.0, 0.06), (2, 0.04, 0.12), (11, 0.4, 0.6), (40, 0.6, 0.6)]
)
def test_the_floor_grows_with_the_arguments(net: int, ours: float, theirs: float) -> None:
    assert compute_floor(net, POLICY) == pytest.approx(ours)
    assert compute_floor(net, DOCUMENT) == pytest.approx(theirs)


def test_a_belief_of_one_argument_is_dropped_at_the_third_reflection_and_by_the_document_never() -> None:
    thin = belief(support=1, reinforced=20)
    assert decay_belief(thin, [40, 60], POLICY).state is State.ACTIVE
    assert decay_belief(thin, [40, 60, 80], POLICY).state is State.ARCHIVED
    kept = decay_belief(thin, range(40, 4000, 20), DOCUMENT)
    assert (kept.state, kept.confidence) == (State.ACTIVE, pytest.approx(0.06))


def test_what_nothing_speaks_for_is_not_dropped_before_it_may_fade() -> None:
    assert decay_belief(belief(reinforced=20), [24], POLICY).state is State.ACTIVE
    assert decay_belief(belief(reinforced=20), [25], POLICY).state is State.ARCHIVED


@pytest.mark.parametrize("fields", [{"pinned": True}, {"status": Status.REJECTED}, {"state": State.GONE}])
def test_what_a_person_holds_or_retracted_does_not_fade(fields: dict[str, object]) -> None:
    held = belief(support=1, confidence=0.9, reinforced=1, **fields)
    assert decay_belief(held, [40, 60, 80, 100], POLICY) == held


@given(BELIEFS, POINTS, POLICIES)
def test_decay_twice_is_decay_once(made: Belief, points: list[int], policy: BeliefPolicy) -> None:
    once = decay_belief(made, points, policy)
    assert decay_belief(once, points, policy) == once


@given(BELIEFS, POINTS, st.integers(1, 500))
def test_time_never_makes_surer(made: Belief, points: list[int], more: int) -> None:
    assert fade_confidence(made, [*points, more], POLICY) <= fade_confidence(made, points, POLICY)
    assert 0.0 <= fade_confidence(made, points, POLICY) <= 1.0


def test_a_reflection_counts_the_shift_anew_and_changes_the_rest_of_nothing() -> None:
    moved = belief(support=4, confidence=fade_confidence(belief(support=4), [], POLICY), reinforced=38, shift=0.2)
    [change] = reflect_beliefs([moved], [snapshot(40)], POLICY, NOW)
    assert (change.before, change.after.shift, change.after.version) == (moved, 0.0, 2)
    assert reflect_beliefs([change.after], [snapshot(40)], POLICY, NOW) == ()
