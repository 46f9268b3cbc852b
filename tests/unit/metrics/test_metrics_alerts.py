"""Figures alert and clear; the ladder goes up by itself and never down (H4, H5, H6)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from atlas.metrics.alerts import LIMITS, find_alerts, find_sudden_changes
from atlas.metrics.ladder import climb_ladder, may_change_itself, may_think
from atlas.model.metric import Alert, Escalation, Figure, Metric, Rung, Severity

FIRST = date(2026, 1, 1)
NOON = datetime(2026, 2, 1, 12, tzinfo=UTC)
FREE = Escalation(Rung.FREE, NOON, "")


def series(name: str, *values: float | None, cases: int = 30) -> list[Figure]:
    return [Figure(name, FIRST + timedelta(days=day), value, cases) for day, value in enumerate(values)]


OUTSIDE = {
    Metric.LEARNING_VELOCITY: 0.4,
    Metric.MEMORY_RELEVANCE: 0.59,
    Metric.REFLECTION_ROI: 0.05,
    Metric.SYCOPHANCY: 0.21,
    Metric.CONSISTENCY: 0.80,
    Metric.PATTERN_STABILITY: 3.0,
    Metric.VIOLATIONS: 1.0,
}
INSIDE = {
    Metric.LEARNING_VELOCITY: 1.0,
    Metric.MEMORY_RELEVANCE: 0.60,
    Metric.REFLECTION_ROI: 0.1,
    Metric.SYCOPHANCY: 0.20,
    Metric.CONSISTENCY: 0.85,
    Metric.PATTERN_STABILITY: 7.0,
    Metric.VIOLATIONS: 0.0,
}


@pytest.mark.parametrize("metric", list(LIMITS))
def test_h4_every_alert_fires_with_its_figure_and_clears(metric: Metric):
    good, bad = INSIDE[metric], OUTSIDE[metric]
    (alert,) = find_alerts(series(metric, *[good] * 8, bad, bad))
    assert (alert.name, alert.severity, alert.since) == (metric, LIMITS[metric].severity, FIRST + timedelta(days=8))
    assert f"{bad:.2f}" in alert.says
    assert find_alerts(series(metric, *[good] * 8, bad, bad, good)) == []


@pytest.mark.parametrize("metric", list(Metric))
def test_h4_a_figure_without_data_raises_nothing(metric: Metric):
    assert find_alerts(series(metric, *[None] * 20, cases=0)) == []
    assert find_alerts([]) == []


def test_h4_a_day_without_data_neither_raises_nor_clears():
    (alert,) = find_alerts(series(Metric.SYCOPHANCY, 0.1, 0.5, None))
    assert alert.since == FIRST + timedelta(days=1)


def test_h4_few_cases_say_nothing():
    assert find_alerts(series(Metric.MEMORY_RELEVANCE, 0.1, cases=3)) == []


def test_h4_quiet_days_are_counted_together_where_each_has_too_few_cases():
    """Of four replies a day that call for memory, the fifth day makes twenty; no more are taken than that needs."""
    (alert,) = find_alerts(series(Metric.MEMORY_RELEVANCE, *[0.5] * 6, cases=4))
    assert (alert.since, "0.50" in alert.says) == (FIRST + timedelta(days=4), True)
    assert find_alerts(series(Metric.MEMORY_RELEVANCE, *[0.5] * 4, cases=4)) == []
    assert find_alerts(series(Metric.MEMORY_RELEVANCE, *[0.5] * 6, *[1.0] * 5, cases=4)) == []
    assert find_alerts(series(Metric.MEMORY_RELEVANCE, *[0.5] * 30, cases=1)) == []  # fourteen days back, and no more


def test_h4_nothing_is_said_of_learning_in_the_first_week():
    assert find_alerts(series(Metric.LEARNING_VELOCITY, *[0.0] * 7)) == []
    assert find_alerts(series(Metric.LEARNING_VELOCITY, *[0.0] * 8)) != []


def test_h4_what_is_offered_and_less_and_less_taken_alerts():
    (alert,) = find_alerts(series(Metric.PROACTIVE_VALUE, *[0.6] * 14, *[0.3] * 7))
    assert "0.60 to 0.30" in alert.says
    assert find_alerts(series(Metric.PROACTIVE_VALUE, *[0.6] * 14, *[0.6] * 7)) == []


def test_h5_a_sudden_change_is_seen_and_a_slow_one_is_not():
    (alert,) = find_sudden_changes(series("accuracy", *[0.7, 0.72] * 6, 0.99))
    assert "0.71 to 0.99" in alert.says
    assert find_sudden_changes(series("accuracy", *[0.5 + 0.02 * day for day in range(20)])) == []
    assert find_sudden_changes(series("accuracy", 0.1, 0.9)) == []


def test_h4_h5_a_decline_and_a_sudden_change_clear_too():
    """By hand: 0.6 over four weeks, 0.3 in the week after it, then a week of 0.6 beside a mean of 0.525."""
    fell = series(Metric.PROACTIVE_VALUE, *[0.6] * 28, *[0.3] * 7)
    assert [each.name for each in find_alerts(fell)] == [Metric.PROACTIVE_VALUE]
    assert find_alerts(series(Metric.PROACTIVE_VALUE, *[0.6] * 28, *[0.3] * 7, *[0.6] * 7)) == []
    jumped = [*[0.7, 0.72] * 6, 0.99]
    assert find_sudden_changes(series("accuracy", *jumped)) != []
    assert find_sudden_changes(series("accuracy", *jumped, 0.71)) == []


def test_every_metric_of_the_dashboard_has_an_alert():
    """H4: seven by a limit, and the one that alerts where it declines."""
    assert set(LIMITS) | {Metric.PROACTIVE_VALUE} == set(Metric)


def test_h5_one_failure_of_eleven_replies_is_no_sudden_change():
    assert find_sudden_changes(series("task success", *[1.0] * 12, 10 / 11, cases=11)) == []
    assert find_sudden_changes(series("task success", *[1.0] * 12, 6 / 11, cases=11)) != []
    assert find_sudden_changes(series("task success", *[1.0] * 12, 100 / 110, cases=110)) != []


def alerts(*severities: Severity) -> list[Alert]:
    return [Alert(f"figure {n}", severity, f"Figure {n}.", FIRST) for n, severity in enumerate(severities)]


@pytest.mark.parametrize(
    ("severities", "rung"),
    [
        ([], Rung.FREE),
        ([Severity.INFO] * 5, Rung.FREE),
        ([Severity.WARNING], Rung.FLAGGED),
        ([Severity.WARNING] * 2, Rung.FLAGGED),
        ([Severity.WARNING] * 3, Rung.RESTRICTED),
        ([Severity.CRITICAL], Rung.RESTRICTED),
        ([Severity.CRITICAL] * 2, Rung.REVIEW),
    ],
)
def test_h6_each_rung_follows_from_its_alerts(severities: list[Severity], rung: Rung):
    assert climb_ladder(FREE, alerts(*severities), NOON).rung is rung


def test_h6_a_day_of_being_restricted_asks_for_a_person():
    restricted = climb_ladder(FREE, alerts(Severity.CRITICAL), NOON)
    assert climb_ladder(restricted, alerts(Severity.CRITICAL), NOON + timedelta(hours=23)) == restricted
    review = climb_ladder(restricted, [], NOON + timedelta(days=1))
    assert review.rung is Rung.REVIEW
    assert restricted.why in review.why


def test_h6_a_changed_constitution_pauses_whatever_else():
    assert climb_ladder(FREE, [], NOON, violated=True).rung is Rung.PAUSED


@pytest.mark.parametrize("rung", list(Rung))
def test_h6_nothing_but_a_person_leads_down(rung: Rung):
    stands = Escalation(rung, NOON, "It was so.")
    assert list(Rung).index(climb_ladder(stands, [], NOON).rung) >= list(Rung).index(rung)


def test_h6_what_each_rung_forbids():
    assert [rung for rung in Rung if may_change_itself(rung)] == [Rung.FREE, Rung.FLAGGED]
    assert [rung for rung in Rung if not may_think(rung)] == [Rung.PAUSED]
