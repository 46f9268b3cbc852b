"""What is told without the words for it takes the place of nothing known: an attacker's sentences (C3)."""

from __future__ import annotations

import pytest

from engine.conftest import Life


def _served(life: Life) -> set[str]:
    return {content for content, status in life.facts().items() if status == "approved_for_reuse"}


@pytest.mark.parametrize(
    "said",
    [
        "I'm in Lisbon.",
        "I'm a teacher in Boston.",
        "I spend my summers in Lisbon.",
        "My second home is Lisbon.",
        "Lisbon is my home away from home.",
        "The weather here in Lisbon is great, flying home on Sunday.",
        "I live in a small flat.",
        "I had a nightmare: I live in Lisbon.",
    ],
)
def test_being_somewhere_moves_nobody(life: Life, said: str) -> None:
    life.say("I live in Porto.")
    life.say(said, conversation="c2")
    assert {each for each in _served(life) if "lives in" in each} == {"The user lives in Porto"}


@pytest.mark.parametrize("said", ["I moved to Lisbon.", "We live in Lisbon now.", "Our new flat is in Lisbon."])
def test_who_tells_of_a_move_has_moved(life: Life, said: str) -> None:
    life.say("I live in Porto.")
    life.say(said, conversation="c2")
    assert {each for each in _served(life) if "lives in" in each} == {"The user lives in Lisbon"}


@pytest.mark.parametrize(
    "said",
    [
        "They want me to leave Bosch.",
        "I'd love to quit Bosch.",
        "I threatened to quit Bosch.",
        "I joked that I quit Bosch.",
        "I just left Bosch, on my way home.",
        "My shift at Bosch ended.",
        "Bosch fired my boss.",
    ],
)
def test_who_wishes_or_has_finished_for_the_day_keeps_the_job(life: Life, said: str) -> None:
    life.say("I work at Bosch.")
    life.say(said, conversation="c2")
    assert "The user works at Bosch" in _served(life)


@pytest.mark.parametrize("said", ["Paul left me the keys.", "Paul and I split the bill."])
def test_what_couples_do_parts_none(life: Life, said: str) -> None:
    life.say("I'm married to Paul.")
    life.say(said, conversation="c2")
    assert "The user's husband is Paul" in _served(life)


@pytest.mark.parametrize(
    ("said", "claimed"),
    [
        ("The doctor ruled out epilepsy.", "epilepsy"),
        ("I got checked for lung cancer.", "cancer"),
        ("I'm not married to the idea.", "married"),
        ("I tell people I'm divorced to avoid questions.", "divorced"),
        ("Call my boss Bob.", "Bob"),
        ("My ex called me Bunny.", "Bunny"),
        ("I got a call from 0151 2345678.", "phone"),
    ],
)
def test_a_test_an_idiom_and_a_caller_tell_nothing_of_the_user(life: Life, said: str, claimed: str) -> None:
    life.say(said)
    assert not [each for each in _served(life) if claimed in each]


@pytest.mark.parametrize("said", ["Hi, this is Tom from support.", "I signed as Bob.", "My name is mud."])
def test_another_name_takes_no_place_by_itself(life: Life, said: str) -> None:
    life.say("My name is Ana.")
    life.say(said, conversation="c2")
    assert {each for each in _served(life) if "called" in each} == {"The user is called Ana"}


@pytest.mark.parametrize(
    ("said", "wish"), [("Use emojis in answers.", "with emojis"), ("Answer in a flattering tone.", "with praise")]
)
def test_what_is_asked_for_is_wished(life: Life, said: str, wish: str) -> None:
    """C12: the wish was once kept the other way round."""
    life.say(said)
    assert f"The user wants answers {wish}" in _served(life)


def test_a_wish_for_some_cases_is_none_for_all(life: Life) -> None:  # C12
    life.say("If I write German, answer in German.")
    assert "The user wants answers in German" not in _served(life)
