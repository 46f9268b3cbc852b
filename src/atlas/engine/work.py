"""Owed work: claim jobs, think, have the proposals judged, commit; then give new memories their vectors.

Inputs are consumed only in the transaction that commits their result (J7). No transaction is open while thinking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from traceback import extract_tb
from typing import TYPE_CHECKING, Final

from atlas.engine.ask import FORGETS, Asked, Leaked, larger
from atlas.engine.cadence import fire_due
from atlas.engine.curate import Neighbours, expire, neighbours
from atlas.engine.feedback import reinforce
from atlas.engine.keep import keep
from atlas.engine.ledger import Ledger
from atlas.engine.manners import giving_way
from atlas.engine.notice import notice
from atlas.engine.observe import store_backlog
from atlas.engine.replaying import reached, stands_still, unfinished
from atlas.engine.settle import conclude, failed, without_model
from atlas.engine.think import drive
from atlas.engine.tiers import RUNNABLE, Prepared, is_one, pinned, prepared
from atlas.engine.vectors import embed_missing, index
from atlas.engine.world import World
from atlas.errors import AtlasError, ModelTrouble, Refused, StoreTrouble
from atlas.model.ids import JobId
from atlas.model.task import Task
from atlas.model.thinking import Job, JobState, Thoughts

if TYPE_CHECKING:
    from atlas.engine.sight import Watch

LEASE: Final = timedelta(seconds=60)
BATCH: Final = 32
LEARNED: Final = 256
"""More than so many memories that wait for vectors are seen to the next time."""
SWEEP_EVERY: Final = timedelta(hours=1)
QUICK: Final = frozenset({Task.LIGHTWEIGHT})
"""What takes a moment, and is done before a recall; the rest is for the background."""

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Thought:
    """A job that was thought about, or of which thinking failed."""

    job: Job
    seen: Prepared | None
    thoughts: Thoughts = field(default_factory=Thoughts)
    asked: Asked = field(default_factory=Asked)
    trouble: Exception | None = None


def work(
    world: World, limit: int | None = None, progress: Progress | None = None, tasks: Iterable[Task] = RUNNABLE
) -> int:
    """Do what is owed, at most `limit` jobs; how many were done. Beside another's replay, only keep what was said."""
    wanted = frozenset(tasks)
    done = _at_once(world, limit, progress) if wanted & QUICK else 0
    if wanted - QUICK and not _stands_still(world):
        done += _at_leisure(world, None if limit is None else limit - done, progress, wanted)
    return done


def _at_once(world: World, limit: int | None, progress: Progress | None) -> int:
    """What takes a moment, in batches. Whoever waits for it never waits for what takes longer (J15)."""
    with world.memo.working:
        store_backlog(world)
        keep(world)
        done = 0
        while limit is None or done < limit:
            jobs = _claim(world, BATCH if limit is None else min(BATCH, limit - done), QUICK)
            if not jobs:
                break
            _commit(world, [_think(world, job) for job in jobs])
            done += len(jobs)
            if progress:
                progress(len(jobs))
        embed_missing(world, limit)
        _sweep(world)
    return done


def _at_leisure(world: World, limit: int | None, progress: Progress | None, tasks: frozenset[Task]) -> int:
    """What takes longer, one at a time; what is said meanwhile is seen to in between."""
    with world.memo.thinking, giving_way():
        fire_due(world)
        notice(world)
        reinforce(world)
        without_model(world)
        done = 0
        while (limit is None or done < limit) and (jobs := _claim(world, 1, tasks - QUICK)):
            _commit(world, [_think(world, job) for job in jobs])
            _reindex(world, jobs[0])
            done += 1
            if progress:
                progress(1)
            if tasks & QUICK:
                done += _at_once(world, None if limit is None else LEARNED, progress)
    if done:
        embed_missing(world, LEARNED)
    return done


def run_one(world: World, id: JobId, watch: Watch | None = None) -> bool:
    """Do this job now, if nobody else is at it; whether it was done."""
    with world.memo.thinking, giving_way():
        now = world.now()
        with world.store.writing(world.space) as txn:
            if stands_still(world, txn) and (at := reached(txn)):
                raise Refused(unfinished(at))
            job = txn.claim_job(world.owner, now, now + LEASE, id=id)
        if job is None:
            return False
        _commit(world, [_think(world, job, watch)])
        _reindex(world, job)
        embed_missing(world, BATCH)
        return True


def _reindex(world: World, job: Job) -> None:
    """T11: what a cycle changed is followed by the cycle, not by the next one who asks something."""
    if job.task is Task.CONSOLIDATION:
        with world.store.reading(world.space) as reader:
            index(world, reader)


def _sweep(world: World) -> None:
    """C4, now and then: nobody has to wait for it."""
    last, now = world.memo.swept_at, world.now()
    if (last is None or not last <= now < last + SWEEP_EVERY) and not _stands_still(world):
        world.memo.swept_at = now
        expire(world)


def _stands_still(world: World) -> bool:
    with world.store.reading(world.space) as reader:
        return stands_still(world, reader)


def owed(world: World) -> int:
    with world.store.reading(world.space) as reader:
        return reader.job_count(JobState.QUEUED)


