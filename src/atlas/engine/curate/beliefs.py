"""What a person does to the assistant's positions: approve, pin, correct, retract (B2, X1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from atlas.beliefs.replay import replay_belief
from atlas.curation.effects import Effects
from atlas.curation.hygiene import clean_text, redact_secrets
from atlas.curation.statuses import check_transition
from atlas.engine.core.ledger import ChangeRun, Ledger, note_change
from atlas.engine.core.marks import BELIEF_TURNS
from atlas.engine.core.runtime import Runtime
from atlas.errors import BadInput, NotFound, Refused
from atlas.model.belief import Argument, ArgumentChange, Belief, BeliefChange
from atlas.model.ids import BeliefId
from atlas.model.journal import PEOPLE, Action, Actor
from atlas.model.memory import Status
from atlas.ports.reading import Reader

MANY: Final = 100_000
"""Reflections that are looked at."""

Judge = Callable[[Reader, Belief], tuple[Belief, Sequence[ArgumentChange]]]


def set_belief_pins(runtime: Runtime, ids: Sequence[BeliefId], pinned: bool) -> list[Belief]:
    """Hold positions where they are, or let arguments move them again: all of them or none, as one change.

    What was argued meanwhile was kept, and counts from then on as if nobody had held it.
    """
    if not ids:
        raise BadInput("Say which position: give its id.")

    def judge(reader: Reader, belief: Belief) -> tuple[Belief, Sequence[ArgumentChange]]:
        held = replace(belief, pinned=pinned)
        return (held if pinned else _replay(runtime, reader, held)), ()

    return _judge_beliefs(runtime, ids, judge)


def correct_belief(runtime: Runtime, id: BeliefId, stance: float, reason: str = "") -> Belief:
    """Put a position where a person says it is: what was argued so far no longer counts for it; one that was retracted,
    or waits, is in service again."""
    if not -1.0 <= stance <= 1.0:
        raise BadInput(f"A stance is from -1, wholly against, to 1, wholly for it; not {stance:g}.")

    def judge(reader: Reader, belief: Belief) -> tuple[Belief, Sequence[ArgumentChange]]:
        turn = max(reader.read_mark(BELIEF_TURNS), belief.formed, belief.reinforced, belief.corrected_turn)
        known = reader.arguments(belief.id)
        turn = max([turn, *(each.settled or each.turn for each in known)])
        closed = [ArgumentChange(each, replace(each, settled=turn)) for each in known if each.settled is None]
        given = replace(belief, corrected=stance, corrected_turn=turn, status=Status.APPROVED, pinned=False)
        settled = {change.after.id: change.after for change in closed}
        all_settled = [settled.get(each.id, each) for each in known]
        return replace(_replay(runtime, reader, given, all_settled), pinned=belief.pinned), closed

    return _judge_beliefs(runtime, [id], judge, reason)[0]


def retract_belief(runtime: Runtime, id: BeliefId, reason: str = "") -> Belief:
    """Take a position out of service for good; what is argued about it is kept, and moves nothing."""

    def judge(reader: Reader, belief: Belief) -> tuple[Belief, Sequence[ArgumentChange]]:
        if belief.status is Status.REJECTED:
            raise Refused(f"The position {belief.id} was retracted already.")
        return replace(belief, status=Status.REJECTED), ()

    return _judge_beliefs(runtime, [id], judge, reason)[0]


def decide_belief(runtime: Runtime, run: ChangeRun, belief: Belief, status: Status) -> Belief:
    """Give a position that waits a status, as a part of a larger change (C9)."""
    if status not in (Status.APPROVED, Status.REJECTED):
        raise Refused("A position can be approved or rejected.")
    check_transition(belief.status, status, run.actor)
    decided = replace(belief, status=status)
    if status is Status.APPROVED:
        decided = replace(decided, approved_by=run.actor.value if run.actor in PEOPLE else "")
        decided = _replay(runtime, run.ledger.txn, decided)
    after = _next_version(runtime, belief, decided)
    run.ledger.add_to(run, Effects(beliefs=(BeliefChange(belief, after),)))
    return after


def _judge_beliefs(runtime: Runtime, ids: Sequence[BeliefId], judge: Judge, note: str = "") -> list[Belief]:
    with runtime.writing() as txn:
        held = [_require_belief(txn, id) for id in dict.fromkeys(ids)]
        run = ChangeRun(Ledger(runtime, txn), Actor.OPERATOR, Action.JUDGED)
        for belief in held:
            judged, arguments = judge(txn, belief)
            if judged != belief:
                changed = BeliefChange(belief, _next_version(runtime, belief, judged))
                run.ledger.add_to(run, Effects(beliefs=(changed,), arguments=tuple(arguments)))
        said = redact_secrets(clean_text(note))[0]
        if said and run.waiting:
            run.add(note_change(runtime.note_id(), said))
        run.close()
        return [_require_belief(txn, belief.id) for belief in held]


def _replay(runtime: Runtime, reader: Reader, belief: Belief, arguments: Sequence[Argument] | None = None) -> Belief:
    """A belief as all that was argued makes it; where nothing was, as it is."""
    known = reader.arguments(belief.id) if arguments is None else arguments
    replayed = replay_belief(belief, known, reader.snapshots(-1, MANY), runtime.beliefs)
    if replayed is None:
        return belief
    kept = {"corrected": belief.corrected, "corrected_turn": belief.corrected_turn, "status": belief.status}
    return replace(replayed, **kept)  # type: ignore[arg-type] # fields of its own


def _next_version(runtime: Runtime, before: Belief, after: Belief) -> Belief:
    return replace(after, version=before.version + 1, updated_at=runtime.now())


def _require_belief(reader: Reader, id: BeliefId) -> Belief:
    belief = reader.belief(id)
    if belief is None:
        raise NotFound(f"There is no position {id} here; see all: atlas beliefs.")
    return belief
