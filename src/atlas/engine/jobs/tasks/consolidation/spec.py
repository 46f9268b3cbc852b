"""The record of consolidation: a cycle as a job. The wing `consolidate` is heavy to import, and seldom needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from atlas.engine.consolidate.light_cycle import LIGHT_KEY, LIGHT_PRUNING
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.scheduling import Scheduling
from atlas.engine.core.vectors import open_index
from atlas.engine.jobs.conclusions import Conclusion
from atlas.engine.jobs.task_spec import TaskSpec
from atlas.errors import ModelTrouble
from atlas.model.task import Task
from atlas.model.thinking import Job, Thoughts

if TYPE_CHECKING:
    from atlas.engine.consolidate.cycle_state import CycleInput, Watch


def plan_cycle(runtime: Runtime, job: Job, watch: Watch | None) -> CycleInput:
    from atlas.engine.consolidate.cycle_plan import prepare_cycle  # heavy, seldom needed

    return prepare_cycle(runtime, job, watch)


def leave_insights(trouble: ModelTrouble) -> Thoughts:
    """A cycle asks a model for its insights alone: where that is down, the rest of it is done all the same."""
    from atlas.engine.consolidate.cycle_plan import think_without_model  # heavy, seldom needed

    return think_without_model(trouble)


def commit_whole_cycle(conclusion: Conclusion) -> None:
    from atlas.engine.consolidate.commit_cycle import commit_cycle  # heavy, seldom needed
    from atlas.engine.consolidate.cycle_state import CycleInput  # heavy, seldom needed

    seen, ledger = conclusion.seen, conclusion.ledger
    if not isinstance(seen, CycleInput):
        raise TypeError("A job of consolidation has a cycle to commit.")
    thoughts, near = conclusion.thoughts, conclusion.near
    ledger.txn.add_reflection(
        commit_cycle(conclusion.runtime, ledger, seen.cycle, thoughts, conclusion.reflection, near)
    )


def follow_changes(runtime: Runtime) -> None:
    """T11: what a cycle changed is followed by the cycle, not by the next one who asks something."""
    with runtime.reading() as reader:
        open_index(runtime, reader)


CONSOLIDATION: Final = TaskSpec(
    Task.CONSOLIDATION,
    Scheduling(single=True, keys={LIGHT_PRUNING: LIGHT_KEY}),
    plan_input=plan_cycle,
    needs_vectors=True,
    time_limit_s=1_800.0,
    without_answer=leave_insights,
    commit=commit_whole_cycle,
    after_commit=follow_changes,
)
