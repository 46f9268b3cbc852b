"""X5, J1-J3, J14: a month of talk on a virtual clock, without a language model, across a change of the clocks and a
sleep of ten days. Every night and every week is thought over exactly once.
"""

from __future__ import annotations

import os
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from atlas import Atlas
from atlas.model.memory import Kind, Status
from atlas.model.task import Task
from atlas.model.thinking import JobState
from atlas.testing.simulator import simulate
from atlas.testing.virtual import Virtual, virtual

ZONE = ZoneInfo("Europe/Lisbon")
START = datetime(2026, 10, 5, 6, 0, tzinfo=UTC)
FULL = os.environ.get("ATLAS_PROVE") == "full"
DAYS, A_DAY = (40, 21) if FULL else (29, 4)
ASLEEP = range(12, 22)


def _nights(lived: Virtual, task: Task) -> list[datetime]:
    with lived.runtime.store.reading(lived.runtime.space) as reader:
        ran = [each for each in reader.reflections(10_000, task) if each.trigger == task.value]
        return sorted(each.at.astimezone(ZONE) for each in ran)


def test_a_month_with_every_period_once(tmp_path: Path) -> None:
    lived = virtual(tmp_path / "month.atlas", start=START, zone="Europe/Lisbon")
    told = simulate(lived, DAYS, A_DAY, asleep=ASLEEP)
    assert told.interactions == (DAYS - len(ASLEEP)) * A_DAY >= (600 if FULL else 75)
    first = START.astimezone(ZONE).date()
    days = [first + timedelta(days=number) for number in range(DAYS)]
    assert date(2026, 10, 25) in days, "the clocks change on it"
    awake = set(told.awake)
    slept = [day for day in days if day not in awake]
    woke = max(slept) + timedelta(days=1)
    nights = Counter(night.date() for night in _nights(lived, Task.NIGHTLY))
    made_up = nights.pop(woke)
    assert made_up == 2, "what was missed is made up for once, in the morning; then comes that day's own night"
    assert nights == Counter(awake - {woke})
    sundays = [day for day in days if day.weekday() == 6]
    weeks = Counter(week.date() for week in _nights(lived, Task.WEEKLY))
    missed = [day for day in sundays if day not in awake]
    expected = Counter([day for day in sundays if day in awake] + ([woke] if missed else []))
    assert weeks == expected
    _everything_was_thought_about(lived, told.interactions)


def _everything_was_thought_about(lived: Virtual, interactions: int) -> None:
    atlas = Atlas(lived.runtime, background=False)
    with lived.runtime.store.reading(lived.runtime.space) as reader:
        assert len(reader.reflections(10_000, Task.LIGHTWEIGHT)) == interactions
        assert all(each.thinker == "rules" for each in reader.reflections(10_000))
        assert [
            job for state in (JobState.QUEUED, JobState.POISON, JobState.PARKED) for job in reader.jobs(state, 9)
        ] == []
        last, _ = reader.interactions(0, 10_000)[-1]
        assert reader.read_mark("nightly") == last
    kinds = Counter(signal.kind.value for signal in atlas.inspect.signals(limit=10_000))
    assert kinds["correction"] > A_DAY
    assert kinds["re_ask"] > (20 if FULL else 5)
    assert kinds["acceptance"] > (20 if FULL else 5)
    lessons = atlas.memories(kinds=[Kind.LESSON], limit=1_000)
    assert lessons
    assert {lesson.status for lesson in lessons} <= {Status.NEEDS_REVIEW, Status.EXPIRED}
    assert atlas.review.suggestions()
    assert atlas.admin.verify().ok


def test_the_same_seed_tells_the_same_story(tmp_path: Path) -> None:
    told = []
    for name in ("one", "two"):
        lived = virtual(tmp_path / f"{name}.atlas", start=START)
        simulate(lived, 3, 8)
        atlas = Atlas(lived.runtime, background=False)
        told.append([(memory.id, memory.content, memory.status) for memory in atlas.memories(limit=1_000)])
    assert told[0] == told[1]
    assert len(told[0]) > 20
