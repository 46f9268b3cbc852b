"""Owed work: claim jobs, think, have the proposals judged, commit; then give new memories their vectors.

Inputs are consumed only in the transaction that commits their result (J7). No transaction is open while thinking.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from traceback import extract_tb
from typing import TYPE_CHECKING, Final

from atlas.engine.core.access import ReadAccess
from atlas.engine.core.constitution import is_constitution_upheld, uphold_constitution
from atlas.engine.core.containment import hide_quarantined
from atlas.engine.core.deadline import Deadline, deadline_after
from atlas.engine.core.escalation import is_paused, is_restricted, refuse_when_held
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.log_fields import log_fields
from atlas.engine.core.replay_mark import describe_unfinished_replay, is_held_by_replay, read_replay_moment
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.vectors import (
    drop_old_vectors,
    embed_batch,
    embed_missing,
    embed_newest,
    embed_passages,
    may_lack_vectors,
    note_seen_change,
    put_vectors,
)
from atlas.engine.curate.proposals import Neighbours, expire_waiting, find_neighbours
from atlas.engine.intake.episodes import BATCH as KEPT_TOGETHER
from atlas.engine.intake.episodes import count_unkept, make_episodes, make_next_episodes
from atlas.engine.intake.observe import store_backlog, store_backlog_before
from atlas.engine.intake.reply_feedback import reinforce_from_replies
from atlas.engine.intake.sessions import end_idle_sessions
from atlas.engine.intake.signals import detect_signals
from atlas.engine.jobs.archive_restoration import restore_archived
from atlas.engine.jobs.finish_job import conclude_job, record_failure, unpark_for_rules
from atlas.engine.jobs.registry import LESSONS, QUICK, RUNNABLE, SELF_CHANGING, spec_of
from atlas.engine.jobs.tasks.lightweight.exchange_input import open_exchange_job
from atlas.engine.jobs.unread import find_unread, owe_unread_now
from atlas.engine.thinking.driver import drive_tier
from atlas.engine.thinking.job_inputs import JobInput
from atlas.engine.thinking.model_calls import FORGETS, Asked, Leaked, find_larger_size
from atlas.engine.thinking.pins import is_one
from atlas.engine.thinking.schedule import JUST_SAID, fire_due
from atlas.errors import (
    AnnotatorTrouble,
    AtlasError,
    ConstitutionBroken,
    InvariantBroken,
    ModelTrouble,
    Refused,
    StoreTrouble,
)
from atlas.model.ids import InteractionId, JobId
from atlas.model.metric import Figure
from atlas.model.proposal import Remember
from atlas.model.task import Task
from atlas.model.thinking import Job, JobState, Thoughts

if TYPE_CHECKING:
    from atlas.engine.consolidate.cycle_state import Watch
    from atlas.ports.reading import Reader

LEASE: Final = timedelta(seconds=60)
BATCH: Final = 8
"""Few, so that whoever recalls meanwhile does not wait long."""
TOLD_TOGETHER: Final = 32
"""Thoughts after which whoever waits is told."""
CATCH_UP: Final = 64
"""So many owed thoughts at the most before an answer, however much time there is."""
_LONGEST_WAIT_S: Final = 60.0
LEARNED: Final = 256
"""More than so many memories that wait for vectors are seen to the next time."""
SWEEP_EVERY: Final = timedelta(hours=1)
_LOG: Final = logging.getLogger("atlas.jobs")

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Thought:
    """A job that was thought about, or of which thinking failed."""

    job: Job
    seen: JobInput | None
    thoughts: Thoughts = field(default_factory=Thoughts)
    asked: Asked = field(default_factory=Asked)
    trouble: Exception | None = None


def run_owed_jobs(
    runtime: Runtime,
    limit: int | None = None,
    progress: Progress | None = None,
    tasks: Iterable[Task] = RUNNABLE,
    embedded: Progress | None = None,
) -> int:
    """Run the owed jobs, at most `limit`, and return how many were done.

    Beside another process's replay, only make the episodes. `progress` is told how many thoughts were had, `embedded`
    how many memories got their vectors, batch by batch.
    """
    wanted = frozenset(tasks)
    try:
        done = _run_quick_jobs(runtime, limit, progress, embedded) if wanted & QUICK else 0
        if wanted - QUICK and not _is_held(runtime):
            done += _run_slow_jobs(runtime, None if limit is None else limit - done, progress, wanted)
    except Exception:
        raise
    except BaseException:  # called off, or interrupted: nobody should have to wait until a lease runs out
        _give_back(runtime, wanted)
        raise
    return done


def _give_back(runtime: Runtime, tasks: frozenset[Task]) -> None:
    """Jobs that were claimed and not done are owed again at once, as far as the store can be written."""
    with suppress(StoreTrouble):
        with runtime.reading() as reader:
            if not reader.jobs(JobState.RUNNING, 1):
                return
        with runtime.writing() as txn:
            for job in txn.jobs(JobState.RUNNING, BATCH):
                if job.lease_owner == runtime.owner and job.task in tasks:
                    txn.put_job(replace(job, state=JobState.QUEUED, lease_owner=None, lease_until=None))


def _run_quick_jobs(
    runtime: Runtime, limit: int | None, progress: Progress | None, embedded: Progress | None = None
) -> int:
    """Run the quick jobs in batches. Whoever waits for a quick job never waits for a slow one (J15)."""
    store_backlog(runtime)
    with runtime.reading() as reader:
        unread = bool(find_unread(reader))
        owes = unread or _is_anything_owed(runtime, reader)
    if unread:
        owe_unread_now(runtime)
    done = _think_owed(runtime, limit, progress) if owes else 0
    if limit is not None:
        embed_missing(runtime, limit)
    else:
        while owes and (made := embed_batch(runtime)) is not None:
            if embedded:
                embedded(made)
            if owes := _owes_anything(runtime):
                done += _think_owed(runtime, None, progress)  # what is said meanwhile does not wait for all of them
        drop_old_vectors(runtime)
    _sweep_waiting(runtime)
    return done


def _think_owed(runtime: Runtime, limit: int | None, progress: Progress | None) -> int:
    """A batch at a time: whoever recalls meanwhile waits for one of them at the most."""
    store_backlog(runtime)
    done = told = 0
    while limit is None or done < limit:
        with runtime.memo.working:
            count = BATCH if limit is None else min(BATCH, limit - done)
            jobs = _claim_jobs(runtime, count, QUICK, keep=KEPT_TOGETHER)
            if jobs:
                _commit_thoughts(runtime, [_think_over(runtime, job) for job in jobs])
        done += len(jobs)
        if not jobs:
            break
        if progress and done - told >= TOLD_TOGETHER:
            progress(done - told)
            told = done
        runtime.checkpoint()
        if len(jobs) < count and not _owes_thoughts(runtime):
            break
    else:
        jobs = []
    if not jobs:
        make_episodes(runtime)  # where nothing was claimed, or less was kept with it than was said
    if progress and done > told:
        progress(done - told)
    return done


def catch_up(runtime: Runtime, deadline: Deadline, limit: int | None = CATCH_UP, least: int | None = JUST_SAID) -> int:
    """Before somebody is answered: keep what was said, and do the newest of what is owed until the time is over.

    One batch is kept and one thought is had whatever the time, so that what was just said is there; then the clock is
    looked at before each of them. Recall covers the rest by its words, and it is owed still; so is what was imported,
    which is the worker's alone. Nothing is begun while another thread waits for the file.
    """
    try:
        if not store_backlog_before(runtime, deadline) or not _owes_anything(runtime):
            return 0
        done = _think_newest(runtime, deadline, limit, least)
        if not done or not deadline.has_passed:  # with the first thought came a batch of episodes, and its own vectors
            make_episodes(runtime, deadline)
            embed_newest(runtime, deadline)
    except AtlasError as trouble:
        _note_trouble(runtime, trouble)
        return 0
    return done


def _owes_anything(runtime: Runtime) -> bool:
    """Look once whether anything is owed: mostly nothing is, since the worker was there."""
    with runtime.reading() as reader:
        return _is_anything_owed(runtime, reader)


def _is_anything_owed(runtime: Runtime, reader: Reader) -> bool:
    """Tell whether something was said, is due, is being thought about or may lack vectors."""
    if may_lack_vectors(runtime, reader) or reader.job_count(JobState.RUNNING):
        return True
    return _is_thought_owed(runtime, reader)


def _owes_thoughts(runtime: Runtime) -> bool:
    with runtime.reading() as reader:
        return _is_thought_owed(runtime, reader)


def _is_thought_owed(runtime: Runtime, reader: Reader) -> bool:
    """Tell whether a job is due, or something was said of which there are no episodes."""
    now = runtime.now()
    at = reader.next_job_at(now)
    return (at is not None and at <= now) or count_unkept(reader, 1) > 0


def _note_trouble(runtime: Runtime, trouble: AtlasError) -> None:
    """Work that nobody waits for is owed still; whoever runs the program sees how often that happens."""
    runtime.note_trouble("work", str(trouble))
    _LOG.warning("Work was left owed.", extra=log_fields(trouble=type(trouble)))


def draw_lessons(runtime: Runtime, deadline: Deadline) -> None:
    """What a correction that was just made teaches, by the rules: the newest, until the time is over."""
    if not runtime.self_improvement:
        return
    if not runtime.memo.thinking.acquire(timeout=min(deadline.left_s, _LONGEST_WAIT_S)):
        return
    try:
        detect_signals(runtime, deadline)
        while not deadline.has_passed:
            jobs = _claim_jobs(runtime, 1, LESSONS, newest=True, least=JUST_SAID)
            if not jobs:
                break
            _commit_thoughts(runtime, [_think_over(runtime, job) for job in jobs])
    except AtlasError as trouble:
        _note_trouble(runtime, trouble)
    finally:
        runtime.memo.thinking.release()


def finish_before_close(runtime: Runtime, deadline: Deadline, tasks: frozenset[Task]) -> None:
    """Run the owed jobs before a store is closed, as far as there is time, and look for signals in the messages."""
    catch_up(runtime, deadline, None, None)
    try:
        if tasks - QUICK and runtime.self_improvement:
            detect_signals(runtime, deadline)
    except AtlasError as trouble:
        _note_trouble(runtime, trouble)


def _think_newest(runtime: Runtime, deadline: Deadline, limit: int | None, least: int | None) -> int:
    """What another thread is at, is waited for as long as there is time: it may be what was just said."""
    if not runtime.memo.working.acquire(timeout=min(deadline.left_s, _LONGEST_WAIT_S)):
        _LOG.debug("Catching up was skipped: another thread is at it.")
        return 0
    try:
        done = 0
        while limit is None or done < limit:
            jobs = _claim_jobs(runtime, 1, QUICK, newest=True, least=least, keep=KEPT_TOGETHER)
            if not jobs:
                break
            _commit_thoughts(runtime, [_think_over(runtime, job) for job in jobs])
            done += 1
            if deadline.has_passed:
                break
        return done
    finally:
        runtime.memo.working.release()


def think_about(runtime: Runtime, interaction: InteractionId, deadline: Deadline) -> bool:
    """What the rules owe one interaction, and nothing else; whether there was anything to think.

    What another thread is at is waited for until the deadline: it may be just this.
    """
    if not store_backlog_before(runtime, deadline):
        return False
    make_episodes(runtime, deadline)
    if not runtime.memo.working.acquire(timeout=min(deadline.left_s, _LONGEST_WAIT_S)):
        return False
    try:
        with runtime.reading() as reader:
            job = open_exchange_job(reader, interaction)
        jobs = _claim_jobs(runtime, 1, QUICK, id=job.id) if job else []
        _commit_thoughts(runtime, [_think_over(runtime, each) for each in jobs])
        return bool(jobs)
    finally:
        runtime.memo.working.release()


def _run_slow_jobs(runtime: Runtime, limit: int | None, progress: Progress | None, tasks: frozenset[Task]) -> int:
    """Run the slow jobs one at a time; quick jobs that come meanwhile are run in between."""
    if not runtime.self_improvement:
        return 0
    with runtime.memo.thinking:
        end_idle_sessions(runtime)
        fire_due(runtime, lambda task, reader: _has_input(runtime, task, reader))
        detect_signals(runtime)
        reinforce_from_replies(runtime)
        unpark_for_rules(runtime)
        done = 0
        while (limit is None or done < limit) and (jobs := _claim_jobs(runtime, 1, tasks - QUICK)):
            _commit_thoughts(runtime, [_think_over(runtime, job) for job in jobs])
            _run_follow_up(runtime, jobs[0])
            done += 1
            if progress:
                progress(1)
            if tasks & QUICK:
                done += _run_quick_jobs(runtime, None if limit is None else LEARNED, progress)
    if done:
        embed_missing(runtime, LEARNED)
    return done


def _has_input(runtime: Runtime, task: Task, reader: Reader) -> bool:
    has_input = spec_of(task).has_input
    return has_input is None or has_input(runtime, reader)


def run_one(runtime: Runtime, id: JobId, watch: Watch | None = None) -> bool:
    """Do this job now, if nobody else is at it; whether it was done."""
    uphold_constitution(runtime)
    with runtime.memo.thinking:
        now = runtime.now()
        with runtime.writing() as txn:
            if is_held_by_replay(runtime, txn) and (at := read_replay_moment(txn)):
                raise Refused(describe_unfinished_replay(at))
            wanted = txn.job(id)
            refuse_when_held(txn, changes_itself=wanted is not None and wanted.task in SELF_CHANGING)
            job = txn.claim_job(runtime.owner, now, now + LEASE, id=id)
        if job is None:
            return False
        _commit_thoughts(runtime, [_think_over(runtime, job, watch)])
        _run_follow_up(runtime, job)
        embed_missing(runtime, BATCH)
        return True


def _run_follow_up(runtime: Runtime, job: Job) -> None:
    follow = spec_of(job.task).after_commit
    if follow is not None:
        follow(runtime)


def _sweep_waiting(runtime: Runtime) -> None:
    """Expire waiting memories now and then (C4): nobody has to wait for the sweep."""
    last, now = runtime.memo.swept_at, runtime.now()
    if (last is None or not last <= now < last + SWEEP_EVERY) and not _is_held(runtime):
        runtime.memo.swept_at = now
        runtime.memo.alone.clear()
        restore_archived(runtime)
        expire_waiting(runtime)


def _is_held(runtime: Runtime) -> bool:
    with runtime.reading() as reader:
        return is_held_by_replay(runtime, reader) or is_paused(reader)


def count_owed_jobs(access: ReadAccess) -> int:
    with access.reading() as reader:
        return reader.job_count(JobState.QUEUED)


def _claim_jobs(
    runtime: Runtime,
    count: int,
    tasks: frozenset[Task],
    *,
    newest: bool = False,
    least: int | None = None,
    id: JobId | None = None,
    keep: int = 0,
) -> list[Job]:
    """Claim jobs that are due; in the same transaction make the episodes of the next so many interactions (`keep`)."""
    if not runtime.self_improvement:
        return []
    now = runtime.now()
    with runtime.reading() as reader:
        at = reader.next_job_at(now)
        if at is None or at > now or _may_not_claim(runtime, reader) or _is_below(reader, least):
            return []
    if not is_constitution_upheld(runtime):  # last, since it reads files
        return []
    jobs: list[Job] = []
    with runtime.writing() as txn:
        if _may_not_claim(runtime, txn):  # asked here too: a replay may have begun a moment ago
            return []
        allowed = tasks - SELF_CHANGING if is_restricted(txn) else tasks
        if keep:
            make_next_episodes(runtime, Ledger(runtime, txn), keep)
        while len(jobs) < count:
            job = txn.claim_job(runtime.owner, now, now + LEASE, allowed, id, newest=newest, least=least)
            if job is None:
                break
            jobs.append(job)
    return jobs


def _may_not_claim(runtime: Runtime, reader: Reader) -> bool:
    """Whether a replay lives through the space, or the engine is paused (X5, H6)."""
    return is_held_by_replay(runtime, reader) or is_paused(reader)


def _is_below(reader: Reader, least: int | None) -> bool:
    """Whether all that waits is less urgent: then nothing need be written to find that out."""
    if least is None or reader.job_count(JobState.RUNNING):
        return False
    return all(job.priority < least for job in reader.jobs(JobState.QUEUED, 1))


def _think_over(runtime: Runtime, job: Job, watch: Watch | None = None) -> Thought:
    """Think one job over; a thought that fails is a thought with a trouble and never takes its batch down with it
    (J6)."""
    spec, began, seen = spec_of(job.task), runtime.stopwatch(), None
    limit = runtime.time_limits.get(job.task, spec.time_limit_s)
    asked = Asked(one_by_one=spec.one_by_one, deadline=deadline_after(runtime, limit))
    try:
        job, seen = _pin_input(runtime, job, asked, watch)
        if seen is None:
            return Thought(job, None)
        thoughts = _drive_job(runtime, job, seen, asked)
        size = find_larger_size(runtime, job, thoughts.target) if thoughts.escalate else None
        if size is not None:  # J12: once, and from the beginning: nothing has been changed yet
            job = _put_job(runtime, replace(job, size=size))
            thoughts = _drive_job(runtime, job, seen, asked)
        if asked.leaked and is_one(job):  # of a night the rest still counts: it is thought about in smaller parts
            raise Leaked
        if spec.check is not None:
            thoughts = spec.check(runtime, job, thoughts, asked.leaked)
        return Thought(job, seen, thoughts, asked, thoughts.trouble)
    except StoreTrouble:
        raise
    except Exception as error:  # noqa: BLE001 # the worker's bulkhead: whatever a thinker does, the rest goes on
        return Thought(job, seen, asked=asked, trouble=error)
    finally:
        asked.duration_ms = round(1_000 * (runtime.stopwatch() - began))


def _drive_job(runtime: Runtime, job: Job, seen: JobInput, asked: Asked) -> Thoughts:
    """Drive the job's tier; where no model answers, a task may do without one."""
    try:
        return drive_tier(runtime, job, seen.thinking(), asked)
    except ModelTrouble as trouble:
        without_answer = spec_of(job.task).without_answer
        if without_answer is None:
            raise
        return without_answer(trouble)


