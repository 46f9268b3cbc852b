"""The records of lightweight thinking and of its second pass, reading."""

from __future__ import annotations

from typing import Final

from atlas.engine.core.scheduling import Scheduling
from atlas.engine.jobs.task_spec import TaskSpec
from atlas.engine.jobs.tasks.lightweight.exchange_input import read_exchange, read_own_words
from atlas.model.task import Task

LIGHTWEIGHT: Final = TaskSpec(
    Task.LIGHTWEIGHT,
    Scheduling(companion=Task.READING, from_exchange=True),
    read_input=read_exchange,
    quick=True,
    time_limit_s=30.0,
    none_owed="Every interaction was thought about already.",
)
READING: Final = TaskSpec(
    Task.READING,
    Scheduling(from_exchange=True),
    read_input=read_own_words,
    model_only=True,
    time_limit_s=120.0,
    label="reading what was said with a model",
)
