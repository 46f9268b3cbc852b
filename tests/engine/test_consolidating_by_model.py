"""A cycle with a model to derive by (T10): whatever it answers, nothing is lost and the rest is done (R6, J14)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from _aged import MARIA, aged
from _minds import minded

from atlas import Kind
from atlas.engine.jobs.run_cycle import run_consolidation
from atlas.errors import ModelTrouble
from atlas.model.memory import Memory, State, Status
from atlas.testing.models import HostileModel, Hostility, ScriptedModel

INSIGHT = "Maria works with her hands and likes to teach."


@pytest.fixture
def old(life):  # type: ignore[no-untyped-def]
    life.ids = aged(life.runtime, life.virtual.clock)
    return life


def answering(*given: Any) -> ScriptedModel:
    """One that says this of every community, one answer after the other and then the last again."""
    left = list(given)

    def script(system: str, turns: Any, schema: Any) -> str:
        told = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(told, Exception):
            raise told
        return told if isinstance(told, str) else json.dumps(told(schema))

    return ScriptedModel("scripted", script)


def of_two(schema: Any) -> dict[str, Any]:
    names = schema["properties"]["memories"]["items"]["enum"]
    return {"none": False, "insight": INSIGHT, "memories": names[:2], "escalate": False}


def kept(life: Any) -> dict[str, Memory]:
    return {each.id: each for each in life.atlas.memories(limit=1_000, archived=True)}


def insights(life: Any) -> list[Memory]:
    return [each for each in kept(life).values() if each.kind is Kind.INSIGHT]


def test_what_a_model_derives_waits_for_a_person(old) -> None:  # T10, C3
    minded(old, answering(of_two))
    done = run_consolidation(old.runtime)
    (insight,) = insights(old)
    assert (insight.content, insight.status) == (INSIGHT, Status.NEEDS_REVIEW)
    assert (done.held, done.counts["derive"]) == ({"derive": 1}, 0)
    assert run_consolidation(old.runtime).lines == ()


def test_a_dry_run_asks_nobody_and_says_how_much_would_be_asked(old) -> None:  # T13, J13
    model = answering(of_two)
    minded(old, model)
    assert run_consolidation(old.runtime, dry_run=True).questions == 1
    assert not model.calls


@pytest.mark.parametrize("mode", list(Hostility), ids=[each.name.lower() for each in Hostility])
def test_a_hostile_answer_costs_no_memory(old, mode: Hostility) -> None:  # T10, R6
    before = kept(old)
    minded(old, HostileModel(mode))
    done = run_consolidation(old.runtime)
    after = kept(old)
    assert before.keys() <= after.keys()
    leaving = {id for id in before if after[id].state is not before[id].state}
    assert leaving == {old.ids["faded"], old.ids["older"]}, "what the rules take out of service, and nothing else"
    assert (done.counts["prune"], done.counts["merge"], done.counts["gist"]) == (1, 1, 1)
    assert not [each for each in insights(old) if each.status is Status.APPROVED]
    assert all(after[old.ids[each]].content == before[old.ids[each]].content for each in MARIA)
    assert old.atlas.admin.verify().ok


def test_while_the_model_is_down_the_rest_is_done_and_deriving_is_made_up_for(old) -> None:  # T10, R6
    minded(old, answering(ModelTrouble("The model is down.", transient=True), of_two))
    done = run_consolidation(old.runtime)
    assert (done.problem, done.counts["prune"], insights(old)) == ("The model is down.", 1, [])
    assert run_consolidation(old.runtime).held == {"derive": 1}
    assert [each.content for each in insights(old)] == [INSIGHT]


def test_a_memory_that_was_forgotten_while_the_model_thought_does_not_come_back(old) -> None:  # X3, T13
    forgotten = old.ids[MARIA[0]]

    def answer(schema: Any) -> dict[str, Any]:
        old.atlas.forget(forgotten)
        return of_two(schema)

    minded(old, answering(answer, of_two))
    run_consolidation(old.runtime)
    assert kept(old).get(forgotten) is None
    assert all(forgotten not in each.linked(link.relation) for each in insights(old) for link in each.links)
    assert all(each.state is not State.GONE for each in insights(old))
