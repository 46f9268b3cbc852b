"""The registry of stages: the one list of what has somebody to do it. A new stage is a folder and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from atlas.engine.core.scheduling import Scheduling
from atlas.engine.jobs.stage import Stage
from atlas.engine.jobs.stages.adaptive.stage import ADAPTIVE
from atlas.engine.jobs.stages.consolidation.stage import CONSOLIDATION
from atlas.engine.jobs.stages.lightweight.stage import LIGHTWEIGHT, READING
from atlas.engine.jobs.stages.nightly.stage import NIGHTLY
from atlas.engine.jobs.stages.observations.stage import OBSERVATIONS
from atlas.engine.jobs.stages.weekly.stage import WEEKLY
from atlas.model.task import Task

STAGES: Final = (LIGHTWEIGHT, READING, ADAPTIVE, NIGHTLY, WEEKLY, CONSOLIDATION, OBSERVATIONS)
_BY_TASK: Final[Mapping[Task, Stage]] = {stage.task: stage for stage in STAGES}

RUNNABLE: Final = frozenset(_BY_TASK)
"""What has somebody to do it; other triggers wait for their stage."""
QUICK: Final = frozenset(stage.task for stage in STAGES if stage.quick)
"""What takes a moment, and is done before a recall; the rest is for the background."""
LESSONS: Final = frozenset(stage.task for stage in STAGES if stage.draws_lessons)
"""What draws the lesson of a correction that was just made."""
WITH_VECTORS: Final = frozenset(stage.task for stage in STAGES if stage.needs_vectors)
"""What is left for later where only the newest vectors are made."""
MARKS: Final = tuple(stage.mark for stage in STAGES if stage.mark is not None)
"""Marks over interactions that stages go on from."""
SCHEDULING: Final[Mapping[Task, Scheduling]] = {stage.task: stage.scheduling for stage in STAGES}
"""What whoever writes jobs has to know of them."""


def stage_of(task: Task) -> Stage:
    """The record of a task; of one whose stage is not built, a record that does nothing."""
    return _BY_TASK.get(task) or Stage(task)
