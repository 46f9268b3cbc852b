"""Where nothing that is remembered bears on a question, nothing is served for it (C13)."""

from __future__ import annotations

from typing import Any

import pytest

from engine._fitted import Fitted

UNRELATED = ("How are exponents multiplied?", "Which wipers fit an old truck?", "Translate good morning into Japanese.")


@pytest.fixture
def known(live: Any) -> Any:
    life = live(embedder=Fitted())
    life.say("I live in Porto.")
    life.say("My sister Maria works at the hospital.")
    life.say("I am allergic to peanuts.")
    return life


@pytest.mark.parametrize("question", UNRELATED)
def test_a_question_about_nothing_that_is_remembered_finds_nothing(known: Any, question: str) -> None:  # C13
    assert known.atlas.recall(question) == []
    context = known.atlas.context(question)
    assert context.served == ()
    assert context.serving is None
    assert context.data == ""


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Where do I live?", "Porto"),
        ("Where does Maria work?", "hospital"),
        ("peanuts", "peanuts"),
        ("What do you know about me?", "Porto"),
        ("What did I say today?", "Porto"),
    ],
)
def test_what_bears_on_a_question_is_found(known: Any, question: str, found: str) -> None:  # C13
    assert any(found in item.memory.content for item in known.atlas.recall(question))


def test_what_is_asked_of_somebody_by_name_is_not_judged(known: Any) -> None:  # C13
    assert known.atlas.recall("Which wipers fit an old truck?", about="Maria") != []


def test_an_embedder_that_nothing_was_fitted_for_has_no_floor(life: Any) -> None:  # C13
    life.say("I live in Porto.")
    assert life.atlas.recall(UNRELATED[0]) != []
