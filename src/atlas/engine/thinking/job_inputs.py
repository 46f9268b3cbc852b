"""What each tier is given to think about, read from the rows and pinned, so that a run can be taken up again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from atlas.engine.core.marks import KEPT
from atlas.engine.core.runtime import Runtime
from atlas.engine.thinking.driver import interaction_of, materials, only, own_words, together
from atlas.engine.thinking.failure_clusters import clusters
from atlas.engine.thinking.review_schedule import most_due
from atlas.engine.thinking.weekly_figures import trends
from atlas.model.failure import Pattern
from atlas.model.ids import InteractionId, MemoryId, MessageId
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.memory import Kind, Memory, Status
from atlas.model.origin import Trust
from atlas.model.task import Task
from atlas.model.thinking import Batch, Day, Doubt, Job, Material, Review, Thinking, Week
from atlas.ports.reading import SERVABLE, Reader

RUNNABLE: Final = frozenset(
    {Task.LIGHTWEIGHT, Task.READING, Task.ADAPTIVE, Task.NIGHTLY, Task.WEEKLY, Task.CONSOLIDATION, Task.OBSERVATIONS}
)
"""What has somebody to do it; other triggers wait for their stage."""
BATCH_INTERACTIONS: Final = 40
BATCH_TOKENS: Final = 6_000
SHOWN: Final = 8_000
"""Characters of one message that a question shows."""
PATTERNS: Final = 50
"""That a week looks at: the surest."""
KNOWN: Final = 8
"""Memories that bear on a doubted reply."""
REVIEWED: Final = 50
"""T4: the most important of those that are due."""
_GROUP: Final = 10
_PAGE: Final = 500
_MARKS: Final = {Task.NIGHTLY: "nightly", Task.OBSERVATIONS: "observed"}
"""How far each has come that goes on from where it was last."""
HELPING: Final = 200
"""Interactions that one run takes notes of; where more wait, another follows."""
_AFTER, _UPTO, _ONLY = "after:", "upto:", "only:"
_FROM, _TO = "from:", "to:"
"""Of a week that the clock owes: the moments between which it lies."""


@dataclass(frozen=True, slots=True)
class JobInput:
    """A job with what it may see."""

    thinking: Callable[[], Thinking]
    messages: tuple[Message, ...]
    memories: tuple[Memory, ...] = ()
    trust: Trust = Trust.UNKNOWN
    """The lowest of all that it may see; what is proposed is no better (J17)."""
    by_model: bool = False
    beside: tuple[MessageId, ...] = ()
    """Messages behind what else it may see, such as patterns."""
    reviewed: tuple[MemoryId, ...] = ()
    """What is looked at again, and due later for that (T4)."""

    @property
    def inputs(self) -> tuple[MessageId, ...]:
        """All messages whose words may stand in what is thought: to forget one is to forget that too (X3)."""
        quoted = (item.message for memory in self.memories for item in memory.evidence)
        return tuple(dict.fromkeys([*(message.id for message in self.messages), *quoted, *self.beside]))


def pinned(runtime: Runtime, reader: Reader, job: Job) -> Job:
    """The job with what it is about to think over written down in it."""
    if job.pinned or job.task not in _MARKS:
        return job
    after = upto = reader.mark(_MARKS[job.task])
    if job.task is Task.OBSERVATIONS:  # no further than what has its episodes: a note stands on one
        kept = (seq for seq, _ in reader.interactions(after, HELPING) if seq <= reader.mark(KEPT))
        return replace(job, pinned=(f"{_AFTER}{after}", f"{_UPTO}{max(kept, default=after)}"))
    while page := reader.interactions(upto, _PAGE):
        upto = page[-1][0]
    return replace(job, pinned=(f"{_AFTER}{after}", f"{_UPTO}{upto}"))


def consumed(job: Job) -> tuple[str, int] | None:
    """The mark that moves when the job is done, and where to (J7)."""
    upto = _number(job, _UPTO)
    return (_MARKS[job.task], upto) if upto is not None else None


def unfinished(reader: Reader, job: Job) -> bool:
    """Whether as much again waits as one run takes in: nothing has to trigger the next."""
    upto = _number(job, _UPTO) if job.task is Task.OBSERVATIONS else None
    return upto is not None and len(reader.interactions(upto, HELPING)) == HELPING


def is_one(job: Job) -> bool:
    """Whether it is about one interaction, so that there are no parts to think about by themselves."""
    return job.interaction is not None or (len(job.pinned) == 1 and job.pinned[0].startswith(_ONLY))


def covered(reader: Reader, job: Job) -> list[InteractionId]:
    """The interactions that a night, or another run from mark to mark, or a part of one, thinks over."""
    return [each.id for each in _said(reader, job)] if job.task in _MARKS else []


def prepared(runtime: Runtime, reader: Reader, job: Job) -> JobInput | None:
    """None where there is nothing to think about any more."""
    match job.task:
        case Task.LIGHTWEIGHT:
            return _lightweight(reader, job)
        case Task.READING:
            return _reading(reader, job)
        case Task.ADAPTIVE:
            return _adaptive(runtime, reader, job)
        case Task.NIGHTLY:
            return _nightly(runtime, reader, job)
        case Task.WEEKLY:
            return _weekly(runtime, reader, job)
        case Task.OBSERVATIONS:
            return _observations(runtime, reader, job)
        case _:
            return None


def still_stands(reader: Reader, seen: JobInput) -> bool:
    """Whether nothing that was read has been forgotten meanwhile: else its words would come back as a proposal (X3)."""
    now = {message.id: message for message in reader.messages(message.id for message in seen.messages)}
    if any(now.get(message.id) != message for message in seen.messages):
        return False
    if len(reader.messages(seen.beside)) < len(set(seen.beside)):
        return False
    kept = {memory.id: memory.content for memory in reader.memories(memory.id for memory in seen.memories)}
    return all(kept.get(memory.id) == memory.content for memory in seen.memories)


# --- one interaction


def _lightweight(reader: Reader, job: Job) -> JobInput | None:
    interaction = interaction_of(reader, job.interaction)
    if interaction is None:
        return None
    given = materials(reader, interaction)
    from atlas.reflection.lightweight import lightweight  # heavy to import, and thinking comes later

    def thinking() -> Thinking:
        return together(lightweight(each) for each in given)

    return JobInput(thinking, messages_of(given), trust=interaction.trust)


def _reading(reader: Reader, job: Job) -> JobInput | None:
    interaction = interaction_of(reader, job.interaction)
    given = own_words(reader, interaction) if interaction else None
    if given is None:
        return None
    from atlas.reflection.lightweight import with_model

    return JobInput(lambda: with_model(given), messages_of([given]), trust=given.trust, by_model=True)


def _adaptive(runtime: Runtime, reader: Reader, job: Job) -> JobInput | None:
    interaction = interaction_of(reader, job.interaction)
    if interaction is None:
        return None
    doubt = _doubt(runtime, reader, interaction)
    if doubt is None:
        return None
    from atlas.reflection.adaptive import adaptive, with_model

    def thinking() -> Thinking:
        return with_model(doubt, samples=runtime.consistency) if runtime.models else adaptive(doubt)

    seen = (*messages_of([doubt.about]), *doubt.after)
    lowest = min(doubt.trust, _tainted(reader, interaction))
    return JobInput(thinking, seen, doubt.known, lowest, bool(runtime.models))


def _doubt(runtime: Runtime, reader: Reader, interaction: Interaction) -> Doubt | None:
    """The exchange, what the users said next, and what is known about it; None where nobody here said any of it."""
    if all(message.origin.trust < Trust.ASSISTANT for message in interaction.messages):
        return None
    spoken = [
        each for each in interaction.messages if each.origin.trust >= Trust.ASSISTANT or each.role is Role.ASSISTANT
    ]
    earlier = [each for each in reader.messages_before(interaction.id, 6) if each.origin.trust >= Trust.ASSISTANT]
    about = Material(replace(interaction, messages=tuple(spoken)), tuple(earlier))
    signals = tuple(reader.signals([interaction.id]))
    told = reader.messages(signal.message for signal in signals if signal.message)
    here = {message.id for message in interaction.messages}
    after = sorted((each for each in told if each.id not in here), key=lambda each: (each.at, each.ordinal))
    asked = next((each.text for each in spoken if each.role is Role.USER), "")
    return Doubt(about, tuple(after), signals, _bearing_on(runtime, reader, asked))


def _bearing_on(runtime: Runtime, reader: Reader, asked: str) -> tuple[Memory, ...]:
    """By meaning alone: what is looked for is what the reply could have known, and no serving is recorded."""
    from atlas.engine.core.vectors import find_nearest

    near = find_nearest(runtime, asked, KNOWN * 4) if asked.strip() else []
    found = [memory for memory in reader.memories(id for id, _ in near) if memory.served]
    return tuple(memory for memory in found if memory.kind is not Kind.EPISODE)[:KNOWN]


def _tainted(reader: Reader, interaction: Interaction) -> Trust:
    """Of a conversation that took in text from afar: the assistant's words may be that text again."""
    if not reader.tainted([interaction.conversation]):
        return Trust.OPERATOR
    return min(message.origin.trust for message in reader.messages_in(interaction.conversation))


