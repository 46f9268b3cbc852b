"""When a cycle is owed (J2, T13): every night lightly, every week deeply, by the hour, by turns, or by hand alone."""

from __future__ import annotations

from typing import Any

import pytest
from _aged import TWICE, inferred, remember
from _minds import remade

from atlas.consolidation.plan import ALL, LIGHT
from atlas.engine.consolidate.light_cycle import LIGHT_KEY, LIGHT_PRUNING
from atlas.engine.jobs.run_cycle import run_consolidation
from atlas.engine.jobs.runner import run_one
from atlas.engine.thinking.schedule import owe_by_hand
from atlas.model.memory import State
from atlas.model.task import Task
from atlas.model.thinking import JobState
from atlas.triggers.table import DEFAULT, get_preset


def lived(life: Any, **span: float) -> None:
    """Time passes, and what is owed by then is done."""
    life.atlas.flush()
    life.virtual.later(**span)
    life.atlas.flush()


def cycles(life: Any) -> list[tuple[str, frozenset[str]]]:
    """Each cycle that ran, the oldest first: what made it owed, and its steps."""
    return [(each.trigger, frozenset(each.said["steps"])) for each in reversed(life.atlas.jobs.cycles(100))]


@pytest.mark.parametrize("name", ["default", "hourly", "turns", "manual"])
def test_the_triggers_of_every_preset_have_somebody_to_do_their_work(life, name: str) -> None:  # J2
    remade(life, triggers=get_preset(name))
    found = [each for each in life.atlas.jobs.triggers() if each.trigger.task is Task.CONSOLIDATION]
    assert found
    assert all(each.armed for each in found)


def test_a_night_prunes_lightly_and_a_week_consolidates(life) -> None:  # J2, T13
    lived(life, hours=14)
    assert cycles(life) == [(LIGHT_PRUNING, LIGHT)]
    for _ in range(6):
        lived(life, days=1)
    assert cycles(life)[1:].count((LIGHT_PRUNING, LIGHT)) == 6
    assert [each for each in cycles(life) if each[0] != LIGHT_PRUNING] == [("deep consolidation", ALL)]


def test_the_name_of_the_light_trigger_is_the_tables(life) -> None:  # J2
    assert [each.task for each in DEFAULT if each.name == LIGHT_PRUNING] == [Task.CONSOLIDATION]


def test_by_the_hour(life) -> None:  # J2
    remade(life, triggers=get_preset("hourly"))
    for _ in range(3):
        lived(life, hours=1)
    assert cycles(life) == [("hourly", ALL)] * 3


def test_by_turns(life) -> None:  # J2
    remade(life, triggers=get_preset("turns"))
    for number in range(50):
        assert cycles(life) == []
        life.say(f"Turn {number}.")
    assert cycles(life) == [("every 50 turns", ALL)]


def test_by_hand_alone(life) -> None:  # J2
    remade(life, triggers=get_preset("manual"))
    for _ in range(8):
        lived(life, days=1)
    assert cycles(life) == []
    run_consolidation(life.runtime)
    assert cycles(life) == [("by hand", ALL)]


def test_a_light_cycle_that_waits_does_not_stand_for_a_whole_one(life) -> None:  # J4, J2
    light, deep = (
        owe_by_hand(life.runtime, Task.CONSOLIDATION, LIGHT_KEY),
        owe_by_hand(life.runtime, Task.CONSOLIDATION),
    )
    assert light != deep
    assert owe_by_hand(life.runtime, Task.CONSOLIDATION) == deep
    jobs = {job.id: job.key for job in life.atlas.jobs.list("queued")}
    assert jobs == {light: LIGHT_KEY, deep: "consolidation"}


def test_what_another_process_is_at_is_left_to_it(life) -> None:  # J4
    id = owe_by_hand(life.runtime, Task.CONSOLIDATION)
    now = life.runtime.now()
    with life.runtime.store.writing(life.runtime.space) as txn:
        assert txn.claim_job("another", now, now.replace(hour=23), id=id)
    assert run_one(life.runtime, id) is False


def test_a_cycle_by_the_clock_is_like_one_by_hand(life) -> None:  # T13
    guess, older = inferred(life.runtime, "The user may be fond of jazz."), remember(life.runtime, TWICE)
    life.virtual.later(minutes=1)
    remember(life.runtime, TWICE)
    for _ in range(8):
        lived(life, days=1)
    gone = {each.id for each in life.atlas.memories(limit=100, archived=True) if each.state is State.ARCHIVED}
    assert gone == {guess, older}
    assert [job for job in life.atlas.jobs.list(limit=100) if job.state is not JobState.DONE] == []