def _pin_input(runtime: Runtime, job: Job, asked: Asked, watch: Watch | None) -> tuple[Job, JobInput | None]:
    spec = spec_of(job.task)
    with runtime.reading() as reader:
        fixed = spec.pin_job(reader, job)
        asked.forgets = reader.read_mark(FORGETS)
        if spec.plan_input is None and fixed.pinned == job.pinned:
            return job, spec.read_input(runtime, hide_quarantined(reader), job)
    if spec.plan_input is not None:
        return job, spec.plan_input(runtime, job, watch)
    job = _put_job(runtime, fixed)
    with runtime.reading() as reader:
        asked.forgets = reader.read_mark(FORGETS)
        return job, spec.read_input(runtime, hide_quarantined(reader), job)


def _put_job(runtime: Runtime, job: Job) -> Job:
    with runtime.writing() as txn:
        current = txn.job(job.id)
        if current is not None and current.lease_owner == runtime.owner:
            txn.put_job(replace(job, again=current.again, lease_until=current.lease_until))
    return job


def describe_error(error: Exception) -> str:
    """Name the error and its place without its message, which may quote a user: troubles are journaled."""
    if isinstance(error, ModelTrouble | AnnotatorTrouble | ConstitutionBroken | InvariantBroken):
        return str(error)
    frames = extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {frames[-1].name}, line {frames[-1].lineno}" if frames else type(error).__name__


