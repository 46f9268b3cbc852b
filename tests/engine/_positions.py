"""Lives with positions: what users argued stands as rows, as weighing leaves it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from atlas.beliefs.positions import PERSONA
from atlas.engine.core.document_files import read_document_files
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.marks import BELIEF_TURNS
from atlas.engine.core.runtime import Runtime
from atlas.model.belief import Argument, ArgumentChange, Belief, BeliefChange, Snapshot
from atlas.model.ids import ArgumentId, BeliefId
from atlas.model.journal import Action, Actor
from atlas.testing import samples

TOPICS = ("remote work", "unit tests", "open offices", "static typing", "daily stand-ups", "code review")


def hold(runtime: Runtime, topic: str, support: int = 6, **fields: Any) -> BeliefId:
    """Have a position, founded on so many arguments."""
    confidence = fields.pop("confidence", 0.65)
    with runtime.writing() as txn:
        turn = txn.read_mark(BELIEF_TURNS)
        belief = samples.belief(
            f"v_{len(txn.beliefs()):02}", topic, support=support, contradiction=0, confidence=confidence,
            reinforced=turn, formed=turn, **fields,
        )  # fmt: skip
        Ledger(runtime, txn).write_change(Actor.RULES, Action.ARGUED, (), beliefs=[BeliefChange(None, belief)])
    return belief.id


def argue(runtime: Runtime, belief: BeliefId, insight: str, **fields: Any) -> ArgumentId:
    """Have the last thing that the user said argue about a belief, with something to learn from it."""
    with runtime.writing() as txn:
        (message, *_) = [
            message.id
            for _, each in reversed(txn.interactions(0, 10_000))
            for message in each.messages
            if message.role.value == "user"
        ]
        number = sum(len(txn.arguments(each.id)) for each in txn.beliefs())
        turn = txn.read_mark(BELIEF_TURNS)
        made = samples.argument(f"a_{number:03}", belief, message, turn, insight=insight, settled=turn, **fields)
        Ledger(runtime, txn).write_change(Actor.RULES, Action.ARGUED, (), arguments=[ArgumentChange(None, made)])
    return made.id


def pass_turns(runtime: Runtime, turns: int) -> None:
    """Let so many interactions be weighed that argue nothing."""
    with runtime.writing() as txn:
        txn.put_mark(BELIEF_TURNS, txn.read_mark(BELIEF_TURNS) + turns)


def move(runtime: Runtime, id: BeliefId, **fields: Any) -> Belief:
    with runtime.writing() as txn:
        before = txn.belief(id)
        assert before is not None
        after = replace(before, version=before.version + 1, **fields)
        Ledger(runtime, txn).write_change(Actor.RULES, Action.MOVED, (), beliefs=[BeliefChange(before, after)])
    return after


def read_persona(runtime: Runtime) -> str:
    with runtime.reading() as reader:
        return read_document_files(runtime, reader).files[PERSONA]


def read_beliefs(runtime: Runtime) -> dict[BeliefId, Belief]:
    with runtime.reading() as reader:
        return {belief.id: belief for belief in reader.beliefs()}


def read_pending(runtime: Runtime) -> list[ArgumentId]:
    with runtime.reading() as reader:
        return [argument.id for argument in reader.pending_arguments()]


def read_argument(runtime: Runtime, id: ArgumentId) -> Argument:
    with runtime.reading() as reader:
        found = reader.argument(id)
    assert found is not None
    return found


def read_snapshots(runtime: Runtime) -> Sequence[Snapshot]:
    with runtime.reading() as reader:
        return reader.snapshots(-1, 10_000)
