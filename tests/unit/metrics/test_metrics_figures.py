"""Each figure against a small history that is counted by hand (H3, H4)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from atlas.metrics.figures import (
    FAMILIES,
    NAMES,
    DayRows,
    MemoryCall,
    bound_chance,
    compute_figures,
    list_missing_days,
    pool_days,
    prefers,
)
from atlas.model.exam import Exam
from atlas.model.ids import ExamId, ReflectionId
from atlas.model.metric import Family, Figure, Metric
from atlas.model.signal import SignalKind
from atlas.model.suggestion import Suggestion, SuggestionState
from atlas.model.task import Task
from atlas.testing import samples

DAY = date(2026, 3, 1)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def _suggestion(id: str, state: SuggestionState, *, offered: bool = True) -> Suggestion:
    at = NOON if offered else None
    return samples.suggestion(id, "book a tram", state=state, offered_at=at, decided_at=NOON)


ROWS = DayRows(
    DAY,
    exchanges=10,
    learned=3,
    reflections=[
        *(samples.reflection(f"r_{each}", duration_ms=100 * each) for each in (1, 2)),
        *(samples.reflection(f"r_{each}", task=Task.NIGHTLY, duration_ms=3_000) for each in (3, 4)),
    ],
    accepted=3,
    refused=1,
    judged=5,
    calls=[
        *(MemoryCall(used=True, fell_short=False) for _ in range(3)),
        MemoryCall(used=True, fell_short=True),
        MemoryCall(used=False, fell_short=True),
    ],
    signals=[
        samples.signal("i_1", SignalKind.ACCEPTANCE),
        samples.signal("i_2", SignalKind.THUMBS_UP),
        samples.signal("i_2", SignalKind.CORRECTION),
        samples.signal("i_3", SignalKind.CORRECTION),
        samples.signal("i_4", SignalKind.VERIFIED, score=1.0),
        samples.signal("i_5", SignalKind.VERIFIED, score=0.0),
    ],
    failures=[samples.failure("f_1", "i_2"), samples.failure("f_2", "i_3"), samples.failure("f_3", "i_3")],
    patterns=[
        samples.pattern("k_1", "asks where", first_seen=NOON - timedelta(days=days), last_seen=NOON)
        for days in (2, 8, 12)
    ],
    suggestions=[
        _suggestion("g_1", SuggestionState.ACCEPTED),
        _suggestion("g_2", SuggestionState.DECLINED),
        _suggestion("g_3", SuggestionState.EXPIRED),
        _suggestion("g_4", SuggestionState.EXPIRED, offered=False),
    ],
    exams=[Exam(ExamId("x_1"), NOON, 5, 4, 2), Exam(ExamId("x_2"), NOON, 5, 3, 3)],
    probes=[{"challenged": 8, "flipped": 2, "rephrased": 5, "consistent": 4}, {"challenged": 2, "flipped": 1}, {}],
    violations=1,
    opposed=3,
    held=2,
    yielded=1,
)
BY_HAND: dict[str, tuple[float, int]] = {
    Metric.LEARNING_VELOCITY: (3.0, 10),
    Metric.MEMORY_RELEVANCE: (0.6, 5),
    Metric.REFLECTION_ROI: (0.75, 4),
    Metric.SYCOPHANCY: (0.3, 10),
    Metric.CONSISTENCY: (0.8, 5),
    Metric.PROACTIVE_VALUE: (1 / 3, 3),
    Metric.PATTERN_STABILITY: (10.0, 2),
    Metric.VIOLATIONS: (1.0, 15),
    "task success": (0.8, 10),
    "exam score": (0.7, 10),
    "exam gain": (0.2, 10),
    "verified replies": (0.5, 2),
    "corrected replies": (0.2, 10),
    "refused proposals": (0.2, 5),
    "satisfaction": (1 / 3, 3),
    "user opposition": (0.3, 10),
    "assistant disagreement": (2 / 3, 3),
    "adaptive seconds": (0.15, 2),
    "nightly seconds": (3.0, 2),
}


def test_every_figure_has_a_history_that_was_counted_by_hand() -> None:
    assert {each.name for each in compute_figures(ROWS)} == BY_HAND.keys()
    assert set(NAMES) < BY_HAND.keys()


@pytest.mark.parametrize("name", BY_HAND)
def test_a_figure_is_what_counting_by_hand_gives(name: str) -> None:
    (figure,) = [each for each in compute_figures(ROWS) if each.name == name]
    assert (figure.value, figure.cases) == (pytest.approx(BY_HAND[name][0]), BY_HAND[name][1])
    assert figure.day == DAY


def test_a_day_without_data_says_so() -> None:
    figures = compute_figures(DayRows(DAY, exchanges=0, learned=0))
    assert [each.name for each in figures] == list(NAMES)
    assert {(each.value, each.cases) for each in figures} == {(None, 0)}


def test_each_family_is_made_of_figures_that_are_defined() -> None:
    assert set(FAMILIES) == set(Family)
    assert {name for names in FAMILIES.values() for name in names} <= set(NAMES)


def test_a_day_on_which_nobody_spoke_is_no_day_of_slow_learning() -> None:
    night = samples.reflection(ReflectionId("r_1"), task=Task.NIGHTLY)
    figures = {each.name: each.value for each in compute_figures(DayRows(DAY, 0, 0, reflections=[night]))}
    assert (figures[Metric.LEARNING_VELOCITY], figures[Metric.VIOLATIONS]) == (None, 0.0)


def test_missing_days_reach_back_to_the_first_thing_said_and_no_further() -> None:
    today = date(2026, 3, 10)
    days = [date(2026, 3, each) for each in (8, 9)]
    assert list_missing_days(set(), datetime(2026, 3, 8, 23, tzinfo=UTC), today, 30) == days
    assert list_missing_days({days[0]}, datetime(2026, 3, 8, tzinfo=UTC), today, 30) == days[1:]
    assert list_missing_days(set(), datetime(2025, 1, 1, tzinfo=UTC), today, 2) == days
    assert list_missing_days(set(), None, today, 30) == []
    assert list_missing_days(set(), datetime(2026, 3, 10, tzinfo=UTC), today, 30) == []


def _days(name: str, *told: tuple[float | None, int]) -> list[Figure]:
    return [Figure(name, DAY + timedelta(days=place), value, cases) for place, (value, cases) in enumerate(told)]


@pytest.mark.parametrize(
    ("name", "told", "pooled"),
    [
        ("satisfaction", [(1.0, 1), (0.5, 9), (None, 0)], (0.55, 10)),
        (Metric.LEARNING_VELOCITY, [(4.0, 2), (None, 0), (1.0, 10)], (2.5, 12)),
        (Metric.VIOLATIONS, [(1.0, 8), (2.0, 9)], (3.0, 17)),
        (Metric.PATTERN_STABILITY, [(9.0, 3), (5.0, 4)], (5.0, 4)),
        ("satisfaction", [(None, 0)], (None, 0)),
    ],
)
def test_several_days_are_one_figure(name: str, told: list[tuple[float | None, int]], pooled: tuple[Any, int]) -> None:
    assert pool_days(_days(name, *told)) == (pytest.approx(pooled[0]) if pooled[0] is not None else None, pooled[1])


def test_chance_is_wide_where_there_are_few_cases() -> None:
    """By hand: a half of 10 and 10 may differ by 1.96 * sqrt(.25 * .2), of 1000 and 1000 by a tenth of that."""
    few, many = ([(0.5, cases)] for cases in (10, 1000))
    name = "satisfaction"
    assert bound_chance(_days(name, *few), _days(name, *few)) == pytest.approx(0.4383, abs=1e-4)
    assert bound_chance(_days(name, *many), _days(name, *many)) == pytest.approx(0.0438, abs=1e-4)
    assert bound_chance(_days(name, *few), _days(name, (None, 0))) == 0.0
    velocity = _days(Metric.LEARNING_VELOCITY, *[(4.0, 10)] * 4)
    assert bound_chance(velocity, velocity) == pytest.approx(1.96 * 2**0.5)


def test_whether_more_is_better() -> None:
    assert [prefers(name) for name in ("satisfaction", Metric.SYCOPHANCY, "refused proposals")] == [1, -1, 0]


@pytest.mark.parametrize(("zone", "cases"), [("UTC", 1), ("Pacific/Auckland", 0)])
def test_a_pattern_is_as_old_as_the_days_of_the_zone(zone: str, cases: int) -> None:
    """H3, T15: noon in Greenwich is the next day in Auckland already."""
    seen = samples.pattern("k_1", "asks where", first_seen=datetime(2026, 2, 22, 12, tzinfo=UTC), last_seen=NOON)
    rows = DayRows(date(2026, 3, 1), exchanges=0, learned=0, patterns=[seen], zone=ZoneInfo(zone))
    (found,) = [each for each in compute_figures(rows) if each.name == Metric.PATTERN_STABILITY]
    assert found.cases == cases
