"""How things stand: counts, pending work, health, troubles."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from atlas.engine.core.access import ReadAccess
from atlas.engine.core.constitution import check_constitution
from atlas.engine.core.escalation import LadderStatus, describe_rung, read_ladder
from atlas.engine.core.ledger import VIOLATIONS
from atlas.engine.core.log_fields import log_fields
from atlas.engine.core.replay_mark import describe_unfinished_replay, find_replay_moment
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.vectors import MANY, count_unembedded
from atlas.engine.core.verification import Verification, verify_store
from atlas.engine.curate.conversations import (
    WaitingConversation,
    WaitingSource,
    add_beginnings,
    group_by_source,
    waiting_conversations,
)
from atlas.engine.curate.review_counts import (
    LEARNED,
    MOST_CHANGES,
    Waiting,
    count_active,
    count_surfaced,
    count_waiting,
    find_waiting_beliefs,
    is_waiting,
)
from atlas.engine.curate.review_queue import open_queue
from atlas.engine.inspect.corrections import Correction, read_correction
from atlas.engine.intake.episodes import count_unkept
from atlas.engine.intake.observe import to_utc
from atlas.engine.intake.signals import measure_confidence
from atlas.engine.jobs.unread import find_unread, try_reader
from atlas.engine.thinking.budget import format_money
from atlas.errors import AtlasError, ConstitutionBroken, NotFound, StoreTrouble
from atlas.model.belief import Belief
from atlas.model.failure import Failure, Pattern
from atlas.model.ids import ConversationId, InteractionId, MemoryId
from atlas.model.journal import Action, Entry, Part, RowKind
from atlas.model.memory import Kind, Memory, Status
from atlas.model.metric import Rung
from atlas.model.origin import Origin
from atlas.model.plain_data import proposal_from_plain
from atlas.model.proposal import Amend, named_memories
from atlas.model.signal import Confidence, Signal, SignalKind
from atlas.model.task import Task
from atlas.model.thinking import Job, JobState, Judged, Reflection
from atlas.model.verdict import Outcome
from atlas.ports.reading import MemoryCount, MemoryFilter, Reader
from atlas.ports.store import StoreHealth

_LONG_AGO: Final = datetime(1, 1, 1, tzinfo=UTC)
_ALL: Final = 2**31
_UNKEPT: Final = 1_000
_LISTED: Final = 10_000
"""Of what waits no more are listed at once."""
_TROUBLES: Final = {Action.TROUBLE: "trouble (journaled)", Action.VIOLATED: "constitution (journaled)"}
_LOG: Final = logging.getLogger("atlas.inspect")


@dataclass(frozen=True, slots=True)
class StatusReport:
    space: str
    location: str
    policy: str
    embedder: str
    model: str | None
    interactions: int
    counts: tuple[MemoryCount, ...]
    owed: int
    poisoned: int
    pending: int
    """What is decided one by one: learned memories and changes that wait."""
    waiting: Waiting
    active: int
    """Memories in service or waiting for it, messages too."""
    journal_entries: int
    last_at: datetime | None
    self_improvement: bool
    """Whether what is owed is thought about at all."""
    unkept: int = 0
    """Interactions that are stored and not made memories of yet; more than 1,000 are not counted."""
    unread: int = 0
    """Interactions that wait for the small reader, which is in trouble; more than 1,000 are not counted."""
    reader_trouble: str | None = None
    """Why they wait."""
    ladder: LadderStatus = field(default_factory=lambda: LadderStatus(Rung.FREE, None, ""))
    """Where the engine stands on the ladder (H6)."""
    violations: int = 0
    """How often the constitution was seen to be missing or altered since the space began (H4)."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing the doctor looked at."""

    name: str
    ok: bool
    says: str


