"""What makes thinking owed, carried out: due times, what has piled up, signals (J2-J5).

A job is written in the transaction that wrote its cause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Final

from atlas.engine.core.runtime import Runtime
from atlas.engine.thinking.pins import pin_sessions
from atlas.model.ids import InteractionId, JobId, SessionId
from atlas.model.signal import Signal
from atlas.model.task import Task
from atlas.model.thinking import Job, JobState
from atlas.model.trigger import Standing, Trigger, TriggerKind
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer
from atlas.triggers.due import (
    Counters,
    Firing,
    evaluate_trigger,
    is_cooling,
    list_companions,
    record_attempt,
    record_held_back,
    record_idle_period,
    share_attempt,
)
from atlas.triggers.table import INTERACTION, SESSION_ENDED, find_event_triggers

BY_CLOCK: Final = frozenset({TriggerKind.CRON, TriggerKind.INTERVAL})
BY_COUNT: Final = frozenset({TriggerKind.TURNS, TriggerKind.DEPTH, TriggerKind.SHIFT})
_RECENT: Final = 200
BY_HAND: Final = "by hand"
JUST_SAID: Final = 6
"""From this priority on a thought is about what is said now, and is worth a moment before somebody is answered."""
LONG_AGO: Final = 4
"""By so much the thinking about imported turns comes after that about what is said now, and still before the night."""
_FIRST: Final = 8
_ALL: Final = 2**31

HasInput = Callable[[Task, Reader], bool]
"""Whether anything waits for a task."""


def list_armed(runtime: Runtime) -> list[Trigger]:
    """List the triggers whose task has somebody to do it."""
    armed = (trigger for trigger in runtime.triggers if trigger.task in runtime.scheduling)
    return [trigger for trigger in armed if runtime.models or not trigger.with_model]


def fire_due(runtime: Runtime, has_input: HasInput = lambda _task, _reader: True) -> int:
    """What the clock owes by now; how many jobs. Nothing is written where nothing is due.

    An interval passes without a job where nothing waits for its task.
    """
    table = [trigger for trigger in list_armed(runtime) if trigger.kind in BY_CLOCK]
    now = runtime.now()
    with runtime.reading() as reader:
        if not any(_find_firings(runtime.zone, reader, table, Counters(), now)):
            return 0
    with runtime.writing() as txn:
        return _fire_triggers(runtime, txn, table, Counters(turns=txn.interaction_count()), now, has_input)


def fire_counted(runtime: Runtime, txn: Writer) -> int:
    """What has piled up, looked at when something was added to the pile."""
    table = [trigger for trigger in list_armed(runtime) if trigger.kind in BY_COUNT]
    return _fire_triggers(runtime, txn, table, _measure_piles(runtime, txn, table), runtime.now()) if table else 0


def _measure_piles(runtime: Runtime, txn: Writer, table: Iterable[Trigger]) -> Counters:
    counted = read_counters(txn)
    piles, shift = dict(counted.depths), 0.0
    for task in dict.fromkeys(trigger.task for trigger in table):
        scheduling = runtime.scheduling[task]
        if scheduling.measure_piles:
            piles |= scheduling.measure_piles(txn, runtime.context.count)
        if scheduling.measure_shift:
            shift = max(shift, scheduling.measure_shift(txn))
    return replace(counted, depths=piles, shift=shift)


def _fire_triggers(
    runtime: Runtime,
    txn: Writer,
    table: Iterable[Trigger],
    counted: Counters,
    now: datetime,
    has_input: HasInput = lambda _task, _reader: True,
) -> int:
    made = 0
    known = {each.trigger: each for each in txn.standings()}
    for trigger in table:
        found = evaluate_trigger(trigger, known.get(trigger.name), counted, now, runtime.zone)
        if found is None:
            continue
        if isinstance(found, Standing):
            txn.put_standing(found)
            continue
        if trigger.kind in BY_CLOCK and not has_input(trigger.task, txn):
            txn.put_standing(record_idle_period(known.get(trigger.name), found))
            continue
        txn.put_standing(found.standing)
        known |= _share_attempt(runtime, txn, trigger, found.standing)
        if txn.add_period(found.trigger.name, found.period):
            made += txn.add_job(_pin_period(runtime, found, _build_triggered_job(runtime, found.trigger, None)))
    return made


def _share_attempt(runtime: Runtime, txn: Writer, trigger: Trigger, attempted: Standing) -> dict[str, Standing]:
    """Count an attempt for the triggers that cool down together with this one (B5)."""
    shared = {
        each.name: share_attempt(txn.standing(each.name), each, attempted)
        for each in list_companions(trigger, runtime.triggers)
    }
    for standing in shared.values():
        txn.put_standing(standing)
    return shared


def _pin_period(runtime: Runtime, found: Firing, job: Job) -> Job:
    """Pin the period of a firing, so that a week knows which it is, however late it is thought over (J3)."""
    pin = runtime.scheduling[job.task].pin_period
    if pin is None or found.first is None or found.last is None:
        return job
    return replace(job, pinned=pin(found.first, found.last, runtime.zone))


def _find_firings(
    zone: tzinfo, reader: Reader, table: Iterable[Trigger], counted: Counters, now: datetime
) -> list[Firing | Standing]:
    known = {each.trigger: each for each in reader.standings()}
    seen = (evaluate_trigger(trigger, known.get(trigger.name), counted, now, zone) for trigger in table)
    return [each for each in seen if each is not None]


def read_counters(reader: Reader) -> Counters:
    """Count interactions, and the failures of the commonest type that no pattern holds yet (S12)."""
    heaps: dict[str, int] = {}
    for failure in reader.failures(_RECENT):
        if failure.pattern is None and failure.type is not None:
            heaps[failure.type] = heaps.get(failure.type, 0) + 1
    return Counters(reader.interaction_count(), {"failures": max(heaps.values(), default=0)})


def fire_for(
    runtime: Runtime, txn: Writer, signals: Sequence[Signal], doubts: Sequence[tuple[str, InteractionId]] = ()
) -> int:
    """The jobs that these signals, and the events of doubt that they come to, make owed."""
    events = [*((signal.kind.value, signal.about) for signal in signals), *doubts]
    counted, made = Counters(turns=txn.interaction_count()) if events else Counters(), 0
    for event, about in events:
        for trigger in find_event_triggers(list_armed(runtime), event):
            standing = txn.standing(trigger.name)
            if is_cooling(trigger, standing, counted, runtime.now()):
                txn.put_standing(record_held_back(standing, trigger.name))
                continue
            txn.put_standing(record_attempt(standing, trigger.name, counted, runtime.now()))
            made += txn.add_job(_build_triggered_job(runtime, trigger, about, event))
    return made


def owe_for_interaction(runtime: Runtime, txn: Writer, interaction: InteractionId, *, just_said: bool = True) -> None:
    """Owe the jobs of a new interaction; with a model, its reading too (J1), less urgently for an old interaction."""
    for trigger in find_event_triggers(list_armed(runtime), INTERACTION):
        urgent = trigger.priority if just_said else trigger.priority - LONG_AGO
        txn.add_job(_build_triggered_job(runtime, trigger, interaction, priority=urgent))
        companion = runtime.scheduling[trigger.task].companion
        if companion is not None and (runtime.models or runtime.model_elsewhere):
            txn.add_job(_build_job(runtime, companion, interaction, trigger.name, urgent - 1))


def owe_for_session(runtime: Runtime, txn: Writer, session: SessionId) -> None:
    """Owe what follows from the end of a session: its gate (E1). One job for each, whoever ends it (J4)."""
    for trigger in find_event_triggers(list_armed(runtime), SESSION_ENDED):
        key = f"{trigger.task.value}:{session}"
        job = _build_job(runtime, trigger.task, None, trigger.name, trigger.priority, key)
        txn.add_job(replace(job, pinned=pin_sessions([session])))


def owe_by_hand(runtime: Runtime, task: Task, key: str | None = None, pinned: tuple[str, ...] = ()) -> JobId:
    """Owe a job of this tier, to run now; where one with its key is open already, return that one."""
    with runtime.writing() as txn:
        job = replace(_build_job(runtime, task, None, BY_HAND, _FIRST, key), pinned=pinned)
        if txn.add_job(job):
            _record_by_hand(runtime, txn, task)
            return job.id
        return next(each.id for state in _OPEN for each in txn.jobs(state, _ALL) if each.key == job.key)


def _record_by_hand(runtime: Runtime, txn: Writer, task: Task) -> None:
    """Start the cooldown of what is counted in interactions: an attempt is one, whoever asks for it (B5)."""
    counted = Counters(turns=txn.interaction_count())
    for trigger in runtime.triggers:
        if trigger.task is task and trigger.cooldown_turns:
            attempted = record_attempt(None, trigger.name, counted, runtime.now())
            txn.put_standing(share_attempt(txn.standing(trigger.name), trigger, attempted))


_OPEN: Final = (JobState.QUEUED, JobState.RUNNING, JobState.PARKED, JobState.POISON)


def _build_triggered_job(
    runtime: Runtime, trigger: Trigger, about: InteractionId | None, why: str = "", *, priority: int | None = None
) -> Job:
    scheduling = runtime.scheduling[trigger.task]
    subject, urgent = None if scheduling.single else about, trigger.priority if priority is None else priority
    return _build_job(runtime, trigger.task, subject, why or trigger.name, urgent, scheduling.keys.get(trigger.name))


def key_of(task: Task, about: InteractionId | None) -> str:
    """By which an open job is known again (J4)."""
    return f"{task.value}:{about}" if about else task.value


def _build_job(
    runtime: Runtime, task: Task, about: InteractionId | None, why: str, priority: int, key: str | None = None
) -> Job:
    known_by = key or key_of(task, about)
    return Job(runtime.job_id(), task, known_by, about, JobState.QUEUED, priority, runtime.now(), why)
