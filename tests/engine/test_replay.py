"""Replay: past questions are asked again, and what makes answers worse goes back to a person (H7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from _aged import remember
from _minds import remade

from atlas.engine.jobs.tasks.replay.past_questions import read_past_questions
from atlas.errors import NotFound, Refused
from atlas.examination.policy import ExaminationPolicy
from atlas.model.examination import ExpectedBy
from atlas.model.journal import Action, Actor
from atlas.model.memory import Kind, Status
from atlas.model.spending import Budget, Limit
from atlas.model.task import Task
from atlas.ports.llm import Turn
from atlas.testing.models import ScriptedModel
from atlas.testing.virtual import virtual
from engine.conftest import Life

FACTS = {
    "Where do I live?": ("I live in Porto.", "lives in Porto", "Porto", "Turin"),
    "Where do I work?": ("I work at Acme.", "works at Acme", "Acme", "Halcyon"),
    "What is my sister's name?": ("My sister is called Maria.", "sister is Maria", "Maria", "Joana"),
    "What is my brother's name?": ("My brother is called Emil.", "brother is Emil", "Emil", "Paul"),
    "What is my dog's name?": ("My dog is called Rex.", "dog is Rex", "Rex", "Luna"),
    "What is my cat's name?": ("My cat is called Mimi.", "cat is Mimi", "Mimi", "Felix"),
}
LESSON = "Asked where I live or work, or for the name of my sister, brother, dog or cat, {}."
HARMS = "give another one than is known"


def answer(system: str, turns: Sequence[Turn], _schema: Mapping[str, Any] | None) -> str:
    """From its context; otherwise than that says where a lesson in it wants so."""
    given, _, asked = turns[-1].text.rpartition("\n---\n")
    known = FACTS.get(asked.strip())
    if known is None or known[1] not in given:
        return "I do not know."
    return f"It is {known[3] if HARMS in system + given else known[2]}."


@pytest.fixture(scope="module")
def told_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everything was told, asked for, and corrected, since the replies were wrong."""
    place = tmp_path_factory.mktemp("told") / "me.atlas"
    life = Life(virtual(place))
    for fact, *_ in FACTS.values():
        life.say(fact)
    for asked, (fact, _, _, wrong) in FACTS.items():
        life.say(asked, f"It is {wrong}.", conversation=asked)
        life.say(f"No, {fact}", conversation=asked)
    life.atlas.close(think=False)
    return place


@pytest.fixture
def told(told_store: Path, live_on: Callable[[Path, int], Life]) -> Any:
    return remade(live_on(told_store, 3 * len(FACTS)), model=ScriptedModel("scripted", answer))


def plant(life: Any, does: str) -> str:
    return remember(life.runtime, LESSON.format(does), kind=Kind.LESSON, stability_days=60.0, approved_by="operator")


def status_of(life: Any, id: str) -> Status:
    return life.atlas.inspect.memory(id).memory.status


def test_a_corrected_question_is_asked_again_with_what_was_right_and_wrong(told: Any) -> None:  # H7
    with told.runtime.reading() as reader:
        found = read_past_questions(reader, told.runtime.now(), 40, "seed")
    by_text = {each.text: each for each in found}
    live = by_text["Where do I live?"]
    assert (live.expected, live.rivals, live.expected_by) == ("Porto", ("Turin",), ExpectedBy.CORRECTION)
    assert live.interaction is not None
    assert len(by_text) == len(found) == len(FACTS)


def test_a_corrected_question_expects_what_the_user_has_said_since(told: Any) -> None:  # H7
    told.say("I moved: I live in Ghent now.")
    with told.runtime.reading() as reader:
        found = read_past_questions(reader, told.runtime.now(), 40, "seed")
    live = next(each for each in found if each.text == "Where do I live?")
    assert live.expected == "Ghent"
    assert {"Porto", "Turin"} <= set(live.rivals)


def test_memory_off_as_of_a_version_and_now_stand_side_by_side(told: Any) -> None:  # H7
    before = told.runtime.now()
    told.virtual.later(days=8)
    made = told.atlas.jobs.replay_questions(before)
    assert made.said["arms"] == {
        "with memory": {"right": 6, "graded": 6},
        "without memory": {"right": 0, "graded": 6},
        "as of a version": {"right": 6, "graded": 6},
    }
    assert (made.said["trials"], made.said["harmful"], made.said["demoted"]) == (0, [], [])


