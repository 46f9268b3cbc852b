"""What is argued and what it moves is journaled, can be taken back, and can be asked as of then (X4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from atlas import Refused
from atlas.engine.core.belief_rows import beliefs_as_of
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.verification import verify_store
from atlas.model.belief import ArgumentChange
from atlas.model.document import DocumentChange
from atlas.model.ids import ProposalId
from atlas.model.journal import Action, Actor
from atlas.model.memory import Status
from atlas.model.origin import Origin
from atlas.surfaces.views.journal import action_word, describe_entry
from atlas.testing import samples
from engine._beliefs import argue, judge, read_arguments, read_belief, read_numbers, settle

COSTS = "I told Ben of commuting."
LONELY = "I told Ben of new colleagues."
"""Nothing that rules would weigh by themselves: what is argued here is said by the tests alone."""


@pytest.fixture
def argued(life):  # type: ignore[no-untyped-def]
    """One belief, argued for once."""
    life.say(COSTS)
    life.say(LONELY)
    argue(life, "commuting", insight="Commuting costs an hour a day.")
    return life


def test_the_record_of_beliefs_is_verified_against_its_rows(argued) -> None:  # P11
    settle(argued)
    assert verify_store(argued.runtime).problems == ()
    with argued.runtime.writing() as txn:
        belief = read_belief(argued)
        txn.put_belief(type(belief)(**{**_fields(belief), "stance": 0.9, "version": 9}), belief.version)
        txn.remove_arguments(["a_1"])
    assert set(verify_store(argued.runtime).problems) == {
        "The belief v_1 is not as the journal has it.",
        "The argument a_1 is not as the journal has it.",
    }


def _fields(noun):  # type: ignore[no-untyped-def]
    return {name: getattr(noun, name) for name in noun.__dataclass_fields__}


def test_whole_numbers_and_negative_zeros_are_journaled_as_the_store_has_them(argued) -> None:  # P11
    judge(argued, stance=-0.0, confidence=1, corrected=0, corrected_turn=4)
    assert verify_store(argued.runtime).problems == ()


def test_taking_an_argument_back_takes_the_belief_that_it_formed(argued) -> None:
    entry = argued.atlas.history.log(1)[0]
    assert entry.action is Action.ARGUED
    receipt = argued.atlas.history.revert(entry.seq)
    assert (set(receipt.restored), receipt.conflicts) == ({"v_1", "a_1"}, ())
    assert (read_belief(argued), read_arguments(argued, "a_1")) == (None, [None])
    argued.atlas.history.revert(argued.atlas.history.log(1)[0].seq)
    assert (read_belief(argued) is not None, read_arguments(argued, "a_1")[0] is not None) == (True, True)
    assert verify_store(argued.runtime).problems == ()


def test_taking_a_move_back_restores_the_belief_and_opens_the_window_again(argued) -> None:
    before, cooling = read_numbers(argued), read_arguments(argued, "a_1")
    entry = settle(argued)
    moved = read_numbers(argued)
    assert moved.stance > 0
    argued.atlas.history.revert(entry.seq)
    assert (read_numbers(argued), read_arguments(argued, "a_1")) == (before, cooling)
    argued.atlas.history.revert(argued.atlas.history.log(1)[0].seq)
    assert read_numbers(argued) == moved
    assert verify_store(argued.runtime).problems == ()


def test_a_move_that_another_followed_stays_whole(argued) -> None:
    first = settle(argued)
    argue(argued, "colleagues", "a_2", turn=5, direction=-1)
    settle(argued, turn=8)
    now, arguments = read_belief(argued), read_arguments(argued, "a_1", "a_2")
    with pytest.raises(Refused, match=r"v_1 has changed since \(.*stance.*\); take that back first"):
        argued.atlas.history.revert(first.seq)
    assert (read_belief(argued), read_arguments(argued, "a_1", "a_2")) == (now, arguments)


def test_a_belief_stays_while_others_argue_about_it(argued) -> None:
    first = argued.atlas.history.log(1)[0]
    argue(argued, "colleagues", "a_2", turn=2, direction=-1)
    with pytest.raises(Refused, match="v_1 is what a_2 argues about"):
        argued.atlas.history.revert(first.seq)
    assert None not in read_arguments(argued, "a_1", "a_2")


def test_a_pin_of_later_does_not_stand_in_the_way_of_a_move_taken_back(argued) -> None:
    before = read_belief(argued)
    entry = settle(argued)
    judge(argued, pinned=True)
    argued.atlas.history.revert(entry.seq)
    now = read_belief(argued)
    assert (now.stance, now.support, now.pinned) == (before.stance, before.support, True)


def test_undo_takes_back_what_a_person_said_of_a_belief_and_no_step_of_arithmetic(argued) -> None:
    settle(argued)
    before = read_numbers(argued)
    judge(argued, status=Status.REJECTED)
    settle(argued, turn=9)
    argued.atlas.undo()
    assert read_numbers(argued) == before
    assert argued.atlas.history.log(1)[0].action is Action.UNDONE


def test_beliefs_can_be_asked_as_of_then(argued) -> None:  # X4
    formed = argued.runtime.now()
    young = read_belief(argued)
    settle(argued)
    moved, then = read_belief(argued), argued.runtime.now()
    entry = argue(argued, "colleagues", "a_2", "v_2", turn=5)
    both = argued.runtime.now()
    argued.virtual.later(minutes=1)
    argued.atlas.history.revert(entry.seq)
    with argued.runtime.reading() as reader:
        assert beliefs_as_of(reader, formed) == [young]
        assert beliefs_as_of(reader, then) == [moved]
        assert [each.id for each in beliefs_as_of(reader, both)] == ["v_1", "v_2"]
        assert beliefs_as_of(reader, argued.runtime.now()) == [moved]


def test_every_entry_about_a_belief_is_told_in_words(argued) -> None:
    entries = (argued.atlas.history.log(1)[0], settle(argued), judge(argued, status=Status.REJECTED, pinned=True))
    told = [f"{action_word(entry.action)}: {describe_entry(entry)}" for entry in entries]
    stance = f"{read_belief(argued).stance:+.2f}"
    assert told == [
        "argued: v_1 remote work +0.00; a_1 for v_1: Commuting costs an hour a day.",
        f"moved: v_1 remote work +0.00 → {stance}",
        f"judged: v_1 remote work {stance}, approved → rejected, pinned",
    ]


def test_an_insight_is_pending_again_when_the_amendment_that_took_it_in_is_taken_back(argued) -> None:
    """B6."""
    with argued.runtime.writing() as txn:
        [pending] = txn.pending_arguments()
        taken = ArgumentChange(pending, replace(pending, integrated=ProposalId("p_1")))
        persona = DocumentChange(None, samples.document("d_1", "- Spares people the commute.\n", Origin.ASSISTANT))
        Ledger(argued.runtime, txn).write_change(
            Actor.POLICY, Action.AMENDED, (), documents=[persona], arguments=[taken]
        )
        assert list(txn.pending_arguments()) == []
    argued.atlas.undo()
    with argued.runtime.reading() as reader:
        assert (list(reader.pending_arguments()), [each.text for each in reader.documents()]) == ([pending], [""])
