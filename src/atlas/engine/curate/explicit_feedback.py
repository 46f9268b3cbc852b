"""What somebody says of a memory: that it was used, that it helped, that it is wrong or out of date (T6).

An application or a person is heard at once. What a model says approves nothing and closes nothing: it waits for a
person.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from atlas.consolidation import retention
from atlas.curation.effects import MemoryChange, compute_effects, next_version
from atlas.curation.judge import judge_proposal
from atlas.curation.statuses import check_transition
from atlas.engine.core.access import ReadAccess
from atlas.engine.core.deadline import reply_deadline
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.proposals import gather_judgement_input
from atlas.engine.intake.episodes import make_episodes
from atlas.engine.intake.failures import EarlierFailures, add_failure
from atlas.engine.intake.replies import find_reply
from atlas.engine.intake.reply_feedback import LATELY, USES, is_counted, is_other_context
from atlas.engine.intake.signals import clean_note
from atlas.engine.thinking.schedule import fire_counted
from atlas.errors import BadInput, NotFound, Refused
from atlas.model.feedback import Feedback, FeedbackSignal
from atlas.model.ids import FailureId, InteractionId, MemoryId, MessageId
from atlas.model.interaction import Message
from atlas.model.journal import Action, Actor
from atlas.model.memory import Evidence, Memory, Relation, State, Status
from atlas.model.proposal import Archive, Proposal, Revise
from atlas.model.signal import Signal, SignalKind, Source
from atlas.model.thinking import Judged
from atlas.model.verdict import Finding, Outcome, Verdict
from atlas.ports.clock import Clock
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer

WORDS: Final = (FeedbackSignal.HELPED, FeedbackSignal.WRONG, FeedbackSignal.STALE, FeedbackSignal.USED)
"""What can be said of a memory; that it was ignored is told from replies alone."""


@dataclass(frozen=True, slots=True)
class FeedbackReceipt:
    """What came of somebody's word."""

    memory: Memory
    """As it is now."""
    signal: FeedbackSignal
    counted: bool = True
    """False where it had been said of the same reply already, and nothing moved (T3)."""
    failure: FailureId | None = None
    """Of `wrong`: where it is written down; None where nothing that was said stands behind the memory."""
    judged: Judged | None = None
    """What was proposed, with its verdict."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that was told of a memory."""

    feedback: Feedback
    memory: Memory
    """As it is now."""


@dataclass(frozen=True, slots=True)
class _Statement:
    """What is said of a memory, and by whom."""

    row: Feedback
    before: tuple[Feedback, ...]
    note: str
    actor: Actor
    by_model: bool


def record_feedback(
    runtime: Runtime,
    memory: MemoryId,
    signal: FeedbackSignal,
    note: str = "",
    actor: Actor = Actor.OPERATOR,
    by_model: bool = False,
) -> FeedbackReceipt:
    """Used or helped reinforces at once; wrong opens a failure and asks for review; stale proposes to close it.

    It is about the last context in which the memory stood. What a model says approves nothing and closes nothing.
    """
    if signal not in WORDS:
        raise BadInput("That a memory was ignored is told from replies; say helped, wrong, stale or used.")
    make_episodes(runtime, reply_deadline(runtime))
    with runtime.writing() as txn:
        ledger, held = Ledger(runtime, txn), _require_memory(txn, memory)
        row, known = _make_row(runtime, txn, memory, signal), tuple(txn.feedback(LATELY, memory))
        statement = _Statement(row, known, clean_note(note), Actor.MODEL if by_model else actor, by_model)
        if signal in USES:
            return _reinforce_memory(runtime, ledger, held, statement)
        return (_report_wrong if signal is FeedbackSignal.WRONG else _report_stale)(runtime, ledger, held, statement)


def feedback_log(access: ReadAccess, limit: int = 50, memory: MemoryId | None = None) -> list[Remark]:
    """What was told of memories, the newest first: of one, or of all."""
    with access.reading() as reader:
        if memory is not None and reader.memory(memory) is None:
            raise NotFound(f"There is no memory {memory} here.")
        rows = reader.feedback(limit, memory)
        known = {each.id: each for each in reader.memories({row.memory for row in rows})}
    return [Remark(row, known[row.memory]) for row in rows if row.memory in known]