def test_without_a_model_memory_alone_answers(told: Any) -> None:  # H7
    remade(told, model=None)
    said = told.atlas.jobs.replay_questions().said
    assert said["arms"]["with memory"] == {"right": 6, "graded": 6}
    assert said["arms"]["without memory"] == {"right": 0, "graded": 6}


def test_a_lesson_that_turns_right_answers_wrong_goes_back_to_review(told: Any) -> None:  # H7
    bad, good = plant(told, HARMS), plant(told, "answer in one short sentence")
    made = told.atlas.jobs.replay_questions()
    assert made.said["demoted"] == [bad]
    assert (status_of(told, bad), status_of(told, good)) == (Status.NEEDS_REVIEW, Status.APPROVED)
    (entry,) = [each for each in told.atlas.history.log(limit=50) if each.action is Action.DEMOTED]
    note = next(change.after["text"] for part in entry.parts if (change := part.change()) and part.kind.value == "note")
    assert entry.actor is Actor.ATLAS
    assert "of 6 questions 6 came out better without it and 0 worse" in note
    assert all(word not in note for word in ("Porto", "Turin", "Where"))
    told.atlas.undo()
    assert status_of(told, bad) is Status.APPROVED


def test_who_approved_it_again_is_not_asked_a_second_time(told: Any) -> None:  # H7
    bad = plant(told, HARMS)
    told.atlas.jobs.replay_questions()
    told.atlas.approve(bad)
    said = told.atlas.jobs.replay_questions().said
    assert (said["harmful"], said["demoted"]) == ([bad], [])
    assert status_of(told, bad) is Status.APPROVED


def test_it_is_due_every_sunday_and_nobody_waits_for_it(told: Any) -> None:  # H7, J3
    bad = plant(told, HARMS)
    told.virtual.later(days=6, hours=11)  # Sunday evening
    told.atlas.recall("Where do I live?")
    assert status_of(told, bad) is Status.APPROVED
    told.atlas.flush()
    assert status_of(told, bad) is Status.NEEDS_REVIEW


def test_what_is_asked_knows_nothing_of_a_grade(told: Any) -> None:  # J11
    plant(told, HARMS)
    told.atlas.jobs.replay_questions()
    model = told.runtime.model
    assert model.calls
    for call in model.calls:
        seen = "\n".join([*(turn.text for turn in call.turns)]).casefold()
        assert not any(word in seen for word in ("exam", "grade", "score", "expected", "evaluat", "metric"))
        assert call.turns[-1].text.rpartition("\n---\n")[2].strip() in FACTS


def test_nothing_of_it_is_on_record_as_served(told: Any) -> None:  # H7, T3
    with told.runtime.reading() as reader:
        before = reader.servings_of([each.id for each in told.atlas.memories(limit=100)], 1_000)
    told.atlas.jobs.replay_questions()
    with told.runtime.reading() as reader:
        assert reader.servings_of([each.id for each in told.atlas.memories(limit=100)], 1_000) == before


def test_a_run_that_is_cut_off_goes_on_where_it_was(told: Any) -> None:  # H7, J7, J13
    remade(told, budget=Budget(day=Limit(tokens=4_000)))
    with pytest.raises(Refused, match=r"The budget of today .* atlas learning jobs retry"):
        told.atlas.jobs.replay_questions()
    asked = len(told.runtime.model.calls)
    assert asked
    remade(told, budget=Budget())
    (job,) = [each for each in told.atlas.jobs.list() if each.task is Task.REPLAY]
    told.atlas.jobs.retry(job.id)
    told.atlas.flush()
    assert len(told.runtime.model.calls) == 2 * len(FACTS)  # with memory and without: none twice


def test_so_many_questions_and_trials_and_no_more(told: Any) -> None:  # H7
    plant(told, HARMS)
    remade(told, examination=ExaminationPolicy(questions=5, trials=7))
    said = told.atlas.jobs.replay_questions().said
    assert (said["questions"], said["trials"]) == (5, 7)


def test_nothing_to_ask_is_said_in_a_sentence(life: Any) -> None:  # H7
    with pytest.raises(NotFound, match="whose answer is known"):
        life.atlas.jobs.replay_questions()
