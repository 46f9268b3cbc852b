"""How a job ends: what came of it is committed whole, or it is put back, parked or poisoned (J5-J7)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from atlas.engine.core.ledger import Ledger
from atlas.engine.core.log_fields import log_fields
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.proposals import Neighbours
from atlas.engine.jobs.conclusions import Conclusion
from atlas.engine.jobs.registry import spec_of
from atlas.engine.jobs.task_spec import TaskSpec
from atlas.engine.thinking.driver import RULES
from atlas.engine.thinking.job_inputs import JobInput, still_stands
from atlas.engine.thinking.model_calls import Asked, Leaked
from atlas.engine.thinking.pins import is_one, split_halves
from atlas.engine.thinking.schedule import fire_for
from atlas.errors import AnnotatorTrouble, BudgetSpent, ConstitutionBroken, InvariantBroken, ModelTrouble
from atlas.model.metric import Figure
from atlas.model.spending import Spent
from atlas.model.thinking import Job, JobState, Proposed, Reflection, Thoughts
from atlas.ports.clock import Clock
from atlas.ports.writing import Writer

_FIRST_WAIT: Final = timedelta(seconds=30)
_LONGEST_WAIT: Final = timedelta(hours=6)
_MOST_STEPS: Final = 8
"""By which the longest wait is reached."""
_LOG: Final = logging.getLogger("atlas.jobs")
_PARKED: Final = 200


def conclude_job(
    runtime: Runtime,
    ledger: Ledger,
    job: Job,
    seen: JobInput | None,
    thoughts: Thoughts,
    asked: Asked,
    near: Neighbours,
    figures: tuple[Figure, ...] = (),
) -> None:
    if seen is None:
        ledger.txn.put_job(_end_job(job))
        return
    if not still_stands(ledger.txn, seen):
        ledger.txn.drop_answers(job.id)
        ledger.txn.put_job(_requeue_job(job, runtime.now()))
        return
    reflection = _build_reflection(runtime, ledger.txn, job, seen, thoughts, asked)
    _commit_thoughts(Conclusion(runtime, ledger, job, seen, thoughts, reflection, near, figures))
    fire_for(runtime, ledger.txn, thoughts.signals)  # while it runs: what it noticed does not make it owed once more
    _owe_leftovers(runtime, ledger.txn, job, thoughts)
    if asked.models:
        _unpark_jobs(ledger.txn, runtime.now())


def _commit_thoughts(conclusion: Conclusion) -> None:
    """Commit all thoughts at once, as the task has it; the reflection also counts thoughts that are not proposed."""
    job, thoughts = conclusion.job, conclusion.thoughts
    spec = spec_of(job.task)
    proposals = [each for each in thoughts.proposals if each.by_model or not spec.model_only]
    capped = tuple(_cap_trust(spec, job, conclusion.seen, each) for each in proposals)
    spec.commit(replace(conclusion, thoughts=replace(thoughts, proposals=capped)))


def _cap_trust(spec: TaskSpec, job: Job, seen: JobInput, proposed: Proposed) -> Proposed:
    """Cap a proposal's trust by all that the job could see (J17).

    At night and weekly each question says for itself what it saw.
    """
    if spec.caps_trust or (proposed.by_model and job.interaction is not None):
        return replace(proposed, ceiling=min(proposed.ceiling, seen.trust))
    return proposed


def _build_reflection(
    runtime: Runtime,
    txn: Writer,
    job: Job,
    seen: JobInput,
    thoughts: Thoughts,
    asked: Asked,
    problem: str | None = None,
) -> Reflection:
    spent = txn.sum_spent(job=job.id) if asked.models else Spent()
    return Reflection(
        runtime.reflection_id(),
        job.id,
        job.task,
        ", ".join(dict.fromkeys(asked.models)) or RULES,
        seen.inputs,
        runtime.now(),
        len(thoughts.proposals),
        job.trigger,
        seen.trust,
        thoughts.said,
        asked.prompt_hash,
        spent.calls,
        spent.tokens,
        spent.money,
        problem or (str(Leaked()) if asked.leaked else thoughts.problem),
        asked.duration_ms,
    )


# --- what is left of it


def _owe_leftovers(runtime: Runtime, txn: Writer, job: Job, thoughts: Thoughts) -> None:
    """Owe the interactions again that the reply was of no use for: in two halves while several, and three times
    alone."""
    left = thoughts.left
    if not left:
        _finish_done(runtime, txn, job)
    elif not is_one(job):
        _split_job(runtime, txn, job, left, thoughts.problem)
    else:
        _count_failure(runtime, txn, job, thoughts.problem or "The model's reply was of no use.")


def _split_job(runtime: Runtime, txn: Writer, job: Job, left: Sequence[str], problem: str | None) -> None:
    _finish_done(runtime, txn, job)
    for part in split_halves(left):
        _owe_part(runtime, txn, job, part, problem)


def _owe_part(runtime: Runtime, txn: Writer, job: Job, part: tuple[str, ...], problem: str | None) -> None:
    now = runtime.now()
    owed = Job(
        runtime.job_id(), job.task, f"{job.task}:{'+'.join(part)}", None, JobState.QUEUED, job.priority, now,
        f"{job.trigger or job.task} (a part that was of no use)", now + _FIRST_WAIT, part, failures=1, problem=problem,
    )  # fmt: skip
    txn.add_job(owed)


def _finish_done(clock: Clock, txn: Writer, job: Job) -> None:
    """Consume the interactions with the result (J7); run once more where a trigger came meanwhile and more waits
    (J5)."""
    _advance_mark(txn, job)
    txn.drop_answers(job.id)
    if (job.again or spec_of(job.task).is_unfinished(txn, job)) and _has_more(txn, job):
        txn.put_job(_requeue_job(replace(job, again=0, pinned=(), size=None), clock.now()))
    else:
        txn.put_job(_end_job(job))


def _advance_mark(txn: Writer, job: Job) -> None:
    """Move the mark forward only: a night that waited for a person may be done after the nights that came later."""
    moved = spec_of(job.task).find_moved_mark(job)
    if moved is not None and moved[1] > txn.read_mark(moved[0]):
        txn.put_mark(*moved)


def _has_more(txn: Writer, job: Job) -> bool:
    spec = spec_of(job.task)
    if spec.mark is not None:
        moved = spec.find_moved_mark(job)
        return bool(txn.interactions(moved[1], 1)) if moved else False
    return job.interaction is None or txn.interaction(job.interaction) is not None


def _end_job(job: Job) -> Job:
    return replace(job, state=JobState.DONE, lease_owner=None, lease_until=None, due_at=None, problem=None)


def _requeue_job(job: Job, due: datetime) -> Job:
    return replace(job, state=JobState.QUEUED, lease_owner=None, lease_until=None, due_at=due)


# --- what went wrong


def record_failure(
    runtime: Runtime,
    ledger: Ledger,
    job: Job,
    seen: JobInput | None,
    asked: Asked,
    trouble: Exception,
    says: str,
    thoughts: Thoughts,
) -> None:
    """Record why a job failed (R6) and consume nothing; the job waits, is parked, or is poison."""
    txn = ledger.txn
    if isinstance(trouble, ConstitutionBroken):  # no fault of the job: it is asked for and thought over again (E9)
        txn.drop_answers(job.id)
        txn.put_job(replace(_requeue_job(job, runtime.now()), problem=says))
        return
    _note_failure(runtime, job, trouble, says)
    if isinstance(trouble, ModelTrouble | InvariantBroken):
        txn.add_reflection(_build_failure_reflection(runtime, txn, job, seen, asked, says, thoughts))
    if isinstance(trouble, Leaked):
        txn.drop_answers(job.id)
        txn.put_job(_stop_job(_give_own_key(job), JobState.POISON, says))
    elif isinstance(trouble, BudgetSpent):
        _park_for_budget(runtime, txn, job, trouble, says)
    elif isinstance(trouble, ModelTrouble) and trouble.transient and job.attempts + 1 < runtime.jobs.retries:
        txn.put_job(_put_off_job(job, runtime.now(), trouble.retry_after, says))
    elif isinstance(trouble, ModelTrouble):
        txn.put_job(_stop_job(replace(job, attempts=job.attempts + 1), JobState.PARKED, says))
    elif isinstance(trouble, AnnotatorTrouble):  # it costs nothing to try, so that nobody has to say when
        txn.put_job(_put_off_job(job, runtime.now(), None, says))
    else:
        _count_failure(runtime, txn, job, says)


def _note_failure(runtime: Runtime, job: Job, trouble: Exception, says: str) -> None:
    """Note why a job failed; that the reader cannot be loaded is one trouble, however many jobs wait for it."""
    if not isinstance(trouble, AnnotatorTrouble):
        runtime.note_trouble("think", f"Job {job.id}: {says}")
    elif not any(each.says == says for each in runtime.memo.troubles):
        runtime.note_trouble("read", says)


def _put_off_job(job: Job, now: datetime, retry_after: float | None, says: str) -> Job:
    due = now + _compute_wait(job.attempts, retry_after)
    return replace(_requeue_job(job, due), attempts=job.attempts + 1, problem=says)


def _park_for_budget(runtime: Runtime, txn: Writer, job: Job, trouble: BudgetSpent, says: str) -> None:
    """There is room again tomorrow; or it is asked in parts; or it waits for a person, with what was paid for.

    A night that waits has its own key, and keeps what it is about: the nights after it go on from there.
    """
    if trouble.daily:
        txn.put_job(replace(_requeue_job(job, _find_next_midnight(runtime)), problem=says))
        return
    if trouble.large and not is_one(job) and (left := spec_of(job.task).list_covered(txn, job)):
        _split_job(runtime, txn, job, left, says)
        return
    _advance_mark(txn, job)
    txn.put_job(_stop_job(replace(_give_own_key(job), attempts=0), JobState.PARKED, says))


def _build_failure_reflection(
    runtime: Runtime, txn: Writer, job: Job, seen: JobInput | None, asked: Asked, says: str, thoughts: Thoughts
) -> Reflection:
    nothing = JobInput(lambda: iter(()), ())  # type: ignore[arg-type, return-value] # never driven
    return _build_reflection(runtime, txn, job, seen or nothing, Thoughts(said=thoughts.said), asked, says)


def _count_failure(runtime: Runtime, txn: Writer, job: Job, says: str) -> None:
    """The answers are asked for again: these were of no use."""
    counted = replace(job, failures=job.failures + 1)
    txn.drop_answers(job.id)
    if counted.failures < runtime.jobs.failures:
        txn.put_job(replace(_requeue_job(counted, runtime.now() + _compute_wait(job.failures, None)), problem=says))
    elif not is_one(job) and (left := spec_of(job.task).list_covered(txn, job)):
        _split_job(runtime, txn, job, left, says)
    else:
        txn.put_job(_stop_job(_give_own_key(counted), JobState.POISON, says))


def _give_own_key(job: Job) -> Job:
    """Give the job a key of its own, so that it holds up neither the next night or week nor another session."""
    return job if job.interaction is not None else replace(job, key=f"{job.key}:{job.id}")


def _stop_job(job: Job, state: JobState, says: str) -> Job:
    _LOG.warning("A job stopped.", extra=log_fields(job=job.id, task=job.task, state=state, attempts=job.attempts))
    return replace(job, state=state, lease_owner=None, lease_until=None, due_at=None, problem=says)


def _compute_wait(attempts: int, retry_after: float | None) -> timedelta:
    wait: timedelta = min(_LONGEST_WAIT, _FIRST_WAIT * 4 ** min(attempts, _MOST_STEPS))
    return max(wait, timedelta(seconds=min(retry_after or 0.0, _LONGEST_WAIT.total_seconds())))


def _find_next_midnight(runtime: Runtime) -> datetime:
    """Return when the day's budget begins anew, in the space's own zone."""
    local = runtime.now().astimezone(runtime.zone)
    return (
        (local + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0).astimezone(runtime.now().tzinfo)
    )


def _unpark_jobs(txn: Writer, now: datetime, *, by_rules: bool = False) -> None:
    """Queue the jobs that waited for a model.

    A job without budget waits for a person, or for rules, which need none.
    """
    for job in txn.jobs(JobState.PARKED, _PARKED):
        if _can_rules_do(job) if by_rules else job.attempts:
            txn.put_job(replace(_requeue_job(job, now), attempts=0))


def _can_rules_do(job: Job) -> bool:
    return not spec_of(job.task).model_only


def unpark_for_rules(runtime: Runtime) -> None:
    """Give jobs parked for a model that is no longer configured to the rules, where the rules can do them (J14)."""
    if runtime.models or runtime.model_elsewhere:
        return
    with runtime.reading() as reader:
        waiting = any(_can_rules_do(job) for job in reader.jobs(JobState.PARKED, _PARKED))
    if waiting:
        with runtime.writing() as txn:
            _unpark_jobs(txn, runtime.now(), by_rules=True)
