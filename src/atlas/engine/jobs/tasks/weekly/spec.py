"""The record of weekly thinking."""

from __future__ import annotations

from typing import Final

from atlas.engine.core.scheduling import Scheduling
from atlas.engine.jobs.task_spec import TaskSpec
from atlas.engine.jobs.tasks.weekly.week_input import read_week
from atlas.engine.thinking.pins import pin_weeks
from atlas.model.task import Task

WEEKLY: Final = TaskSpec(
    Task.WEEKLY,
    Scheduling(single=True, pin_period=pin_weeks),
    read_input=read_week,
    one_by_one=True,
    time_limit_s=3_600.0,
    told_at_length=True,
)
