"""Owed work: claim jobs, think, have the proposals judged, commit; then give new memories their vectors.

Inputs are consumed only in the transaction that commits their result (J7). No transaction is open while thinking.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from atlas.engine.curate import commit_proposals, expire
from atlas.engine.ledger import Ledger
from atlas.engine.observe import store_backlog
from atlas.engine.think import drive, interaction_of, material, thinker_name
from atlas.engine.vectors import embed_missing
from atlas.engine.world import World
from atlas.errors import AtlasError
from atlas.model.interaction import Interaction
from atlas.model.proposal import Proposal
from atlas.model.thinking import Job, JobState, Reflection

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
    embed_missing(world)
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
        given = material(reader, interaction) if interaction else None
    if given is None:
        return Thought(job, None, ())
    from atlas.reflection import lightweight  # heavy to import, and thinking comes later

    try:
        return Thought(job, interaction, drive(lightweight.lightweight(given)))
    except Exception as error:  # noqa: BLE001 # the worker's bulkhead: whatever a thinker does, the rest goes on
        return Thought(job, interaction, (), f"{type(error).__name__}: {error}")


def _commit(world: World, thoughts: Sequence[Thought]) -> None:
    with world.store.writing(world.space) as txn:
        ledger = Ledger(world, txn)
        for thought in thoughts:
            _finish(world, ledger, thought)


def _finish(world: World, ledger: Ledger, thought: Thought) -> None:
    if thought.problem is not None:
        _failed(world, ledger, thought)
        return
    if thought.interaction is not None:
        reflection = _reflection(world, thought)
        ledger.txn.add_reflection(reflection)
        commit_proposals(world, ledger, thought.proposals, thought.interaction, reflection)
    ledger.txn.put_job(replace(thought.job, state=JobState.DONE, lease_owner=None, lease_until=None))


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