@dataclass(frozen=True, slots=True)
class Pending:
    """What waits for a person: what was learned one by one, messages as the conversations they stand in (C9)."""

    memories: tuple[Memory, ...]
    proposals: tuple[Judged, ...]
    more: int = 0
    """How many learned memories and changes wait beside these."""
    conversations: tuple[WaitingConversation, ...] = ()
    more_conversations: int = 0
    """How many wait beside these."""
    sources: tuple[WaitingSource, ...] = ()
    """Where all of them come from, also those that are not among these."""
    corrections: Mapping[MemoryId, Correction] = field(default_factory=dict)
    """Of the memories those that were learned from a correction, with what was asked, replied and corrected (S7)."""
    beliefs: tuple[Belief, ...] = ()
    """Positions that wait, the newest first: what a model judged of what was argued (B1, C3)."""

    @property
    def items(self) -> int:
        """All that is decided one by one, also what is not among these."""
        return self.surfaced + self.more

    @property
    def ids(self) -> tuple[str, ...]:
        """Of those that are decided one by one and are among these."""
        changes = (*(each.id for each in self.proposals), *(each.id for each in self.beliefs))
        return (*(each.id for each in self.memories), *changes)

    @property
    def surfaced(self) -> int:
        """How many of them are among these."""
        return len(self.memories) + len(self.proposals) + len(self.beliefs)


def read_status(runtime: Runtime) -> StatusReport:
    with runtime.reading() as reader:
        head = reader.head()
        counts = tuple(reader.counts())
        return StatusReport(
            space=runtime.space,
            location=runtime.store.location,
            policy=runtime.curation.mode.value,
            embedder=runtime.embedder.identity.key,
            model=runtime.model.name if runtime.model else None,
            interactions=reader.interaction_count(),
            counts=counts,
            owed=reader.job_count(JobState.QUEUED) + reader.job_count(JobState.RUNNING),
            poisoned=reader.job_count(JobState.POISON),
            pending=(waiting := count_waiting(reader, runtime.curation, runtime.now())).items,
            waiting=waiting,
            active=count_active(counts),
            journal_entries=head.seq if head else 0,
            last_at=head.at if head else None,
            self_improvement=runtime.self_improvement,
            unkept=count_unkept(reader, _UNKEPT),
            unread=len(unread := find_unread(reader)),
            reader_trouble=unread[0].problem if unread else None,
            violations=reader.read_mark(VIOLATIONS),
            ladder=read_ladder(reader),
        )


def run_doctor(runtime: Runtime) -> list[Check]:
    """Check everything that can be wrong, one sentence each."""
    checkers = {
        "store": _check_store,
        "journal": _check_journal,
        "constitution": _check_constitution,
        "embedder": _check_embedder,
        "reader": _check_reader,
        "jobs": _check_jobs,
        "model": _check_model,
        "budget": _check_budget,
    }
    checks = [_run_checker(runtime, name, checker) for name, checker in checkers.items()]
    checks += [Check("notice", False, notice) for notice in runtime.notices]
    checks += _check_replay(runtime)
    checks += _check_ladder(runtime)
    checks += [Check("backlog", False, f"{len(runtime.memo.backlog)} interactions are not stored yet.")] * bool(
        runtime.memo.backlog
    )
    checks += _list_troubles(runtime)
    failed = sum(not check.ok for check in checks)
    _LOG.debug("The store was checked.", extra=log_fields(checks=len(checks), failed=failed))
    return checks


@dataclass(frozen=True, slots=True)
class PendingFilter:
    """Which of what waits; an empty field means any."""

    kinds: frozenset[Kind] = frozenset()
    """A message is listed by itself only where episodes are asked for."""
    origins: frozenset[Origin] = frozenset()
    search: str = ""
    """Words that stand in it, or in what it quotes, in whichever case."""
    conversation: ConversationId | None = None

    @property
    def is_given(self) -> bool:
        """Whether anything is looked for: then it is looked for among all that waits."""
        return self != PendingFilter()

    @property
    def any_change(self) -> bool:
        """A held change has no kind, origin or conversation of its own: a filter by these leaves it out."""
        return not (self.kinds or self.origins or self.conversation)


