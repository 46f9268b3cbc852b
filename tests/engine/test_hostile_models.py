"""The model is down or hostile (R6): the chat goes on, nothing is activated or deleted, and the record says why."""

from __future__ import annotations

from typing import Any

import pytest
from _minds import asked_of, mind, minded, remade

from atlas import Kind
from atlas.errors import ModelTrouble
from atlas.model.interaction import Role
from atlas.model.memory import Memory, State, Status
from atlas.model.spending import MICRO, Budget, Limit
from atlas.model.task import Task
from atlas.model.thinking import JobState
from atlas.model.trigger import TriggerKind
from atlas.testing.models import HostileModel, Hostility, ScriptedModel

QUESTION = "Which port does the staging server use?"
TIERS = {"reading": Task.READING, "adaptive": Task.ADAPTIVE, "nightly": Task.NIGHTLY, "weekly": Task.WEEKLY}
IN_SHAPE = {Hostility.UNKNOWN_IDS, Hostility.DELETE_EVERYTHING}
"""What these say has the shape that was asked for, wherever that shape names no ids; what it says must do no harm."""


@pytest.fixture
def settled(life):  # type: ignore[no-untyped-def]
    """A week of a life by rules: facts, a rule, an approved lesson, a pattern of failures; a night behind it."""
    for number in range(3):
        life.say(QUESTION, "Port 8080.", conversation=f"f{number}")
        life.say("No, that is wrong. The staging server uses port 8443.", conversation=f"f{number}")
    for thing in ("tea", "coffee", "cocoa"):
        life.say(f"I like {thing}.", conversation=thing)
    life.say("My interview is on Friday.", conversation="plans")
    for lesson in life.atlas.memories(kinds=[Kind.LESSON]):
        life.atlas.approve(lesson.id)
    life.atlas.jobs.reflect("nightly")
    life.atlas.jobs.reflect("weekly")  # the rules have generalised what they can
    assert life.atlas.inspect.patterns()
    only = tuple(trigger for trigger in life.runtime.triggers if trigger.kind is TriggerKind.EVENT)
    remade(life, triggers=only)  # and so without the pruning of every night
    life.virtual.later(days=5)  # what was inferred is due for review by now
    life.atlas.flush()
    return life


def kept(life: Any) -> dict[str, Memory]:
    """All there ever was."""
    return {memory.id: memory for memory in life.atlas.memories(limit=10_000, archived=True)}


def talk(life: Any, turns: int) -> None:
    """Each turn is answered and stored."""
    for turn in range(turns):
        life.virtual.later(minutes=1)
        asked = QUESTION if turn % 2 == 0 else "No, that is wrong. It is port 8443, and I live in Porto."
        assert "8443" in life.atlas.context(asked, conversation="c1").text
        assert life.atlas.assistant.answer_through_model(asked, conversation="c1").text == "Right away."
        assert life.atlas.observe(user=asked, assistant="Port 8080.", conversation="c1").acknowledged


def think(life: Any) -> None:
    """All tiers, and long enough for every retry."""
    life.atlas.flush()
    life.atlas.jobs.reflect("nightly")
    life.atlas.jobs.reflect("weekly")
    for _ in range(9):
        life.virtual.later(hours=7)
        life.atlas.flush()


def harmless(life: Any, before: dict[str, Memory], name: str) -> None:
    after = kept(life)
    assert set(before) <= set(after)
    for id, memory in before.items():
        assert (after[id].status, after[id].state, after[id].content) == (memory.status, memory.state, memory.content)
    thoughts = {thought.id: thought for thought in life.atlas.jobs.reflections(limit=10_000)}
    fresh = [memory for id, memory in after.items() if id not in before and memory.reflection]
    by_model = [memory for memory in fresh if name in thoughts[memory.reflection].thinker]
    assert not [memory for memory in by_model if memory.status is Status.APPROVED]
    assert all(memory.state is State.ACTIVE for memory in after.values())


@pytest.mark.parametrize("mode", list(Hostility))
def test_no_model_can_do_harm(settled, mode: Hostility) -> None:  # R6, J6, J13
    life = settled
    model, chat = HostileModel(mode), ScriptedModel("chat", lambda *asked: "Right away.")
    minded(life, model, model, model=chat, budget=Budget(day=Limit(tokens=50_000_000, money=1_000 * MICRO)))
    before, patterns, began = kept(life), life.atlas.inspect.patterns(active=None), life.runtime.now()
    talk(life, 2)
    said = [memory.id for memory in life.atlas.memories(conversation="c1") if memory.kind is Kind.EPISODE]
    think(life)
    harmless(life, {**before, **{id: kept(life)[id] for id in said}}, model.name)
    asked = {
        task for task in TIERS.values() if any(each.task is task for each in life.atlas.jobs.costs(limit=10_000).calls)
    }
    assert asked == set(TIERS.values())
    if mode in IN_SHAPE:
        return
    for name, task in TIERS.items():
        thoughts = [each for each in life.atlas.jobs.reflections(limit=10_000, task=name) if model.name in each.thinker]
        assert thoughts, name
        assert all(each.problem for each in thoughts), name
        states = {
            job.state for job in life.atlas.jobs.list(limit=10_000) if job.task is task and job.created_at >= began
        }
        if task in (Task.READING, Task.ADAPTIVE):
            assert states <= {JobState.POISON, JobState.PARKED}, name
    left = [job for job in life.atlas.jobs.list(limit=10_000) if job.state in (JobState.POISON, JobState.PARKED)]
    assert Task.NIGHTLY in {job.task for job in left}  # what the night could not think over is still owed
    assert [each.id for each in life.atlas.inspect.patterns(active=None)] == [each.id for each in patterns]
    assert life.atlas.admin.verify().ok


@pytest.mark.parametrize("mode", [Hostility.REFUSAL, Hostility.SERVER_ERROR, Hostility.DELETE_EVERYTHING])
def test_a_model_that_comes_to_its_senses_finds_everything_there(settled, mode: Hostility) -> None:  # J7, R6
    life, chat = settled, ScriptedModel("chat", lambda *asked: "Right away.")
    minded(life, HostileModel(mode), model=chat)
    talk(life, 2)
    life.atlas.flush()
    life.atlas.jobs.reflect("nightly")
    model = mind()
    minded(life, model, model=chat)
    for _ in range(4):
        life.virtual.later(minutes=10)
        life.atlas.flush()
    for job in [*life.atlas.jobs.list("parked"), *life.atlas.jobs.list("poison")]:
        life.atlas.jobs.retry(job.id)
    life.atlas.flush()
    assert not life.atlas.jobs.list("queued") + life.atlas.jobs.list("parked") + life.atlas.jobs.list("poison")
    if mode is not Hostility.DELETE_EVERYTHING:
        seen = "\n".join(asked_of(model, "nightly"))
        said = [memory for memory in life.atlas.memories(conversation="c1") if memory.kind is Kind.EPISODE]
        users = [memory.content for memory in said if memory.origin.value == Role.USER.value]
        assert len(users) == 2
        assert all(text in seen for text in users)


@pytest.mark.parametrize("mode", [Hostility.TIMEOUT, Hostility.REFUSAL, Hostility.MANY_FACTS])
def test_chatting_with_a_hostile_model_hurts_nothing(settled, mode: Hostility) -> None:  # R6
    life, model = settled, HostileModel(mode)
    before = kept(life)
    remade(life, model=model)
    try:
        life.atlas.assistant.answer_through_model(QUESTION, conversation="c1")
    except ModelTrouble:
        assert mode is Hostility.TIMEOUT
    assert kept(life) == before
