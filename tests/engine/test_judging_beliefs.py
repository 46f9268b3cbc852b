"""What a person does to a position: each is journaled, taken back whole, and stronger than any argument."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from _beliefs import argue, judge, read_arguments, read_belief, read_numbers, settle

from atlas.beliefs.policy import BeliefPolicy
from atlas.engine.core.marks import BELIEF_TURNS
from atlas.errors import BadInput, NotFound, Refused
from atlas.model.journal import Action, Actor
from atlas.model.memory import State, Status


@pytest.fixture
def argued(life: Any) -> Any:
    life.say("Remote work pays: a trial found 13% more done.")
    life.say("Remote work saves an hour of commuting a day.")
    life.say("Remote work harms juniors, who learn by overhearing.")
    argue(life, "trial", "a_1", turn=21, strength=0.9)
    settle(life, turn=24)
    return life


def test_what_is_pinned_stays_and_what_is_argued_meanwhile_counts_later(argued: Any) -> None:  # B2
    before = read_numbers(argued)
    argued.atlas.beliefs.pin("v_1")
    argue(argued, "commuting", "a_2", turn=31, strength=0.9)
    settle(argued, turn=34)
    assert read_numbers(argued) == replace(before, pinned=True)
    [freed] = argued.atlas.beliefs.unpin("v_1")
    assert not freed.pinned
    assert freed.stance > before.stance
    assert freed.support == 2


def test_unpinning_gives_what_a_life_without_the_pin_gives(argued: Any, live: Any) -> None:  # B2
    argued.atlas.beliefs.pin("v_1")
    argue(argued, "commuting", "a_2", turn=31, strength=0.9)
    settle(argued, turn=34)
    pinned = argued.atlas.beliefs.unpin("v_1")[0]
    free = live("free.atlas")
    for text in ("Remote work pays: a trial found 13% more done.", "Remote work saves an hour of commuting a day."):
        free.say(text)
    argue(free, "trial", "a_1", turn=21, strength=0.9)
    settle(free, turn=24)
    argue(free, "commuting", "a_2", turn=31, strength=0.9)
    settle(free, turn=34)
    lived = read_belief(free)
    assert (pinned.stance, pinned.confidence, pinned.support) == (lived.stance, lived.confidence, lived.support)


def test_a_correction_holds_against_what_was_argued_before_it(argued: Any) -> None:  # B3
    argue(argued, "commuting", "a_2", turn=31)
    corrected = argued.atlas.beliefs.correct("v_1", -0.8, "our policy")
    assert (corrected.stance, corrected.confidence, corrected.support) == (-0.8, 1.0, 0)
    assert [each.settled is not None for each in read_arguments(argued, "a_1", "a_2")] == [True, True]
    argue(argued, "overhearing", "a_3", turn=41, direction=-1, strength=0.9)
    settle(argued, turn=44)
    moved = read_belief(argued)
    assert moved.stance < -0.8
    assert moved.support == 1


def test_a_correction_is_made_at_the_turn_of_who_weighs(argued: Any) -> None:
    with argued.runtime.writing() as txn:
        txn.put_mark(BELIEF_TURNS, 77)
    assert argued.atlas.beliefs.correct("v_1", 0.5).corrected_turn == 77


def test_what_is_pinned_can_be_corrected_and_stays_pinned(argued: Any) -> None:
    argued.atlas.beliefs.pin("v_1")
    corrected = argued.atlas.beliefs.correct("v_1", 0.4)
    assert (corrected.stance, corrected.pinned) == (0.4, True)


def test_what_is_retracted_is_served_no_more_until_a_person_says_so(argued: Any) -> None:  # C1
    argued.atlas.beliefs.retract("v_1", "none of our business")
    argue(argued, "commuting", "a_2", turn=31, strength=1.0)
    settle(argued, turn=34)
    assert not read_belief(argued).served
    with pytest.raises(Refused):
        argued.atlas.beliefs.retract("v_1")
    assert argued.atlas.beliefs.correct("v_1", 0.2).served


@pytest.mark.parametrize(
    "act",
    [
        lambda beliefs: beliefs.pin("v_1"),
        lambda beliefs: beliefs.correct("v_1", -0.5, "our policy"),
        lambda beliefs: beliefs.retract("v_1"),
    ],
)
def test_each_is_journaled_as_the_operators_and_taken_back(argued: Any, act: Any) -> None:  # C9
    argue(argued, "commuting", "a_2", turn=31)
    before, arguments = read_numbers(argued), read_arguments(argued, "a_1", "a_2")
    act(argued.atlas.beliefs)
    assert read_numbers(argued) != before
    [entry] = argued.atlas.history.log(1)
    assert (entry.actor, entry.action) == (Actor.OPERATOR, Action.JUDGED)
    argued.atlas.undo()
    assert read_numbers(argued) == before
    assert read_arguments(argued, "a_1", "a_2") == arguments
    assert argued.atlas.admin.verify().ok


def test_what_changes_nothing_is_not_journaled(argued: Any) -> None:
    entries = argued.atlas.inspect.status().journal_entries
    argued.atlas.beliefs.unpin("v_1")
    assert argued.atlas.inspect.status().journal_entries == entries


def test_wrong_wishes_are_refused_in_a_sentence(argued: Any) -> None:
    for wish in (lambda: argued.atlas.beliefs.pin(), lambda: argued.atlas.beliefs.correct("v_1", 1.5)):
        with pytest.raises(BadInput):
            wish()
    with pytest.raises(NotFound):
        argued.atlas.beliefs.story("v_9999")


# --- what waits


@pytest.fixture
def waiting(argued: Any) -> Any:
    judge(argued, status=Status.NEEDS_REVIEW)
    return argued


def test_what_waits_is_pending_and_served_when_it_is_approved(waiting: Any) -> None:  # C1, C3
    pending = waiting.atlas.review.pending()
    assert [each.id for each in pending.beliefs] == ["v_1"]
    assert (pending.items, pending.surfaced) == (1, 1)
    assert waiting.atlas.inspect.status().waiting.beliefs == 1
    [decision] = waiting.atlas.approve("v_1")
    assert decision.status is Status.APPROVED
    assert decision.content.startswith("remote work: leans slightly for it")
    assert read_belief(waiting).served
    assert waiting.atlas.review.pending().beliefs == ()
    waiting.atlas.undo()
    assert read_belief(waiting).status is Status.NEEDS_REVIEW


def test_what_waits_can_be_rejected_with_memories_in_one_decision(waiting: Any) -> None:  # C9
    waiting.say("I live in Porto.")
    fact = waiting.fact("Porto")
    waiting.atlas.reject("v_1", fact.id)
    assert read_belief(waiting).status is Status.REJECTED
    waiting.atlas.undo()
    assert read_belief(waiting).status is Status.NEEDS_REVIEW
    assert waiting.fact("Porto").status is Status.APPROVED


def test_what_waits_stands_in_the_one_queue_with_the_words_that_argued(waiting: Any) -> None:  # C9
    (cluster,) = waiting.atlas.review.queue().clusters
    assert cluster.ids == ("v_1",)
    assert cluster.title.startswith("remote work: leans slightly for it")
    card = waiting.atlas.review.card("v_1")
    assert card.what == "position"
    assert [each.text for each in card.quotes] == ["Remote work pays: a trial found 13% more done."]
    waiting.atlas.approve("v_1")
    assert waiting.atlas.review.queue().clusters == ()
    waiting.atlas.undo()
    assert [each.ids for each in waiting.atlas.review.queue().clusters] == [("v_1",)]


def test_a_position_is_no_secret_to_keep(waiting: Any) -> None:
    with pytest.raises(Refused):
        waiting.atlas.review.decide("sensitive", "v_1")


# --- its life


def test_a_story_tells_each_move_with_its_cause(argued: Any) -> None:  # C8
    judge(argued, approved_by="operator")
    argued.atlas.context("What of remote work?", conversation="c1")
    argued.say("What of remote work?", "I lean for it.", conversation="c1")
    argued.atlas.beliefs.correct("v_1", -0.5, "our policy")
    story = argued.atlas.beliefs.story("v_1")
    assert [move.action for move in story.moves] == [Action.ARGUED, Action.MOVED, Action.JUDGED, Action.JUDGED]
    formed, moved, _, corrected = story.moves
    assert formed.before is None
    assert [each.id for each in moved.arguments] == ["a_1"]
    assert moved.before.stance < moved.after.stance
    assert corrected.note == "our policy"
    assert "13% more" in story.messages[moved.arguments[0].message].text
    assert story.curve[-1].stance == -0.5
    assert [reply.message.text for reply in story.replies] == ["I lean for it."]


def test_positions_are_listed_the_surest_first(argued: Any) -> None:
    argue(argued, "commuting", "a_2", belief="v_2", turn=30)
    assert [each.id for each in argued.atlas.beliefs.list()] == ["v_1", "v_2"]
    judge(argued, "v_2", approved_by="operator")
    judge(argued, "v_1", state=State.ARCHIVED)
    assert [each.id for each in argued.atlas.beliefs.list()] == ["v_2"]
    assert [each.id for each in argued.atlas.beliefs.list(everything=True)] == ["v_2", "v_1"]


def test_health_warns_of_a_position_that_only_ever_moves_one_way(argued: Any) -> None:  # B8
    assert [each.alert for each in argued.atlas.inspect.health().beliefs if each.alert] == []
    judge(argued, raised=BeliefPolicy().entrenched_moves, support=4)
    alerts = [each for each in argued.atlas.inspect.health().beliefs if each.alert]
    assert [each.beliefs for each in alerts] == [("v_1",)]