def _make_row(clock: Clock, reader: Reader, memory: MemoryId, signal: FeedbackSignal) -> Feedback:
    served = reader.servings_of([memory], 1)
    reply = find_reply(reader, served[0]) if served else None
    return Feedback(memory, signal, clock.now(), served[0].id if served else None, reply.id if reply else None)


def _require_memory(reader: Reader, id: MemoryId) -> Memory:
    memory = reader.memory(id)
    if memory is None:
        raise NotFound(f"There is no memory {id} here.")
    if memory.state is State.GONE:
        raise Refused(f"The memory {id} was forgotten: nothing can be said of it any more.")
    return memory


def _reinforce_memory(runtime: Runtime, ledger: Ledger, memory: Memory, statement: _Statement) -> FeedbackReceipt:
    """Reinforce a memory once a reply (T3); where its use was told already, helped counts the application alone."""
    after = _memory_after_use(runtime, ledger.txn, memory, statement)
    if after is memory:
        return FeedbackReceipt(memory, statement.row.signal, counted=False)
    if not ledger.txn.add_feedback(
        statement.row
    ):  # its words said otherwise: they stay on record, and this beside them
        ledger.txn.add_feedback(replace(statement.row, reply=None))
    ledger.write_change(statement.actor, Action.REINFORCED, [MemoryChange(memory, after)], note=statement.note)
    return FeedbackReceipt(after, statement.row.signal)


def _memory_after_use(runtime: Runtime, reader: Reader, memory: Memory, statement: _Statement) -> Memory:
    row, helped = statement.row, statement.row.signal is FeedbackSignal.HELPED
    if statement.by_model and row.serving is None:
        return memory  # a model cannot have used what it was never given
    if not is_counted(row, statement.before, USES):
        away = is_other_context(reader, row, statement.before, runtime.sessions)
        return retention.record_use(memory, row.at, runtime.retention, applied=helped, elsewhere=away)
    if helped and not is_counted(row, statement.before, frozenset({FeedbackSignal.HELPED})):
        return next_version(memory, applications=memory.applications + 1)
    return memory


def _report_wrong(runtime: Runtime, ledger: Ledger, memory: Memory, statement: _Statement) -> FeedbackReceipt:
    ledger.txn.add_feedback(statement.row)
    failure = _record_failure(runtime, ledger.txn, memory, statement)
    if statement.by_model:
        says = statement.note or "A model says that it is wrong."
        judged = _hold_for_person(runtime, ledger, memory, Archive(memory.id, reason=says), statement)
        return FeedbackReceipt(memory, statement.row.signal, failure=failure, judged=judged)
    if memory.status is not Status.APPROVED:
        return FeedbackReceipt(memory, statement.row.signal, failure=failure)
    check_transition(memory.status, Status.NEEDS_REVIEW, statement.actor)
    after = next_version(memory, status=Status.NEEDS_REVIEW)
    ledger.write_change(statement.actor, Action.DECIDED, [MemoryChange(memory, after)], note=statement.note)
    return FeedbackReceipt(after, statement.row.signal, failure=failure)


def _record_failure(runtime: Runtime, txn: Writer, memory: Memory, statement: _Statement) -> FailureId | None:
    """Record one failure for each reply, however often it is reported."""
    about = _find_failed_interaction(txn, memory, statement.before)
    if about is None:
        return None
    earlier = EarlierFailures(txn)
    add_failure(
        runtime, txn, Signal(SignalKind.CORRECTION, about, about, 1.0, runtime.now(), Source.APPLICATION), {}, earlier
    )
    fire_counted(runtime, txn)
    return next(each.id for each in earlier.read_all() if each.about == about)


