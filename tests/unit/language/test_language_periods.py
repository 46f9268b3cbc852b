"""A time that is named by itself, and where it ends (T15, X4)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.language.english.dates import read_period
from atlas.language.periods import period_around

NOW = datetime(2026, 11, 15, 11, 30, tzinfo=UTC)  # a Sunday


def day(year: int, month: int, number: int) -> datetime:
    return datetime(year, month, number, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2026-03-31", day(2026, 3, 31), day(2026, 4, 1)),
        ("2026-03", day(2026, 3, 1), day(2026, 4, 1)),
        ("2026-12", day(2026, 12, 1), day(2027, 1, 1)),
        ("2025", day(2025, 1, 1), day(2026, 1, 1)),
        ("March", day(2026, 3, 1), day(2026, 4, 1)),
        ("in march", day(2026, 3, 1), day(2026, 4, 1)),
        ("December", day(2025, 12, 1), day(2026, 1, 1)),
        ("March 2024", day(2024, 3, 1), day(2024, 4, 1)),
        ("last week", day(2026, 11, 2), day(2026, 11, 9)),
        ("last  month", day(2026, 10, 1), day(2026, 11, 1)),
        ("last year", day(2025, 1, 1), day(2026, 1, 1)),
        ("yesterday", day(2026, 11, 14), day(2026, 11, 15)),
        ("two days ago", day(2026, 11, 13), day(2026, 11, 14)),
        ("Friday", day(2026, 11, 13), day(2026, 11, 14)),
        ("3 March", day(2026, 3, 3), day(2026, 3, 4)),
        ("last summer", day(2026, 6, 1), day(2026, 9, 1)),
        ("last weekend", day(2026, 11, 7), day(2026, 11, 9)),
        ("4-11 July", day(2026, 7, 4), day(2026, 7, 12)),
    ],
)
def test_what_is_named(text: str, start: datetime, end: datetime) -> None:
    found = read_period(text, NOW)
    assert found is not None
    assert (found.start, found.end) == (start, end)
    assert found.last(NOW) == end - timedelta.resolution


@pytest.mark.parametrize(
    "text", ["", "then", "2026-02-30", "2026-13", "2026-03-31T09:30", "March of the penguins", "0000"]
)
def test_what_names_no_time(text: str) -> None:
    assert read_period(text, NOW) is None


def test_of_what_is_not_over_the_last_moment_is_now() -> None:
    for text in ("today", "this month", "2026", "November"):
        found = read_period(text, NOW)
        assert found is not None
        assert found.last(NOW) == NOW


def test_a_day_is_one_of_the_zone_it_is_named_in() -> None:
    found = read_period("2026-03-31", NOW.astimezone(ZoneInfo("Pacific/Auckland")))
    assert found is not None
    assert found.end == datetime(2026, 3, 31, 11, tzinfo=UTC)


@given(
    st.timedeltas(timedelta(days=-40_000), timedelta(days=40_000)), st.sampled_from(["day", "week", "month", "year"])
)
def test_a_moment_lies_in_its_own_period(away: timedelta, whole: str) -> None:
    at = NOW + away
    found = period_around(at, whole)
    assert found.start <= at < found.end
