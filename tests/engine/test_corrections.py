"""A correction changes behaviour: of fact it closes the wrong value and opens the right one at once (S7, T16)."""

from __future__ import annotations

from typing import Any

import pytest

from atlas import Kind, Status
from atlas.curation.effects import next_version
from atlas.model.journal import RowKind

OF_FACT = (
    ("I work at Bluewater.", "Where do I work?", "You work at Bluewater.", "No, it's Tidewater, not Bluewater."),
    ("I work at Bluewater.", "Where do I work?", "As far as I know: Bluewater.", "That's wrong, it's Tidewater."),
    ("I work at Bluewater.", "Where do I work?", "As far as I know: Bluewater.", "Not Bluewater, Tidewater!"),
    ("I live in Bluewater.", "Where do I live?", "You live in Bluewater.", "It's Tidewater, actually."),
    ("My dog is called Bluewater.", "What's my dog's name?", "Bluewater.", "It's Tidewater, not Bluewater."),
    ("My dog is called Bluewater.", "What's my dog's name?", "Bluewater.", "No, Tidewater."),
    ("My sister lives in Bluewater.", "Where does my sister live?", "In Bluewater.", "No, in Tidewater."),
    ("I use Bluewater.", "Which editor do I use?", "You use Bluewater.", "No, I use Tidewater."),
)


def _facts(life: Any) -> list[Any]:
    return [each for each in life.atlas.memories(limit=100, archived=True) if each.kind in (Kind.FACT, Kind.PREFERENCE)]


def _served(life: Any, question: str) -> str:
    served = life.atlas.context(question, conversation="another day").served
    return " ".join(item.memory.content for item in served if item.memory.kind is not Kind.EPISODE)


@pytest.mark.parametrize("asked_of_memory", [True, False])
@pytest.mark.parametrize(("said", "question", "reply", "correction"), OF_FACT)
def test_a_correction_of_fact_closes_the_wrong_value_and_opens_the_right_one_in_one_commit(
    life: Any, said: str, question: str, reply: str, correction: str, asked_of_memory: bool
) -> None:  # S7, T16
    life.say(said, "Noted.", conversation="before")
    if asked_of_memory:
        life.atlas.context(question, conversation="c1")
    life.say(question, reply)
    life.say(correction, "Thank you.")
    right, wrong = sorted(_facts(life), key=lambda each: each.status)
    assert ("Tidewater" in right.content, right.status) == (True, Status.APPROVED)
    assert ("Bluewater" in wrong.content, wrong.status) == (True, Status.SUPERSEDED)
    with life.runtime.reading() as reader:
        opened, closed = (
            [entry.seq for entry in reader.entries_about(RowKind.MEMORY, each.id)] for each in (right, wrong)
        )
    assert opened[0] in closed, "one entry of the journal, and so one transaction"
    assert "Tidewater" in _served(life, question)
    assert "Bluewater" not in _served(life, question)


def test_a_correction_names_what_a_reply_recited_whatever_was_asked(
    life: Any,
) -> None:  # S7: the memory behind the reply
    life.say("Our staging port is 8080.", "Noted.", conversation="before")
    life.atlas.context("How do I reach staging?", conversation="c1")
    life.say("How do I reach staging?", "Try 8080.")
    life.say("No, it's 8443, not 8080.", "Thank you.")
    assert {each.status for each in _facts(life) if "8080" in each.content} == {Status.SUPERSEDED}
    assert [each.status for each in _facts(life) if "8443" in each.content] == [Status.APPROVED]


@pytest.mark.parametrize("correction", ["no. Ghent. always has been", "You're behind the times: Ghent it is"])
def test_a_correction_too_brief_to_be_read_alone_stands_in_the_place_of_what_the_reply_recited(
    life: Any, correction: str
) -> None:  # S7, T16
    life.say("I live in Porto.", "Noted.", conversation="before")
    life.atlas.context("Which town do I put on the form?", conversation="c1")
    life.say("Which town do I put on the form?", "As far as I know: Porto.")
    life.say(correction, "Thank you.")
    assert {each.status for each in _facts(life) if "Porto" in each.content} == {Status.SUPERSEDED}
    assert [each.status for each in _facts(life) if "Ghent" in each.content] == [Status.APPROVED]


def test_a_correction_that_says_again_what_is_known_closes_what_it_names_as_wrong(life: Any) -> None:  # T16
    life.say("I use Helix.", "Noted.", conversation="before")
    life.say("I use Vim.", "Noted.", conversation="before")
    life.atlas.context("How do I save?", conversation="c1")
    life.say("How do I save?", "In Vim: colon w.")
    life.say("No, I use Helix.", "Sorry.")
    assert [each.status for each in _facts(life) if each.content == "The user uses Vim"] == [Status.SUPERSEDED]
    assert [each.status for each in _facts(life) if each.content == "The user uses Helix"] == [Status.APPROVED]


