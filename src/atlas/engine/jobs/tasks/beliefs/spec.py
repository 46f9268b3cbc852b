"""The record of beliefs, and what its commit writes: arguments, the beliefs they are about, and windows that closed.

All of it stands in one transaction with the mark, so that a crash leaves what was before or what is after (J7).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from atlas.beliefs.settling import settle_arguments
from atlas.curation.hygiene import clean_text, redact_secrets
from atlas.curation.judge import judge_proposal
from atlas.curation.judgement_input import JudgementInput
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
from atlas.engine.thinking.served_texts import read_served_texts
from atlas.language.registry import LANGUAGE
from atlas.model.belief import Argument, ArgumentChange, Belief, BeliefChange, Judgement, Weighed
from atlas.model.ids import ArgumentId, BeliefId, InteractionId
from atlas.model.interaction import Message
from atlas.model.journal import Action, Actor, RowKind
from atlas.model.memory import Evidence, State, Status
from atlas.model.proposal import Argue
from atlas.model.task import Task
from atlas.model.thinking import Judged
from atlas.model.verdict import Outcome, Verdict
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


def _keep_arguments(conclusion: Conclusion, turns: Mapping[InteractionId, int]) -> None:
    """Judge each argument that counts, and keep what is not refused; what does not count is not kept."""
    runtime, ledger = conclusion.runtime, conclusion.ledger
    said = {message.id: message for message in conclusion.seen.messages}
    known = list(ledger.txn.beliefs())
    policy = restrain_policy(runtime.curation, ledger.txn)
    for each in conclusion.thoughts.judgements:
        message = said[each.message]
        if each.weighed.strength < runtime.beliefs.counts_from or message.interaction not in turns:
            continue
        judgement = _clean_judgement(each)
        belief = _find_belief(known, judgement.weighed.topic)
        argue = Argue(judgement.weighed.topic, (_cite(message, each.quote),), judgement.weighed.insight)
        verdict = judge_proposal(argue, _gather_input(ledger.txn, message, belief, each.by_model), policy)
        if verdict.outcome is Outcome.REFUSED:
            made = Judged(runtime.proposal_id(), conclusion.reflection.id, argue, verdict, runtime.now())
            ledger.record_judged(Actor.POLICY, Action.REFUSED, made)
            continue
        turn, formed = turns[message.interaction], None
        if belief is None:
            belief = formed = _form_belief(runtime, argue.topic, message, turn, verdict)
            known.append(formed)
        judged_by = conclusion.reflection.thinker if each.by_model else RULES
        _write_argument(ledger, formed, _make_argument(runtime, belief.id, judgement.weighed, message, turn, judged_by))


def _find_belief(known: Iterable[Belief], topic: str) -> Belief | None:
    return next((each for each in known if LANGUAGE.arguments.is_same_topic(each.topic, topic)), None)


def _clean_judgement(judgement: Judgement) -> Judgement:
    """Topic and insight as they may be kept: whoever worded them, no secret and nothing hidden is in them."""
    weighed = judgement.weighed
    topic, insight = (redact_secrets(clean_text(text))[0] for text in (weighed.topic, weighed.insight))
    return replace(judgement, weighed=replace(weighed, topic=topic, insight=insight))


def _cite(message: Message, quote: str) -> Evidence:
    """The words that it stands on; the whole message where they cannot be told."""
    start = message.text.find(quote) if quote.strip() else -1
    start, end = (start, start + len(quote)) if start >= 0 else (0, len(message.text))
    return Evidence(message.id, start, end, message.text[start:end], message.origin)


def _gather_input(reader: Reader, message: Message, belief: Belief | None, by_model: bool) -> JudgementInput:
    """Everything the judge may look at for an argument: its message, the position on it, and what was served (X2)."""
    served = read_served_texts(reader, [message])
    return JudgementInput(
        cited={message.id: message},
        by_model=by_model,
        served=served.everything,
        foreign=served.foreign,
        beliefs={belief.id: belief} if belief else {},
    )


def _make_argument(
    runtime: Runtime, belief: BeliefId, weighed: Weighed, message: Message, turn: int, judged_by: str
) -> Argument:
    return Argument(
        runtime.argument_id(),
        belief,
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


def _write_argument(ledger: Ledger, formed: Belief | None, argument: Argument) -> None:
    """One entry for an argument and the belief that forms with it, with that of its message as cause."""
    ledger.write_change(
        Actor.ATLAS,
        Action.ARGUED,
        (),
        cause=_find_entry(ledger.txn, RowKind.MESSAGE, argument.message),
        beliefs=(BeliefChange(None, formed),) if formed else (),
        arguments=(ArgumentChange(None, argument),),
    )


def _form_belief(runtime: Runtime, topic: str, message: Message, turn: int, verdict: Verdict) -> Belief:
    """A topic without a stance yet, in service or waiting as it was judged."""
    return Belief(
        runtime.belief_id(),
        topic,
        stance=0.0,
        confidence=0.0,
        support=0,
        contradiction=0,
        formed=turn,
        reinforced=turn,
        status=Status.APPROVED if verdict.outcome is Outcome.ACCEPTED else Status.NEEDS_REVIEW,
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
