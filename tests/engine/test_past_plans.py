"""T16: a plan whose day is past leaves the profile and the facts of a context; asked of the past, it is still there."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from atlas.model.memory import Kind, Status
from atlas.model.proposal import Revise

HANOI = "to fly to Hanoi"


@pytest.fixture
def planned(life: Any) -> Any:
    """Said on 2 March, and now it is May."""
    life.say("I'm flying to Hanoi on 21 March.", conversation="before")
    life.say("I'm planning a trip to Rome next year.", conversation="before")
    assert life.fact(HANOI).status is Status.APPROVED
    return life


def _facts(life: Any, question: str) -> list[str]:
    context = life.atlas.context(question, conversation="now")
    return [item.memory.content for item in context.served if item.memory.kind is not Kind.EPISODE]


def test_a_past_plan_leaves_the_context_over_night_and_one_ahead_stays(planned: Any) -> None:
    assert any(HANOI in each for each in _facts(planned, "Which trips do I plan?"))
    planned.virtual.later(days=19)
    planned.atlas.jobs.consolidate(light=True)
    assert planned.fact(HANOI).status is Status.APPROVED, "the day itself is not over"
    planned.virtual.later(days=1)
    done = planned.atlas.jobs.consolidate(light=True)
    assert done.counts["prune"] == 1
    for question in ("Which trips do I plan?", "What is the weather like?"):
        told = _facts(planned, question)
        assert not any(HANOI in each for each in told)
    assert any("Rome" in each for each in _facts(planned, "Which trips do I plan?"))
    assert planned.atlas.jobs.consolidate(light=True).counts["prune"] == 0


def test_its_message_is_served_as_a_plan_of_the_past(planned: Any) -> None:
    planned.virtual.later(days=40)
    planned.atlas.jobs.consolidate(light=True)
    context = planned.atlas.context("When did I fly to Hanoi?", conversation="now")
    (line,) = [each for each in context.data.splitlines() if "I'm flying to Hanoi" in each]
    assert 'a plan of the past, until 21 Mar: "The user plans to fly to Hanoi"' in line
    assert "no longer so" not in line


def test_recall_of_that_time_still_finds_it(planned: Any) -> None:
    planned.virtual.later(days=60)
    planned.atlas.jobs.consolidate(light=True)
    then = planned.atlas.recall("Which trips do I plan?", as_of=datetime(2026, 3, 10, tzinfo=UTC))
    assert any(HANOI in item.memory.content and item.memory.kind is Kind.FACT for item in then)
    now = planned.atlas.recall("Which trips do I plan?")
    assert not any(HANOI in item.memory.content and item.memory.kind is Kind.FACT for item in now)


def test_why_says_that_its_day_is_past_and_undo_opens_it_again(planned: Any) -> None:
    planned.virtual.later(days=40)
    planned.atlas.jobs.consolidate(light=True)
    plan = planned.fact(HANOI)
    assert (plan.status, plan.valid_until) == (Status.SUPERSEDED, datetime(2026, 3, 22, tzinfo=UTC))
    verdict = planned.atlas.inspect.memory(plan.id).judged[-1].verdict
    assert (verdict.findings[0].rule, verdict.why) == ("T16", "It was planned for a day that is past: 21 March 2026.")
    planned.atlas.undo()
    opened = planned.fact(HANOI)
    assert (opened.status, opened.valid_until) == (Status.APPROVED, None)
    planned.virtual.later(days=1)
    planned.atlas.jobs.consolidate(light=True)
    assert planned.fact(HANOI).status is Status.APPROVED, "what a person took back is not done again"


def test_a_plan_that_is_made_again_stands_again(planned: Any) -> None:
    planned.virtual.later(days=40)
    planned.atlas.jobs.consolidate(light=True)
    planned.say("I'm flying to Hanoi on 3 May.", conversation="again")
    held = [each for each in planned.atlas.memories(limit=50) if HANOI in each.content and each.kind is Kind.FACT]
    assert {each.status for each in held} == {Status.SUPERSEDED, Status.APPROVED}
    assert any(HANOI in each for each in _facts(planned, "Which trips do I plan?"))
    planned.virtual.later(days=30)
    planned.atlas.jobs.consolidate(light=True)
    assert not any(HANOI in each for each in _facts(planned, "Which trips do I plan?"))


def test_nobody_is_asked_about_it(planned: Any) -> None:  # C9
    planned.virtual.later(days=40)
    planned.atlas.jobs.consolidate(light=True)
    assert not [each for each in planned.atlas.review.pending().proposals if isinstance(each.proposal, Revise)]


def test_a_plan_without_a_day_stands_while_it_is_spoken_of(life: Any) -> None:
    for place in range(2):
        life.say("I'm going to build a boat.", conversation=f"c{place}")
        life.virtual.later(days=100)
        life.atlas.jobs.consolidate(light=True)
        assert life.fact("build a boat").status is Status.APPROVED
    life.virtual.later(days=81)
    life.atlas.jobs.consolidate(light=True)
    assert life.fact("build a boat").status is Status.SUPERSEDED
