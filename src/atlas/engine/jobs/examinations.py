"""Examinations by hand: replay past questions now, and what came of those before (H7)."""

from __future__ import annotations

from datetime import datetime

from atlas.engine.core.runtime import Runtime
from atlas.engine.intake.observe import to_utc
from atlas.engine.intake.signals import detect_signals
from atlas.engine.jobs.job_control import refuse_when_off, run_now
from atlas.engine.jobs.registry import QUICK, spec_of
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.engine.thinking.pins import pin_start
from atlas.engine.thinking.schedule import owe_by_hand
from atlas.errors import NotFound, Refused
from atlas.model.task import Task
from atlas.model.thinking import Reflection

_LATELY = 20


def replay_past_questions(runtime: Runtime, as_of: datetime | None = None) -> Reflection:
    """Ask past questions again, with memory and without, and as of a moment: that, or a week ago."""
    return _examine(runtime, Task.REPLAY, pin_start(to_utc(as_of)) if as_of is not None else ())


def _examine(runtime: Runtime, task: Task, pinned: tuple[str, ...]) -> Reflection:
    refuse_when_off(runtime)
    run_owed_jobs(runtime, tasks=QUICK)
    detect_signals(runtime)
    id = owe_by_hand(runtime, task, pinned=pinned)
    run_now(runtime, id)
    with runtime.reading() as reader:
        made = next((each for each in reader.reflections(_LATELY, task) if each.job == id), None)
        job = reader.job(id)
    if job is not None and job.problem:
        raise Refused(f"{job.problem} What was answered is kept: atlas jobs retry {job.id} goes on from there.")
    if made is None:
        raise NotFound(spec_of(task).none_owed)
    return made
