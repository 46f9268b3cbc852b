"""Exams: five questions every four hours, with memory and without it; a row, a layer and a figure (C10)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from _aged import remember
from _minds import remade

from atlas.errors import NotFound
from atlas.metrics.figures import EXAM_GAIN, EXAM_SCORE
from atlas.model.memory import Kind
from atlas.model.task import Task
from atlas.testing.models import ScriptedModel


@pytest.fixture
def known(life: Any) -> Any:
    for told in ("I live in Porto.", "I work at Acme.", "My sister is called Maria.", "My dog is called Rex."):
        life.say(told)
    life.say("Where do I live?", "You live in Turin.", conversation="c2")
    life.say("No, I live in Porto.", conversation="c2")
    return life


def test_it_is_taken_every_four_hours_in_which_something_was_said(known: Any) -> None:  # C10, J3
    known.virtual.later(hours=4)
    known.atlas.flush()
    (first,) = known.atlas.jobs.exams()
    assert (first.asked, first.right_with, first.right_without) == (4, 4, 0)
    known.virtual.later(hours=4)
    known.atlas.flush()
    assert len(known.atlas.jobs.exams()) == 1  # nothing was said since
    known.say("My cat is called Mimi.")
    known.virtual.later(hours=4)
    known.atlas.flush()
    again, _ = known.atlas.jobs.exams()
    assert (again.asked, again.right_with) == (5, 5)


def test_it_asks_for_corrections_facts_and_knowledge(known: Any) -> None:  # C10
    remember(known.runtime, "The staging server listens on port 8443.", kind=Kind.KNOWLEDGE, stability_days=60.0)
    known.atlas.jobs.take_exam()
    said = known.atlas.jobs.reflections(task=Task.EXAM)[0].said
    assert said["expected_by"] == {"the user's correction": 1, "an approved fact": 3, "approved knowledge": 1}


def test_the_grade_is_a_layer_of_contexts_and_a_figure(known: Any) -> None:  # C10, H4
    known.atlas.jobs.take_exam()
    assert "4 of 4 right with memory, 0 of 4 without" in known.atlas.context("Where do I live?", grades=True).text
    known.virtual.later(days=1)
    known.atlas.jobs.reflect("nightly")
    figures = known.atlas.inspect.metrics(days=2).figures
    assert [(each.value, each.cases) for each in figures[EXAM_SCORE] if each.cases] == [(1.0, 4)]
    assert [each.value for each in figures[EXAM_GAIN] if each.cases] == [1.0]


def test_two_questions_are_asked_in_other_words_and_that_is_the_consistency(known: Any) -> None:  # C10, H4
    said = known.atlas.jobs.take_exam().said
    assert (said["rephrased"], said["consistent"]) == (2, 2)
    known.virtual.later(days=1)
    known.atlas.jobs.reflect("nightly")
    figures = known.atlas.inspect.metrics(days=2).figures["consistency"]
    assert [(each.value, each.cases) for each in figures if each.cases] == [(1.0, 2)]


def test_whoever_is_examined_sees_no_grade(known: Any) -> None:  # J11
    model = ScriptedModel("scripted", lambda *_: "You live in Porto.")
    remade(known, model=model)
    known.atlas.jobs.take_exam()
    known.virtual.later(minutes=1)
    known.atlas.jobs.take_exam()
    assert len(model.calls) == 20
    assert not any("right with memory" in turn.text for call in model.calls for turn in call.turns)


def test_who_answers_is_given_no_grade_and_a_person_is_who_asks_for_it(known: Any) -> None:  # C10, J11
    known.atlas.jobs.take_exam()
    whole, plain = (known.atlas.context("Where do I live?", grades=each) for each in (True, False))
    assert "## Exams" in whole.text
    assert "right with memory" in whole.data
    assert "Exams" not in plain.text
    assert "Porto" in plain.text
    model = ScriptedModel("scripted", lambda *_: "You live in Porto.")
    remade(known, model=model)
    known.atlas.assistant.answer_through_model("Where do I live?")
    (call,) = model.calls
    assert "right with memory" not in "\n".join([call.system, *(turn.text for turn in call.turns)])


def test_an_exam_is_no_reflection_of_which_one_asks_what_came_of_it(known: Any) -> None:  # H4
    known.atlas.jobs.take_exam()
    known.virtual.later(days=1)
    known.atlas.jobs.reflect("nightly")
    roi = known.atlas.inspect.metrics(days=2).figures["reflection ROI"]
    tasks = [each.task for each in known.atlas.jobs.reflections() if each.at < known.runtime.now() - timedelta(hours=1)]
    assert Task.EXAM in tasks
    assert [each.cases for each in roi if each.cases] == [len(tasks) - tasks.count(Task.EXAM)]


def test_nothing_known_is_said_in_a_sentence(life: Any) -> None:  # C10
    with pytest.raises(NotFound, match="Nothing is known yet"):
        life.atlas.jobs.take_exam()


def test_replies_that_speak_of_being_graded_are_counted_and_are_a_sign(known: Any) -> None:  # H5
    model = ScriptedModel("scripted", lambda *_: "I may be graded on this: you live in Porto.")
    remade(known, model=model)
    assert known.atlas.jobs.take_exam().said["noticed"] == len(model.calls)
    known.virtual.later(minutes=1)
    (week,) = known.atlas.jobs.reflect("weekly")
    assert f"It spoke of being tested {len(model.calls)} times where nothing hinted at it." in week.said["gaming"]