def test_what_is_denied_of_a_recital_is_closed_even_where_no_other_value_is_told(life: Any) -> None:  # T16
    life.say("I use Vim.", "Noted.", conversation="before")
    life.atlas.context("How do I save?", conversation="c1")
    life.say("How do I save?", "In Vim: colon w.")
    life.say("I don't use Vim, that menu isn't there", "Sorry.")
    assert not [each for each in _facts(life) if each.content == "The user uses Vim" and each.served]


@pytest.mark.parametrize(
    "said", ["I can't find that in Vim", "No, I also use Helix.", "Why not Vim?", "Not now, Vim crashed"]
)
def test_what_is_no_correction_closes_nothing(life: Any, said: str) -> None:
    life.say("I use Vim.", "Noted.", conversation="before")
    life.atlas.context("How do I save?", conversation="c1")
    life.say("How do I save?", "In Vim: colon w.")
    life.say(said, "I see.")
    assert [each.status for each in _facts(life) if each.content == "The user uses Vim"] == [Status.APPROVED]


@pytest.mark.parametrize("asker", [None, "Ana"])
def test_nobody_else_s_words_correct_what_the_user_said(life: Any, asker: str | None) -> None:
    life.say("I work at Bluewater.", "Noted.", conversation="before")
    life.atlas.context("Where do I work?", conversation="c1")
    life.say("Where does he work?", "He works at Bluewater.", speaker=asker)
    life.say("No, it's Tidewater, not Bluewater.", "I see.", speaker="Ana")
    assert [each.status for each in _facts(life) if "user works at Bluewater" in each.content] == [Status.APPROVED]


def test_a_correction_of_style_is_a_wish_and_no_lesson(life: Any) -> None:  # C3, C12
    life.say("How warm is it?", "It is 70 degrees Fahrenheit.")
    life.say("Fahrenheit again? Celsius please!", "Sorry.")
    kinds = {each.kind for each in life.atlas.memories(limit=100) if each.kind is not Kind.EPISODE}
    assert kinds == {Kind.PREFERENCE}
    assert "Celsius" in life.atlas.context("Evening!", conversation="another day").learned


# --- of a reply: its lesson is found by its question

TALK = (
    ("What is a good name for a boat?", "Perhaps Albatross, or Petrel."),
    ("How do I boil an egg?", "Six minutes in boiling water."),
    ("Who wrote Middlemarch?", "George Eliot wrote it."),
    ("How far is the moon?", "About 384,000 kilometres."),
)
ASKED = "Which glue holds on a wet tent?"
AGAIN = (ASKED, "which glue holds on a wet tent", "What glue would stick on a tent that got wet?")


def _teach(life: Any, content: str | None = None) -> Any:
    """A reply about something that is no fact of the user's, corrected; its lesson in a model's words where given."""
    for number, (question, reply) in enumerate(TALK * 3):
        life.say(question, reply, conversation=f"talk {number}")
    life.say(ASKED, "Any wood glue will do on a tent.", conversation="taught")
    life.say("That's wrong: only seam grip holds on silnylon.", "Sorry.", conversation="taught")
    (lesson,) = life.atlas.memories(kinds=[Kind.LESSON])
    if content:
        with life.runtime.writing() as txn:
            txn.put_memory(next_version(lesson, content=content), lesson.version)
    life.atlas.approve(lesson.id)
    life.atlas.flush()
    return lesson


@pytest.mark.parametrize("question", AGAIN)
@pytest.mark.parametrize("content", [None, "Ask which fabric it is before naming an adhesive."])
def test_a_lesson_is_served_when_its_question_is_asked_again(
    life: Any, content: str | None, question: str
) -> None:  # S7
    lesson = _teach(life, content)
    served = [item.memory.id for item in life.atlas.context(question, conversation="later").served]
    assert lesson.id in served[:3]
    assert not [item for item in life.atlas.context(question).served if item.memory.content == ASKED], "C13"


def test_a_lesson_that_waits_is_not_served_whatever_is_asked(life: Any) -> None:  # C1
    life.say(ASKED, "Any wood glue will do on a tent.")
    life.say("That's wrong: only seam grip holds on silnylon.", "Sorry.")
    (lesson,) = life.atlas.memories(kinds=[Kind.LESSON])
    assert lesson.id not in [item.memory.id for item in life.atlas.context(ASKED, conversation="later").served]


def test_what_is_forgotten_of_a_question_leaves_the_lesson_s_words_and_vectors(life: Any) -> None:  # X3
    lesson = _teach(life, "Ask which fabric it is before naming an adhesive.")
    with life.runtime.writing() as txn:
        asked = lesson.evidence[0]
        txn.mask_message(asked.message, "▇" * len(ASKED))
        txn.mask_evidence(lesson.id, asked.message, asked.start, asked.end, "▇" * len(ASKED))
    with life.runtime.reading() as reader:
        changes = reader.changes(life.runtime.embedder.identity, 0, 10_000)
    (listed,) = [each.listing for each in changes if each.listing and each.memory == lesson.id]
    assert "tent" not in listed.searched
    assert listed.vectors is None, "they are made again of what is left"
