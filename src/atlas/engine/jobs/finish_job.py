"""How a job ends: what came of it is committed whole, or it is put back, parked or poisoned (J5-J7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from atlas.curation.hygiene import clean, redact
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.proposals import Neighbours, commit_proposals
from atlas.engine.curate.suggestions import expire_stale
from atlas.engine.thinking.driver import RULES
from atlas.engine.thinking.job_inputs import JobInput, consumed, covered, halves, is_one, still_stands, unfinished
from atlas.engine.thinking.model_calls import Asked, Leaked
from atlas.engine.thinking.observations import retired, tried
from atlas.engine.thinking.schedule import fire_for
from atlas.errors import BudgetSpent, ModelTrouble
from atlas.model.failure import Pattern
from atlas.model.feedback import Feedback, FeedbackSignal
from atlas.model.ids import InteractionId, MessageId, ReflectionId
from atlas.model.memory import State
from atlas.model.spending import Spent
from atlas.model.suggestion import Suggestion, SuggestionState
from atlas.model.task import Task
from atlas.model.text import folded
from atlas.model.thinking import Job, JobState, Proposed, Reflection, Seen, Thoughts, Tomorrow
from atlas.ports.writing import Writer

MAX_ATTEMPTS: Final = 5
"""Times that the world may not work, before a job is parked."""
MAX_FAILURES: Final = 3
"""Times that what comes of a job may break the rules, before it is poison."""
_FIRST_WAIT: Final = timedelta(seconds=30)
_LONGEST_WAIT: Final = timedelta(hours=6)
_PARKED: Final = 200
FAINT: Final = 0.1
"""A pattern that has weakened so far is no longer one."""
_WAITING: Final = 200


def conclude(
    runtime: Runtime,
    ledger: Ledger,
    job: Job,
    seen: JobInput | None,
    thoughts: Thoughts,
    asked: Asked,
    near: Neighbours,
) -> None:
    if seen is None:
        ledger.txn.put_job(_ended(job))
        return
    if not still_stands(ledger.txn, seen):
        ledger.txn.drop_answers(job.id)
        ledger.txn.put_job(_again(job, runtime.now()))
        return
    _commit(runtime, ledger, job, seen, thoughts, asked, near)
    fire_for(runtime, ledger.txn, thoughts.signals)  # while it runs: what it noticed does not make it owed once more
    _left(runtime, ledger.txn, job, thoughts)
    if asked.models:
        _unpark(ledger.txn, runtime.now())


def _commit(
    runtime: Runtime, ledger: Ledger, job: Job, seen: JobInput, thoughts: Thoughts, asked: Asked, near: Neighbours
) -> None:
    """Everything at once: the record, the proposals as judged, patterns, suggestions, signals."""
    reflection = _reflection(runtime, ledger.txn, job, seen, thoughts, asked)
    if job.task is Task.CONSOLIDATION:
        _commit_cycle(runtime, ledger, seen, thoughts, reflection, near)
        return
    ledger.txn.add_reflection(reflection)
    wished = [_lowered(job, seen, each) for each in thoughts.proposals if each.by_model or job.task is not Task.READING]
    interaction = ledger.txn.interaction(job.interaction) if job.interaction else None
    commit_proposals(runtime, ledger, wished, interaction, reflection, near)
    if job.task is Task.OBSERVATIONS:
        commit_proposals(runtime, ledger, retired(ledger.txn), None, reflection, {})
        tried(ledger.txn, seen.memories)
    for pattern in thoughts.patterns:
        _keep_pattern(runtime, ledger.txn, pattern)
    _keep_suggestions(runtime, ledger.txn, thoughts.tomorrow, reflection.id)
    if job.task is Task.NIGHTLY:
        expire_stale(runtime, ledger.txn)
        _keep_reviews(runtime, ledger.txn, seen)
    for signal in thoughts.signals:
        ledger.txn.put_signal(replace(signal, at=runtime.now()))


def _commit_cycle(
    runtime: Runtime, ledger: Ledger, seen: JobInput, thoughts: Thoughts, reflection: Reflection, near: Neighbours
) -> None:
    from atlas.engine.consolidate.commit_cycle import commit_cycle  # heavy to import, and seldom needed
    from atlas.engine.consolidate.cycle_state import CycleInput

    if not isinstance(seen, CycleInput):
        raise TypeError("A job of consolidation has a cycle to commit.")
    ledger.txn.add_reflection(commit_cycle(runtime, ledger, seen.cycle, thoughts, reflection, near))


def _keep_reviews(runtime: Runtime, txn: Writer, seen: JobInput) -> None:
    """T4: so that tomorrow it is the turn of others. It makes nothing stronger: only use does."""
    for memory in txn.memories(seen.reviewed):
        if memory.state is not State.GONE:
            txn.add_feedback(Feedback(memory.id, FeedbackSignal.REVIEWED, runtime.now()))


def _lowered(job: Job, seen: JobInput, proposed: Proposed) -> Proposed:
    """J17: no better than all that it could see. Of a night or a week each question says for itself what it saw."""
    if job.task is Task.ADAPTIVE or (proposed.by_model and job.interaction is not None):
        return replace(proposed, ceiling=min(proposed.ceiling, seen.trust))
    return proposed


def _reflection(
    runtime: Runtime,
    txn: Writer,
    job: Job,
    seen: JobInput,
    thoughts: Thoughts,
    asked: Asked,
    problem: str | None = None,
) -> Reflection:
    spent = txn.spent(job=job.id) if asked.models else Spent()
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
    )


# --- what is left of it


def _left(runtime: Runtime, txn: Writer, job: Job, thoughts: Thoughts) -> None:
    """What the reply was of no use for is owed on: in two halves while there are several, and three times alone."""
    left = thoughts.left
    if not left:
        _done(runtime, txn, job)
    elif not is_one(job):
        _split(runtime, txn, job, left, thoughts.problem)
    else:
        _count_failure(runtime, txn, job, thoughts.problem or "The model's reply was of no use.")


def _split(runtime: Runtime, txn: Writer, job: Job, left: Sequence[InteractionId], problem: str | None) -> None:
    _done(runtime, txn, job)
    for part in halves(left):
        _owe_part(runtime, txn, job, part, problem)


def _owe_part(runtime: Runtime, txn: Writer, job: Job, part: tuple[str, ...], problem: str | None) -> None:
    now = runtime.now()
    owed = Job(
        runtime.job_id(), job.task, f"{job.task}:{'+'.join(part)}", None, JobState.QUEUED, job.priority, now,
        f"{job.trigger or job.task} (a part that was of no use)", now + _FIRST_WAIT, part, failures=1, problem=problem,
    )  # fmt: skip
    txn.add_job(owed)


def _done(runtime: Runtime, txn: Writer, job: Job) -> None:
    """Consumed with the result (J7); run once more where it was triggered meanwhile and there is more to see (J5)."""
    _consume(txn, job)
    txn.drop_answers(job.id)
    if (job.again or unfinished(txn, job)) and _has_more(txn, job):
        txn.put_job(_again(replace(job, again=0, pinned=(), size=None), runtime.now()))
    else:
        txn.put_job(_ended(job))


def _consume(txn: Writer, job: Job) -> None:
    """Forward only: a night that waited for a person may be done after the nights that came later."""
    moved = consumed(job)
    if moved is not None and moved[1] > txn.mark(moved[0]):
        txn.put_mark(*moved)


def _has_more(txn: Writer, job: Job) -> bool:
    if job.task in (Task.NIGHTLY, Task.OBSERVATIONS):
        moved = consumed(job)
        return bool(txn.interactions(moved[1], 1)) if moved else False
    return job.interaction is None or txn.interaction(job.interaction) is not None


def _ended(job: Job) -> Job:
    return replace(job, state=JobState.DONE, lease_owner=None, lease_until=None, due_at=None, problem=None)


def _again(job: Job, due: datetime) -> Job:
    return replace(job, state=JobState.QUEUED, lease_owner=None, lease_until=None, due_at=due)


# --- what went wrong


def failed(
    runtime: Runtime, ledger: Ledger, job: Job, seen: JobInput | None, asked: Asked, trouble: Exception, says: str
) -> None:
    """Nothing was consumed. The record says what happened (R6); the job waits, is parked, or is poison."""
    txn = ledger.txn
    with_record = isinstance(trouble, ModelTrouble)
    runtime.note_trouble("think", f"Job {job.id}: {says}")
    if with_record:
        txn.add_reflection(_of_failure(runtime, txn, job, seen, asked, says))
    if isinstance(trouble, Leaked):
        txn.drop_answers(job.id)
        txn.put_job(_stopped(job, JobState.POISON, says))
    elif isinstance(trouble, BudgetSpent):
        _out_of_budget(runtime, txn, job, trouble, says)
    elif isinstance(trouble, ModelTrouble) and trouble.transient and job.attempts + 1 < MAX_ATTEMPTS:
        wait = _wait(job.attempts, trouble.retry_after)
        txn.put_job(replace(_again(job, runtime.now() + wait), attempts=job.attempts + 1, problem=says))
    elif isinstance(trouble, ModelTrouble):
        txn.put_job(_stopped(replace(job, attempts=job.attempts + 1), JobState.PARKED, says))
    else:
        _count_failure(runtime, txn, job, says)


def _out_of_budget(runtime: Runtime, txn: Writer, job: Job, trouble: BudgetSpent, says: str) -> None:
    """There is room again tomorrow; or it is asked in parts; or it waits for a person, with what was paid for.

    A night that waits has its own key, and keeps what it is about: the nights after it go on from there.
    """
    if trouble.daily:
        txn.put_job(replace(_again(job, _tomorrow(runtime)), problem=says))
        return
    if trouble.large and not is_one(job) and (left := covered(txn, job)):
        _split(runtime, txn, job, left, says)
        return
    _consume(txn, job)
    txn.put_job(_stopped(replace(_apart(job), attempts=0), JobState.PARKED, says))


def _of_failure(runtime: Runtime, txn: Writer, job: Job, seen: JobInput | None, asked: Asked, says: str) -> Reflection:
    nothing = JobInput(lambda: iter(()), ())  # type: ignore[arg-type, return-value] # never driven
    return _reflection(runtime, txn, job, seen or nothing, Thoughts(), asked, says)


def _count_failure(runtime: Runtime, txn: Writer, job: Job, says: str) -> None:
    """The answers are asked for again: these were of no use."""
    counted = replace(job, failures=job.failures + 1)
    txn.drop_answers(job.id)
    if counted.failures < MAX_FAILURES:
        txn.put_job(replace(_again(counted, runtime.now() + _wait(job.failures, None)), problem=says))
    elif not is_one(job) and (left := covered(txn, job)):
        _split(runtime, txn, job, left, says)
    else:
        txn.put_job(_stopped(_apart(counted), JobState.POISON, says))


def _apart(job: Job) -> Job:
    """With a key of its own, so that the next night or week is not held up by this one."""
    return job if is_one(job) else replace(job, key=f"{job.key}:{job.id}")


def _stopped(job: Job, state: JobState, says: str) -> Job:
    return replace(job, state=state, lease_owner=None, lease_until=None, due_at=None, problem=says)


def _wait(attempts: int, retry_after: float | None) -> timedelta:
    wait: timedelta = min(_LONGEST_WAIT, _FIRST_WAIT * 4**attempts)
    return max(wait, timedelta(seconds=min(retry_after or 0.0, _LONGEST_WAIT.total_seconds())))


def _tomorrow(runtime: Runtime) -> datetime:
    """When the day's budget begins anew, in the space's own zone."""
    local = runtime.now().astimezone(runtime.zone)
    return (
        (local + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0).astimezone(runtime.now().tzinfo)
    )


def _unpark(txn: Writer, now: datetime, *, but: Task | None = None) -> None:
    """What waited for a model goes on. What has no budget waits for a person, or for rules, which need none."""
    for job in txn.jobs(JobState.PARKED, _PARKED):
        if job.task is not but and (job.attempts or but is not None):
            txn.put_job(replace(_again(job, now), attempts=0))


def without_model(runtime: Runtime) -> None:
    """J14: what waits for a model that nobody has any more is thought by the rules; only reading is a model's alone."""
    if runtime.models:
        return
    with runtime.store.reading(runtime.space) as reader:
        waiting = any(job.task is not Task.READING for job in reader.jobs(JobState.PARKED, _PARKED))
    if waiting:
        with runtime.store.writing(runtime.space) as txn:
            _unpark(txn, runtime.now(), but=Task.READING)


