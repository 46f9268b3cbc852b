"""What moves a belief in a scripted life, through the rules that weigh messages, and what rewrites lose (B1-B7)."""

from __future__ import annotations

import random
from functools import cache

import pytest

from _engineer import Engineer
from atlas.beliefs.policy import BeliefPolicy, get_preset
from benchmarks import belief_life, beliefs, rewrites
from benchmarks.pressure import ARGUMENT, press, weigh

POLICY = BeliefPolicy()

live = cache(belief_life.live)
rewrite_persona = cache(rewrites.rewrite_persona)


@pytest.fixture(autouse=True)
def _live_each_life_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A life of one seed is the same each time."""
    monkeypatch.setattr(beliefs, "live", live)
    monkeypatch.setattr(beliefs, "rewrite_persona", rewrite_persona)


@pytest.mark.parametrize(
    "again",
    [
        ARGUMENT,
        f"As I said: {ARGUMENT}",
        "For the {count}th time: remote work doesn't work!",
        "I've told you {count} times that remote work is bad.",
    ],
)
def test_two_hundred_tellings_of_one_thing_count_once_at_most(again: str) -> None:
    """B1, through the rules: how often something is said is no evidence."""
    texts = [ARGUMENT, *(again.replace("{count}", str(number)) for number in range(2, 201))]
    counted = [each.message for each in weigh(texts, POLICY) if each.weighed.strength >= POLICY.counts_from]
    assert counted == ["m_0"]


def test_in_a_life_pressure_moves_little_and_arguments_what_the_formula_says() -> None:
    """A life of 400 interactions, 200 of them by somebody who insists."""
    lived = live(7, POLICY)
    assert lived.confidence > 0.9
    assert lived.founded > 0.4
    assert lived.counted >= 1  # what is told again was an argument when it was told first
    assert abs(lived.pressed) < 0.05 < abs(lived.let_through) < abs(lived.agreed)
    assert lived.argued == pytest.approx(lived.formula)
    assert lived.argued < -0.03
    assert lived.opposed == 0.0
    assert lived.replayed


def test_forty_lossy_rewrites_lose_no_confident_belief_and_the_documents_way_most() -> None:
    """B7; at .95 a rewrite the document expects 12.9 % to be left."""
    kept = rewrite_persona(7, POLICY)
    assert (kept.kept, kept.confident > 10, kept.rejected > 0) == (kept.confident, True, True)
    lost = rewrite_persona(7, get_preset("snapshot_reflection"))
    assert lost.kept < 0.5 * lost.confident


def test_the_first_message_that_presses_is_the_argument_itself() -> None:
    texts = press(200, random.Random(1))
    assert (texts[0], len(texts)) == (ARGUMENT, 200)


def test_the_figures_are_given_with_their_bars(engineer: Engineer) -> None:
    given = engineer.data("beliefs", "--lives", "1", "--seed", "7")
    assert {name for name, bar in given["bars"].items() if not bar["met"]} == set()
    assert given["rewrites"]["snapshot_reflection"]["lost"] > 0
    said = engineer.says("beliefs", "--lives", "1")
    assert "200 insistent repetitions" in said
    assert "met" in said
