"""The documents' numbers, as they stand in the presets (T1-T13)."""

from __future__ import annotations

import math
from dataclasses import fields

import pytest
from consolidation_rows import NOW, ago, guess, lean

from atlas.consolidation import retention
from atlas.consolidation.policy import PRESETS, ConsolidationPolicy, get_preset
from atlas.consolidation.retention import compute_retention, current_strength, days_until_review, record_use
from atlas.errors import BadInput
from atlas.model.memory import MOVING, Basis, Memory


def test_the_numbers_of_the_document_on_improving_memory() -> None:
    policy = PRESETS["default"]
    assert (policy.prune_below, MOVING) == (0.05, 0.3)  # T7
    assert policy.merge_at == 0.95  # T8
    assert policy.together == 0.1  # T9
    assert (policy.community, policy.insights) == (5, 5)  # T10
    assert (policy.promote_when, policy.promote_after_days, policy.promote_uses) == (3, 7.0, 3)  # T5
    assert (policy.promote_links, policy.promote_applications) == (2, 2)  # T5
    assert (policy.gist_after_days, policy.gist_below_uses, policy.archive_days) == (60.0, 2, 365.0)  # T12
    assert policy.visit is None  # T13
    assert PRESETS["research"].visit == 500  # T13


def test_a_preset_differs_only_in_what_it_is_named_for() -> None:
    usual = PRESETS["default"]
    for name, differs in {"research": {"visit"}, "compact": {"compact"}}.items():
        made = get_preset(name)
        assert {each.name for each in fields(made) if getattr(made, each.name) != getattr(usual, each.name)} == differs


@pytest.mark.parametrize(
    "wrong",
    [
        {"prune_below": 1.0},
        {"prune_below": -0.1},
        {"merge_at": 0.0},
        {"merge_at": 1.1},
        {"together": 0.0},
        {"community": 1},
        {"insights": -1},
        {"promote_when": 6},
        {"promote_when": 0},
    ],
)
def test_a_policy_that_makes_no_sense_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(BadInput):
        ConsolidationPolicy(**wrong)  # type: ignore[arg-type] # that is the point
    with pytest.raises(BadInput, match="There is no consolidation"):
        get_preset("never")


def test_the_retention_table_of_a_half_life() -> None:  # T1
    """Stated, observed and inferred: what is left after a day, a week, a month."""
    policy = retention.PRESETS["default"]
    table = [[round(compute_retention(days, stable, policy), 3) for days in (1, 7, 30)] for stable in (30.0, 7.0, 1.0)]
    assert table == [[0.977, 0.851, 0.5], [0.906, 0.5, 0.051], [0.5, 0.008, 0.0]]


def test_the_retention_table_of_the_third_document() -> None:  # T1
    """S(t) = S0 · e^(-Δt / stability); below .05 after three times its stability."""
    policy = retention.PRESETS["exponential"]
    assert [round(compute_retention(days, 1.0, policy), 3) for days in (0, 1, 2, 3)] == [1.0, 0.368, 0.135, 0.05]
    assert compute_retention(2.9, 1.0, policy) > 0.05 > compute_retention(3.0, 1.0, policy)


def test_what_is_inferred_and_never_used_is_pruned_on_the_fifth_day() -> None:  # T7
    policy = retention.PRESETS["default"]
    assert (
        current_strength(guess("m_1", days=4), NOW, policy) > 0.05 > current_strength(guess("m_1", days=5), NOW, policy)
    )


def _reviewed(held: Memory, times: int, policy: retention.RetentionPolicy) -> list[float]:
    """Days to each next review, where every review comes on its day and is a use."""
    days, now = [], held.reinforced_at
    for _ in range(times):
        held = record_use(held, now, policy)
        days.append(round(days_until_review(held.stability_days, policy), 3))
        now = retention.review_due(held, policy)
    return days


def test_reviews_on_their_days_come_ever_further_apart() -> None:  # T2, T4
    """A sequence in the manner of py-fsrs: state in, state out, the intervals as the oracle."""
    first = -math.log2(0.9)
    grown = [round(first * 2.5**times, 3) for times in range(1, 7)]
    assert (
        _reviewed(guess("m_1"), 6, retention.PRESETS["research"]) == grown == [0.38, 0.95, 2.375, 5.938, 14.844, 37.11]
    )
    sm2 = retention.PRESETS["sm2"]
    learned = guess("m_1", stability_days=sm2.stability[Basis.INFERRED])
    assert round(days_until_review(learned.stability_days, sm2), 3) == 1.0
    assert _reviewed(learned, 4, sm2) == [6.0, 15.0, 37.5, 93.75]


def test_a_lean_row_fades_like_its_memory() -> None:  # T1
    held, policy = guess("m_1", days=3, strength=0.8), retention.PRESETS["default"]
    assert current_strength(lean(held), NOW, policy) == current_strength(held, NOW, policy) == pytest.approx(0.1)
    assert retention.review_due(lean(held), policy) == retention.review_due(held, policy) > ago(3)