# --- a night


def _nightly(runtime: Runtime, reader: Reader, job: Job) -> JobInput | None:
    day = _day(runtime, reader, job)
    from atlas.reflection.nightly import nightly, with_model

    def thinking() -> Thinking:
        return with_model(day) if runtime.models else nightly(day)

    batched = [material for batch in day.batches for material in batch.materials]
    told = [message for cluster in day.clusters for message in (*cluster.asked, *cluster.told)]
    reviews = [review for group in day.reviews for review in group]
    seen = tuple(dict.fromkeys([*messages_of(batched), *told]))
    memories = tuple(memory for review in reviews for memory in (review.memory, *review.newer))
    lowest = min((*(each.origin.trust for each in seen), *(each.trust for each in memories)), default=Trust.USER)
    looked_at = tuple(review.memory.id for review in reviews)
    return JobInput(thinking, seen, memories, lowest, bool(runtime.models), reviewed=looked_at)


def _day(runtime: Runtime, reader: Reader, job: Job) -> Day:
    """Everything since the last night: an interaction more or less often thought over is the mark's affair."""
    said = _said(reader, job)
    given = [material for each in said if (material := own_words(reader, each)) is not None]
    start = min((each.at for each in said), default=job.created_at)
    zone = getattr(runtime.zone, "key", "UTC")
    if _is_part(job):
        return Day(start, job.created_at, tuple(batches(runtime, given)), zone=zone)
    return Day(
        start,
        job.created_at,
        tuple(batches(runtime, given)),
        clusters(runtime, reader, job.created_at),
        tuple(_reviews(runtime, reader, job.created_at)),
        zone,
    )


