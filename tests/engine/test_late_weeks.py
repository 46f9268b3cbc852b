"""A late week looks at its own week, not at the last seven days (J3, J10); a late night reads on from its mark."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from _minds import remade

from atlas.engine.jobs.runner import run_one
from atlas.engine.thinking.schedule import fire_due, owe_by_hand
from atlas.model.memory import Kind
from atlas.model.task import Task
from atlas.model.thinking import Reflection

TASTES = ("tea", "jazz", "chess", "rain")
WEEK = timedelta(days=7)
SUNDAY = datetime(2026, 3, 8, 20, 0, tzinfo=UTC)
"""When the first week of a life that begins on Monday morning is over."""


def weeks(life: Any) -> list[Reflection]:
    return list(reversed(life.atlas.jobs.reflections(limit=100, task="weekly")))


def span(week: Reflection) -> tuple[datetime, datetime]:
    return datetime.fromisoformat(week.said["from"]), datetime.fromisoformat(week.said["to"])


def talk(life: Any, *tastes: str) -> None:
    for each in tastes:
        life.say(f"I like {each}.")


def away(life: Any, until: datetime) -> None:
    """Nothing runs meanwhile; then everything that is owed does."""
    life.virtual.later(seconds=(until - life.runtime.now()).total_seconds())
    life.atlas.flush()


@pytest.mark.parametrize("late", [0, 0.2, 1, 4.5, 6.9])
def test_a_late_week_reads_the_seven_days_up_to_its_due_time(life: Any, late: float) -> None:  # J3, J10
    talk(life, *TASTES)
    away(life, SUNDAY + timedelta(days=late))
    (week,) = weeks(life)
    assert week.said["learned"] == len(TASTES)
    assert span(week) == (SUNDAY - WEEK, SUNDAY)
    assert [run["runs"] for run in week.said["reflections"] if run["task"] == "lightweight"] == [len(TASTES)]
    assert [each.content for each in life.atlas.memories(kinds=[Kind.INSIGHT])] == [
        "The user likes rain, chess, jazz and tea"
    ]


def test_after_eleven_days_away_it_reads_the_week_that_it_owes(life: Any) -> None:  # J3
    """As it was seen: the talk was eleven days ago, and the last seven held nothing."""
    talk(life, *TASTES)
    away(life, life.runtime.now() + timedelta(days=11))
    (week,) = weeks(life)
    assert week.said["learned"] == len(TASTES)


@pytest.mark.parametrize("missed", [2, 3, 8])
def test_several_weeks_missed_are_read_once_from_the_first_of_them_on(life: Any, missed: int) -> None:  # J3
    talk(life, *TASTES)
    last = SUNDAY + (missed - 1) * WEEK
    away(life, last + timedelta(days=2))
    life.atlas.flush()
    (week,) = weeks(life)
    assert (week.said["learned"], span(week)) == (len(TASTES), (SUNDAY - WEEK, last))
    away(life, last + WEEK)
    assert [span(each) for each in weeks(life)[1:]] == [(last, last + WEEK)], "the next is an ordinary one again"


def test_what_was_learned_on_the_day_of_return_is_the_next_weeks(life: Any) -> None:  # J3
    talk(life, "tea", "jazz")
    life.virtual.later(days=11)
    life.atlas.observe(user="I like chess.", assistant="I see.", conversation="c2")
    away(life, life.runtime.now() + timedelta(minutes=1))
    (late,) = weeks(life)
    assert late.said["learned"] == 2
    away(life, SUNDAY + WEEK)
    assert [each.said["learned"] for each in weeks(life)[1:]] == [1]


def test_a_week_that_was_owed_while_another_waited_is_read_with_the_next(life: Any) -> None:  # J3, J4
    """Two open jobs of one key are one job; what the second would have read is not lost."""
    talk(life, "tea", "jazz")
    life.virtual.later(seconds=(SUNDAY - life.runtime.now()).total_seconds())
    fire_due(life.runtime)  # owed, and nobody works
    life.virtual.later(days=1)
    talk_without_work(life, "chess")
    life.virtual.later(days=6)
    fire_due(life.runtime)
    life.atlas.flush()
    away(life, SUNDAY + 2 * WEEK)
    learned = [each.said["learned"] for each in weeks(life)]
    assert sum(learned) == 3
    ends = [span(each) for each in weeks(life)]
    assert all(before[1] == after[0] for before, after in pairwise(ends))


def talk_without_work(life: Any, taste: str) -> None:
    assert life.atlas.observe(user=f"I like {taste}.", assistant="I see.", conversation="c3").acknowledged


@pytest.mark.parametrize("start", [datetime(2026, 3, 23, 9, tzinfo=UTC), datetime(2026, 10, 19, 9, tzinfo=UTC)])
@pytest.mark.parametrize("late", [timedelta(0), timedelta(hours=12), timedelta(days=4)])
def test_weeks_follow_each_other_without_a_gap_when_the_clocks_change(  # J3, J10
    live: Any, start: datetime, late: timedelta
) -> None:
    life = live(start=start, zone="Europe/Lisbon")
    zone = ZoneInfo("Europe/Lisbon")
    local = start.astimezone(zone)
    for number in range(3):
        sunday = (local + timedelta(days=6 + 7 * number)).replace(hour=20).astimezone(UTC)
        talk(life, TASTES[number])
        away(life, sunday + late)
    found = [span(week) for week in weeks(life)]
    assert [(until.astimezone(zone).weekday(), until.astimezone(zone).hour) for _, until in found] == [(6, 20)] * 3
    assert all(before[1] == after[0] for before, after in pairwise(found))
    assert {until - since for since, until in found} == {WEEK, WEEK + _change(start)}
    assert sum(week.said["learned"] for week in weeks(life)) == 3


def _change(start: datetime) -> timedelta:
    """In spring an hour is missing, in autumn there is one more."""
    return timedelta(hours=-1 if start.month == 3 else 1)


def test_a_week_by_hand_is_the_last_seven_days(life: Any) -> None:  # J10
    talk(life, *TASTES)
    life.virtual.later(days=3)
    assert run_one(life.runtime, owe_by_hand(life.runtime, Task.WEEKLY))
    (week,) = weeks(life)
    assert span(week) == (life.runtime.now() - WEEK, life.runtime.now())
    away(life, SUNDAY)
    assert span(weeks(life)[1]) == (SUNDAY - WEEK, SUNDAY), "the week itself is whole all the same"


def test_a_job_that_an_earlier_version_left_is_read_by_its_own_time(life: Any) -> None:  # J3
    talk(life, *TASTES)
    owe_by_hand(life.runtime, Task.WEEKLY)
    at = life.runtime.now()
    life.virtual.later(days=11)
    life.atlas.flush()
    assert span(weeks(life)[0]) == (at - WEEK, at)


@pytest.mark.parametrize("days", [1, 11, 40])
def test_a_late_night_reads_on_from_its_mark(life: Any, days: int) -> None:  # J3, J9
    remade(life)
    talk(life, *TASTES)
    before = len(life.atlas.jobs.reflections(limit=100, task="nightly"))
    away(life, life.runtime.now() + timedelta(days=days))
    nights = life.atlas.jobs.reflections(limit=100, task="nightly")
    assert len(nights) == before + 1
    with life.runtime.store.reading(life.runtime.space) as reader:
        last, _ = reader.interactions(0, 100)[-1]
        assert reader.read_mark("nightly") == last
    assert len(nights[0].inputs) >= len(TASTES), "what was said before it went away"
