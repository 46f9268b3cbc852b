"""The record of adaptive thinking."""

from __future__ import annotations

from typing import Final

from atlas.engine.jobs.task_spec import TaskSpec
from atlas.engine.jobs.tasks.adaptive.doubt_input import read_doubt
from atlas.model.task import Task

ADAPTIVE: Final = TaskSpec(
    Task.ADAPTIVE,
    read_input=read_doubt,
    draws_lessons=True,
    time_limit_s=300.0,
    caps_trust=True,
    none_owed="No reply is in doubt that was not looked into already.",
)
