"""Thinking that is owed, was done or can be done now, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from atlas.engine.inspect import status
from atlas.engine.jobs import costs, job_control, runner
from atlas.engine.jobs.costs import Costs
from atlas.engine.jobs.evolution_figures import EvolutionFigures, read_evolution_figures
from atlas.engine.jobs.job_control import Armed, Preview
from atlas.model.exam import Exam
from atlas.model.task import Task
from atlas.model.thinking import Job, JobState, Reflection
from atlas.surfaces.input_values import (
    check_callback,
    check_days,
    check_flag,
    check_id,
    check_limit,
    parse_job_state,
    parse_moment,
    parse_task,
)
from atlas.surfaces.library.opening import Opening

if TYPE_CHECKING:
    from atlas.engine.jobs.run_cycle import Consolidated


class Jobs:
    """Thinking that is owed, was done or can be done now, and what it costs."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening

    def list(self, state: JobState | str | None = None, limit: int = 50) -> Sequence[Job]:
        """Owed thinking, in the order in which it would be done."""
        wanted = parse_job_state(state) if state is not None else None
        return status.list_jobs(self._opening.runtime, wanted, check_limit(limit))

    def owed(self) -> int:
        """How many jobs are owed now."""
        return runner.count_owed_jobs(self._opening.runtime)

    def retry(self, job: str) -> Job:
        """Take up again a job that was parked or is poison."""
        return job_control.retry_job(self._opening.runtime, check_id(job))

    def drop(self, job: str) -> Job:
        """Let a job go: it need not be done."""
        return job_control.drop_job(self._opening.runtime, check_id(job))

    def triggers(self) -> Sequence[Armed]:
        """What makes thinking owed, and when it is next due."""
        return job_control.list_triggers(self._opening.runtime)

    def next_due(self) -> datetime | None:
        """When there is next something to do."""
        return job_control.find_next_time(self._opening.runtime)

    def reflect(self, task: Task | str = "nightly") -> Sequence[Reflection]:
        """Run one tier of thinking now: `lightweight`, `adaptive`, `nightly` or `weekly`; or take notes now:
        `observations`. What was thought."""
        return job_control.run_tier(self._opening.runtime, parse_task(task))

    def preview(self, task: Task | str = "nightly") -> Preview:
        """What a tier would read, ask, cost or propose, with nothing asked and nothing changed."""
        return job_control.preview_tier(self._opening.runtime, parse_task(task))

    def consolidate(
        self, dry_run: bool = False, *, light: bool = False, progress: Callable[[str], None] | None = None
    ) -> Consolidated:
        """One cycle over what is remembered: what faded, is said twice, was used together, belongs together, is old.

        It is committed whole or not at all, and one `undo` takes it back. A dry run only says what it would do. `light`
        prunes, strengthens and sweeps; `progress` is told each step as it begins.
        """
        from atlas.engine.jobs import run_cycle  # heavy to import, and seldom needed

        told = check_callback(progress, "progress")
        only, light = check_flag(dry_run, "dry_run"), check_flag(light, "light")
        return run_cycle.run_consolidation(self._opening.runtime, only, light=light, progress=told)

    def replay_questions(self, as_of: datetime | None = None) -> Reflection:
        """Ask past questions again, with memory, without it, and as it stood at a moment (a week ago unless given).

        What makes answers worse goes back to review. `said` has the figures.
        """
        from atlas.engine.jobs import examinations  # seldom needed

        return examinations.replay_past_questions(self._opening.runtime, parse_moment(as_of))

    def take_exam(self) -> Reflection:
        """Ask a few questions whose answer is known, with memory and without it. `exams` has the grades."""
        from atlas.engine.jobs import examinations  # seldom needed

        return examinations.take_exam(self._opening.runtime)

    def exams(self, limit: int = 20) -> Sequence[Exam]:
        """The grades of exams, the newest first."""
        from atlas.engine.jobs import examinations  # seldom needed

        return examinations.list_exams(self._opening.runtime, check_limit(limit))

    def probe(self, assistant: Callable[[str, Sequence[tuple[str, str]]], str] | None = None) -> Reflection:
        """Tempt the assistant to agree, with memory and without it; the memory that makes it give in goes to review.

        Any function can be probed: it is given the instructions and what was said so far, as roles and words, and
        answers. `said` has the figures.
        """
        from atlas.engine.jobs import examinations  # seldom needed

        return examinations.put_probes(self._opening.runtime, check_callback(assistant, "assistant"))

    def cycles(self, limit: int = 20) -> Sequence[Reflection]:
        """The records of cycles, the newest first."""
        return status.list_reflections(self._opening.runtime, check_limit(limit), Task.CONSOLIDATION)

    def reflections(self, limit: int = 50, task: Task | str | None = None) -> Sequence[Reflection]:
        """What was thought, the newest first."""
        return status.list_reflections(
            self._opening.runtime, check_limit(limit), parse_task(task) if task is not None else None
        )

    def evolution(self) -> EvolutionFigures:
        """How sessions became amendments of the documents, counted."""
        return read_evolution_figures(self._opening.runtime)

    def costs(self, days: int = 30, limit: int = 20) -> Costs:
        """What thinking cost, beside what it may cost."""
        return costs.read_costs(self._opening.runtime, check_days(days), check_limit(limit))
