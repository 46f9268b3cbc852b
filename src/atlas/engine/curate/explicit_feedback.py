"""What somebody says of a memory: that it was used, that it helped, that it is wrong or out of date (T6).

An application or a person is heard at once. What a model says approves nothing and closes nothing: it waits for a
person.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from atlas.consolidation import retention
from atlas.curation.effects import Changed, bumped, effects
from atlas.curation.judge import judge
from atlas.curation.statuses import check_transition
from atlas.engine.core.deadline import reply_deadline
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.proposals import gather
from atlas.engine.intake.episodes import keep
from atlas.engine.intake.failures import Earlier, add_failure
from atlas.engine.intake.feedback import LATELY, USES, counted, elsewhere
from atlas.engine.intake.replies import reply_to
from atlas.engine.intake.signals import noted
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
class _Word:
    """What is said of a memory, and by whom."""

    row: Feedback
    before: tuple[Feedback, ...]
    note: str
    actor: Actor
    by_model: bool


def feedback(
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
    keep(runtime, reply_deadline(runtime))
    with runtime.store.writing(runtime.space) as txn:
        ledger, held = Ledger(runtime, txn), _there(txn, memory)
        row, known = _row(runtime, txn, memory, signal), tuple(txn.feedback(LATELY, memory))
        word = _Word(row, known, noted(note), Actor.MODEL if by_model else actor, by_model)
        if signal in USES:
            return _helped(runtime, ledger, held, word)
        return (_wrong if signal is FeedbackSignal.WRONG else _stale)(runtime, ledger, held, word)


def feedback_log(runtime: Runtime, limit: int = 50, memory: MemoryId | None = None) -> list[Remark]:
    """What was told of memories, the newest first: of one, or of all."""
    with runtime.store.reading(runtime.space) as reader:
        if memory is not None and reader.memory(memory) is None:
            raise NotFound(f"There is no memory {memory} here.")
        rows = reader.feedback(limit, memory)
        known = {each.id: each for each in reader.memories({row.memory for row in rows})}
    return [Remark(row, known[row.memory]) for row in rows if row.memory in known]


def _row(runtime: Runtime, reader: Reader, memory: MemoryId, signal: FeedbackSignal) -> Feedback:
    served = reader.servings_of([memory], 1)
    reply = reply_to(reader, served[0]) if served else None
    return Feedback(memory, signal, runtime.now(), served[0].id if served else None, reply.id if reply else None)


def _there(reader: Reader, id: MemoryId) -> Memory:
    memory = reader.memory(id)
    if memory is None:
        raise NotFound(f"There is no memory {id} here.")
    if memory.state is State.GONE:
        raise Refused(f"The memory {id} was forgotten: nothing can be said of it any more.")
    return memory


def _helped(runtime: Runtime, ledger: Ledger, memory: Memory, word: _Word) -> FeedbackReceipt:
    """T3: once a reply. Where words told already that it was used, helped counts its application alone."""
    after = _after(runtime, ledger.txn, memory, word)
    if after is memory:
        return FeedbackReceipt(memory, word.row.signal, counted=False)
    if not ledger.txn.add_feedback(word.row):  # its words said otherwise: they stay on record, and this beside them
        ledger.txn.add_feedback(replace(word.row, reply=None))
    ledger.change(word.actor, Action.REINFORCED, [Changed(memory, after)], note=word.note)
    return FeedbackReceipt(after, word.row.signal)


def _after(runtime: Runtime, reader: Reader, memory: Memory, word: _Word) -> Memory:
    row, helped = word.row, word.row.signal is FeedbackSignal.HELPED
    if word.by_model and row.serving is None:
        return memory  # a model cannot have used what it was never given
    if not counted(row, word.before, USES):
        away = elsewhere(reader, row, word.before)
        return retention.used(memory, row.at, runtime.retention, applied=helped, elsewhere=away)
    if helped and not counted(row, word.before, frozenset({FeedbackSignal.HELPED})):
        return bumped(memory, applications=memory.applications + 1)
    return memory


def _wrong(runtime: Runtime, ledger: Ledger, memory: Memory, word: _Word) -> FeedbackReceipt:
    ledger.txn.add_feedback(word.row)
    failure = _failure(runtime, ledger.txn, memory, word)
    if word.by_model:
        says = word.note or "A model says that it is wrong."
        judged = _held(runtime, ledger, memory, Archive(memory.id, reason=says), word)
        return FeedbackReceipt(memory, word.row.signal, failure=failure, judged=judged)
    if memory.status is not Status.APPROVED:
        return FeedbackReceipt(memory, word.row.signal, failure=failure)
    check_transition(memory.status, Status.NEEDS_REVIEW, word.actor)
    after = bumped(memory, status=Status.NEEDS_REVIEW)
    ledger.change(word.actor, Action.DECIDED, [Changed(memory, after)], note=word.note)
    return FeedbackReceipt(after, word.row.signal, failure=failure)


def _failure(runtime: Runtime, txn: Writer, memory: Memory, word: _Word) -> FailureId | None:
    """One for each reply, however often it is said."""
    about = _failed(txn, memory, word.before)
    if about is None:
        return None
    earlier = Earlier(txn)
    add_failure(
        runtime, txn, Signal(SignalKind.CORRECTION, about, about, 1.0, runtime.now(), Source.APPLICATION), {}, earlier
    )
    fire_counted(runtime, txn)
    return next(each.id for each in earlier.all() if each.about == about)


def _failed(reader: Reader, memory: Memory, before: Iterable[Feedback]) -> InteractionId | None:
    """The last reply that used it; where none did, what it was learned from, or what that was."""
    for row in before:
        if row.signal in USES and (reply := _reply(reader, row)) is not None:
            return reply.interaction
    sources = reader.memories([*memory.linked(Relation.DERIVED_FROM), *memory.linked(Relation.SCHEMA_INSTANCE)])
    said = [id for each in (memory, *sources) for id in _said(each)]
    return next((message.interaction for id in said if (message := reader.message(id))), None)


def _reply(reader: Reader, row: Feedback) -> Message | None:
    if row.reply is not None:
        return reader.message(row.reply)
    serving = reader.serving(row.serving) if row.serving else None
    return reply_to(reader, serving) if serving else None


def _said(memory: Memory) -> Sequence[MessageId]:
    return [memory.transcribes] if memory.transcribes else [item.message for item in memory.evidence]


def _stale(runtime: Runtime, ledger: Ledger, memory: Memory, word: _Word) -> FeedbackReceipt:
    """To close it is a change that stands on its own words; where there are none, all one can do is put it away."""
    now, says = runtime.now(), word.note or "It is said to be out of date."
    if memory.valid_until is not None and memory.valid_until <= now:
        raise Refused(f"The memory {memory.id} is closed already.")
    ledger.txn.add_feedback(word.row)
    first = _first_words(ledger.txn, memory)
    wish = Revise(memory.id, first, valid_until=now, reason=says) if first else Archive(memory.id, reason=says)
    if word.by_model or not first:
        return FeedbackReceipt(memory, word.row.signal, judged=_held(runtime, ledger, memory, wish, word))
    return _judged(runtime, ledger, memory, wish, word)


def _judged(runtime: Runtime, ledger: Ledger, memory: Memory, wish: Proposal, word: _Word) -> FeedbackReceipt:
    now, known = runtime.now(), gather(ledger.txn, wish)
    verdict = judge(wish, known, runtime.curation)
    outcome = effects(wish, verdict, known, runtime.stamp(by=word.actor.value), runtime.curation)
    judged = Judged(runtime.proposal_id(), None, wish, verdict, now, outcome.main)
    if outcome.memories:
        ledger.change(word.actor, Action.CLOSED, outcome.memories, note=word.note, judged=judged)
        return FeedbackReceipt(outcome.memories[0].after, word.row.signal, judged=judged)
    ledger.judged(word.actor, Action.HELD if verdict.outcome is Outcome.HELD else Action.REFUSED, judged)
    return FeedbackReceipt(memory, word.row.signal, judged=judged)


def _first_words(reader: Reader, memory: Memory) -> tuple[Evidence, ...]:
    """The first of its quotes that still stands where it says."""
    said = gather(reader, Revise(memory.id, memory.evidence)).cited
    there = (item for item in memory.evidence if item.message in said)
    return next(((item,) for item in there if said[item.message].text[item.start : item.end] == item.quote), ())


def _held(runtime: Runtime, ledger: Ledger, memory: Memory, wish: Proposal, word: _Word) -> Judged:
    """For a person to decide; what waits already is not asked for again."""
    for each in ledger.txn.judged_about([memory.id], []):
        waits = each.verdict.outcome is Outcome.HELD and each.decided_by is None
        if waits and type(each.proposal) is type(wish):
            return each
    who = "A model says so" if word.by_model else "Nothing that was said stands behind it"
    verdict = Verdict(Outcome.HELD, (Finding("T6", f"{who}; a person decides."),))
    judged = Judged(runtime.proposal_id(), None, wish, verdict, runtime.now())
    ledger.judged(word.actor, Action.HELD, judged)
    return judged