def list_pending(
    runtime: Runtime, limit: int = 200, where: PendingFilter | None = None, everything: bool = False
) -> Pending:
    """What waits for a person, in the order of the review queue, and no more than they are asked in a week (C9).

    A filter, or `everything`, looks among all that waits.
    """
    where = where or PendingFilter()
    with runtime.reading() as reader:
        order = open_queue(runtime, reader).list_ids()
        asked = everything or where.is_given
        most = None if asked else min(limit, count_surfaced(reader, runtime.curation, runtime.now()))
        listed, there = _waiting_memories(reader, where, order)
        changes = _waiting_changes(reader, where)
        places = {id: place for place, id in enumerate(order)}
        waiting: list[Memory | Judged] = [*listed, *changes]
        ranked = sorted(waiting, key=lambda each: places.get(each.id, len(places)))[:most]
        memories = [each for each in ranked if isinstance(each, Memory)][:limit]
        proposals = [each for each in ranked if isinstance(each, Judged)][:limit]
        corrections = {each.id: found for each in memories if (found := read_correction(reader, each))}
        beliefs = _waiting_beliefs(reader, where)
    conversations = _waiting_conversations(runtime, where)
    more = max(0, there + len(changes) - len(memories) - len(proposals))
    shown = tuple(add_beginnings(runtime, conversations[:limit]))
    sources = tuple(group_by_source(conversations))
    unlisted = len(conversations) - len(shown)
    return Pending(tuple(memories), tuple(proposals), more, shown, unlisted, sources, corrections, tuple(beliefs))


def _waiting_memories(reader: Reader, where: PendingFilter, order: Sequence[str]) -> tuple[list[Memory], int]:
    """Those that wait, and how many there are; without a filter the first of the queue."""
    kinds = where.kinds or LEARNED
    filtered = MemoryFilter(
        statuses=frozenset({Status.NEEDS_REVIEW}), kinds=kinds, origins=where.origins, conversation=where.conversation
    )
    if not where.is_given:
        there = sum(each.count for each in reader.counts() if is_waiting(each) and each.kind in kinds)
        return list(reader.memories([MemoryId(id) for id in order if id.startswith("m_")][:_LISTED])), there
    found = [each for each in reader.newest_memories(filtered, _ALL) if _memory_mentions(each, where.search)]
    return found, len(found)


def _memory_mentions(memory: Memory, words: str) -> bool:
    return _any_mentions(words, memory.content, *(item.quote for item in memory.evidence))


def _waiting_changes(reader: Reader, where: PendingFilter) -> list[Judged]:
    if not where.any_change:
        return []
    found = reader.changes_waiting(MOST_CHANGES)
    if not where.search:
        return list(found)
    return [each for each in found if _any_mentions(where.search, *_proposal_texts(reader, each))]


def _waiting_beliefs(reader: Reader, where: PendingFilter) -> list[Belief]:
    if not where.any_change:
        return []
    return [each for each in find_waiting_beliefs(reader) if _any_mentions(where.search, each.topic)]


def _proposal_texts(reader: Reader, judged: Judged) -> list[str]:
    named = reader.memories(named_memories(judged.proposal))
    edits = judged.proposal.edits if isinstance(judged.proposal, Amend) else ()
    written = (text for edit in edits for text in (edit.document, edit.old, edit.new))
    return [judged.proposal.reason, *(each.content for each in named), *written]


def _waiting_conversations(access: ReadAccess, where: PendingFilter) -> list[WaitingConversation]:
    if where.kinds and Kind.EPISODE not in where.kinds:
        return []
    found = waiting_conversations(access, where.origins, where.search)
    return [each for each in found if where.conversation in (None, each.name)]


def _any_mentions(words: str, *texts: str) -> bool:
    return not words or any(words.casefold() in text.casefold() for text in texts)