def _said(reader: Reader, job: Job) -> list[Interaction]:
    only = [pin.removeprefix(_ONLY) for pin in job.pinned if pin.startswith(_ONLY)]
    if not only:
        return _between(reader, job)
    return [each for id in only if (each := reader.interaction(InteractionId(id))) is not None]


def _between(reader: Reader, job: Job) -> list[Interaction]:
    at, upto, found = _number(job, _AFTER) or 0, _number(job, _UPTO) or 0, []
    while at < upto and (page := reader.interactions(at, _PAGE)):
        found += [interaction for seq, interaction in page if seq <= upto]
        at = page[-1][0]
    return found


def _is_part(job: Job) -> bool:
    return any(pin.startswith(_ONLY) for pin in job.pinned)


def _number(job: Job, prefix: str) -> int | None:
    return next((int(pin.removeprefix(prefix)) for pin in job.pinned if pin.startswith(prefix)), None)


def batches(runtime: Runtime, given: Sequence[Material]) -> Iterator[Batch]:
    """All of them, by trust, each batch small enough for one question."""
    for trust in sorted({material.trust for material in given}, reverse=True):
        held: list[Material] = []
        tokens = 0
        pieces = (piece for each in given if each.trust is trust for piece in _pieces(runtime, each))
        for material, size in pieces:
            if held and (len(held) >= BATCH_INTERACTIONS or tokens + size > BATCH_TOKENS):
                yield Batch(trust, tuple(held))
                held, tokens = [], 0
            held.append(material)
            tokens += size
        if held:
            yield Batch(trust, tuple(held))


def _pieces(runtime: Runtime, material: Material) -> Iterator[tuple[Material, int]]:
    """An interaction in which very much was said, a part at a time; with the size of each."""
    held: list[Message] = []
    tokens = 0
    for message in material.interaction.messages:
        size = runtime.context.count(message.text[:SHOWN])
        if held and tokens + size > BATCH_TOKENS:
            yield Material(only(material.interaction, held), (), material.served), tokens
            held, tokens = [], 0
        held.append(message)
        tokens += size
    if held:
        yield Material(only(material.interaction, held), (), material.served), tokens


def _reviews(runtime: Runtime, reader: Reader, now: datetime) -> Iterator[tuple[Review, ...]]:
    """T4: the most important of what has faded to 0.9, in groups of one trust, each with what came since."""
    chosen = most_due(reader, now, runtime.retention, REVIEWED)
    for trust in sorted({memory.trust for memory in chosen}, reverse=True):
        group = [Review(memory, _newer(reader, memory, now)) for memory in chosen if memory.trust is trust]
        for at in range(0, len(group), _GROUP):
            yield tuple(group[at : at + _GROUP])


