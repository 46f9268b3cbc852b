"""When something was, in a few words, by calendar days in the space's own zone (T15)."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.context.labels import format_age, format_day
from unit.model._nouns import MOMENTS

LISBON, NEW_YORK, AUCKLAND = ZoneInfo("Europe/Lisbon"), ZoneInfo("America/New_York"), ZoneInfo("Pacific/Auckland")
NOON = datetime(2026, 3, 11, 12, 0, tzinfo=UTC)  # a Wednesday
ZONES = st.sampled_from(
    [UTC, LISBON, NEW_YORK, AUCKLAND, timezone(timedelta(hours=-11)), timezone(timedelta(hours=14))]
)


@pytest.mark.parametrize(
    ("days", "says"),
    [
        (0, "earlier today"),
        (1, "yesterday"),
        (2, "last Monday"),
        (3, "last Sunday"),
        (6, "last Thursday"),
        (7, "1 week ago"),
        (13, "1 week ago"),
        (14, "2 weeks ago"),
        (59, "8 weeks ago"),
        (60, "2 months ago"),
        (364, "12 months ago"),
        (365, "1 year ago"),
        (729, "1 year ago"),
        (730, "2 years ago"),
        (3650, "10 years ago"),
        (-1, "tomorrow"),
        (-2, "in 2 days"),
        (-6, "in 6 days"),
        (-7, "in 1 week"),
        (-60, "in 2 months"),
        (-365, "in 1 year"),
    ],
)
def test_how_long_ago_reads(days: int, says: str) -> None:  # T15
    assert format_age(NOON - timedelta(days=days), NOON, UTC) == says


def test_today_is_before_or_after_now() -> None:  # T15
    assert format_age(NOON, NOON, UTC) == "earlier today"
    assert format_age(NOON - timedelta(hours=11), NOON, UTC) == "earlier today"
    assert format_age(NOON + timedelta(minutes=1), NOON, UTC) == "later today"


@pytest.mark.parametrize(
    ("zone", "says"),
    [(UTC, "yesterday"), (NEW_YORK, "earlier today"), (AUCKLAND, "earlier today"), (LISBON, "yesterday")],
)
def test_days_are_those_of_the_space_and_not_of_greenwich(zone: tzinfo, says: str) -> None:  # T15
    evening, night = datetime(2026, 1, 10, 23, 30, tzinfo=UTC), datetime(2026, 1, 11, 0, 30, tzinfo=UTC)
    assert format_age(evening, night, zone) == says


@pytest.mark.parametrize(
    ("when", "now", "says"),
    [
        # Spring forward, 8 March 2026: that day has 23 hours.
        ((2026, 3, 7, 23, 30), (2026, 3, 8, 23, 30), "yesterday"),
        ((2026, 3, 8, 0, 10), (2026, 3, 8, 23, 50), "earlier today"),
        # Fall back, 1 November 2026: 25 hours.
        ((2026, 10, 31, 23, 59), (2026, 11, 1, 0, 1), "yesterday"),
        ((2026, 11, 1, 0, 1), (2026, 11, 1, 23, 59), "earlier today"),
        ((2026, 10, 25, 12, 0), (2026, 11, 1, 12, 0), "1 week ago"),
    ],
)
def test_a_day_is_a_day_when_the_clocks_change(
    when: tuple[int, int, int, int, int], now: tuple[int, int, int, int, int], says: str
) -> None:  # T15
    assert format_age(datetime(*when, tzinfo=NEW_YORK), datetime(*now, tzinfo=NEW_YORK), NEW_YORK) == says


@given(MOMENTS, MOMENTS, ZONES)
def test_no_label_counts_nothing(when: datetime, now: datetime, zone: tzinfo) -> None:  # T15
    said = format_age(when, now, zone)
    counts = [int(number) for number in re.findall(r"\d+", said)]
    assert all(count > 0 for count in counts)
    for count, unit in re.findall(r"(\d+) (\w+)", said):
        assert unit.endswith("s") == (int(count) > 1)


@given(MOMENTS, MOMENTS, ZONES)
def test_the_past_is_ago_and_the_future_is_ahead(when: datetime, now: datetime, zone: tzinfo) -> None:  # T15
    said = format_age(when, now, zone)
    ahead = said.startswith(("in ", "tomorrow", "later"))
    assert ahead == (when > now)
    assert format_day(when, zone) == when.astimezone(zone).date().isoformat()


@given(st.integers(7, 5000), st.integers(0, 400))
def test_what_is_longer_ago_never_reads_as_more_recent(days: int, more: int) -> None:  # T15
    sizes = {"day": 1, "week": 7, "month": 30, "year": 365}

    def least(said: str) -> int:
        count, unit = said.split()[:2]
        return int(count) * sizes[unit.removesuffix("s")]

    near, far = (format_age(NOON - timedelta(days=each), NOON, UTC) for each in (days, days + more))
    assert least(near) <= least(far)
    assert least(near) <= days


@pytest.mark.parametrize("zone", [UTC, NEW_YORK, AUCKLAND])
@pytest.mark.parametrize("when", [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)])
def test_the_ends_of_time_break_nothing(when: datetime, zone: tzinfo) -> None:
    assert format_day(when, zone)
    assert format_age(when, NOON, zone)
