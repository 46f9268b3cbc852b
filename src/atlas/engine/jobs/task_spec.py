"""The record of a task: everything that the engine has to know about it, in one place.

Whoever runs, ends, previews or names a job asks the record of its task; the registry lists the records.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from atlas.engine.core.runtime import Runtime
from atlas.engine.core.scheduling import Scheduling
from atlas.engine.jobs.conclusions import Conclusion, commit_thoughts
from atlas.engine.thinking.job_inputs import JobInput
from atlas.engine.thinking.pins import last_pinned, list_pinned_ids, pinned_interactions
from atlas.errors import ModelTrouble
from atlas.model.metric import Figure
from atlas.model.task import Task
from atlas.model.thinking import Job, Thoughts
from atlas.ports.reading import Reader

if TYPE_CHECKING:
    from atlas.engine.consolidate.cycle_state import Watch

ReadInput = Callable[[Runtime, Reader, Job], JobInput | None]
"""What a job may see, read in one transaction; None where there is nothing to think about any more."""
PlanInput = Callable[[Runtime, Job, "Watch | None"], JobInput | None]
"""The same for a task that reads for long: it opens short transactions of its own, and tells who looks on."""
Commit = Callable[[Conclusion], object]
"""Everything that a job came to, in the transaction of the conclusion's ledger (J7)."""


def read_nothing(_runtime: Runtime, _reader: Reader, _job: Job) -> JobInput | None:
    """For a task that nobody does yet: its jobs end without a thought."""
    return None


@dataclass(frozen=True, slots=True)
class TaskSpec:
    """How the jobs of one task are owed, read, run, committed and named."""

    task: Task
    scheduling: Scheduling = field(default_factory=Scheduling)

    # --- how it reads
    read_input: ReadInput = read_nothing
    plan_input: PlanInput | None = None
    """In place of `read_input`, for a task that reads too long for one transaction."""
    mark: str | None = None
    """The name of the mark that it goes on from, and that moves when a job is done (J7)."""
    pin: Callable[[Reader], tuple[str, ...]] | None = None
    """What a job is to think over, from the mark on, as it is when the job first runs."""
    by_session: Callable[[Reader], tuple[str, ...]] | None = None
    """In place of a mark: the sessions that a job is to think over, and that it is split into; or what it takes when
    none waits."""
    has_input: Callable[[Runtime, Reader], bool] | None = None
    """Whether anything waits for it: where nothing does, the clock makes no job of it (J2)."""
    waits_for_more: Callable[[Reader, int], bool] | None = None
    """Whether as much again waits behind this interaction as one run takes in: nothing has to trigger the next."""

    # --- how it runs
    quick: bool = False
    """Whether it takes a moment, and is done before somebody is answered (J15)."""
    draws_lessons: bool = False
    """Whether what a correction teaches is drawn by it, by the rules, when somebody asks what was learned."""
    changes_itself: bool = False
    """Whether it amends what the assistant goes by: it is not begun while the engine is held back (H6)."""
    model_only: bool = False
    """Whether only a model can do it: the rules leave it parked, and nothing of theirs is proposed by it (J14)."""
    one_by_one: bool = False
    """Whether its questions are asked one after the other, so that a crash costs one call: nobody waits for it."""
    needs_kept: bool = False
    """Whether what was said has to be kept and thought about first, when a person asks for a run."""
    needs_vectors: bool = False
    """Whether it compares meanings of all there is, and so is left for later where few vectors are made."""
    time_limit_s: float = 600.0
    """J1: how long a run may ask a model. What was answered by then is stored, and the next run goes on from there."""
    check: Callable[[Runtime, Job, Thoughts, bool], Thoughts] | None = None
    """What it came to, looked at whichever way it ended, before anything of it is committed (E5); and whether a reply
    held a secret."""
    without_answer: Callable[[ModelTrouble], Thoughts] | None = None
    """What it comes to where no model answers, if the rest of it is done all the same."""

    # --- how it commits
    commit: Commit = commit_thoughts
    count_figures: Callable[[Runtime], tuple[Figure, ...]] | None = None
    """What its commit keeps of long counts: they are made before, so that nobody waits to write meanwhile (J15)."""
    caps_trust: bool = False
    """Whether what the rules propose, too, is no better trusted than all that the job could see (J17)."""
    after_commit: Callable[[Runtime], None] | None = None

    # --- its words for people
    label: str = ""
    none_owed: str = ""
    """Why there was nothing to think about, where it does what is owed and nothing is."""
    told_at_length: bool = False
    """Whether one sentence does not tell enough of what was thought."""

    @property
    def name(self) -> str:
        """What a job of it does, as one says it."""
        return self.label or f"{self.task.value} thinking"

    @property
    def with_companion(self) -> frozenset[Task]:
        """The task, and the one that its jobs bring along."""
        companion = self.scheduling.companion
        return frozenset({self.task, companion} if companion else {self.task})

    def pin_job(self, reader: Reader, job: Job) -> Job:
        """Pin the interactions that the job is about to think over."""
        pin = self.pin or self.by_session
        return job if job.pinned or pin is None else replace(job, pinned=pin(reader))

    def find_moved_mark(self, job: Job) -> tuple[str, int] | None:
        """Return the mark that moves when the job is done, and where to (J7)."""
        upto = last_pinned(job)
        return (self.mark, upto) if self.mark is not None and upto is not None else None

    def list_covered(self, reader: Reader, job: Job) -> list[str]:
        """List the interactions of a run from mark to mark, or its sessions: a job splits into these (J6)."""
        if self.by_session is not None:
            return list_pinned_ids(job)
        return [each.id for each in pinned_interactions(reader, job)] if self.mark is not None else []

    def is_unfinished(self, reader: Reader, job: Job) -> bool:
        if self.by_session is not None:
            return bool(self.by_session(reader))
        upto = last_pinned(job)
        return upto is not None and self.waits_for_more is not None and self.waits_for_more(reader, upto)