def _commit_thoughts(runtime: Runtime, thoughts: Sequence[Thought]) -> None:
    """Commit the batch together, which is quick; where one thought cannot be committed, each by itself (J6)."""
    try:
        _commit_together(runtime, thoughts)
    except StoreTrouble:
        raise
    except Exception as error:  # the same bulkhead, on the way back
        if len(thoughts) == 1 and thoughts[0].trouble is None:
            _commit_together(runtime, [replace(thoughts[0], trouble=error)])
        elif len(thoughts) == 1:
            raise
        else:
            for thought in thoughts:
                _commit_thoughts(runtime, [thought])


def _commit_together(runtime: Runtime, had: Sequence[Thought]) -> None:
    thoughts = _withhold_unlawful(runtime, had)
    near = find_neighbours(runtime, [each for thought in thoughts for each in thought.thoughts.proposals])
    figures = [_count_figures(runtime, thought) for thought in thoughts]
    passages = embed_passages(runtime, [text for thought in thoughts for text in _list_new_texts(thought)])
    with runtime.writing() as txn:
        ledger = Ledger(runtime, txn)
        told = ledger.record_troubles()
        for thought, counted in zip(thoughts, figures, strict=True):
            _finish_job(runtime, ledger, thought, near, counted)
        seen = put_vectors(runtime, txn, passages)
    runtime.settle_troubles(told)
    if seen is not None:
        note_seen_change(runtime, seen)


