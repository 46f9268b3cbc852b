"""Beliefs for tests of the engine: argued, settled and judged as who weighs would write them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from atlas.beliefs.replay import replay_belief
from atlas.engine.core.ledger import Ledger
from atlas.model.belief import Argument, ArgumentChange, Belief, BeliefChange
from atlas.model.ids import ArgumentId, BeliefId, MessageId
from atlas.model.journal import Action, Actor, Entry
from atlas.model.origin import Origin
from atlas.ports.reading import Reader
from atlas.testing import samples


def find_message(reader: Reader, words: str) -> MessageId:
    found = [each for each in reader.messages_mentioning([words]) if each.origin is Origin.USER]
    return found[0].id


def argue(life: Any, words: str, id: str = "a_1", belief: str = "v_1", turn: int = 1, **fields: Any) -> Entry:
    """Keep the user's message with these words as an argument; the belief is formed where it is the first."""
    life.virtual.later(minutes=1)
    with life.runtime.writing() as txn:
        known = txn.belief(BeliefId(belief))
        fresh = samples.belief(
            belief,
            stance=0.0,
            confidence=0.0,
            support=0,
            contradiction=0,
            formed=turn,
            reinforced=turn,
            updated_at=life.runtime.now(),
        )
        made = samples.argument(id, belief, find_message(txn, words), turn, at=life.runtime.now(), **fields)
        formed = () if known else (BeliefChange(None, fresh),)
        ledger = Ledger(life.runtime, txn)
        return ledger.write_change(
            Actor.RULES, Action.ARGUED, (), beliefs=formed, arguments=[ArgumentChange(None, made)]
        )


def settle(life: Any, belief: str = "v_1", turn: int = 4) -> Entry:
    """Close the window of all that cools about a belief, and move it by the fold."""
    life.virtual.later(minutes=1)
    with life.runtime.writing() as txn:
        before = txn.belief(BeliefId(belief))
        assert before is not None
        cooling = [each for each in txn.arguments(before.id) if each.settled is None]
        settled = [ArgumentChange(each, replace(each, settled=turn)) for each in cooling]
        closed = {each.after.id: each.after for each in settled}
        arguments = [closed.get(each.id, each) for each in txn.arguments(before.id)]
        moved = replay_belief(before, arguments, txn.snapshots(0, 99), life.runtime.beliefs)
        assert moved is not None
        after = replace(moved, version=before.version + 1, updated_at=life.runtime.now())
        ledger = Ledger(life.runtime, txn)
        return ledger.write_change(
            Actor.RULES, Action.MOVED, (), beliefs=[BeliefChange(before, after)], arguments=settled
        )


def judge(life: Any, belief: str = "v_1", **fields: Any) -> Entry:
    life.virtual.later(minutes=1)
    with life.runtime.writing() as txn:
        before = txn.belief(BeliefId(belief))
        assert before is not None
        after = replace(before, version=before.version + 1, updated_at=life.runtime.now(), **fields)
        return Ledger(life.runtime, txn).write_change(
            Actor.OPERATOR, Action.JUDGED, (), beliefs=[BeliefChange(before, after)]
        )


def read_belief(life: Any, id: str = "v_1") -> Belief | None:
    with life.runtime.reading() as reader:
        return reader.belief(BeliefId(id))


def read_arguments(life: Any, *ids: str) -> list[Argument | None]:
    with life.runtime.reading() as reader:
        return [reader.argument(ArgumentId(id)) for id in ids]


def read_numbers(life: Any, id: str = "v_1") -> Belief | None:
    """A belief without the bookkeeping of versions."""
    found = read_belief(life, id)
    return replace(found, version=1, updated_at=samples.START) if found else None
