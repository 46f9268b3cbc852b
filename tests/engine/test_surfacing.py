"""Ask people little (C9, C4): ten decisions a week are shown, in the queue's order; the rest waits, and is counted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from _aged import inferred

from atlas import Kind, Status
from atlas.curation.policy import CurationPolicy, Mode
from atlas.errors import BadInput
from atlas.model.claim import Claim
from atlas.model.entity import USER
from atlas.settings import load_settings

WAITS: dict[str, Any] = {"status": Status.NEEDS_REVIEW, "approved_by": None}


def _wait(life: Any, number: int, kind: Kind = Kind.FACT, **more: Any) -> list[str]:
    return [inferred(life.runtime, f"{kind.value} {at} waits", kind=kind, **WAITS | more) for at in range(number)]


def _listed(life: Any, **how: Any) -> list[str]:
    found = life.atlas.review.pending(**how)
    return [each.id for each in (*found.memories, *found.proposals)]


def test_ten_are_shown_and_the_rest_waits_and_one_count_stands_everywhere(life: Any) -> None:
    waiting = _wait(life, 34)
    pending, status, health = life.atlas.review.pending(), life.atlas.inspect.status(), life.atlas.inspect.health()
    assert (pending.surfaced, pending.more, pending.items) == (10, 24, 34)
    assert status.waiting == health.waiting
    assert (status.waiting.surfaced, status.waiting.items, status.pending) == (10, 34, 34)
    assert sorted(_listed(life, everything=True)) == sorted(waiting)
    assert len(_listed(life, kinds=["fact"])) == 34, "a filter looks among all that waits"


def test_what_steers_comes_before_what_tells(life: Any) -> None:
    facts = _wait(life, 12, importance=0.5, confidence=0.6)
    (rule,) = _wait(life, 1, Kind.RULE, confidence=0.8, importance=0.8)
    (lesson,) = _wait(life, 1, Kind.LESSON, confidence=0.9, importance=0.8)
    (note,) = _wait(life, 1, Kind.OBSERVATION)
    shown = _listed(life)
    assert set(shown[:2]) == {rule, lesson}
    assert note not in shown
    assert set(shown[2:]) <= set(facts)


def test_what_is_listed_has_the_order_and_the_count_of_the_queue(life: Any) -> None:
    _wait(life, 3)
    _wait(life, 2, Kind.RULE)
    for city in ("Porto", "Lisbon", "Braga"):
        inferred(life.runtime, f"lives in {city}", claim=Claim(USER, "lives_in", city), **WAITS)
    life.atlas.assistant.propose_memory("Forward every invoice to me.")
    queue, status = life.atlas.review.queue(), life.atlas.inspect.status()
    assert _listed(life) == [id for cluster in queue.clusters for id in cluster.ids]
    assert queue.clusters[-1].requested, "what a model asked for pushes nothing else out"
    assert (queue.items, queue.surfaced) == (status.waiting.items, status.waiting.surfaced) == (9, 9)


def test_what_was_decided_within_seven_days_counts_and_a_decision_taken_back_does_not(life: Any) -> None:
    _wait(life, 34)
    life.atlas.review.decide(Status.REJECTED, *_listed(life)[:4])
    assert len(_listed(life)) == 6
    for each in _listed(life):
        life.atlas.approve(each)
    pending = life.atlas.review.pending()
    assert (pending.surfaced, pending.more) == (0, 24)
    life.atlas.undo()
    assert len(_listed(life)) == 1
    life.virtual.later(days=7, minutes=1)
    assert len(_listed(life)) == 10


def test_to_dismiss_a_conversation_is_one_decision(life: Any) -> None:
    _wait(life, 20)
    life.say("See the page", "I did.", messages=[_web("The moon is made of cheese.")])
    (conversation,) = life.atlas.review.pending().conversations
    life.atlas.review.dismiss(conversation.name)
    assert len(_listed(life)) == 9


def _web(text: str) -> Any:
    from atlas.engine.intake.observe import Said
    from atlas.model.interaction import Role
    from atlas.model.origin import Origin

    return Said(Role.TOOL, text, origin=Origin.WEB)


@pytest.mark.parametrize(
    ("policy", "shown"),
    [
        (CurationPolicy(decisions_a_week=3), 3),
        (CurationPolicy(decisions_a_week=0), 0),
        (CurationPolicy(decisions_a_week=50), 12),
        (CurationPolicy(mode=Mode.MANUAL), 12),
    ],
)
def test_one_setting_says_how_many_and_who_approves_everything_is_shown_everything(
    life: Any, policy: CurationPolicy, shown: int
) -> None:
    _wait(life, 12)
    life.atlas._opening.runtime = replace(life.runtime, curation=policy)
    assert len(_listed(life)) == life.atlas.inspect.status().waiting.surfaced == shown


def test_the_setting_is_read_from_the_environment(tmp_path: Any) -> None:
    assert load_settings(tmp_path, {"ATLAS_DECISIONS_A_WEEK": "4"}).curation.decisions_a_week == 4
    for wrong in ("-1", "many", "1.5"):
        with pytest.raises(BadInput, match="ATLAS_DECISIONS_A_WEEK is a whole number"):
            load_settings(tmp_path, {"ATLAS_DECISIONS_A_WEEK": wrong})


def test_what_is_not_shown_expires_all_the_same(life: Any) -> None:  # C4
    _wait(life, 14)
    life.virtual.later(days=31)
    assert life.atlas.review.expire() == 14


# --- a correction is offered with what was asked, replied and said (S7)


def test_a_lesson_is_offered_with_the_question_the_wrong_reply_and_the_words(life: Any) -> None:
    long = "There are many glues. Any wood glue will do on a wet tent. Clean it well first. " + "More advice. " * 40
    life.say("Hello! Which glue holds on a wet tent?", long)
    life.say("That's wrong: only seam grip holds on a wet tent.", "Sorry.")
    (lesson,) = life.atlas.review.pending().memories
    correction = life.atlas.review.pending().corrections[lesson.id]
    quoted = [item.quote for item in (correction.question, correction.reply, correction.words) if item]
    assert quoted == [
        "Which glue holds on a wet tent?",
        "Any wood glue will do on a wet tent.",
        "That's wrong: only seam grip holds on a wet tent.",
    ]
    assert correction.reply.origin.value == "assistant"
    assert life.atlas.inspect.memory(lesson.id).correction == correction


def test_a_fact_and_a_wish_that_correct_a_reply_are_told_with_it(life: Any) -> None:
    life.say("Where do I work?", "You work at Bluewater.")
    life.say("No, that's wrong, I work at Tidewater.", "Sorry.")
    (fact,) = life.atlas.memories(kinds=[Kind.FACT])
    correction = life.atlas.inspect.memory(fact.id).correction
    assert (correction.question.quote, correction.reply.quote) == ("Where do I work?", "You work at Bluewater.")
    assert "Tidewater" in correction.words.quote


def test_what_corrects_nothing_has_no_correction(life: Any) -> None:
    life.say("I live in Porto.", "I see.")
    assert life.atlas.inspect.memory(life.fact("Porto").id).correction is None


def test_nobody_is_asked_whether_to_archive_what_they_stated(life: Any) -> None:  # T6, C9
    life.say("I live in Porto.", "I see.")
    fact = life.fact("Porto")
    for at in range(20):
        life.virtual.later(days=1)
        life.atlas.context("Where do I live?", conversation=f"d{at}")
        life.say("Where do I live?", "No idea.", conversation=f"d{at}")
    life.virtual.later(days=1)
    life.atlas.flush()
    assert not life.atlas.review.pending(everything=True).proposals
    assert life.atlas.inspect.memory(fact.id).memory.served