def _count_figures(runtime: Runtime, thought: Thought) -> tuple[Figure, ...]:
    count = spec_of(thought.job.task).count_figures
    return () if count is None or thought.seen is None or thought.trouble is not None else count(runtime)


def _list_new_texts(thought: Thought) -> Iterator[tuple[str, str | None]]:
    """What was just said, and what is proposed of it, each with the name of who said it: the texts of new memories.
    What was imported is embedded in larger batches."""
    if thought.seen is None or thought.job.task not in QUICK or thought.job.priority < JUST_SAID:
        return
    said = {each.id: each for each in thought.seen.messages if each.interaction == thought.job.interaction}
    yield from ((each.text, each.speaker) for each in said.values())
    for proposal in (each.proposal for each in thought.thoughts.proposals):
        if isinstance(proposal, Remember) and proposal.evidence:
            quoted = said.get(proposal.evidence[0].message)
            yield proposal.content, quoted.speaker if quoted else None


def _withhold_unlawful(runtime: Runtime, thoughts: Sequence[Thought]) -> Sequence[Thought]:
    """Withhold what was thought where the constitution no longer holds when thinking ends (E9)."""
    try:
        uphold_constitution(runtime)
    except ConstitutionBroken as broken:
        return [replace(each, thoughts=Thoughts(), trouble=broken) for each in thoughts]
    return thoughts


def _finish_job(
    runtime: Runtime, ledger: Ledger, thought: Thought, near: Neighbours, figures: tuple[Figure, ...]
) -> None:
    job = ledger.txn.job(thought.job.id)
    if job is None or job.state is not JobState.RUNNING or job.lease_owner != runtime.owner:
        return  # the lease ran out meanwhile, and somebody else has it
    job = replace(thought.job, again=job.again)
    if thought.trouble is not None:
        says = describe_error(thought.trouble)
        record_failure(runtime, ledger, job, thought.seen, thought.asked, thought.trouble, says, thought.thoughts)
    else:
        conclude_job(runtime, ledger, job, thought.seen, thought.thoughts, thought.asked, near, figures)


def try_owed_jobs(runtime: Runtime, limit: int | None = None, tasks: Iterable[Task] = RUNNABLE) -> int:
    """Run owed jobs that nobody waits for: a trouble is noted and not raised."""
    if runtime.store.read_only:
        return 0
    try:
        return run_owed_jobs(runtime, limit, tasks=tasks)
    except AtlasError as trouble:
        _note_trouble(runtime, trouble)
        return 0
