"""What moves a stance, by how much, and what resists (B1-B3)."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest
from belief_rows import POLICY, UNIT, argument, arguments_at, belief
from hypothesis import given
from hypothesis import strategies as st

from atlas.beliefs.arithmetic import (
    compute_confidence,
    compute_resistance,
    compute_step,
    count_net_support,
    move_stance,
    net_steps,
    weigh_quality,
)
from atlas.beliefs.policy import BeliefPolicy
from atlas.model.belief import Argument, Reasoning, Reliability

TURNS = st.integers(1, 60)
STANCES = st.floats(-1, 1)


@pytest.mark.parametrize(
    ("reasoning", "reliability", "quality"),
    [
        (Reasoning.EMPIRICAL, Reliability.HIGH, 1.0),
        (Reasoning.LOGICAL, Reliability.MEDIUM, 0.925),
        (Reasoning.EXPERT, Reliability.LOW, 0.85),
        (Reasoning.ANECDOTAL, Reliability.MEDIUM, 0.85),
        (Reasoning.SOCIAL_PRESSURE, Reliability.LOW, 0.675),
        (Reasoning.EMOTIONAL, Reliability.HIGH, 0.825),
        (Reasoning.NONE, Reliability.LOW, 0.65),
    ],
)
def test_quality_is_the_mean_of_reasoning_and_source(
    reasoning: Reasoning, reliability: Reliability, quality: float
) -> None:
    made = argument(reasoning=reasoning, reliability=reliability)
    assert weigh_quality(made) == pytest.approx(quality)
    made = argument(reasoning=reasoning, reliability=reliability, consistent=False)
    assert weigh_quality(made) == pytest.approx(quality * 0.75)


def test_a_step_is_halved_in_the_first_ten_interactions() -> None:
    assert compute_step(argument(turn=10), POLICY) == pytest.approx(0.04)
    assert compute_step(argument(turn=11), POLICY) == pytest.approx(0.08)


def test_of_a_repetition_a_tenth_is_left() -> None:
    assert compute_step(argument(novelty=0.0), POLICY) == pytest.approx(0.008)
    assert compute_step(argument(novelty=0.05), POLICY) == compute_step(argument(novelty=0.1), POLICY)


@given(arguments_at(TURNS, strength=st.floats(0, 0.2999)))
def test_what_is_too_weak_moves_nothing(made: Argument) -> None:
    """B1: below .3."""
    assert compute_step(made, POLICY) == 0.0


def test_what_is_strong_enough_counts_from_there_on() -> None:
    assert compute_step(argument(strength=0.3), POLICY) > 0.0


@given(arguments_at(TURNS))
def test_a_step_is_at_most_a_tenth(made: Argument) -> None:
    assert 0.0 <= compute_step(made, POLICY) <= 0.1


@given(st.lists(arguments_at(TURNS), max_size=8), st.randoms(use_true_random=False))
def test_a_sum_knows_no_order(made: list[Argument], chance: random.Random) -> None:
    shuffled = list(made)
    chance.shuffle(shuffled)
    assert net_steps(shuffled, POLICY) == net_steps(made, POLICY)


@given(st.lists(arguments_at(TURNS), max_size=8))
def test_opposites_net_out_exactly(made: list[Argument]) -> None:
    opposite = [replace(each, direction=-each.direction) for each in made]
    assert net_steps([*made, *opposite], POLICY) == 0.0


@given(STANCES, UNIT, st.floats(-3, 3))
def test_a_stance_stays_within_its_bounds_and_never_moves_against_the_evidence(
    stance: float, confidence: float, net: float
) -> None:
    moved = move_stance(stance, confidence, net)
    assert -1.0 <= moved <= 1.0
    assert (moved - stance) * net >= 0.0
    assert abs(moved - stance) <= abs(net) * (1 + 1e-9) + 1e-12


def test_confidence_resists_every_step_and_the_stance_the_one_against_it() -> None:
    assert compute_resistance(0.5, 0.6, 0.08) == pytest.approx(1.6)
    assert compute_resistance(0.5, 0.6, -0.08) == pytest.approx(2.1)
    assert compute_resistance(-0.5, 0.6, 0.08) == pytest.approx(2.1)


@pytest.mark.parametrize(("net", "confidence"), [(0, 0.0), (1, 0.2314), (4, 0.5372), (19, 1.0), (50, 1.0)])
def test_confidence_saturates_at_nineteen_arguments(net: int, confidence: float) -> None:
    assert compute_confidence(net, POLICY) == pytest.approx(confidence, abs=5e-5)


@given(st.integers(-5, 100))
def test_confidence_is_bounded_and_grows(net: int) -> None:
    assert 0.0 <= compute_confidence(net, POLICY) <= compute_confidence(net + 1, POLICY) <= 1.0
    assert math.isclose(compute_confidence(net, BeliefPolicy(saturation=2)), float(net > 0))


def test_contradiction_is_taken_from_support_and_never_below_none() -> None:
    assert count_net_support(belief(support=3, contradiction=1), POLICY) == 2
    assert count_net_support(belief(support=1, contradiction=3), POLICY) == 0


def test_a_persons_word_is_as_sure_as_can_be_on_the_side_where_it_was_put() -> None:
    assert count_net_support(belief(stance=0.4, corrected=0.5), POLICY) == 19
    assert count_net_support(belief(stance=0.1, corrected=0.0, contradiction=2), POLICY) == 17
    assert count_net_support(belief(stance=-0.1, corrected=0.5, support=1), POLICY) == 1
