"""The record of the snapshot: the persona, the decay of beliefs and the point in time are committed as one (B4-B8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from atlas.beliefs.decay import reflect_beliefs
from atlas.curation.document_invariants import check_draft
from atlas.engine.core.marks import BELIEF_TURNS, REFLECTED
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.scheduling import Scheduling
from atlas.engine.jobs.conclusions import Conclusion, commit_thoughts
from atlas.engine.jobs.task_spec import TaskSpec
from atlas.engine.jobs.tasks.snapshot.persona_input import list_points, pin_since_reflection, read_snapshot
from atlas.engine.thinking.model_calls import Leaked
from atlas.model.belief import Snapshot
from atlas.model.journal import Action, Actor
from atlas.model.task import Task
from atlas.model.thinking import Job, Thoughts
from atlas.model.verdict import Outcome
from atlas.ports.writing import Writer

_REJECTED: Final = "rejected"


def check_snapshot(runtime: Runtime, _job: Job, thoughts: Thoughts, leaked: bool) -> Thoughts:
    """E5, B7: the invariants of documents, before anything of it is committed; what breaks one is rejected whole."""
    if thoughts.draft is None:
        return thoughts
    found = check_draft(thoughts.draft, runtime.curation.documents)
    hard = [finding.says for finding in found if not finding.soft]
    faults = [*thoughts.said["faults"], *hard, *([str(Leaked())] if leaked else ())]
    if not faults:
        return thoughts
    said = {**thoughts.said, "status": _REJECTED, "faults": faults, "integrated": 0}
    return replace(thoughts, proposals=(), said=said)


def commit_snapshot(conclusion: Conclusion) -> None:
    """Commit the persona, what beliefs have lost by time, and that there was a reflection; or that it was rejected.

    With a rejected one nothing else changes: no decay, no insight that is taken in (B4, B7).
    """
    runtime, txn, said = conclusion.runtime, conclusion.ledger.txn, conclusion.thoughts.said
    outcomes = {judged.verdict.outcome for judged in commit_thoughts(conclusion)}
    committed = said["status"] != _REJECTED and outcomes != {Outcome.REFUSED}
    if committed:
        beliefs = txn.beliefs()
        changes = reflect_beliefs(beliefs, list_points(runtime, txn, beliefs), runtime.beliefs, runtime.now())
        if changes:
            conclusion.ledger.write_change(Actor.ATLAS, Action.MOVED, (), beliefs=changes)
    _record_attempt(conclusion, committed)


def _record_attempt(conclusion: Conclusion, committed: bool) -> None:
    """Record the attempt; one that was rejected does not take the place of a committed one at the same turn."""
    txn, said = conclusion.ledger.txn, conclusion.thoughts.said
    turn, last = txn.read_mark(BELIEF_TURNS), txn.last_snapshot()
    if not committed and last is not None and last.committed and last.turn == turn:
        return
    figures = (said["unique_ratio"], said["confident"], said["kept"])
    conclusion.ledger.record_snapshot(Snapshot(turn, conclusion.runtime.now(), committed, *figures))


def measure_shift(txn: Writer) -> float:
    """How far beliefs have moved since the last committed reflection, all together (B5)."""
    return sum(belief.shift for belief in txn.beliefs() if belief.served)


SNAPSHOT: Final = TaskSpec(
    Task.SNAPSHOT,
    Scheduling(single=True, measure_shift=measure_shift),
    read_input=read_snapshot,
    mark=REFLECTED,
    pin=pin_since_reflection,
    changes_itself=True,
    needs_kept=True,
    one_by_one=True,
    check=check_snapshot,
    commit=commit_snapshot,
    label="reflection over the persona",
    none_owed="There is no position yet to reflect on.",
    told_at_length=True,
)
