"""What the clock owes is owed once, whatever the clock does; what piles up fires when it is high enough."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from _minds import mind, minded, remade
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from atlas import compose
from atlas.engine.core.runtime import Memo
from atlas.engine.thinking.schedule import fire_due, owe_by_hand
from atlas.errors import ModelTrouble
from atlas.model.task import Task
from atlas.model.thinking import JobState
from atlas.model.trigger import Trigger, TriggerKind
from atlas.triggers.table import get_preset

FILES = count()
NIGHTS = (Trigger("nightly", TriggerKind.CRON, Task.NIGHTLY, cron="0 22 * * *"),)


def ran(life: Any, task: Task = Task.NIGHTLY) -> list[datetime]:
    return [thought.at for thought in reversed(life.atlas.jobs.reflections(limit=10_000, task=task.value))]


def live_through(life: Any, days: float, **step: float) -> None:
    end = life.runtime.now() + timedelta(days=days)
    while life.runtime.now() < end:
        life.virtual.later(**(step or {"hours": 1}))
        life.atlas.flush()


def test_nights_and_weeks_come_by_the_clock(life) -> None:  # J1, J2
    live_through(life, 14)
    assert len(ran(life)) == 14
    assert [at.weekday() for at in ran(life, Task.WEEKLY)] == [6, 6]
    assert {at.hour for at in ran(life)} == {22}
    assert all(thought.trigger == "nightly" for thought in life.atlas.jobs.reflections(task="nightly"))


def test_they_come_in_the_spaces_own_zone(life) -> None:  # J1
    remade(life, zone=ZoneInfo("Asia/Kolkata"))
    live_through(life, 2, minutes=30)
    assert [(at.hour, at.minute) for at in ran(life)] == [(16, 30), (16, 30)]


def test_what_was_missed_in_ten_days_of_sleep_runs_once(life) -> None:  # J3
    live_through(life, 1)
    life.virtual.later(days=10)
    life.atlas.flush()
    life.atlas.flush()
    assert len(ran(life)) == 2
    assert len(ran(life, Task.WEEKLY)) == 1
    live_through(life, 1)
    assert len(ran(life)) == 3


def test_a_new_process_makes_up_for_what_is_late(life) -> None:  # J3
    life.atlas.flush()  # writes down when it is due
    life.virtual.later(days=3)
    remade(life, memo=Memo(), owner="tomorrow")
    life.atlas.flush()
    assert len(ran(life)) == 1


def test_two_processes_owe_a_night_once(live) -> None:  # J3, J4
    one, other = live("shared.atlas"), live("shared.atlas", seed=8)
    for each in (one, other):
        fire_due(each.runtime)
        each.virtual.later(days=1)
    due = [fire_due(each.runtime) for each in (one, other)]
    assert due == [6, 0]  # the night, its light pruning, evolution, an exam, watched folders, the log
    nights = [job for job in one.atlas.jobs.list() if job.task is Task.NIGHTLY]
    assert len(nights) == 1


@pytest.mark.parametrize("jump", [timedelta(days=365), timedelta(days=-365), timedelta(hours=-3)])
def test_a_clock_that_jumps_runs_no_night_twice(life, jump: timedelta) -> None:  # J3, R8
    live_through(life, 3.6)
    life.virtual.clock.advance(jump)
    live_through(life, 2)
    life.virtual.clock.advance(-jump)
    live_through(life, 3)
    nights = [at for at in ran(life) if at.hour == 22]
    assert len({at.date() for at in nights}) == len(nights)
    assert len(nights) >= 8


def test_nothing_is_written_where_nothing_is_due(life) -> None:  # J2
    fire_due(life.runtime)

    class Sealed:
        def __getattr__(self, name: str) -> Any:
            return getattr(store, name)

        def writing(self, space: str) -> Any:
            raise AssertionError("something was written")

    store = life.runtime.store
    assert fire_due(replace(life.runtime, store=Sealed())) == 0  # type: ignore[arg-type]


def test_what_has_nobody_to_do_it_is_not_owed(life) -> None:  # J2
    remade(life, scheduling={task: each for task, each in life.runtime.scheduling.items() if task is not Task.PROBES})
    live_through(life, 8)
    weekly = {Task.WEEKLY, Task.REPLAY}
    assert {job.task for job in life.atlas.jobs.list(limit=1_000)} == {Task.NIGHTLY, Task.CONSOLIDATION, *weekly}
    waiting = {each.trigger.task for each in life.atlas.jobs.triggers() if not each.armed}
    assert Task.PROBES in waiting
    assert {each.trigger.name: each.armed for each in life.atlas.jobs.triggers()}["nightly"]


@pytest.mark.parametrize("name", ["hourly", "turns", "manual"])
def test_presets_of_consolidation_think_the_same(life, name: str) -> None:  # J2
    remade(life, triggers=get_preset(name))
    live_through(life, 2)
    assert len(ran(life)) == 2


def test_one_knows_when_there_is_next_something_to_do(life) -> None:  # J3
    assert life.atlas.jobs.next_due() is None
    life.atlas.flush()
    assert life.atlas.jobs.next_due() == datetime(2026, 3, 2, 12, tzinfo=UTC)  # evolution, after 180 minutes
    owe_by_hand(life.runtime, Task.WEEKLY)
    assert life.atlas.jobs.next_due() == life.runtime.now()


def test_a_night_that_is_parked_does_not_cost_the_next_ones(life) -> None:  # J3, J6
    minded(life, mind(nightly=ModelTrouble("No such model.")))
    life.say("One.")
    live_through(life, 3)
    life.say("Two.")
    (job,) = [job for job in life.atlas.jobs.list(limit=100) if job.task is Task.NIGHTLY]
    assert job.state is JobState.PARKED
    minded(life, mind())
    life.say("Three.")
    live_through(life, 2)
    done = [thought for thought in reversed(life.atlas.jobs.reflections(task="nightly")) if not thought.problem]
    assert sum(thought.said["interactions"] for thought in done) == 3


def test_an_event_with_a_cooldown_fires_once_in_a_while(life) -> None:  # J2
    table = (Trigger("thanked", TriggerKind.EVENT, Task.WEEKLY, on=("acceptance",), cooldown=timedelta(hours=1)),)
    remade(life, triggers=table)
    for _ in range(3):
        life.say("Rename it, please.", "Renamed.")
        life.say("Thank you!")
        life.virtual.later(minutes=20)
    assert len(ran(life, Task.WEEKLY)) == 1
    life.virtual.later(hours=1)
    life.say("Thanks a lot!")
    assert len(ran(life, Task.WEEKLY)) == 2


def test_turns_are_counted(life) -> None:  # J2
    remade(life, triggers=(Trigger("turns", TriggerKind.TURNS, Task.WEEKLY, turns=5, cooldown_turns=1),))
    for number in range(12):
        life.say(f"Thing {number}.", conversation=f"c{number}")
    assert len(ran(life, Task.WEEKLY)) == 2


@given(
    zone=st.sampled_from(["Europe/Lisbon", "America/New_York", "Australia/Lord_Howe"]),
    day=st.sampled_from([date(2026, 3, 6), date(2026, 3, 27), date(2026, 4, 3), date(2026, 10, 2), date(2026, 10, 23)]),
    minute=st.integers(0, 24 * 60 - 1),
    steps=st.lists(st.integers(1, 30), min_size=10, max_size=30),
)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_each_calendar_day_is_thought_over_once(live, zone: str, day: date, minute: int, steps: list[int]) -> None:
    """J3, R8: over the weekends on which the clocks change, however long the worker sleeps."""
    start = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)).astimezone(UTC)
    life = live(f"{next(FILES)}.atlas", start=start)
    cron = f"{minute % 60} {minute // 60} * * *"
    remade(life, zone=ZoneInfo(zone), triggers=(replace(NIGHTS[0], cron=cron),))
    due = []
    fire_due(life.runtime)
    for step in steps:
        before = life.runtime.now()
        life.virtual.later(hours=step)
        fired = fire_due(life.runtime)
        with life.runtime.store.writing(life.runtime.space) as txn:  # done at once
            for job in txn.jobs(JobState.QUEUED, 10):
                txn.put_job(replace(job, state=JobState.DONE))
        days = (life.runtime.now().astimezone(life.runtime.zone) - before.astimezone(life.runtime.zone)).days
        assert fired <= 1
        assert fired == 1 or days == 0
        due.append(fired)
    local = life.runtime.now().astimezone(life.runtime.zone).date()
    assert sum(due) <= (local - day).days + 1
    life.atlas.close()


def test_spaces_have_their_own_nights(life) -> None:  # P4
    other = compose.in_space(life.runtime, "other")
    fire_due(life.runtime)
    life.virtual.later(days=1)
    assert fire_due(life.runtime) == 6  # a night, its pruning, evolution, an exam, watched folders, the log
    assert fire_due(other) == 0  # it has only now been seen
    life.virtual.later(days=1)
    assert fire_due(other) == 6