def _newer(reader: Reader, memory: Memory, now: datetime) -> tuple[Memory, ...]:
    """What was learned later of the same kind, approved and as much trusted; known when the night was owed."""
    if memory.claim is None:
        return ()
    rivals = reader.in_slot(memory.claim.subject, memory.claim.attribute)
    return tuple(
        other
        for other in rivals
        if other.id != memory.id
        and other.status is Status.APPROVED
        and other.trust is memory.trust
        and memory.observed_at < other.observed_at
        and other.created_at <= now
    )


# --- a week


def pin_weeks(first: datetime, last: datetime, zone: tzinfo) -> tuple[str, str]:
    """What a run is to look at that makes up for all weeks that were due from the first moment to the last."""
    return f"{_FROM}{_week_before(first, zone).isoformat()}", f"{_TO}{last.isoformat()}"


def _week_before(moment: datetime, zone: tzinfo) -> datetime:
    """At the same hour by the clock on the wall, so that no hour is lost or counted twice when that is changed."""
    return (moment.astimezone(zone) - timedelta(days=7)).astimezone(UTC)


def _weekly(runtime: Runtime, reader: Reader, job: Job) -> JobInput | None:
    """J3, J10: the week that is owed; weeks that nobody has looked at before it come with it."""
    end = _moment(job, _TO) or job.created_at
    before = _last_week_end(reader, end)
    start = min(_moment(job, _FROM) or _week_before(end, runtime.zone), before or end)
    ran = tuple(each for each in reader.reflections(20_000, since=start) if each.at <= end)
    learned = _learned(reader, start, end)
    week = Week(start, end, ran, _surest(reader), trends(reader, start, end), learned, before)
    from atlas.reflection.weekly import weekly, with_model

    def thinking() -> Thinking:
        return with_model(week) if runtime.models else weekly(week)

    memories = tuple(memory for group in learned for memory in group)
    lowest = min((memory.trust for memory in memories), default=Trust.USER)
    beside = tuple(source for pattern in week.patterns for source in pattern.sources)
    return JobInput(thinking, (), memories, lowest, bool(runtime.models), beside)


def _moment(job: Job, prefix: str) -> datetime | None:
    return next(
        (datetime.fromisoformat(pin.removeprefix(prefix)) for pin in job.pinned if pin.startswith(prefix)), None
    )


def _last_week_end(reader: Reader, end: datetime) -> datetime | None:
    """Up to when the last run looked that was of use; a record of an earlier version says only when that was."""
    done = (each for each in reader.reflections(10, Task.WEEKLY) if not each.problem)
    ends = (datetime.fromisoformat(str(each.said["to"])) if "to" in each.said else each.at for each in done)
    return next((each for each in ends if each < end), None)


def _surest(reader: Reader) -> tuple[Pattern, ...]:
    found = sorted(reader.patterns(active=True), key=lambda each: (-each.confidence, each.id))
    return tuple(found[:PATTERNS])


def _learned(reader: Reader, start: datetime, end: datetime) -> tuple[tuple[Memory, ...], ...]:
    """What was learned that week and is approved, by trust."""
    where = replace(SERVABLE, kinds=frozenset(Kind) - {Kind.EPISODE})
    fresh = [memory for memory in reader.newest(where, 2_000) if start < memory.created_at <= end]
    groups = sorted({memory.trust for memory in fresh}, reverse=True)
    return tuple(tuple(memory for memory in fresh if memory.trust is trust) for trust in groups)


# --- observations


def _observations(runtime: Runtime, reader: Reader, job: Job) -> JobInput:
    from atlas.engine.thinking.observations import observing  # it stands on this file

    return observing(runtime, reader, _said(reader, job), part=_is_part(job))


def halves(left: Sequence[InteractionId]) -> Iterator[tuple[str, ...]]:
    """J6: what was of no use is thought about again in two parts, until the one that spoils it stands alone."""
    middle = (len(left) + 1) // 2
    for part in (left[:middle], left[middle:]):
        if part:
            yield tuple(f"{_ONLY}{each}" for each in part)


def messages_of(given: Iterable[Material]) -> tuple[Message, ...]:
    seen = [message for each in given for message in (*each.earlier, *each.interaction.messages)]
    return tuple(dict.fromkeys(seen))
