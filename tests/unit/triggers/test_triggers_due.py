"""When a trigger is due: late periods once, the clock's jumps, daylight saving both ways, cooldowns (J2, J3)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from atlas.errors import BadInput
from atlas.model.task import Task
from atlas.model.trigger import Standing, Trigger, TriggerKind
from atlas.triggers.due import (
    Counters,
    Firing,
    check_trigger,
    evaluate_trigger,
    is_cooling,
    list_companions,
    next_due,
    record_attempt,
    share_attempt,
)

NIGHTLY = Trigger("nightly", TriggerKind.CRON, Task.NIGHTLY, cron="0 22 * * *")
EVERY = Trigger("every", TriggerKind.INTERVAL, Task.EXAM, every=timedelta(hours=4))
LISBON, NEW_YORK, LORD_HOWE = map(ZoneInfo, ("Europe/Lisbon", "America/New_York", "Australia/Lord_Howe"))
ZONES = st.sampled_from([LISBON, NEW_YORK, LORD_HOWE, ZoneInfo("Asia/Kolkata"), ZoneInfo("America/Santiago"), UTC])
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
MOMENTS = st.integers(-600_000, 900_000).map(lambda minutes: START + timedelta(minutes=minutes))


class Life:
    """A trigger as the store keeps it: how it stands, and which periods have run."""

    def __init__(self, trigger: Trigger, zone: object = UTC) -> None:
        self.trigger, self.zone = trigger, zone
        self.standing: Standing | None = None
        self.ran: list[str] = []

    def look(self, now: datetime) -> bool:
        """Whether it runs now."""
        found = evaluate_trigger(self.trigger, self.standing, Counters(), now, self.zone)  # type: ignore[arg-type]
        if found is None:
            return False
        self.standing = found.standing if isinstance(found, Firing) else found
        if not isinstance(found, Firing) or found.period in self.ran:
            return False
        self.ran.append(found.period)
        return True


def walked(life: Life, times: Iterable[datetime]) -> list[datetime]:
    return [at for at in times if life.look(at)]


def every(step: timedelta, start: datetime, end: datetime) -> list[datetime]:
    return [start + step * number for number in range(int((end - start) / step) + 1)]


# --- the calendar


def test_a_new_trigger_waits_for_its_first_time() -> None:  # J3
    life = Life(NIGHTLY)
    assert not life.look(START)
    assert life.standing == Standing("nightly", datetime(2026, 3, 2, 22, tzinfo=UTC))
    assert not life.look(datetime(2026, 3, 2, 21, 59, 59, tzinfo=UTC))
    assert life.look(datetime(2026, 3, 2, 22, tzinfo=UTC))
    assert not life.look(datetime(2026, 3, 2, 22, tzinfo=UTC))
    assert life.standing.next_due == datetime(2026, 3, 3, 22, tzinfo=UTC)


def test_ten_days_of_sleep_are_made_up_for_once() -> None:  # J3, R8
    life = Life(NIGHTLY)
    life.look(START)
    woke = START + timedelta(days=10)
    assert walked(life, [woke, woke, woke + timedelta(hours=1)]) == [woke]
    assert life.ran == ["2026-03-11T22:00:00+00:00"]
    assert life.standing is not None
    assert life.standing.next_due == datetime(2026, 3, 12, 22, tzinfo=UTC)


def test_a_late_period_is_not_skipped_because_it_is_late() -> None:  # J3
    life = Life(Trigger("monthly", TriggerKind.CRON, Task.WEEKLY, cron="0 0 1 * *"))
    life.look(START)
    assert life.look(datetime(2026, 4, 29, tzinfo=UTC))
    assert life.ran == ["2026-04-01T00:00:00+00:00"]


@pytest.mark.parametrize("jump", [timedelta(days=365), timedelta(days=-365), timedelta(minutes=-90)])
def test_a_clock_that_jumps_and_comes_back_runs_no_night_twice(jump: timedelta) -> None:  # J3, R8
    life, hour = Life(NIGHTLY), timedelta(hours=1)
    before = walked(life, every(hour, START, START + timedelta(days=5, hours=14)))  # to 23:00
    there = walked(life, every(hour, START + jump, START + jump + timedelta(days=3)))
    after = walked(life, every(hour, START + timedelta(days=5), START + timedelta(days=12)))
    nights = [at for at in (*before, *after) if at.hour == 22]
    assert [at.date() for at in nights] == [date(2026, 3, 2) + timedelta(days=n) for n in range(12)]
    if abs(jump) > timedelta(days=1):
        assert there  # wherever the clock is, its nights are thought over
    assert len(life.ran) == len(set(life.ran))


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        (LISBON, date(2026, 3, 29)),
        (LISBON, date(2026, 10, 25)),
        (NEW_YORK, date(2026, 3, 8)),
        (NEW_YORK, date(2026, 11, 1)),
        (LORD_HOWE, date(2026, 4, 5)),
        (LORD_HOWE, date(2026, 10, 4)),
    ],
)
@pytest.mark.parametrize("cron", ["0 22 * * *", "30 1 * * *", "45 1 * * *", "0 2 * * *", "15 2 * * *", "30 2 * * *"])
def test_summer_time_begins_and_ends_and_every_day_runs_once(zone: ZoneInfo, day: date, cron: str) -> None:  # J1, R8
    life = Life(Trigger("daily", TriggerKind.CRON, Task.NIGHTLY, cron=cron), zone)
    midnight = datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)
    ran = walked(life, every(timedelta(minutes=15), midnight - timedelta(days=2), midnight + timedelta(days=3)))
    days = [at.astimezone(zone).date() for at in ran]
    assert days == sorted(set(days))
    assert set(days) >= {day + timedelta(days=n) for n in (-1, 0, 1)}
    assert len(ran) == len(life.ran)


@given(
    zone=ZONES,
    hour=st.integers(0, 23),
    minute=st.integers(0, 59),
    start=MOMENTS,
    steps=st.lists(st.integers(1, 60 * 40), min_size=20, max_size=120),
)
@example(zone=LISBON, hour=1, minute=30, start=datetime(2026, 10, 23, tzinfo=UTC), steps=[30] * 240)
@example(zone=NEW_YORK, hour=2, minute=30, start=datetime(2026, 3, 6, tzinfo=UTC), steps=[30] * 240)
@example(zone=LORD_HOWE, hour=2, minute=15, start=datetime(2026, 10, 2, tzinfo=UTC), steps=[15] * 480)
def test_each_calendar_day_runs_exactly_once(
    zone: ZoneInfo, hour: int, minute: int, start: datetime, steps: list[int]
) -> None:  # J1, J3, R8
    """However long the looks are apart: at each look all days that fell due since the last one are made up by one."""
    life = Life(Trigger("daily", TriggerKind.CRON, Task.NIGHTLY, cron=f"{minute} {hour} * * *"), zone)
    now = start
    life.look(now)
    for step in steps:
        before, now = now, now + timedelta(minutes=step)
        assert life.look(now) == any(before < at <= now for at in _due(zone, hour, minute, before, now))
    assert len(set(life.ran)) == len(life.ran)
    days = [datetime.fromisoformat(period).astimezone(zone).date() for period in life.ran]
    assert days == sorted(set(days))


def _due(zone: ZoneInfo, hour: int, minute: int, after: datetime, until: datetime) -> Iterable[datetime]:
    """Once each local day: at its time, the first of two, or when a skipped time is over. An oracle without cron."""
    day = after.astimezone(zone).date() - timedelta(days=1)
    while day <= until.astimezone(zone).date() + timedelta(days=1):
        yield _moment(zone, day, hour, minute)
        day += timedelta(days=1)


def _moment(zone: ZoneInfo, day: date, hour: int, minute: int) -> datetime:
    wanted = datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone)
    there = wanted.astimezone(UTC)
    if there.astimezone(zone).replace(tzinfo=None) == wanted.replace(tzinfo=None):
        return there
    back = wanted.replace(fold=1).astimezone(UTC)  # in a gap the two readings lie on its two sides
    low, high = min(there, back), max(there, back)
    offset = low.astimezone(zone).utcoffset()
    return (
        next(at for n in range(24 * 60) if (at := low + timedelta(minutes=n)).astimezone(zone).utcoffset() != offset)
        if low != high
        else there
    )


@given(
    hours=st.integers(1, 48),
    steps=st.lists(st.integers(1, 10_000), min_size=1, max_size=60),
    start=MOMENTS,
)
def test_an_interval_runs_once_however_late(hours: int, steps: list[int], start: datetime) -> None:  # J2, J3
    trigger = Trigger("every", TriggerKind.INTERVAL, Task.EXAM, every=timedelta(hours=hours))
    life, now = Life(trigger), start
    life.look(now)
    for step in steps:
        before, now = now, now + timedelta(minutes=step)
        due = next_due(trigger, before, UTC)
        assert due is not None
        assert life.look(now) == (due <= now)
        assert not life.look(now)
    assert len(set(life.ran)) == len(life.ran)


@pytest.mark.parametrize("cron", ["", "22", "0 25 * * *", "0 22 * *", "whenever", "0 22 31 2 *"])
def test_no_schedule_is_told_when_the_table_is_read(cron: str) -> None:
    with pytest.raises(BadInput, match="no schedule"):
        check_trigger(Trigger("bad", TriggerKind.CRON, Task.NIGHTLY, cron=cron))


def test_an_interval_of_nothing_is_told_too() -> None:
    with pytest.raises(BadInput, match="at least a minute"):
        check_trigger(Trigger("bad", TriggerKind.INTERVAL, Task.EXAM, every=timedelta(seconds=59)))


# --- what piles up


TURNS = Trigger("turns", TriggerKind.TURNS, Task.SNAPSHOT, turns=20, cooldown_turns=10)
SHIFT = Trigger("shift", TriggerKind.SHIFT, Task.SNAPSHOT, shift=0.1, cooldown_turns=10)
DEPTH = Trigger("depth", TriggerKind.DEPTH, Task.NIGHTLY, what="failures", depth=3, cooldown=timedelta(hours=6))


def fires(trigger: Trigger, standing: Standing | None, counters: Counters, now: datetime = START) -> bool:
    return isinstance(evaluate_trigger(trigger, standing, counters, now, UTC), Firing)


@pytest.mark.parametrize(("turns", "fired"), [(0, False), (19, False), (20, True), (35, True)])
def test_turns_are_counted_from_the_last_attempt(turns: int, fired: bool) -> None:  # J2, B5
    assert fires(TURNS, None, Counters(turns)) is fired
    assert fires(TURNS, Standing("turns", attempted_turn=100), Counters(100 + turns)) is fired


@pytest.mark.parametrize(("shift", "fired"), [(0.1, False), (0.11, True)])
def test_a_shift_has_to_be_above_its_threshold(shift: float, fired: bool) -> None:  # J2, B5
    assert fires(SHIFT, None, Counters(50, shift=shift)) is fired


@pytest.mark.parametrize(("turns", "fired"), [(9, False), (10, True)])
def test_the_cooldown_is_checked_first_also_before_the_first_attempt(turns: int, fired: bool) -> None:  # J2, B5
    assert fires(SHIFT, None, Counters(turns, shift=0.9)) is fired
    last = Standing("shift", attempted_at=START, attempted_turn=30)
    assert fires(SHIFT, last, Counters(30 + turns, shift=0.9)) is fired


def test_a_queue_fires_at_its_depth_and_then_cools_down() -> None:  # J2, S12
    assert not fires(DEPTH, None, Counters(9, {"failures": 2, "notes": 99}))
    found = evaluate_trigger(DEPTH, None, Counters(9, {"failures": 3}), START, UTC)
    assert isinstance(found, Firing)
    deep = Counters(12, {"failures": 8})
    assert not fires(DEPTH, found.standing, deep, START + timedelta(hours=5, minutes=59))
    assert fires(DEPTH, found.standing, deep, START + timedelta(hours=6))


def test_a_clock_that_went_back_does_not_cool_for_years() -> None:  # J2, R8
    last = Standing("depth", attempted_at=START + timedelta(days=365), attempted_turn=9)
    assert fires(DEPTH, last, Counters(12, {"failures": 3}))


def test_an_attempt_starts_the_cooldown_whatever_came_of_it() -> None:  # J2
    standing = record_attempt(None, "depth", Counters(4), START)
    assert (standing.attempted_at, standing.attempted_turn, standing.fired) == (START, 4, 1)
    assert is_cooling(DEPTH, standing, Counters(5), START + timedelta(hours=1))
    assert not is_cooling(DEPTH, standing, Counters(5), START + timedelta(hours=6))


@pytest.mark.parametrize("kind", [TriggerKind.EVENT, TriggerKind.MANUAL])
def test_neither_clock_nor_counters_fire_the_rest(kind: TriggerKind) -> None:  # J2
    trigger = Trigger("other", kind, Task.NIGHTLY, on=("interaction",))
    assert next_due(trigger, START, UTC) is None
    assert evaluate_trigger(trigger, None, Counters(999, {"failures": 99}, 9.0), START, UTC) is None


@given(
    turns=st.integers(1, 50),
    cooldown=st.integers(0, 40),
    looks=st.lists(st.integers(0, 30), min_size=1, max_size=60),
)
def test_between_two_attempts_lie_at_least_turns_and_cooldown(turns: int, cooldown: int, looks: list[int]) -> None:
    """J2."""
    trigger = Trigger("turns", TriggerKind.TURNS, Task.SNAPSHOT, turns=turns, cooldown_turns=cooldown)
    standing, at, fired = None, 0, []
    for more in looks:
        at += more
        found = evaluate_trigger(trigger, standing, Counters(at), START, UTC)
        if isinstance(found, Firing):
            fired.append(at)
            standing = found.standing
    assert all(later - earlier >= max(turns, cooldown) for earlier, later in zip([0, *fired], fired, strict=False))
    if at >= max(turns, cooldown):
        assert fired


def test_triggers_of_one_task_that_count_turns_cool_down_together() -> None:  # B5
    other = Trigger("every", TriggerKind.TURNS, Task.CONSOLIDATION, turns=5, cooldown_turns=1)
    assert list_companions(SHIFT, (TURNS, SHIFT, other)) == [TURNS]
    assert list_companions(NIGHTLY, (NIGHTLY, EVERY)) == []
    attempted = record_attempt(None, SHIFT.name, Counters(turns=16), START)
    shared = share_attempt(Standing(TURNS.name, fired=3, attempted_turn=4), TURNS, attempted)
    assert (shared.trigger, shared.attempted_turn, shared.attempted_at, shared.fired) == ("turns", 16, START, 3)
    assert is_cooling(TURNS, shared, Counters(turns=25, shift=1.0), START)
    assert evaluate_trigger(TURNS, shared, Counters(turns=35), START, UTC) is None
    assert isinstance(evaluate_trigger(TURNS, shared, Counters(turns=36), START, UTC), Firing)
