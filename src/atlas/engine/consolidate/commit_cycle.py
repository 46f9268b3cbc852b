"""The commit of a cycle (T13): whole or not at all, against the rows as they are now.

What was changed since the plan was made is left out and named. What is left is checked for conservation; then every
proposal is judged like any other, and all that comes of it is one change in the journal, taken back by one undo.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from atlas.consolidation.deriving import is_known
from atlas.consolidation.plan import PlannedChange, Step, find_losses
from atlas.curation.effects import Effects, compute_effects
from atlas.curation.judge import judge_proposal
from atlas.curation.judgement_input import JudgementInput
from atlas.engine.consolidate.cycle_reading import list_sources, split_batches
from atlas.engine.consolidate.cycle_state import (
    CONSOLIDATED,
    DERIVED,
    DERIVED_USES,
    GISTED,
    TOGETHER,
    Cycle,
    quote_text,
)
from atlas.engine.core.escalation import restrain_policy
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.log_fields import log_fields
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.proposals import Neighbours, gather_judgement_input
from atlas.engine.curate.source_check import still_known
from atlas.errors import Refused, StoreTrouble
from atlas.model.ids import MemoryId, MessageId
from atlas.model.journal import Actor
from atlas.model.memory import Kind, Memory, State
from atlas.model.proposal import Archive, Proposal, Remember, Strengthen, named_memories
from atlas.model.thinking import Judged, Proposed, Reflection, Thoughts
from atlas.model.verdict import Outcome, Verdict
from atlas.ports.clock import Clock
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer

UNASKED: Final = "unasked"
"""Said where the model could not be asked: what was to be derived is looked for again the next time."""
MEANWHILE: Final = "It was changed meanwhile."
NAMED: Final = 10_000
"""Of what was left out, so many are named in the record; all are counted."""
_LOG: Final = logging.getLogger("atlas.consolidate")


@dataclass(slots=True)
class _Outcome:
    """What became of the plan."""

    made: Counter[str] = field(default_factory=Counter)
    held: Counter[str] = field(default_factory=Counter)
    left: list[tuple[PlannedChange, str]] = field(default_factory=list)
    insights: list[MemoryId] = field(default_factory=list)
    current: PlannedChange | None = None
    """What is being written."""

    def record_miss(self, trouble: StoreTrouble) -> None:
        """Leave out a text that could not be stored (T12): the next cycle tries again."""
        if self.current is not None:
            self.made[self.current.step.value] -= 1
            self.left.append((self.current, str(trouble)))


def commit_cycle(
    runtime: Runtime, ledger: Ledger, cycle: Cycle, thoughts: Thoughts, reflection: Reflection, near: Neighbours
) -> Reflection:
    """Everything of it in the transaction of this ledger; the record with what was done."""
    txn, done = ledger.txn, _Outcome()
    undisturbed = txn.last_change() == cycle.read
    thought = {each.proposal: each for each in thoughts.proposals}
    wished = list(_select_unchanged(txn, cycle, [*cycle.plan.planned, *_plan_insights(cycle, thoughts)], done))
    _check_conservation(txn, cycle, wished)
    outcomes = _judge_changes(runtime, txn, wished, thought, reflection, near, done)
    head = ledger.write_cycle(Actor.POLICY, f"one cycle, {reflection.trigger}", outcomes, done.record_miss)
    drops = _find_drops(txn, cycle)
    if drops:
        ledger.drop_texts(drops)
        done.made[Step.SWEEP.value] += len(drops)
    _move_marks(txn, cycle, done, undisturbed=undisturbed, unasked=UNASKED in thoughts.said)
    _LOG.debug(
        "A cycle was committed.",
        extra=log_fields(reflection=reflection.id, made=done.made.total(), held=done.held.total(), left=len(done.left)),
    )
    said = _describe_cycle(runtime, cycle, thoughts, done) | ({"entry": head.seq} if head else {})
    return replace(reflection, said=said, proposed=len(cycle.plan.planned) + len(thoughts.proposals))


# --- what still stands


def _plan_insights(cycle: Cycle, thoughts: Thoughts) -> Iterator[PlannedChange]:
    """What was derived, as part of the plan: with the versions of the memories that the question showed."""
    seen = {memory.id: memory.version for each in cycle.communities for memory in each.memories}
    for proposed in thoughts.proposals:
        wish = proposed.proposal
        versions = tuple((id, seen.get(id, 0)) for id in named_memories(wish))
        yield PlannedChange(
            Step.DERIVE, wish, versions, quote_text(wish.content) if isinstance(wish, Remember) else wish.reason
        )


def _select_unchanged(
    txn: Writer, cycle: Cycle, planned: Sequence[PlannedChange], done: _Outcome
) -> Iterator[PlannedChange]:
    """Compare and swap: select the changes whose memories are what they were when they were planned."""
    versions = _read_versions(txn, planned)
    counted = TOGETHER in cycle.marks and txn.read_mark(TOGETHER) != cycle.marks[TOGETHER][0]
    for each in planned:
        if any(versions.get(id) != version for id, version in each.versions):
            done.left.append((each, MEANWHILE))
        elif each.step is Step.STRENGTHEN and counted:
            done.left.append((each, "These uses were counted meanwhile."))
        elif isinstance(each.proposal, Remember) and _was_derived_meanwhile(txn, each.proposal.sources, cycle.plan.at):
            done.left.append((each, "It was derived meanwhile."))
        else:
            yield each


def _read_versions(reader: Reader, planned: Sequence[PlannedChange]) -> dict[MemoryId, int]:
    """Read the versions of those memories that are in service."""
    found: dict[MemoryId, int] = {}
    for some in split_batches(dict.fromkeys(id for each in planned for id, _ in each.versions)):
        found |= {each.id: each.version for each in reader.memories(some) if each.state is State.ACTIVE}
    return found


def _was_derived_meanwhile(reader: Reader, sources: Sequence[MemoryId], now: datetime) -> bool:
    insights = [each for each in reader.linking_to(sources) if still_known(reader, each, now)]
    return is_known(sources, [list_sources(each) for each in insights])


def _check_conservation(txn: Writer, cycle: Cycle, wished: Sequence[PlannedChange]) -> None:
    """No fact vanishes without a reason and, where it has one, a successor: else nothing at all is done."""
    wrong = find_losses(replace(cycle.plan, planned=tuple(wished)), _read_versions(txn, wished).keys())
    if wrong:
        _LOG.warning("A cycle would lose something and was refused.", extra=log_fields(losses=len(wrong)))
        raise Refused(f"A cycle would lose something, and was not done: {' '.join(wrong[:3])}")


# --- what becomes of it


def _judge_changes(
    runtime: Runtime,
    txn: Writer,
    wished: Sequence[PlannedChange],
    thought: Mapping[Proposal, Proposed],
    reflection: Reflection,
    near: Neighbours,
    done: _Outcome,
) -> Iterator[tuple[Effects, Judged | None]]:
    """Each judged against the rows as the cycle has left them so far; written as it is taken from here."""
    policy = restrain_policy(runtime.curation, txn)
    for each in wished:
        before = _leave_out_lost_insights(
            runtime, txn, gather_judgement_input(txn, each.proposal, _read_neighbours(txn, each.proposal, near))
        )
        if (proposed := thought.get(each.proposal)) is not None:
            before = replace(before, by_model=proposed.by_model, ceiling=proposed.ceiling)
        verdict = judge_proposal(each.proposal, before, policy)
        stamp = runtime.make_stamp(reflection.id)
        made = compute_effects(each.proposal, verdict, before, stamp, policy)
        judged = Judged(runtime.proposal_id(), reflection.id, each.proposal, verdict, runtime.now(), made.main)
        if verdict.outcome is Outcome.REFUSED:
            done.left.append((each, _describe_verdict(verdict)))
        elif not made.is_empty or verdict.outcome is Outcome.HELD:
            _count_outcome(done, each, verdict, made)
            done.current = each
            yield made, judged if _keeps_row(each, verdict) else None


def _leave_out_lost_insights(clock: Clock, reader: Reader, before: JudgementInput) -> JudgementInput:
    """T10: what is left of the sources of an insight may say the same as it did, and is no repetition of it."""
    now = clock.now()
    kept = (each for each in before.same_content if each.kind is not Kind.INSIGHT or still_known(reader, each, now))
    return replace(before, same_content=tuple(kept))


def _read_neighbours(reader: Reader, proposal: Proposal, near: Neighbours) -> tuple[tuple[Memory, float], ...]:
    found = near.get(proposal.content, {}) if isinstance(proposal, Remember) else {}
    return tuple((memory, found[memory.id]) for memory in reader.memories(found)) if found else ()


def _count_outcome(done: _Outcome, planned: PlannedChange, verdict: Verdict, made: Effects) -> None:
    counter = done.held if verdict.outcome is Outcome.HELD else done.made
    counter[planned.step.value] += planned.size
    if isinstance(planned.proposal, Remember) and made.main:
        done.insights.append(made.main)


def _keeps_row(planned: PlannedChange, verdict: Verdict) -> bool:
    """Tell whether a change gets a row of its own: for edges and gists the parts in the journal say all there is to
    say."""
    bulk = isinstance(planned.proposal, Strengthen) or (
        isinstance(planned.proposal, Archive) and planned.proposal.gist is not None
    )
    return not bulk or verdict.outcome is Outcome.HELD


def _describe_verdict(verdict: Verdict) -> str:
    return " ".join(finding.says for finding in verdict.findings)


def _find_drops(reader: Reader, cycle: Cycle) -> list[MessageId]:
    """Those that are still there and were not asked for meanwhile."""
    there = [each for some in split_batches(cycle.plan.drops) for each in reader.archived_texts(some)]
    return [each.message for each in there if (each.accessed_at or each.stored_at) < cycle.plan.at]


# --- marks and the record


def _move_marks(txn: Writer, cycle: Cycle, done: _Outcome, *, undisturbed: bool, unasked: bool) -> None:
    """Forward only, but for the round that a bounded cycle makes.

    Where nobody else wrote meanwhile, our own changes are no news to the next cycle.
    """
    for name, (before, to) in cycle.marks.items():
        if unasked and name in (DERIVED, DERIVED_USES):
            continue
        if name in (CONSOLIDATED, DERIVED) and undisturbed:
            to = txn.last_change()
        if name == GISTED:
            to = _stop_before_missed(cycle, done, to)
        if txn.read_mark(name) == before and to != before:
            txn.put_mark(name, to)


def _stop_before_missed(cycle: Cycle, done: _Outcome, to: int) -> int:
    """Stop the mark before the first message that could not be shortened, so that it is tried again."""
    left = (cycle.places[id] for each, _ in done.left if each.step is Step.GIST for id, _ in each.versions)
    return min([to, *(place - 1 for place in left)])


def _describe_cycle(clock: Clock, cycle: Cycle, thoughts: Thoughts, done: _Outcome) -> dict[str, Any]:
    named = [
        {"step": each.step.value, "memories": list(named_memories(each.proposal)), "why": why}
        for each, why in done.left[:NAMED]
    ]
    return {
        **thoughts.said,
        "steps": {step.value: done.made[step.value] for step in Step if step in cycle.steps},
        "held": dict(done.held),
        "left": len(done.left),
        "left_out": named,
        "insights": done.insights,
        "communities": len(cycle.communities),
        "visited": cycle.plan.visited,
        "index": dict(cycle.index),
        "seconds": round((clock.now() - cycle.plan.at).total_seconds(), 3),
    }
