"""Calls for chatting stand in the ledger and count in the budgets (J13)."""

from __future__ import annotations

import pytest
from _minds import mind, remade

from atlas.errors import ModelTrouble
from atlas.model.spending import MICRO, Budget, Limit, Price, SpendingState, Spent
from atlas.model.task import Size
from atlas.model.thinking import JobState
from atlas.testing.models import ScriptedModel
from engine.conftest import Life

PRICES = {"scripted": Price(3 * MICRO, 15 * MICRO)}


def chatting(life: Life, *answers: str | Exception, **parts: object) -> Life:
    return remade(life, model=ScriptedModel("scripted", answers), prices=PRICES, **parts)


@pytest.mark.parametrize("streamed", [False, True])
def test_a_call_for_a_chat_stands_in_the_ledger(life: Life, streamed: bool) -> None:  # J13
    chatting(life, "It is Canberra.")
    heard: list[str] = []
    life.atlas.assistant.answer_through_model(
        "What is the capital of Australia?", hear=heard.append if streamed else None
    )
    (call,) = life.atlas.jobs.costs().calls
    assert (call.job, call.task, call.purpose, call.state) == (None, None, "chat", SpendingState.SETTLED)
    assert call.output_tokens > 0
    assert call.input_tokens > 0
    assert call.money > 0
    assert dict(life.atlas.jobs.costs().by_task) == {"chat": Spent(1, call.tokens, call.money)}


def test_chatting_counts_in_the_days_budget_and_goes_on_when_it_is_spent(life: Life) -> None:  # J13
    thinker = mind()
    small = Budget(call=Limit(), job=Limit(), day=Limit(tokens=900), space=Limit())
    chatting(life, "Nice.", "Still here.", budget=small, models={Size.SMALL: thinker, Size.MEDIUM: thinker})
    life.atlas.assistant.answer_through_model("Hello " * 2_000)
    assert life.atlas.jobs.costs().today.tokens > 900
    life.say("I live in Porto.")
    assert thinker.calls == ()  # what the chat took is not there to think with
    (waiting,) = life.atlas.jobs.list(JobState.QUEUED)
    assert "budget of today" in str(waiting.problem)
    assert life.atlas.assistant.answer_through_model("Are you there?").text == "Still here."


@pytest.mark.parametrize(
    ("trouble", "state", "paid"),
    [
        (ModelTrouble("The model is down."), SpendingState.FAILED, False),
        (ModelTrouble("It broke off.", paid=True), SpendingState.RESERVED, True),
    ],
)
def test_a_call_that_failed_is_given_back_unless_it_has_to_be_paid(
    life: Life, trouble: ModelTrouble, state: SpendingState, paid: bool
) -> None:  # J13
    chatting(life, trouble)
    with pytest.raises(ModelTrouble):
        life.atlas.assistant.answer_through_model("Hello?")
    (call,) = life.atlas.jobs.costs().calls
    assert (call.state, call.money > 0) == (state, paid)
