"""Each tier has a time limit, and how long it took is stored (J1)."""

from __future__ import annotations

from itertools import count

import pytest
from _minds import asked_of, mind, minded, remade

from atlas.model.task import Task
from atlas.model.thinking import JobState
from engine.conftest import Life


class Stopwatch:
    """Goes on by so much for each question of a model."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def slow_mind(watch: Stopwatch, seconds: float, **answers: object):  # type: ignore[no-untyped-def]
    def take_long(text: str, schema: object) -> dict[str, object]:
        watch.at += seconds
        return {}

    return mind(reading=take_long, nightly=take_long, review=take_long, **answers)  # type: ignore[arg-type]


def test_how_long_it_took_is_stored_with_the_reflection(life: Life) -> None:  # J1
    watch = Stopwatch()
    minded(life, slow_mind(watch, 2.5), stopwatch=watch)
    life.say("I live in Porto.")
    (read,) = life.atlas.jobs.reflections(task="reading")
    (ruled,) = life.atlas.jobs.reflections(task="lightweight")
    assert (read.duration_ms, ruled.duration_ms) == (2_500, 0)


def test_how_long_the_rules_took_is_stored_too(life: Life) -> None:  # J1
    ticks = count()
    remade(life, stopwatch=lambda: next(ticks) / 1_000)
    life.say("I live in Porto.")
    assert all(each.duration_ms > 0 for each in life.atlas.jobs.reflections())


def test_when_its_time_is_over_a_night_asks_no_more_and_goes_on_later_with_what_it_has(life: Life) -> None:  # J1, J7
    watch = Stopwatch()
    model = slow_mind(watch, 40.0)
    minded(life, model, stopwatch=watch, time_limits={Task.NIGHTLY: 60.0})
    for number in range(130):  # more than one question of a night
        life.virtual.later(minutes=1)
        life.atlas.observe(user=f"Thing number {number}.", assistant="Noted.", conversation="c1")
    life.atlas.jobs.reflect("nightly")
    first = asked_of(model, "nightly")
    assert len(first) == 2  # 0 s, 40 s; the third would have begun at 80 s
    (job,) = [each for each in life.atlas.jobs.list(limit=1_000) if each.task is Task.NIGHTLY]
    assert job.state is JobState.QUEUED
    assert "time of nightly thinking" in str(job.problem)
    life.virtual.later(hours=1)
    life.atlas.flush()
    later = asked_of(model, "nightly")
    assert len(set(later)) == len(later) > len(first)  # nothing was asked twice
    (job,) = [each for each in life.atlas.jobs.list(limit=1_000) if each.task is Task.NIGHTLY]
    assert job.state is JobState.DONE


@pytest.mark.parametrize("task", ["lightweight", "reading", "adaptive", "nightly", "weekly", "observations"])
def test_every_tier_has_a_limit(task: str) -> None:  # J1
    from atlas.engine.jobs.registry import spec_of

    assert 0 < spec_of(Task(task)).time_limit_s <= 3_600
