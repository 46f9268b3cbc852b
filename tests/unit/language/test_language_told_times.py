"""Times that are known to be times: the day in "on the 17th", and no day in "every week" (T15, T16)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.language.english.dates import read_told_time, recurs

SAID = datetime(2026, 3, 4, 12, tzinfo=UTC)  # a Wednesday


def read(time: str, *, ahead: bool) -> tuple[str, str] | None:
    found = read_told_time(time, 0, len(time), SAID, ahead=ahead)
    return (found.at.date().isoformat(), found.whole) if found else None


@pytest.mark.parametrize(
    ("time", "day", "whole"),
    [
        ("on the 17th", "2026-03-17", "day"),
        ("30th", "2026-03-30", "day"),
        ("from the first", "2026-04-01", "day"),
        ("on the second of June", "2026-06-02", "day"),
        ("May the fourth", "2026-05-04", "day"),
        ("Saturday lunch", "2026-03-07", "day"),
        ("from Monday", "2026-03-09", "day"),
        ("since Monday", "2026-03-02", "day"),
        ("over the summer", "2026-07-01", "season"),
        ("in the spring of 2027", "2027-04-01", "season"),
        ("starting February", "2027-02-01", "month"),
        ("at the end of the month", "2026-03-31", "month"),
        ("at the beginning of the month", "2026-04-01", "month"),
        ("by the end of the week", "2026-03-08", "week"),
        ("end of June", "2026-06-30", "month"),
        ("the first week of October", "2026-10-01", "week"),
        ("the second weekend of December", "2026-12-12", "day"),
        ("in a fortnight", "2026-03-18", "week"),
        ("at Easter", "2026-04-05", "day"),
        ("on the weekend", "2026-03-07", "day"),
        ("in the new year", "2027-01-01", "month"),
    ],
)
def test_a_time_to_come_is_read(time: str, day: str, whole: str) -> None:  # T15
    assert read(time, ahead=True) == (day, whole)


@pytest.mark.parametrize(
    ("time", "day", "whole"),
    [
        ("on the 17th", "2026-02-17", "day"),
        ("the 31st", "2026-01-31", "day"),
        ("since summer", "2025-07-01", "season"),
        ("two winters ago", "2025-01-01", "season"),
        ("two years back", "2024-03-04", "year"),
        ("a fortnight ago", "2026-02-18", "week"),
        ("in '88", "1988-01-01", "year"),
        ("since Easter", "2025-04-20", "day"),
        ("at the end of the month", "2026-02-28", "month"),
        ("last Christmas", "2025-12-25", "day"),
    ],
)
def test_a_time_that_is_past_is_read(time: str, day: str, whole: str) -> None:  # T15
    assert read(time, ahead=False) == (day, whole)


@pytest.mark.parametrize(
    "time", ["every week", "Tuesdays and Fridays", "three mornings", "once a month", "most Sundays", "at night"]
)
def test_how_often_is_no_day(time: str) -> None:  # T15
    assert recurs(time)
    assert read(time, ahead=True) is None


@pytest.mark.parametrize("time", ["after Easter", "before winter", "on 31 June", "on 3rd Street"])
def test_what_is_no_time_is_not_read(time: str) -> None:  # T15
    assert read(time, ahead=True) is None


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("I stop two weeks from Friday.", "Friday"),
        ("I stop the day after Easter.", "Easter"),
        ("I leave the Friday after next.", "Friday"),
        ("I move on Saturday week.", "on Saturday"),
        ("My exam is a week on Tuesday.", "on Tuesday"),
        ("I'll meet May on the second floor.", "May"),
        ("I'm seeing Tom in Fall River.", "in Fall"),
        ("I'm seeing Tom at Easter Road.", "at Easter"),
        ("We meet in room 2027.", "2027"),
    ],
)
def test_what_is_counted_from_a_day_or_is_a_name_is_no_day(text: str, time: str) -> None:  # T15, T16
    start = text.index(time)
    assert read_told_time(text, start, start + len(time), SAID, ahead=True) is None


@pytest.mark.parametrize(
    ("text", "time", "day"),
    [
        ("I leave on New Year's Eve.", "on New Year", "2026-12-31"),
        ("I leave on Christmas Eve.", "on Christmas", "2026-12-24"),
        ("the first Monday of next month", "the first Monday of next month", "2026-04-06"),
        ("at the end of next month", "at the end of next month", "2026-04-30"),
        ("the last Friday of this month", "the last Friday of this month", "2026-03-27"),
        ("next March", "next March", "2027-03-01"),
        ("in spring '24", "in spring '24", "2024-04-01"),
        ("until Friday", "until Friday", "2026-03-06"),
        ("till Friday", "till Friday", "2026-03-06"),
        ("on New Year’s Eve", "on New Year’s Eve", "2026-12-31"),
        ("on Good Friday", "on Good Friday", "2026-04-03"),
        ("next Easter", "next Easter", "2026-04-05"),
    ],
)
def test_a_time_is_read_whole(text: str, time: str, day: str) -> None:  # T15
    start = text.index(time)
    found = read_told_time(text, start, start + len(time), SAID, ahead=True)
    assert found is not None
    assert found.at.date().isoformat() == day


@given(st.integers(1900, 2099))
def test_easter_is_a_sunday_of_spring(year: int) -> None:  # T15
    said = datetime(year, 1, 1, 12, tzinfo=UTC)
    found = read_told_time("at Easter", 0, 9, said, ahead=True)
    assert found is not None
    assert found.at.weekday() == 6
    assert (3, 22) <= (found.at.month, found.at.day) <= (4, 25)
    assert found.at.year == year


@given(st.integers(0, 20_000), st.integers(1, 31), st.booleans())
def test_a_day_of_the_month_is_the_nearest_on_its_side(later: int, day: int, ahead: bool) -> None:  # T15
    said = SAID + timedelta(days=later)
    time = f"on the {day}th"
    found = read_told_time(time, 0, len(time), said, ahead=ahead)
    assert found is not None
    assert found.at.day == day
    away = (found.at.date() - said.date()).days
    assert 0 <= away <= 62 if ahead else -62 <= away <= 0
