"""The record of beliefs, and what its commit writes: arguments, the beliefs they are about, and windows that closed.

All of it stands in one transaction with the mark, so that a crash leaves what was before or what is after (J7).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from atlas.beliefs.settling import settle_arguments
from atlas.curation.hygiene import clean_text, redact_secrets
from atlas.curation.policy import Mode
from atlas.engine.core.escalation import restrain_policy
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.marks import BELIEF_TURNS, WEIGHED
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.scheduling import Scheduling
from atlas.engine.jobs.conclusions import Conclusion, commit_thoughts
from atlas.engine.jobs.task_spec import TaskSpec
from atlas.engine.jobs.tasks.beliefs.argument_input import pin_unweighed, read_arguments, waits_for_more
from atlas.engine.thinking.driver import RULES
from atlas.engine.thinking.pins import pinned_interactions
from atlas.engine.thinking.schedule import fire_counted
from atlas.language.registry import LANGUAGE
from atlas.model.belief import Argument, ArgumentChange, Belief, BeliefChange, Judgement
from atlas.model.ids import ArgumentId, BeliefId, InteractionId
from atlas.model.interaction import Message
from atlas.model.journal import Action, Actor, RowKind
from atlas.model.memory import State, Status
from atlas.model.task import Task
from atlas.ports.reading import Reader

_SNAPSHOTS: Final = 10_000


def commit_beliefs(conclusion: Conclusion) -> None:
    """Count the interactions, keep what was argued, and close the windows that have cooled by now (B2)."""
    commit_thoughts(conclusion)
    txn = conclusion.ledger.txn
    turns = _count_turns(conclusion)
    _keep_arguments(conclusion, turns)
    turn = max([txn.read_mark(BELIEF_TURNS), *turns.values()])
    txn.put_mark(BELIEF_TURNS, turn)
    close_windows(conclusion.runtime, conclusion.ledger, turn)
    fire_counted(conclusion.runtime, txn)  # what has shifted may make a reflection owed (B5)


def _count_turns(conclusion: Conclusion) -> dict[InteractionId, int]:
    """Number the interactions of this run, or of a part of one: a run that was split was never committed (J6)."""
    txn = conclusion.ledger.txn
    said = pinned_interactions(txn, conclusion.job)
    return {each.id: place for place, each in enumerate(said, txn.read_mark(BELIEF_TURNS) + 1)}


# --- what was argued


@dataclass(slots=True)
class _Known:
    """The beliefs as they are while a run writes its arguments."""

    beliefs: list[Belief] = field(default_factory=list)

    def find_belief(self, topic: str) -> Belief | None:
        return next((each for each in self.beliefs if LANGUAGE.arguments.is_same_topic(each.topic, topic)), None)


def _keep_arguments(conclusion: Conclusion, turns: Mapping[InteractionId, int]) -> None:
    """One entry for each argument that counts, with the entry of its message as cause; what does not is not kept."""
    runtime, ledger = conclusion.runtime, conclusion.ledger
    said = {message.id: message for message in conclusion.seen.messages}
    known = _Known(list(ledger.txn.beliefs()))
    for each in conclusion.thoughts.judgements:
        message = said[each.message]
        if each.weighed.strength < runtime.beliefs.counts_from or message.interaction not in turns:
            continue
        judged_by = conclusion.reflection.thinker if each.by_model else RULES
        _keep_argument(runtime, ledger, known, _clean_judgement(each), message, turns[message.interaction], judged_by)


def _clean_judgement(judgement: Judgement) -> Judgement:
    """Topic and insight as they may be kept: whoever worded them, no secret and nothing hidden is in them."""
    weighed = judgement.weighed
    topic, insight = (redact_secrets(clean_text(text))[0] for text in (weighed.topic, weighed.insight))
    return replace(judgement, weighed=replace(weighed, topic=topic, insight=insight))


def _keep_argument(
    runtime: Runtime, ledger: Ledger, known: _Known, judgement: Judgement, message: Message, turn: int, judged_by: str
) -> None:
    weighed = judgement.weighed
    belief = known.find_belief(weighed.topic)
    formed: tuple[BeliefChange, ...] = ()
    if belief is None:
        belief = _form_belief(runtime, ledger.txn, judgement, message, turn)
        known.beliefs.append(belief)
        formed = (BeliefChange(None, belief),)
    argument = Argument(
        runtime.argument_id(),
        belief.id,
        message.id,
        turn,
        weighed.direction,
        weighed.strength,
        weighed.reasoning,
        weighed.reliability,
        weighed.novelty,
        message.at,
        weighed.consistent,
        weighed.insight,
        judged_by,
    )
    cause = _find_entry(ledger.txn, RowKind.MESSAGE, message.id)
    ledger.write_change(
        Actor.ATLAS, Action.ARGUED, (), cause=cause, beliefs=formed, arguments=(ArgumentChange(None, argument),)
    )


def _form_belief(runtime: Runtime, reader: Reader, judgement: Judgement, message: Message, turn: int) -> Belief:
    """A topic without a stance yet; what a model judged waits for a person (C3), and so does all where one asks to."""
    waits = judgement.by_model or restrain_policy(runtime.curation, reader).mode is Mode.MANUAL
    return Belief(
        runtime.belief_id(),
        judgement.weighed.topic,
        stance=0.0,
        confidence=0.0,
        support=0,
        contradiction=0,
        formed=turn,
        reinforced=turn,
        status=Status.NEEDS_REVIEW if waits else Status.APPROVED,
        state=State.ACTIVE,
        origin=message.origin,
        trust=message.origin.trust,
        updated_at=runtime.now(),
    )


# --- what has cooled


def close_windows(runtime: Runtime, ledger: Ledger, turn: int) -> None:
    """Close what has cooled by this turn: one entry for each window, with that of its first argument as cause (B2)."""
    txn = ledger.txn
    cooling = txn.cooling_arguments()
    beliefs = _read_beliefs(txn, {argument.belief for argument in cooling})
    if not beliefs:
        return
    since = min(belief.reinforced for belief in beliefs) - 1
    snapshots = txn.snapshots(since, _SNAPSHOTS)
    for closed in settle_arguments(beliefs, cooling, snapshots, turn, runtime.beliefs, runtime.now()):
        first: ArgumentId = closed.arguments[0].after.id
        ledger.write_change(
            Actor.ATLAS,
            Action.MOVED,
            (),
            cause=_find_entry(txn, RowKind.ARGUMENT, first),
            beliefs=(closed.belief,) if closed.belief else (),
            arguments=closed.arguments,
        )


def _read_beliefs(reader: Reader, ids: Iterable[BeliefId]) -> Sequence[Belief]:
    return [belief for id in sorted(ids) if (belief := reader.belief(id)) is not None]


def _find_entry(reader: Reader, kind: RowKind, id: str) -> int | None:
    """The entry that first put a row on record."""
    return next((entry.seq for entry in reader.entries_about(kind, id)), None)


BELIEFS: Final = TaskSpec(
    Task.BELIEFS,
    Scheduling(single=True),
    read_input=read_arguments,
    mark=WEIGHED,
    pin=pin_unweighed,
    waits_for_more=waits_for_more,
    needs_kept=True,
    one_by_one=True,
    commit=commit_beliefs,
    label="the weighing of arguments",
)