# --- patterns and suggestions


def _keep_pattern(runtime: Runtime, txn: Writer, seen: Seen) -> None:
    now = runtime.now()
    known = txn.pattern(seen.known.id) if seen.known else _alike(txn, seen)
    if seen.known is not None and known is None:
        return  # forgotten meanwhile
    held = known.evidence if known else ()
    new = [failure for failure in seen.failures if failure.id not in held]
    at = [failure.at for failure in seen.failures] or ([] if known else [now])
    confidence = min(1.0, max(0.0, seen.confidence))
    pattern = Pattern(
        known.id if known else runtime.pattern_id(),
        seen.type,
        redact(clean(seen.description))[0],
        (*held, *(failure.id for failure in new)),
        confidence,
        known.first_seen if known else min(at),
        max([*at, known.last_seen] if known else at),
        (known.count if known else 0) + (len(new) or (0 if known else 1)),
        confidence >= FAINT,
        tuple(dict.fromkeys([*(known.sources if known else ()), *seen.sources, *_words(seen)])),
    )
    txn.put_pattern(pattern)
    for failure in seen.failures:
        txn.put_failure(replace(failure, pattern=pattern.id))


def _alike(txn: Writer, seen: Seen) -> Pattern | None:
    """A habit that is described as one before it is that one."""
    said = folded(seen.description)
    same = (each for each in txn.patterns(active=True) if each.type == seen.type and folded(each.description) == said)
    return next(same, None) if not seen.failures else None


def _words(seen: Seen) -> Sequence[MessageId]:
    return [id for failure in seen.failures for id in (failure.asked, failure.told) if id is not None]


def _keep_suggestions(runtime: Runtime, txn: Writer, items: Sequence[Tomorrow], reflection: ReflectionId) -> None:
    """J16: each once; what was offered, accepted or declined lately is not suggested again."""
    known = {each.text.casefold() for each in txn.suggestions(None, _WAITING)}
    for item in items:
        text = redact(clean(item.text))[0]
        if text.casefold() in known:
            continue
        known.add(text.casefold())
        txn.put_suggestion(
            Suggestion(
                runtime.suggestion_id(),
                text,
                item.sources,
                item.trust,
                SuggestionState.WAITING,
                runtime.now(),
                reflection,
                item.due_at,
            )
        )
