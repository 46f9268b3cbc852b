"""Owed thinking for people: see it, take it up again, let it go, run a tier now, or see first what that would cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from atlas.engine.core.access import ReadAccess, WriteAccess
from atlas.engine.core.constitution import holds_constitution
from atlas.engine.core.escalation import is_paused
from atlas.engine.core.replay_mark import is_held_by_replay
from atlas.engine.core.runtime import Runtime
from atlas.engine.intake.signals import detect_signals
from atlas.engine.jobs.registry import QUICK, spec_of
from atlas.engine.jobs.runner import run_one, run_owed_jobs
from atlas.engine.thinking.budget import estimate_cost
from atlas.engine.thinking.driver import reach_first_question
from atlas.engine.thinking.job_inputs import JobInput
from atlas.engine.thinking.model_calls import model_of
from atlas.engine.thinking.schedule import list_armed, owe_by_hand
from atlas.errors import BadInput, NotFound, Refused
from atlas.model.ids import JobId
from atlas.model.proposal import Proposal
from atlas.model.task import ASKED_FOR, Task
from atlas.model.thinking import Ask, Job, JobState, Reflection, Thoughts
from atlas.model.trigger import Standing, Trigger
from atlas.ports.clock import Clock
from atlas.ports.reading import Reader

if TYPE_CHECKING:
    from atlas.engine.consolidate.cycle_state import Watch

_STOPPED: Final = frozenset({JobState.PARKED, JobState.POISON, JobState.QUEUED})
_MANY: Final = 10_000


@dataclass(frozen=True, slots=True)
class Armed:
    """A trigger and how it stands."""

    trigger: Trigger
    standing: Standing | None
    armed: bool
    """Whether its work has somebody to do it in this version."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a tier would do now. Nothing was asked and nothing changed."""

    task: Task
    thinker: str
    messages: int
    """How many it would read."""
    memories: int
    questions: int
    tokens: int
    """At the most, of the first round of questions."""
    money: int
    """In millionths."""
    proposals: tuple[Proposal, ...]
    """What the rules would propose; of a model's answers nobody can tell before."""
    suggestions: tuple[str, ...] = ()
    """What they would suggest for tomorrow."""


def find_job(access: ReadAccess, prefix: str) -> Job:
    """Find the one job whose id begins with this prefix."""
    with access.reading() as reader:
        exact = reader.job(JobId(prefix))
        found = [exact] if exact else [job for job in reader.jobs(None, _MANY) if job.id.startswith(prefix)]
    if not found or not prefix:
        raise NotFound(f"There is no job {prefix} here.")
    if len(found) > 1:
        raise BadInput(f"{len(found)} jobs begin with {prefix}; give more of the id.")
    return found[0]


def retry_job(access: WriteAccess, prefix: str) -> Job:
    """Queue a parked, poisoned or waiting job again: with a clean slate, and first of all."""
    return _change_state(access, prefix, JobState.QUEUED)


def drop_job(access: WriteAccess, prefix: str) -> Job:
    """Drop a job that need not be done."""
    return _change_state(access, prefix, JobState.DROPPED)


def _change_state(access: WriteAccess, prefix: str, state: JobState) -> Job:
    job = find_job(access, prefix)
    with access.writing() as txn:
        current = txn.job(job.id)
        if current is None or current.state not in _STOPPED:
            raise Refused(
                f"The job {job.id} is {current.state.value if current else 'gone'}; it cannot be changed now."
            )
        if state is JobState.DROPPED:
            txn.drop_answers(job.id)
        fresh = replace(current, state=state, attempts=0, failures=0, due_at=None, lease_owner=None, lease_until=None)
        txn.put_job(fresh)
        return fresh


def list_triggers(runtime: Runtime) -> list[Armed]:
    with runtime.reading() as reader:
        known = {each.trigger: each for each in reader.standings()}
    working = {trigger.name for trigger in list_armed(runtime)}
    return [Armed(each, known.get(each.name), each.name in working) for each in runtime.triggers]


def find_next_time(runtime: Runtime) -> datetime | None:
    """Return when the next job or trigger is due, for whoever waits; None where nothing may be done before somebody
    has acted: under a constitution that was replaced or is broken no job is claimed (E9)."""
    with runtime.reading() as reader:
        if is_held_by_replay(runtime, reader) or is_paused(reader) or not runtime.self_improvement:
            return None
        if not holds_constitution(runtime):
            return None
        job = reader.next_job_at(runtime.now())
        working = {trigger.name for trigger in list_armed(runtime)}
        dues = [each.next_due for each in reader.standings() if each.next_due and each.trigger in working]
    return min([*dues, *([job] if job else [])], default=None)


