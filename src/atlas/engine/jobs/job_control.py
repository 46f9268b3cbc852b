"""Owed thinking for people: see it, take it up again, let it go, run a tier now, or see first what that would cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from atlas.engine.core.access import ReadAccess, WriteAccess
from atlas.engine.core.replay_mark import is_held_by_replay
from atlas.engine.core.runtime import Runtime
from atlas.engine.intake.signals import detect_signals
from atlas.engine.jobs.registry import QUICK, spec_of
from atlas.engine.jobs.runner import run_one, work
from atlas.engine.thinking.budget import estimate
from atlas.engine.thinking.job_inputs import JobInput
from atlas.engine.thinking.model_calls import model_of
from atlas.engine.thinking.schedule import armed, by_hand
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


def find(access: ReadAccess, prefix: str) -> Job:
    """The one job whose id begins so."""
    with access.reading() as reader:
        exact = reader.job(JobId(prefix))
        found = [exact] if exact else [job for job in reader.jobs(None, _MANY) if job.id.startswith(prefix)]
    if not found or not prefix:
        raise NotFound(f"There is no job {prefix} here.")
    if len(found) > 1:
        raise BadInput(f"{len(found)} jobs begin with {prefix}; give more of the id.")
    return found[0]


def retry(access: WriteAccess, prefix: str) -> Job:
    """Take up again what was parked, is poison, or waits: with a clean slate, and first of all."""
    return _changed(access, prefix, JobState.QUEUED)


def drop(access: WriteAccess, prefix: str) -> Job:
    """Let it go: it need not be done."""
    return _changed(access, prefix, JobState.DROPPED)


def _changed(access: WriteAccess, prefix: str, state: JobState) -> Job:
    job = find(access, prefix)
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


def triggers(runtime: Runtime) -> list[Armed]:
    with runtime.reading() as reader:
        known = {each.trigger: each for each in reader.standings()}
    working = {trigger.name for trigger in armed(runtime)}
    return [Armed(each, known.get(each.name), each.name in working) for each in runtime.triggers]


def next_at(runtime: Runtime) -> datetime | None:
    """When there is next something to do, for whoever waits."""
    with runtime.reading() as reader:
        if is_held_by_replay(runtime, reader):
            return None
        job = reader.next_job_at(runtime.now())
        working = {trigger.name for trigger in armed(runtime)}
        dues = [each.next_due for each in reader.standings() if each.next_due and each.trigger in working]
    return min([*dues, *([job] if job else [])], default=None)


# --- a tier by hand


def reflect(runtime: Runtime, task: Task) -> Sequence[Reflection]:
    """Run one tier now; what was thought. Lightweight and adaptive: all that is owed of them."""
    _check(task)
    detect_signals(runtime)
    with runtime.reading() as reader:
        last = next((each.id for each in reader.reflections(1)), None)
    spec = spec_of(task)
    if spec.needs_kept:
        work(runtime, tasks=QUICK)
    if spec.scheduling.single:
        run_now(runtime, by_hand(runtime, task))
    else:
        work(runtime, tasks=spec.with_companion)
    with runtime.reading() as reader:
        return tuple(reversed(_since(reader, last)))


def run_now(runtime: Runtime, id: JobId, watch: Watch | None = None) -> None:
    """Also one that was parked or waits for another try: somebody says so (J6)."""
    if run_one(runtime, id, watch):
        return
    retry(runtime, id)  # refused where another process is at it
    run_one(runtime, id, watch)


def _since(reader: Reader, last: str | None) -> list[Reflection]:
    found = []
    for reflection in reader.reflections(_MANY):
        if reflection.id == last:
            break
        found.append(reflection)
    return found


def preview(runtime: Runtime, task: Task) -> Preview:
    """`--dry-run`: how much it would read, ask and cost, or what the rules would propose."""
    _check(task)
    with runtime.reading() as reader:
        jobs = _next(runtime, reader, task)
        seen = [each for job in jobs if (each := spec_of(job.task).read_input(runtime, reader, job)) is not None]
    return _preview(runtime, task, seen)


def _check(task: Task) -> None:
    if task not in ASKED_FOR:
        raise BadInput(f"{task.value} is no tier of thinking; there are {', '.join(ASKED_FOR)}.")


def _next(clock: Clock, reader: Reader, task: Task) -> list[Job]:
    """The jobs that a run would do: those that wait, or the one that it would make."""
    spec = spec_of(task)
    waiting = [job for job in reader.jobs(JobState.QUEUED, _MANY) if job.task in spec.with_companion]
    if waiting or not spec.scheduling.single:
        return waiting
    made = Job(JobId("j_preview"), task, task.value, None, JobState.QUEUED, 1, clock.now())
    return [spec.pinned(reader, made)]


def _preview(runtime: Runtime, task: Task, seen: Sequence[JobInput]) -> Preview:
    questions = tokens = money = 0
    proposals: list[Proposal] = []
    tomorrow: list[str] = []
    for each in seen:
        asks, thoughts = _first_round(each)
        questions += sum(ask.samples for ask in asks)
        proposals += [proposed.proposal for proposed in thoughts.proposals]
        tomorrow += [item.text for item in thoughts.tomorrow]
        for ask in asks:
            _, model = model_of(runtime.models, ask.size)
            given = sum(runtime.context.count(value) for _, value in ask.values)
            most = estimate(runtime, model.name, given + _PROMPT_TOKENS, ask.max_tokens)
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


def _first_round(seen: JobInput) -> tuple[list[Ask], Thoughts]:
    """What it asks first; or, where it asks nothing, what it comes to."""
    thinking = seen.thinking()
    try:
        asked = next(thinking)
    except StopIteration as done:
        thoughts: Thoughts = done.value
        return [], thoughts
    thinking.close()
    return [each for each in asked if isinstance(each, Ask)], Thoughts()
