"""What nightly thinking reads: all that was said since the last night, clusters of failures, what is due (J9)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from atlas.curation.policy import ConflictPolicy, CurationPolicy
from atlas.engine.core.foreground import iterate_yielding
from atlas.engine.core.runtime import Runtime
from atlas.engine.jobs.tasks.nightly.cluster_input import find_clusters
from atlas.engine.jobs.tasks.nightly.day_candidates import find_unanswered, read_doubts, read_lessons, read_recurring
from atlas.engine.thinking.driver import pick_own_words
from atlas.engine.thinking.job_inputs import JobInput, build_batches, messages_of
from atlas.engine.thinking.pins import is_part, pinned_interactions
from atlas.engine.thinking.review_schedule import find_most_due
from atlas.language.registry import LANGUAGE
from atlas.model.memory import Memory, Status
from atlas.model.origin import Trust
from atlas.model.thinking import Day, Job, Review, Thinking
from atlas.ports.reading import Reader
from atlas.reflection.maintenance import states_the_same

_GROUP: Final = 10


def read_day(runtime: Runtime, reader: Reader, job: Job) -> JobInput | None:
    day = _read_day(runtime, reader, job)
    from atlas.reflection.nightly import reflect_by_rules, reflect_with_model  # needed by thinking alone

    def start_thinking() -> Thinking:
        return reflect_with_model(day, runtime.reflection) if runtime.models else reflect_by_rules(day)

    doubted = [message for doubt in day.doubts for message in (*messages_of([doubt.about]), *doubt.after)]
    batched = [material for batch in day.batches for material in batch.materials]
    told = [message for cluster in day.clusters for message in (*cluster.asked, *cluster.told)]
    reviews = [review for group in day.reviews for review in group]
    seen = tuple(dict.fromkeys([*messages_of(batched), *told, *doubted, *day.unanswered]))
    reviewed = [memory for review in reviews for memory in (review.memory, *review.newer)]
    memories = tuple(dict.fromkeys([*reviewed, *day.lessons, *day.recurring]))
    shown = [*messages_of(batched), *told]
    lowest = min((*(each.origin.trust for each in shown), *(each.trust for each in reviewed)), default=Trust.USER)
    looked_at = tuple(review.memory.id for review in reviews)
    return JobInput(start_thinking, seen, memories, lowest, bool(runtime.models), reviewed=looked_at)


def _read_day(runtime: Runtime, reader: Reader, job: Job) -> Day:
    """Read all interactions since the last night; whether one is thought over twice is the mark's affair."""
    said = pinned_interactions(reader, job)
    given = [material for each in iterate_yielding(said) if (material := pick_own_words(reader, each)) is not None]
    start = min((each.at for each in said), default=job.created_at)
    zone = getattr(runtime.zone, "key", "UTC")
    if is_part(job):
        return Day(start, job.created_at, tuple(build_batches(runtime, given)), zone=zone)
    return Day(
        start,
        job.created_at,
        tuple(build_batches(runtime, given)),
        find_clusters(runtime, reader, job.created_at),
        tuple(_group_reviews(runtime, reader, job.created_at)),
        zone,
        read_doubts(runtime, reader, start, job.created_at),
        read_lessons(reader),
        read_recurring(runtime, reader),
        find_unanswered(reader, said),
    )


def _group_reviews(runtime: Runtime, reader: Reader, now: datetime) -> Iterator[tuple[Review, ...]]:
    """Group the most important memories that have faded to 0.9 (T4) by trust, each with newer ones of its slot."""
    chosen = find_most_due(reader, now, runtime.retention, runtime.reflection.reviews)
    for trust in sorted({memory.trust for memory in chosen}, reverse=True):
        group = [
            Review(each, _find_newer(runtime.curation, reader, each, now)) for each in chosen if each.trust is trust
        ]
        for at in range(0, len(group), _GROUP):
            yield tuple(group[at : at + _GROUP])


def _find_newer(policy: CurationPolicy, reader: Reader, memory: Memory, now: datetime) -> tuple[Memory, ...]:
    """Find the later memories of the same slot, or of the same thing by another word, approved and of the same trust,
    known when the night was owed; where both of two that differ are kept, only those that say the same."""
    if memory.claim is None:
        return ()
    own, attribute = memory.claim.subject, memory.claim.attribute
    subjects = dict.fromkeys([own, *LANGUAGE.kindred_things.list_kindred_subjects(own, attribute)])
    rivals = (each for subject in subjects for each in reader.in_slot(subject, attribute))
    return tuple(
        other
        for other in rivals
        if other.id != memory.id
        and other.status is Status.APPROVED
        and other.trust is memory.trust
        and memory.observed_at < other.observed_at
        and other.created_at <= now
        and (policy.conflict is not ConflictPolicy.KEEP_BOTH or states_the_same(other, memory))
    )