# --- a tier by hand


def run_tier(runtime: Runtime, task: Task) -> Sequence[Reflection]:
    """Run one tier now and return its reflections. Lightweight and adaptive: all jobs that are owed."""
    _check_task(task)
    refuse_when_off(runtime)
    detect_signals(runtime)
    with runtime.reading() as reader:
        last = next((each.id for each in reader.reflections(1)), None)
    spec = spec_of(task)
    if spec.needs_kept:
        run_owed_jobs(runtime, tasks=QUICK)
    if spec.scheduling.single:
        run_now(runtime, owe_by_hand(runtime, task))
    else:
        run_owed_jobs(runtime, tasks=spec.with_companion)
    with runtime.reading() as reader:
        return tuple(reversed(_read_reflections_since(reader, last)))


def refuse_when_off(runtime: Runtime) -> None:
    if not runtime.self_improvement:
        raise Refused("Self-improvement is off: nothing is thought about; ATLAS_SELF_IMPROVEMENT=1 turns it on again.")


def run_now(runtime: Runtime, id: JobId, watch: Watch | None = None) -> None:
    """Also one that was parked or waits for another try: somebody says so (J6)."""
    if run_one(runtime, id, watch):
        return
    retry_job(runtime, id)  # refused where another process is at it
    run_one(runtime, id, watch)


def _read_reflections_since(reader: Reader, last: str | None) -> list[Reflection]:
    found = []
    for reflection in reader.reflections(_MANY):
        if reflection.id == last:
            break
        found.append(reflection)
    return found


def preview_tier(runtime: Runtime, task: Task) -> Preview:
    """Tell for `--dry-run` how much a run would read, ask and cost, or what the rules would propose."""
    _check_task(task)
    with runtime.reading() as reader:
        jobs = _list_next_jobs(runtime, reader, task)
        seen = [each for job in jobs if (each := spec_of(job.task).read_input(runtime, reader, job)) is not None]
    return _build_preview(runtime, task, seen)


def _check_task(task: Task) -> None:
    if task not in ASKED_FOR:
        raise BadInput(f"{task.value} is no tier of thinking; there are {', '.join(ASKED_FOR)}.")


def _list_next_jobs(clock: Clock, reader: Reader, task: Task) -> list[Job]:
    """List the jobs that a run would do: those that wait, or the one that it would make."""
    spec = spec_of(task)
    waiting = [job for job in reader.jobs(JobState.QUEUED, _MANY) if job.task in spec.with_companion]
    if waiting or not spec.scheduling.single:
        return waiting
    made = Job(JobId("j_preview"), task, task.value, None, JobState.QUEUED, 1, clock.now())
    return [spec.pin_job(reader, made)]


def _build_preview(runtime: Runtime, task: Task, seen: Sequence[JobInput]) -> Preview:
    questions = tokens = money = 0
    proposals: list[Proposal] = []
    tomorrow: list[str] = []
    for each in seen:
        asks, thoughts = _first_round(runtime, each)
        questions += sum(ask.samples for ask in asks)
        proposals += [proposed.proposal for proposed in thoughts.proposals]
        tomorrow += [item.text for item in thoughts.tomorrow]
        for ask in asks:
            _, model = model_of(runtime.models, ask.size)
            given = sum(runtime.context.count(value) for _, value in ask.values)
            most = estimate_cost(runtime, model.name, given + _PROMPT_TOKENS, ask.max_tokens)
            tokens, money = tokens + most.tokens * ask.samples, money + most.money * ask.samples
    return Preview(
        task,
        "model" if any(each.by_model for each in seen) else "rules",
        sum(len(each.messages) for each in seen),
        sum(len(each.memories) for each in seen),
        questions,
        tokens,
        money,
        tuple(proposals),
        tuple(tomorrow),
    )


_PROMPT_TOKENS: Final = 1_500
"""About what a prompt's own text and the constitution take."""


def _first_round(runtime: Runtime, seen: JobInput) -> tuple[list[Ask], Thoughts]:
    """Give the first questions of a thinking; or, where it asks nothing, its thoughts."""
    thinking = seen.thinking()
    try:
        asked = reach_first_question(runtime, thinking)
    except StopIteration as done:
        thoughts: Thoughts = done.value
        return [], thoughts
    thinking.close()
    return [each for each in asked if isinstance(each, Ask)], Thoughts()