def _find_failed_interaction(reader: Reader, memory: Memory, before: Iterable[Feedback]) -> InteractionId | None:
    """The last interaction whose reply used the memory; else the one that the memory, or its sources, came from."""
    for row in before:
        if row.signal in USES and (reply := _find_reply(reader, row)) is not None:
            return reply.interaction
    sources = reader.memories([*memory.linked(Relation.DERIVED_FROM), *memory.linked(Relation.SCHEMA_INSTANCE)])
    said = [id for each in (memory, *sources) for id in _source_messages(each)]
    return next((message.interaction for id in said if (message := reader.message(id))), None)


def _find_reply(reader: Reader, row: Feedback) -> Message | None:
    if row.reply is not None:
        return reader.message(row.reply)
    serving = reader.serving(row.serving) if row.serving else None
    return find_reply(reader, serving) if serving else None


def _source_messages(memory: Memory) -> Sequence[MessageId]:
    return [memory.transcribes] if memory.transcribes else [item.message for item in memory.evidence]


def _report_stale(runtime: Runtime, ledger: Ledger, memory: Memory, statement: _Statement) -> FeedbackReceipt:
    """Propose to close a memory on its own words; where it has none, propose to put it away."""
    now, says = runtime.now(), statement.note or "It is said to be out of date."
    if memory.valid_until is not None and memory.valid_until <= now:
        raise Refused(f"The memory {memory.id} is closed already.")
    ledger.txn.add_feedback(statement.row)
    first = _first_standing_quote(ledger.txn, memory)
    proposal = Revise(memory.id, first, valid_until=now, reason=says) if first else Archive(memory.id, reason=says)
    if statement.by_model or not first:
        return FeedbackReceipt(
            memory, statement.row.signal, judged=_hold_for_person(runtime, ledger, memory, proposal, statement)
        )
    return _judge_and_commit(runtime, ledger, memory, proposal, statement)


def _judge_and_commit(
    runtime: Runtime, ledger: Ledger, memory: Memory, proposal: Proposal, statement: _Statement
) -> FeedbackReceipt:
    now, known = runtime.now(), gather_judgement_input(ledger.txn, proposal)
    verdict = judge_proposal(proposal, known, runtime.curation)
    outcome = compute_effects(proposal, verdict, known, runtime.make_stamp(by=statement.actor.value), runtime.curation)
    judged = Judged(runtime.proposal_id(), None, proposal, verdict, now, outcome.main)
    if outcome.memories:
        ledger.write_change(statement.actor, Action.CLOSED, outcome.memories, note=statement.note, judged=judged)
        return FeedbackReceipt(outcome.memories[0].after, statement.row.signal, judged=judged)
    ledger.record_judged(statement.actor, Action.HELD if verdict.outcome is Outcome.HELD else Action.REFUSED, judged)
    return FeedbackReceipt(memory, statement.row.signal, judged=judged)


def _first_standing_quote(reader: Reader, memory: Memory) -> tuple[Evidence, ...]:
    """The first of a memory's quotes that still stands where it says."""
    said = gather_judgement_input(reader, Revise(memory.id, memory.evidence)).cited
    there = (item for item in memory.evidence if item.message in said)
    return next(((item,) for item in there if said[item.message].text[item.start : item.end] == item.quote), ())


def _hold_for_person(
    runtime: Runtime, ledger: Ledger, memory: Memory, proposal: Proposal, statement: _Statement
) -> Judged | None:
    """Hold a proposal for a person; one that waits already is not made again. What is pinned no model proposes to
    archive (T7)."""
    if memory.pinned and statement.by_model and isinstance(proposal, Archive):
        return None
    for each in ledger.txn.judged_about([memory.id], []):
        waits = each.verdict.outcome is Outcome.HELD and each.decided_by is None
        if waits and type(each.proposal) is type(proposal):
            return each
    who = "A model says so" if statement.by_model else "Nothing that was said stands behind it"
    verdict = Verdict(Outcome.HELD, (Finding("T6", f"{who}; a person decides."),))
    judged = Judged(runtime.proposal_id(), None, proposal, verdict, runtime.now())
    ledger.record_judged(statement.actor, Action.HELD, judged)
    return judged
