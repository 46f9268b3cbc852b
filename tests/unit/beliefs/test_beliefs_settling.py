"""Arguments cool for three interactions and close as one sum; what a person holds is not moved (B2, B3)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from belief_rows import NOW, POLICY, argument, arguments_at, belief, snapshot
from hypothesis import given
from hypothesis import strategies as st

from atlas.beliefs.settling import Settlement, list_windows, settle_arguments
from atlas.model.belief import Argument, Belief
from atlas.model.ids import BeliefId
from atlas.model.memory import State, Status

SURE = belief(stance=0.5, confidence=0.5372, support=4, reinforced=15)
INSIDE = st.lists(arguments_at(st.integers(20, 22)), min_size=1, max_size=6, unique_by=lambda made: made.id)


def _settle(made: Belief, cooling: list[Argument], turn: int = 30) -> tuple[Settlement, ...]:
    return settle_arguments([made], cooling, [], turn, POLICY, NOW)


def _after(made: Belief, cooling: list[Argument], turn: int = 30) -> Belief:
    for done in _settle(made, cooling, turn):
        made = done.belief.after if done.belief else made
    return made


def test_nothing_moves_before_three_interactions_are_over() -> None:
    said = [argument("g_1", 20), argument("g_2", 22)]
    assert _settle(SURE, said, turn=22) == ()
    [done] = _settle(SURE, said, turn=23)
    assert done.turn == 23
    assert [change.after.settled for change in done.arguments] == [23, 23]


def test_what_comes_when_a_window_has_closed_opens_another() -> None:
    said = [argument("g_1", 20), argument("g_2", 23), argument("g_3", 25)]
    assert [[each.id for each in window] for _, window in list_windows(SURE, said, POLICY)] == [["g_1"], ["g_2", "g_3"]]


def test_a_late_look_closes_the_same_windows_at_the_same_turns() -> None:
    said = [argument("g_1", 20), argument("g_2", 23), argument("g_3", 31)]
    late = _settle(SURE, said, turn=33)
    assert [done.turn for done in late] == [23, 26]
    early = _after(_after(SURE, said[:1], 23), said[1:], 26)
    assert late[-1].belief is not None
    assert late[-1].belief.after == early


def test_a_late_look_meets_the_confidence_of_the_turn_at_which_the_window_closed() -> None:
    """A reflection at that turn or later comes after it, and has faded what is left."""
    said = argument(turn=27)
    early = _after(SURE, [said], 30)
    [late] = settle_arguments([SURE], [said], [snapshot(30), snapshot(50)], 60, POLICY, NOW)
    assert late.belief is not None
    assert late.belief.after.stance == early.stance
    assert late.belief.after.confidence < early.confidence


def test_what_is_too_weak_opens_no_window_and_moves_nothing() -> None:
    """B1."""
    weak = argument("g_0", 19, -1, strength=0.29)
    [first, second] = _settle(SURE, [weak, argument("g_1", 20)])
    assert (first.turn, first.belief) == (22, None)
    assert [change.after.settled for change in first.arguments] == [22]
    assert second.turn == 23


def test_what_supports_moves_against_confidence_alone() -> None:
    after = _after(SURE, [argument(turn=20)])
    assert after.stance == pytest.approx(0.5 + 0.08 / 1.5372, abs=5e-5)
    assert (after.support, after.contradiction, after.raised, after.lowered) == (5, 0, 1, 0)
    assert (after.reinforced, after.version) == (23, 2)
    assert after.shift == pytest.approx(0.08 / 1.5372, abs=5e-5)


def test_what_opposes_lowers_confidence_first_and_moves_against_what_is_left() -> None:
    """Contraction before revision: of four arguments three are left, and log2(4) / log2(20) is .4628."""
    after = _after(SURE, [argument(turn=20, direction=-1)])
    assert after.confidence == pytest.approx(0.4628, abs=5e-5)
    assert after.stance == pytest.approx(0.5 - 0.08 / (0.4628 + 0.5 + 1), abs=5e-5)
    assert (after.support, after.contradiction, after.lowered, after.reinforced) == (4, 1, 1, 15)


def test_opposites_in_one_window_leave_the_belief_where_it_is() -> None:
    after = _after(SURE, [argument("g_1", 20, 1), argument("g_2", 21, -1)])
    assert (after.stance, after.shift, after.raised, after.lowered) == (0.5, 0.0, 0, 0)
    assert (after.support, after.contradiction) == (5, 1)
    assert after.confidence == pytest.approx(SURE.confidence, abs=5e-5)


def test_opposites_on_a_new_topic_leave_no_position() -> None:
    new = belief(formed=20, reinforced=20)
    assert _after(new, [argument("g_1", 20, 1), argument("g_2", 21, -1)]) == new


def test_where_the_stance_crosses_what_contradicted_supports() -> None:
    faint = belief(stance=0.02, support=2, contradiction=0)
    after = _after(faint, [argument("g_1", 20, -1), argument("g_2", 21, -1), argument("g_3", 22, -1)])
    assert after.stance < 0
    assert (after.support, after.contradiction, after.reinforced) == (3, 2, 23)


def test_contradiction_does_not_refresh_what_has_faded() -> None:
    """B4: gaps are counted from the last reinforcement, and an argument against it is none."""
    faded = belief(stance=0.5, support=4, reinforced=15)
    [done] = settle_arguments([faded], [argument(turn=70, direction=-1)], [snapshot(40), snapshot(60)], 80, POLICY, NOW)
    assert done.belief is not None
    assert done.belief.after.confidence == pytest.approx(0.4628 * 26**-0.15 * 46**-0.15, abs=5e-5)


def test_a_dropped_belief_comes_back_with_a_new_argument() -> None:
    dropped = belief(stance=0.08, support=1, state=State.ARCHIVED, confidence=0.04)
    back = _after(dropped, [argument(turn=100, direction=-1)], 110)
    assert (back.state, back.reinforced) == (State.ACTIVE, 103)


@pytest.mark.parametrize("fields", [{"pinned": True}, {"status": Status.REJECTED}, {"state": State.GONE}])
def test_what_a_person_holds_or_retracted_keeps_its_arguments_and_is_not_moved(fields: dict[str, object]) -> None:
    [done] = _settle(replace(SURE, **fields), [argument(turn=20)])  # type: ignore[arg-type]
    assert done.belief is None
    assert done.arguments[0].after.settled == 23


def test_arguments_from_before_a_correction_no_longer_count() -> None:
    corrected = belief(stance=-0.5, confidence=1.0, corrected=-0.5, corrected_turn=21, reinforced=21)
    [done] = _settle(corrected, [argument(turn=21)])
    assert done.belief is None
    [_, later] = _settle(corrected, [argument(turn=21), argument("g_2", 22)])
    assert (later.turn, later.belief is not None) == (25, True)


def test_arguments_about_other_beliefs_are_left_alone() -> None:
    assert _settle(SURE, [argument(turn=20, belief=BeliefId("v_2"))]) == ()


@given(INSIDE, st.randoms(use_true_random=False), st.floats(-1, 1))
def test_the_order_within_a_window_does_not_matter(said: list[Argument], chance: random.Random, stance: float) -> None:
    first = argument("opens", 20)
    turns = [each.turn for each in said]
    chance.shuffle(turns)
    other = [replace(each, turn=turn) for each, turn in zip(said, turns, strict=True)]
    before = replace(SURE, stance=stance)
    assert _after(before, [first, *said]) == _after(before, [*reversed(other), first])


@given(INSIDE, st.floats(-1, 1), st.integers(0, 30), st.integers(0, 30))
def test_for_and_against_are_treated_alike(said: list[Argument], stance: float, pro: int, con: int) -> None:
    made = belief(stance=stance, support=pro, contradiction=con)
    mirrored = _after(replace(made, stance=-stance), [replace(each, direction=-each.direction) for each in said])
    after = _after(made, said)
    assert (mirrored.stance, mirrored.confidence) == (-after.stance, after.confidence)
    assert (mirrored.support, mirrored.raised) == (after.support, after.lowered)


@given(INSIDE, st.floats(-1, 1), st.integers(0, 30), st.integers(0, 30))
def test_numbers_stay_within_their_bounds(said: list[Argument], stance: float, pro: int, con: int) -> None:
    after = _after(belief(stance=stance, support=pro, contradiction=con), said)
    assert -1.0 <= after.stance <= 1.0
    assert 0.0 <= after.confidence <= 1.0