def _claim(world: World, count: int, tasks: frozenset[Task]) -> list[Job]:
    now = world.now()
    with world.store.reading(world.space) as reader:
        at = reader.next_job_at(now)
        if at is None or at > now or stands_still(world, reader):
            return []
    jobs: list[Job] = []
    with world.store.writing(world.space) as txn:
        if stands_still(world, txn):  # asked here too: a replay may have begun a moment ago
            return []
        while len(jobs) < count and (job := txn.claim_job(world.owner, now, now + LEASE, tasks)):
            jobs.append(job)
    return jobs


def _think(world: World, job: Job, watch: Watch | None = None) -> Thought:
    """A thought that fails is a thought with a trouble: it never takes its batch down with it (J6)."""
    asked, seen = Asked(), None
    try:
        job, seen = _pinned(world, job, asked, watch)
        if seen is None:
            return Thought(job, None)
        thoughts = _driven(world, job, seen, asked)
        size = larger(world, job) if thoughts.escalate else None
        if size is not None:  # J12: once, and from the beginning: nothing has been changed yet
            job = _put(world, replace(job, size=size))
            thoughts = _driven(world, job, seen, asked)
        if asked.leaked and is_one(job):  # of a night the rest still counts: it is thought about in smaller parts
            raise Leaked
        return Thought(job, seen, thoughts, asked)
    except StoreTrouble:
        raise
    except Exception as error:  # noqa: BLE001 # the worker's bulkhead: whatever a thinker does, the rest goes on
        return Thought(job, seen, asked=asked, trouble=error)


def _driven(world: World, job: Job, seen: Prepared, asked: Asked) -> Thoughts:
    """A cycle asks a model for its insights alone: where that is down, the rest of it is done all the same."""
    try:
        return drive(world, job, seen.thinking(), asked)
    except ModelTrouble as trouble:
        if seen.cycle is None:
            raise
        from atlas.engine.cycle import unanswered

        return unanswered(trouble)


def _pinned(world: World, job: Job, asked: Asked, watch: Watch | None) -> tuple[Job, Prepared | None]:
    with world.store.reading(world.space) as reader:
        fixed = pinned(world, reader, job)
        asked.forgets = reader.mark(FORGETS)
    if job.task is Task.CONSOLIDATION:  # it reads for long, and so by itself
        from atlas.engine.cycle import prepared_cycle  # heavy to import, and seldom needed

        return job, prepared_cycle(world, job, watch)
    if fixed.pinned != job.pinned:
        job = _put(world, fixed)
    with world.store.reading(world.space) as reader:
        asked.forgets = reader.mark(FORGETS)
        return job, prepared(world, reader, job)


def _put(world: World, job: Job) -> Job:
    with world.store.writing(world.space) as txn:
        current = txn.job(job.id)
        if current is not None and current.lease_owner == world.owner:
            txn.put_job(replace(job, again=current.again, lease_until=current.lease_until))
    return job


def where(error: Exception) -> str:
    """What went wrong and where, without its words: they may quote what somebody said, and troubles are journaled."""
    if isinstance(error, ModelTrouble):
        return str(error)
    frames = extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {frames[-1].name}, line {frames[-1].lineno}" if frames else type(error).__name__


def _commit(world: World, thoughts: Sequence[Thought]) -> None:
    """Together, which is quick; where one of them cannot be committed, each by itself, and that one fails (J6)."""
    try:
        _commit_together(world, thoughts)
    except StoreTrouble:
        raise
    except Exception as error:  # the same bulkhead, on the way back
        if len(thoughts) == 1 and thoughts[0].trouble is None:
            _commit_together(world, [replace(thoughts[0], trouble=error)])
        elif len(thoughts) == 1:
            raise
        else:
            for thought in thoughts:
                _commit(world, [thought])


def _commit_together(world: World, thoughts: Sequence[Thought]) -> None:
    near = neighbours(world, [each for thought in thoughts for each in thought.thoughts.proposals])
    with world.store.writing(world.space) as txn:
        ledger = Ledger(world, txn)
        told = ledger.troubles()
        for thought in thoughts:
            _finish(world, ledger, thought, near)
    world.journaled(told)


def _finish(world: World, ledger: Ledger, thought: Thought, near: Neighbours) -> None:
    job = ledger.txn.job(thought.job.id)
    if job is None or job.state is not JobState.RUNNING or job.lease_owner != world.owner:
        return  # the lease ran out meanwhile, and somebody else has it
    job = replace(thought.job, again=job.again)
    if thought.trouble is not None:
        failed(world, ledger, job, thought.seen, thought.asked, thought.trouble, where(thought.trouble))
    else:
        conclude(world, ledger, job, thought.seen, thought.thoughts, thought.asked, near)


def try_work(world: World, limit: int | None = None, tasks: Iterable[Task] = RUNNABLE) -> int:
    """Work that may fail without anybody waiting for it: the trouble is noted."""
    if world.store.read_only:
        return 0
    try:
        return work(world, limit, tasks=tasks)
    except AtlasError as trouble:
        world.note_trouble("work", str(trouble))
        return 0
