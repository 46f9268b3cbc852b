"""The registry of tasks: the one list of what has somebody to do it. A new task is a folder and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from atlas.engine.core.scheduling import Scheduling
from atlas.engine.jobs.task_spec import TaskSpec
from atlas.engine.jobs.tasks.adaptive.spec import ADAPTIVE
from atlas.engine.jobs.tasks.beliefs.spec import BELIEFS
from atlas.engine.jobs.tasks.consolidation.spec import CONSOLIDATION
from atlas.engine.jobs.tasks.evolution.spec import EVOLUTION
from atlas.engine.jobs.tasks.exam.spec import EXAM
from atlas.engine.jobs.tasks.gate.spec import GATE
from atlas.engine.jobs.tasks.ingestion.spec import INGESTION
from atlas.engine.jobs.tasks.lightweight.spec import LIGHTWEIGHT, READING
from atlas.engine.jobs.tasks.nightly.spec import NIGHTLY
from atlas.engine.jobs.tasks.observations.spec import OBSERVATIONS
from atlas.engine.jobs.tasks.probes.spec import PROBES
from atlas.engine.jobs.tasks.replay.spec import REPLAY
from atlas.engine.jobs.tasks.snapshot.spec import SNAPSHOT
from atlas.engine.jobs.tasks.weekly.spec import WEEKLY
from atlas.engine.jobs.tasks.wiki.spec import WIKI
from atlas.model.task import Task

SPECS: Final = (
    LIGHTWEIGHT, READING, ADAPTIVE, NIGHTLY, WEEKLY, CONSOLIDATION, OBSERVATIONS, GATE, EVOLUTION, BELIEFS, SNAPSHOT,
    REPLAY, EXAM, PROBES, INGESTION, WIKI,
)  # fmt: skip
_BY_TASK: Final[Mapping[Task, TaskSpec]] = {spec.task: spec for spec in SPECS}

RUNNABLE: Final = frozenset(_BY_TASK)
"""What has somebody to do it; other triggers wait for theirs."""
QUICK: Final = frozenset(spec.task for spec in SPECS if spec.quick)
"""What takes a moment, and is done before a recall; the rest is for the background."""
LESSONS: Final = frozenset(spec.task for spec in SPECS if spec.draws_lessons)
"""What draws the lesson of a correction that was just made."""
SELF_CHANGING: Final = frozenset(spec.task for spec in SPECS if spec.changes_itself)
"""What is not begun while the engine is held back (H6)."""
WITH_VECTORS: Final = frozenset(spec.task for spec in SPECS if spec.needs_vectors)
"""What is left for later where only the newest vectors are made."""
MARKS: Final = tuple(spec.mark for spec in SPECS if spec.mark is not None)
"""Marks over interactions that tasks go on from."""
SCHEDULING: Final[Mapping[Task, Scheduling]] = {spec.task: spec.scheduling for spec in SPECS}
"""What whoever writes jobs has to know of them."""


def spec_of(task: Task) -> TaskSpec:
    """The record of a task; of one that nobody does yet, a record that does nothing."""
    return _BY_TASK.get(task) or TaskSpec(task)
