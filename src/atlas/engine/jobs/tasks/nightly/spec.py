"""The record of nightly thinking, and what its commit does beside the usual."""

from __future__ import annotations

from typing import Final

from atlas.engine.core.marks import NIGHTLY as NIGHTLY_MARK
from atlas.engine.core.scheduling import Scheduling
from atlas.engine.curate.suggestions import expire_stale, settle_answered
from atlas.engine.jobs.conclusions import Conclusion, commit_thoughts
from atlas.engine.jobs.task_spec import TaskSpec
from atlas.engine.jobs.tasks.nightly.day_figures import count_figures, keep_figures
from atlas.engine.jobs.tasks.nightly.day_input import read_day
from atlas.engine.thinking.job_inputs import JobInput
from atlas.engine.thinking.pins import pin_all_since
from atlas.model.feedback import Feedback, FeedbackSignal
from atlas.model.memory import State
from atlas.model.task import Task
from atlas.ports.clock import Clock
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer


def pin_night(reader: Reader) -> tuple[str, ...]:
    return pin_all_since(reader, NIGHTLY_MARK)


def commit_night(conclusion: Conclusion) -> None:
    commit_thoughts(conclusion)
    expire_stale(conclusion.runtime, conclusion.ledger.txn)
    settle_answered(conclusion.runtime, conclusion.ledger.txn)
    _keep_reviews(conclusion.runtime, conclusion.ledger.txn, conclusion.seen)
    keep_figures(conclusion.runtime, conclusion.ledger, conclusion.figures)


def _keep_reviews(clock: Clock, txn: Writer, seen: JobInput) -> None:
    """T4: so that tomorrow it is the turn of others. It makes nothing stronger: only use does."""
    for memory in txn.memories(seen.reviewed):
        if memory.state is not State.GONE:
            txn.add_feedback(Feedback(memory.id, FeedbackSignal.REVIEWED, clock.now()))


NIGHTLY: Final = TaskSpec(
    Task.NIGHTLY,
    Scheduling(single=True),
    read_input=read_day,
    mark=NIGHTLY_MARK,
    pin=pin_night,
    one_by_one=True,
    time_limit_s=3_600.0,
    commit=commit_night,
    count_figures=count_figures,
    told_at_length=True,
)