def read_journal(access: ReadAccess, limit: int = 50) -> Sequence[Entry]:
    """The newest entries of the journal, newest first."""
    with access.reading() as reader:
        return reader.last_entries(limit)


def read_named_memories(access: ReadAccess, entries: Iterable[Entry]) -> dict[str, Memory]:
    """The memories that journal entries speak of, as they are now."""
    parts = [part for entry in entries for part in entry.parts]
    named = {MemoryId(part.id) for part in parts if part.kind in (RowKind.MEMORY, RowKind.USE)}
    for part in parts:
        named.update(_find_memories_of_proposal(part))
    with access.reading() as reader:
        return {memory.id: memory for memory in reader.memories(sorted(named))}


def _find_memories_of_proposal(part: Part) -> tuple[MemoryId, ...]:
    change = part.change() if part.kind is RowKind.PROPOSAL else None
    body = (change.after or {}).get("proposal") if change else None
    return named_memories(proposal_from_plain(body)) if isinstance(body, dict) else ()


def list_refusals(access: ReadAccess, limit: int = 50) -> Sequence[Judged]:
    with access.reading() as reader:
        return reader.judged_with(Outcome.REFUSED, limit)


def list_reflections(access: ReadAccess, limit: int = 50, task: Task | None = None) -> Sequence[Reflection]:
    with access.reading() as reader:
        return reader.reflections(limit, task)


def list_signals(
    access: ReadAccess,
    about: InteractionId | None = None,
    limit: int = 50,
    kind: SignalKind | None = None,
    since: datetime | None = None,
) -> Sequence[Signal]:
    """The signals that were detected, the newest first."""
    with access.reading() as reader:
        if about is None:
            return reader.signals_since(to_utc(since) if since else _LONG_AGO, limit, kind)
        found = [each for each in reader.signals([about]) if kind in (None, each.kind)]
    return found[::-1][:limit]


def read_confidence(runtime: Runtime, about: InteractionId) -> Confidence:
    with runtime.reading() as reader:
        found = reader.interaction(about)
        if found is None:
            raise NotFound(f"There is no interaction {about} here.")
        after = reader.messages_after(found.conversation, found.messages[-1].at, 1)
        return measure_confidence(runtime.signals, reader, found, followed=bool(after))


def list_failures(access: ReadAccess, limit: int = 50) -> Sequence[Failure]:
    with access.reading() as reader:
        return reader.failures(limit)


def list_patterns(access: ReadAccess, active: bool | None = True) -> Sequence[Pattern]:
    with access.reading() as reader:
        return reader.patterns(active)


def list_jobs(access: ReadAccess, state: JobState | None = None, limit: int = 50) -> Sequence[Job]:
    with access.reading() as reader:
        return reader.jobs(state, limit)


def _run_checker(runtime: Runtime, name: str, checker: Callable[[Runtime], Check]) -> Check:
    """Run a check; a store that cannot be read is told of, and the rest is checked."""
    try:
        return checker(runtime)
    except StoreTrouble as trouble:
        return Check(name, False, str(trouble))


def _check_replay(access: ReadAccess) -> list[Check]:
    try:
        at = find_replay_moment(access)
    except StoreTrouble:
        return []  # told by the others
    return [Check("replay", False, describe_unfinished_replay(at))] if at else []


def _check_ladder(access: ReadAccess) -> list[Check]:
    try:
        with access.reading() as reader:
            ladder = read_ladder(reader)
    except StoreTrouble:
        return []  # told by the others
    if ladder.rung is Rung.FREE:
        return []
    says = f"{describe_rung(ladder.rung)}: {ladder.why} So {ladder.meaning}. An operator goes on: atlas learning resume"
    return [Check("ladder", not ladder.holds_back, says)]


