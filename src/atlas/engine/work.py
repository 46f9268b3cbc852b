"""Owed work: claim jobs, think, have the proposals judged, commit; then give new memories their vectors.

Inputs are consumed only in the transaction that commits their result (J7). No transaction is open while thinking.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from traceback import extract_tb
from typing import Final

from atlas.engine.curate import commit_proposals, expire
from atlas.engine.ledger import Ledger
from atlas.engine.observe import store_backlog
from atlas.engine.think import drive, interaction_of, materials, thinker_name
from atlas.engine.vectors import embed_missing
from atlas.engine.world import World
from atlas.errors import AtlasError, StoreTrouble
from atlas.model.interaction import Interaction
from atlas.model.proposal import Proposal
from atlas.model.thinking import Job, JobState, Material, Reflection
from atlas.ports.store import Reader

LEASE: Final = timedelta(seconds=60)
BATCH: Final = 32
SWEEP_EVERY: Final = timedelta(hours=1)
MAX_ATTEMPTS: Final = 3

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Thought:
    job: Job
    interaction: Interaction | None
    proposals: tuple[Proposal, ...]
    problem: str | None = None
    given: tuple[Material, ...] = ()


def work(world: World, limit: int | None = None, progress: Progress | None = None) -> int:
    """Do what is owed, at most `limit` jobs; how many were done."""
    with world.memo.working:
        return _work(world, limit, progress)


def _work(world: World, limit: int | None, progress: Progress | None) -> int:
    store_backlog(world)
    done = 0
    while limit is None or done < limit:
        jobs = _claim(world, BATCH if limit is None else min(BATCH, limit - done))
        if not jobs:
            break
        _commit(world, [_think(world, job) for job in jobs])
        done += len(jobs)
        if progress:
            progress(len(jobs))
    embed_missing(world, limit)
    _sweep(world)
    return done


def _sweep(world: World) -> None:
    """C4, now and then: nobody has to wait for it."""
    last, now = world.memo.swept_at, world.now()
    if last is None or not last <= now < last + SWEEP_EVERY:
        world.memo.swept_at = now
        expire(world)


def owed(world: World) -> int:
    with world.store.reading(world.space) as reader:
        return reader.job_count(JobState.QUEUED)


def _claim(world: World, count: int) -> list[Job]:
    with world.store.reading(world.space) as reader:
        if not reader.job_count(JobState.QUEUED) and not reader.job_count(JobState.RUNNING):
            return []
    now = world.now()
    jobs: list[Job] = []
    with world.store.writing(world.space) as txn:
        while len(jobs) < count and (job := txn.claim_job(world.owner, now, now + LEASE)):
            jobs.append(job)
    return jobs


def _think(world: World, job: Job) -> Thought:
    """A thought that fails is a thought with a problem: it never takes its batch down with it (J6)."""
    with world.store.reading(world.space) as reader:
        interaction = interaction_of(reader, job.interaction)
        given = materials(reader, interaction) if interaction else ()
    if interaction is None:
        return Thought(job, None, ())
    from atlas.reflection import lightweight  # heavy to import, and thinking comes later

    try:
        proposals = tuple(proposal for each in given for proposal in drive(lightweight.lightweight(each)))
        return Thought(job, interaction, proposals, given=given)
    except Exception as error:  # noqa: BLE001 # the worker's bulkhead: whatever a thinker does, the rest goes on
        return Thought(job, interaction, (), where(error))


def where(error: Exception) -> str:
    """What went wrong and where, without its words: they may quote what somebody said, and troubles are journaled."""
    frames = extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {frames[-1].name}, line {frames[-1].lineno}" if frames else type(error).__name__


def _commit(world: World, thoughts: Sequence[Thought]) -> None:
    """Together, which is quick; where one of them cannot be committed, each by itself, and that one fails (J6)."""
    try:
        _commit_together(world, thoughts)
    except StoreTrouble:
        raise
    except Exception as error:  # the same bulkhead, on the way back
        if len(thoughts) == 1 and thoughts[0].problem is None:
            _commit_together(world, [replace(thoughts[0], problem=where(error))])
        elif len(thoughts) == 1:
            raise
        else:
            for thought in thoughts:
                _commit(world, [thought])


def _commit_together(world: World, thoughts: Sequence[Thought]) -> None:
    with world.store.writing(world.space) as txn:
        ledger = Ledger(world, txn)
        told = ledger.troubles()
        for thought in thoughts:
            _finish(world, ledger, thought)
    world.journaled(told)


def _finish(world: World, ledger: Ledger, thought: Thought) -> None:
    job = ledger.txn.job(thought.job.id)
    if job is None or job.state is not JobState.RUNNING or job.lease_owner != world.owner:
        return  # the lease ran out meanwhile, and somebody else has it
    if thought.problem is not None:
        _failed(world, ledger, thought)
        return
    if thought.interaction is not None and not _still_stands(ledger.txn, thought):
        ledger.txn.put_job(replace(thought.job, state=JobState.QUEUED, lease_owner=None, lease_until=None))
        return
    if thought.interaction is not None:
        reflection = _reflection(world, thought)
        ledger.txn.add_reflection(reflection)
        commit_proposals(world, ledger, thought.proposals, thought.interaction, reflection)
    ledger.txn.put_job(replace(thought.job, state=JobState.DONE, lease_owner=None, lease_until=None))


def _still_stands(reader: Reader, thought: Thought) -> bool:
    """Whether nothing that was read has been forgotten meanwhile: else its words would come back as a proposal (X3)."""
    now = interaction_of(reader, thought.job.interaction)
    seen = [(each.interaction, each.earlier) for each in thought.given]
    return now is not None and seen == [(each.interaction, each.earlier) for each in materials(reader, now)]


def _failed(world: World, ledger: Ledger, thought: Thought) -> None:
    attempts = thought.job.attempts + 1
    state = JobState.POISON if attempts >= MAX_ATTEMPTS else JobState.QUEUED
    again = replace(
        thought.job, state=state, attempts=attempts, problem=thought.problem, lease_owner=None, lease_until=None
    )
    ledger.txn.put_job(again)
    world.note_trouble("think", f"Job {thought.job.id}: {thought.problem}")


def _reflection(world: World, thought: Thought) -> Reflection:
    inputs = tuple(message.id for message in thought.interaction.messages) if thought.interaction else ()
    return Reflection(
        world.reflection_id(),
        thought.job.id,
        thought.job.tier,
        thinker_name(world),
        inputs,
        world.now(),
        len(thought.proposals),
    )


def try_work(world: World, limit: int | None = None) -> int:
    """Work that may fail without anybody waiting for it: the trouble is noted."""
    try:
        return work(world, limit)
    except AtlasError as trouble:
        world.note_trouble("work", str(trouble))
        return 0
