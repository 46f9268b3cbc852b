"""A belief folded from its rows is the one that was lived (B2-B4), also with an argument taken out (X3)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from belief_rows import NOW, POLICY, Life, argument, arguments_at, belief, snapshot
from hypothesis import given
from hypothesis import strategies as st

from atlas.beliefs.curve import draw_curve
from atlas.beliefs.policy import BeliefPolicy, get_preset
from atlas.beliefs.replay import Cause, replay_belief
from atlas.model.belief import Argument
from atlas.model.memory import State, Status

TURNS = 120
LIVES = st.lists(arguments_at(st.integers(1, TURNS)), min_size=1, max_size=25, unique_by=lambda made: made.id)
REFLECTIONS = st.dictionaries(st.integers(1, TURNS), st.booleans(), max_size=8)
CORRECTIONS = st.dictionaries(st.integers(1, TURNS), st.floats(-1, 1), max_size=1)
POLICIES = st.sampled_from([POLICY, get_preset("snapshot_reflection"), BeliefPolicy(cooling_turns=0)])


@given(LIVES, REFLECTIONS, CORRECTIONS, POLICIES)
def test_a_replayed_belief_is_the_one_that_was_lived(
    said: list[Argument], reflections: dict[int, bool], corrections: dict[int, float], policy: BeliefPolicy
) -> None:
    life = Life(policy)
    life.live(said, TURNS + 5, reflections, corrections)
    assert life.belief is not None
    assert replay_belief(life.belief, life.said(), life.snapshots, policy) == life.belief


@given(LIVES, REFLECTIONS)
def test_the_rows_may_come_in_any_order(said: list[Argument], reflections: dict[int, bool]) -> None:
    life = Life()
    life.live(said, TURNS + 5, reflections)
    assert life.belief is not None
    again = replay_belief(life.belief, life.said()[::-1], life.snapshots[::-1], POLICY)
    assert again == life.belief


@given(LIVES, st.integers(0, 24))
def test_a_forgotten_argument_leaves_nothing_behind(said: list[Argument], which: int) -> None:
    """X3: where each argument has a window of its own, the rest is as though it had never been made."""
    apart = [replace(each, turn=4 * number) for number, each in enumerate(said, 1)]
    rest = [each for number, each in enumerate(apart) if number != which % len(apart)]
    whole, without = Life(), Life()
    whole.live(apart, 4 * len(apart) + 5)
    without.live(rest, 4 * len(apart) + 5)
    assert whole.belief is not None
    left = [whole.arguments[each.id] for each in rest]
    again = replay_belief(whole.belief, left, [], POLICY)
    expected = without.belief and replace(without.belief, version=whole.belief.version)
    assert again == expected


def test_a_belief_without_arguments_is_gone_unless_a_person_spoke() -> None:
    assert replay_belief(belief(stance=0.3, support=2), [], [], POLICY) is None
    assert replay_belief(belief(stance=0.3, status=Status.REJECTED), [], [], POLICY) is None
    pinned = belief(stance=0.3, pinned=True)
    assert replay_belief(pinned, [], [], POLICY) == pinned
    corrected = replay_belief(belief(corrected=-0.6, corrected_turn=9), [], [], POLICY)
    assert corrected is not None
    assert (corrected.stance, corrected.confidence, corrected.reinforced) == (-0.6, 1.0, 9)


def test_what_still_cools_moves_nothing() -> None:
    again = replay_belief(belief(formed=20), [argument(turn=20)], [], POLICY)
    assert again is not None
    assert (again.stance, again.confidence, again.support) == (0.0, 0.0, 0)


@pytest.mark.parametrize("fields", [{"pinned": True}, {"status": Status.REJECTED}, {"state": State.GONE}])
def test_what_a_person_holds_or_retracted_stays_where_it_is(fields: dict[str, object]) -> None:
    held = belief(stance=-0.7, confidence=0.9, **fields)
    assert replay_belief(held, [argument(settled=23)], [snapshot(40)], POLICY) == held


def test_unpinned_it_is_what_was_argued_meanwhile() -> None:
    held = belief(stance=-0.7, confidence=0.9)
    again = replay_belief(held, [argument(settled=23)], [], POLICY)
    assert again is not None
    assert (again.stance, again.support) == (pytest.approx(0.08), 1)


def test_what_was_argued_before_a_correction_no_longer_counts_and_what_comes_after_does() -> None:
    said = [argument("g_1", 20, settled=23), argument("g_2", 30, settled=33), argument("g_3", 31, settled=33)]
    again = replay_belief(belief(corrected=-0.5, corrected_turn=30), said, [], POLICY)
    assert again is not None
    assert (again.support, again.contradiction) == (0, 1)
    confidence = 4.2479 / 4.3219  # log2(19) / log2(20): nineteen by a person's word, less one
    assert again.stance == pytest.approx(-0.5 + 0.08 / (confidence + 0.5 + 1), abs=5e-5)
    assert again.shift == pytest.approx(0.08 + 0.58 + 0.08 / (confidence + 1.5), abs=5e-5)


def test_a_curve_has_a_point_for_everything_that_changed_something() -> None:
    said = [argument("g_1", 20, settled=23), argument("g_2", 130, -1, settled=133)]
    points = draw_curve(belief(formed=20), said, [snapshot(turn) for turn in (25, 40, 60, 80)], POLICY)
    assert [(point.turn, point.cause) for point in points] == [
        (20, Cause.FORMED),
        (23, Cause.ARGUED),
        (40, Cause.FADED),
        (60, Cause.FADED),
        (80, Cause.DROPPED),
        (133, Cause.ARGUED),
    ]
    assert points[1].arguments == ("g_1",)
    assert points[1].stance == pytest.approx(0.08)


def test_the_curve_of_what_a_person_holds_ends_where_it_is_held() -> None:
    held = belief(stance=-0.7, confidence=0.9, pinned=True, updated_at=NOW)
    last = draw_curve(held, [argument(settled=23)], [], POLICY)[-1]
    assert (last.turn, last.stance, last.confidence, last.cause) == (23, -0.7, 0.9, Cause.HELD)
