"""The one table of what makes thinking owed, and the presets of the documents (J2)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from atlas.errors import BadInput
from atlas.model.signal import SignalKind
from atlas.model.task import Task
from atlas.model.trigger import Trigger, TriggerKind
from atlas.triggers.due import check_trigger
from atlas.triggers.table import DEEPLY_DOUBTED, DEFAULT, DOUBTED, INTERACTION, PRESETS, find_event_triggers, get_preset


def of(task: Task, table: tuple[Trigger, ...] = DEFAULT) -> list[Trigger]:
    return [trigger for trigger in table if trigger.task is task]


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_sound(name: str) -> None:  # J2
    table = get_preset(name)
    names = [trigger.name for trigger in table]
    assert len(names) == len(set(names))
    for trigger in table:
        check_trigger(trigger)


def test_all_seven_kinds_are_in_use() -> None:  # J2
    assert {trigger.kind for trigger in DEFAULT} == set(TriggerKind)


def test_every_task_but_reading_has_a_trigger() -> None:  # J2
    """Reading follows lightweight thinking where there is a model."""
    assert {trigger.task for trigger in DEFAULT} == set(Task) - {Task.READING}


def test_the_tiers_run_when_the_documents_say() -> None:  # J1, J2
    (every,) = of(Task.LIGHTWEIGHT)
    assert (every.kind, every.on) == (TriggerKind.EVENT, (INTERACTION,))
    crons = {trigger.task: trigger.cron for trigger in DEFAULT if trigger.task in (Task.NIGHTLY, Task.WEEKLY)}
    night = [trigger.cron for trigger in of(Task.NIGHTLY) if trigger.kind is TriggerKind.CRON]
    week = [trigger.cron for trigger in of(Task.WEEKLY)]
    assert (night, week) == (["0 22 * * *"], ["0 20 * * 0"])
    assert set(crons) == {Task.NIGHTLY, Task.WEEKLY}


@pytest.mark.parametrize(
    "signal",
    [
        SignalKind.RE_ASK,
        SignalKind.CORRECTION,
        SignalKind.UNDO,
        SignalKind.INCONSISTENT,
        SignalKind.TASK_FAILURE,
        SignalKind.REPETITION,
        SignalKind.LONG_TASK,
        DOUBTED,
    ],
)
def test_signals_that_leave_doubt_owe_adaptive_thinking(signal: str) -> None:  # S3, S5-S8, S11
    assert [trigger.task for trigger in find_event_triggers(DEFAULT, signal)] == [Task.ADAPTIVE]


@pytest.mark.parametrize("signal", [SignalKind.ACCEPTANCE, SignalKind.THUMBS_UP, SignalKind.STRANGE, "nothing"])
def test_other_signals_owe_nothing_by_themselves(signal: str) -> None:  # J2
    assert find_event_triggers(DEFAULT, signal) == []


@pytest.mark.parametrize("event", [SignalKind.SCATTERED, DEEPLY_DOUBTED])
def test_answers_that_scatter_and_deep_doubt_owe_a_night(event: str) -> None:  # S4, S5
    (trigger,) = find_event_triggers(DEFAULT, event)
    assert (trigger.task, trigger.cooldown) == (Task.NIGHTLY, timedelta(hours=6))


@pytest.mark.parametrize("signal", [SignalKind.HEDGING, SignalKind.UNSURE])
def test_uncertainty_alone_is_looked_into_where_a_model_can_be_asked_again(signal: str) -> None:  # S2, S3
    (trigger,) = find_event_triggers(DEFAULT, signal)
    assert (trigger.task, trigger.with_model) == (Task.ADAPTIVE, True)


def test_an_event_fires_no_other_kind_of_trigger() -> None:  # J2
    odd = Trigger("odd", TriggerKind.TURNS, Task.SNAPSHOT, on=(INTERACTION,), turns=3)
    assert find_event_triggers([odd], INTERACTION) == []


def test_later_stages_have_the_documents_numbers() -> None:  # J2
    depths = {(trigger.what, trigger.depth) for trigger in of(Task.OBSERVATIONS)}
    assert depths == {("notes", 50), ("tokens", 30_000)}
    turns, shift = of(Task.SNAPSHOT)
    assert (turns.turns, shift.shift) == (20, 0.1)
    assert turns.cooldown_turns == shift.cooldown_turns == 10
    every, depth = of(Task.EVOLUTION)
    assert (every.every, depth.depth) == (timedelta(minutes=180), 5)
    assert [trigger.every for trigger in of(Task.EXAM)] == [timedelta(hours=4)]


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("default", [TriggerKind.CRON, TriggerKind.CRON]),
        ("hourly", [TriggerKind.INTERVAL]),
        ("turns", [TriggerKind.TURNS]),
        ("manual", [TriggerKind.MANUAL]),
    ],
)
def test_presets_differ_in_when_they_consolidate(name: str, kinds: list[TriggerKind]) -> None:  # J2
    table = get_preset(name)
    assert [trigger.kind for trigger in of(Task.CONSOLIDATION, table)] == kinds
    others = [trigger for trigger in table if trigger.task is not Task.CONSOLIDATION]
    assert others == [trigger for trigger in DEFAULT if trigger.task is not Task.CONSOLIDATION]


def test_an_unknown_preset_is_named() -> None:
    with pytest.raises(BadInput, match="default, hourly, turns, manual"):
        get_preset("weekly")