def _check_store(runtime: Runtime) -> Check:
    try:
        health: StoreHealth = runtime.store.health()
    except AtlasError as trouble:
        return Check("store", False, str(trouble))
    says = f"{health.location}, schema {health.schema}, {health.bytes_on_disk:,} bytes"
    return Check("store", health.ok, says if health.ok else "; ".join(health.problems))


def _check_journal(access: ReadAccess) -> Check:
    try:
        found: Verification = verify_store(access)
    except AtlasError as trouble:
        return Check("journal", False, str(trouble))
    if not found.ok:
        _LOG.info(
            "The journal's chain is broken.", extra=log_fields(entries=found.entries, problems=len(found.problems))
        )
    says = f"{found.entries:,} entries, the chain holds"
    return Check("journal", found.ok, says if found.ok else " ".join(found.problems))


def _check_constitution(runtime: Runtime) -> Check:
    try:
        law = check_constitution(runtime)
    except ConstitutionBroken as broken:
        return Check("constitution", False, str(broken))
    return Check("constitution", True, f"{'an operator pinned it' if law.pinned else 'as shipped'}, {law.sha256[:16]}")


def _check_embedder(runtime: Runtime) -> Check:
    try:
        runtime.embedder.embed(["hello"])
    except AtlasError as trouble:
        return Check("embedder", False, f"{trouble} Recall goes by words alone.")
    waiting = count_unembedded(runtime)
    says = f"; {'at least ' if waiting >= MANY else ''}{waiting:,} memories wait for their vectors" if waiting else ""
    return Check("embedder", True, f"{runtime.embedder.identity.key}{says}")


def _check_reader(runtime: Runtime) -> Check:
    if runtime.annotator is None:
        return Check("reader", True, "none: facts are found in messages by a language model alone")
    try:
        try_reader(runtime.annotator)
    except AtlasError as trouble:
        return Check("reader", False, f"{trouble} What is said waits to be read.")
    return Check("reader", True, runtime.annotator.identity)


def _check_jobs(access: ReadAccess) -> Check:
    with access.reading() as reader:
        poisoned, owed = reader.job_count(JobState.POISON), reader.job_count(JobState.QUEUED)
        parked = reader.job_count(JobState.PARKED)
    return Check(
        "jobs", poisoned + parked == 0, f"{owed} owed, {parked} parked, {poisoned} given up: atlas learning jobs"
    )


def _check_budget(runtime: Runtime) -> Check:
    today = runtime.now().astimezone(runtime.zone).date()
    with runtime.reading() as reader:
        spent = reader.sum_spent(day=today)
    limit = runtime.budget.day
    full = (limit.tokens is not None and spent.tokens >= limit.tokens) or (
        limit.money is not None and spent.money >= limit.money
    )
    of = f" of ${format_money(limit.money)}" if limit.money is not None else ""
    says = f"{spent.calls} calls, {spent.tokens:,} tokens, ${format_money(spent.money)}{of} today"
    return Check("budget", not full, f"{says}; today's budget is spent, and thinking waits" if full else says)


def _check_model(runtime: Runtime) -> Check:
    alone = "no language model is configured; the small reader and the rules work alone"
    return Check("model", True, runtime.model.name if runtime.model else alone)


def _list_troubles(runtime: Runtime) -> list[Check]:
    """The troubles of this process, and those that earlier ones left in the journal."""
    here = [Check("trouble", False, f"{each.where}: {each.says}") for each in runtime.memo.troubles]
    try:
        with runtime.reading() as reader:
            entries = [entry for entry in reader.last_entries(500) if entry.action in _TROUBLES]
    except StoreTrouble:
        return here  # that the store cannot be read is told by the others
    return here + [check for entry in entries[:5] for check in _list_journaled(entry)]


def _list_journaled(entry: Entry) -> Iterator[Check]:
    notes = [change.after for part in entry.parts if (change := part.change())]
    yield from (Check(_TROUBLES[entry.action], False, str(note["text"])) for note in notes if note)
