"""Times that are known to be times: the day in "on the 17th", and no day in "every week" (T15, T16)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.language.english.dates import find_date, read_told_time, recurs

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
        ("the second weekend of December", "2026-12-12", "weekend"),
        ("in a fortnight", "2026-03-18", "week"),
        ("at Easter", "2026-04-05", "day"),
        ("on the weekend", "2026-03-07", "weekend"),
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


@pytest.mark.parametrize(
    ("time", "day"),
    [
        ("on 12 Sept 2025", "2025-09-12"),
        ("3 Sept", "2025-09-03"),
        ("Sept. 3rd", "2025-09-03"),
        ("in Sept", "2025-09-01"),
        ("on Thurs", "2026-02-26"),
        ("last Sat", "2026-02-28"),
        ("Fri at 3pm", "2026-02-27"),
        ("tues", "2026-03-03"),
    ],
)
def test_months_and_weekdays_are_read_in_every_form(time: str, day: str) -> None:  # T15
    found = read(time, ahead=False)
    assert found is not None
    assert found[0] == day


@pytest.mark.parametrize("time", ["in the sun", "Mon-Fri", "Monday to Friday"])
def test_what_is_no_weekday_or_all_of_them_is_no_day(time: str) -> None:  # T15
    assert read(time, ahead=True) is None


@pytest.mark.parametrize(
    ("time", "ahead", "first", "last"),
    [
        ("4-11 july", True, "2026-07-04", "2026-07-11"),
        ("from 4 to 11 July", False, "2025-07-04", "2025-07-11"),
        ("1-8 March", True, "2026-03-01", "2026-03-08"),
        ("June twenty second to twenty sixth", True, "2026-06-22", "2026-06-26"),
        ("June 22-26", True, "2026-06-22", "2026-06-26"),
        ("the 22nd of June to the 26th", True, "2026-06-22", "2026-06-26"),
        ("between 30 May and 3 June", True, "2026-05-30", "2026-06-03"),
        ("30 Dec to 3 Jan", True, "2026-12-30", "2027-01-03"),
        ("2–5 May 2027", True, "2027-05-02", "2027-05-05"),
        ("June 4 to 10 people", True, "2026-06-04", None),
        ("9-5 July", True, "2026-07-05", None),
    ],
)
def test_several_days_begin_with_the_first(time: str, ahead: bool, first: str, last: str | None) -> None:  # T15
    found = read_told_time(time, 0, len(time), SAID, ahead=ahead)
    assert found is not None
    assert found.at.date().isoformat() == first
    assert (found.last and found.last.date().isoformat()) == last
    assert found.period.end.date().isoformat() > (last or first)


@pytest.mark.parametrize(
    ("time", "day"),
    [
        ("on May ninth", "2026-05-09"),
        ("on the nineteenth of June", "2026-06-19"),
        ("June twenty second", "2026-06-22"),
        ("on the twenty-second of June", "2026-06-22"),
        ("June 22nd", "2026-06-22"),
    ],
)
def test_a_dictated_day_is_read_in_any_text(time: str, day: str) -> None:  # T15
    found = find_date(time, 0, len(time), SAID, ahead=True)
    assert found is not None
    assert (found.at.date().isoformat(), found.whole) == (day, "day")


@pytest.mark.parametrize(
    ("said", "time", "month"),
    [
        ("2026-05-20", "last spring", "2025-04"),
        ("2026-06-20", "last spring", "2026-04"),
        ("2026-08-20", "last summer", "2025-07"),
        ("2026-10-20", "last summer", "2026-07"),
        ("2026-01-20", "last winter", "2025-01"),
        ("2026-12-20", "last winter", "2026-01"),
        ("2026-03-20", "last March", "2025-03"),
        ("2026-04-20", "last March", "2026-03"),
        ("2026-05-20", "next spring", "2027-04"),
        ("2026-05-20", "this spring", "2026-04"),
        ("2026-05-20", "this summer", "2026-07"),
        ("2026-11-20", "this winter", "2027-01"),
    ],
)
def test_the_last_season_is_over_and_the_next_has_not_begun(said: str, time: str, month: str) -> None:  # T15
    found = find_date(time, 0, len(time), datetime.fromisoformat(f"{said}T12:00:00+00:00"), ahead=False)
    assert found is not None
    assert found.at.date().isoformat() == f"{month}-01"


@pytest.mark.parametrize(("ahead", "year"), [(True, 2028), (False, 2024)])
def test_a_leap_day_is_in_the_nearest_leap_year(ahead: bool, year: int) -> None:  # T15
    assert read("29 February", ahead=ahead) == (f"{year}-02-29", "day")


@pytest.mark.parametrize(
    ("said", "time", "day"),
    [
        ("2026-03-07", "this weekend", "2026-03-07"),
        ("2026-03-08", "this weekend", "2026-03-07"),
        ("2026-03-07", "next weekend", "2026-03-14"),
        ("2026-03-07", "last weekend", "2026-02-28"),
        ("2026-03-08", "last weekend", "2026-02-28"),
        ("2026-03-06", "this weekend", "2026-03-07"),
    ],
)
def test_a_weekend_that_has_begun_is_this_one(said: str, time: str, day: str) -> None:  # T15
    found = find_date(time, 0, len(time), datetime.fromisoformat(f"{said}T12:00:00+00:00"), ahead=True)
    assert found is not None
    assert (found.at.date().isoformat(), found.whole) == (day, "weekend")


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
