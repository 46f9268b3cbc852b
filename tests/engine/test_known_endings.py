"""What a message says of what is known already: a job that ends without a name, a dose, what is called new (T16)."""

from __future__ import annotations

import pytest

from engine.conftest import Life


def _served(life: Life) -> set[str]:
    return {content for content, status in life.facts().items() if status == "approved_for_reuse"}


@pytest.mark.parametrize("told", ["I quit my job.", "I was made redundant."])
def test_a_job_that_is_over_without_a_name_is_the_one_that_is_known(life: Life, told: str) -> None:  # T16
    life.say("I work at Bosch.")
    life.say(told, conversation="c2")
    assert "The user no longer works at Bosch" in _served(life)
    assert not [each for each in _served(life) if "job" in each or "redundant" in each]


def test_the_end_of_a_job_ends_no_marriage(life: Life) -> None:
    """T16: "Rob got laid off" once made "the husband is no longer Rob" of it."""
    life.say("My husband is Rob. He works at Honda.")
    life.say("Rob got laid off today so we need to cut the budget.", conversation="c2")
    assert "The user's husband is Rob" in _served(life)
    assert not [each for each in life.facts() if "no longer Rob" in each and "husband" in each]
    assert "Rob works at Honda" not in _served(life)


@pytest.mark.parametrize(
    ("known", "told", "ended", "stands"),
    [
        ("I sing in the church choir.", "I have given up the choir.", "The user is in a church choir", False),
        ("I go to yoga on Tuesdays.", "I quit yoga.", "The user goes to yoga", False),
        ("I go to yoga on Tuesdays.", "I quit yoga.", "The yoga has the regular time Tuesdays", False),
        ("I sing in the church choir.", "I have given up coffee.", "The user is in a church choir", True),
    ],
)
def test_giving_up_ends_what_is_known_under_more_words(
    life: Life, known: str, told: str, ended: str, stands: bool
) -> None:  # T16
    life.say(known)
    life.say(told, conversation="c2")
    assert (ended in _served(life)) is stands


@pytest.mark.parametrize(
    ("known", "told", "takes"),
    [
        ("I take ramipril, 2.5 mg.", "Dr Mehta raised the ramipril to five milligrams.", "ramipril five milligrams"),
        ("I take sertraline 50 mg.", "bumped my sertraline to 75", "sertraline 75"),
        ("I take ramipril 2.5 mg.", "the doctor raised my ramipril to 5 mg", "ramipril 5 mg"),
    ],
)
def test_a_dose_is_part_of_its_medicine(life: Life, known: str, told: str, takes: str) -> None:
    """T16: a figure is no medicine, and the new dose stands in the place of the old one."""
    life.say(known)
    life.say(told, conversation="c2")
    assert [each for each in _served(life) if " takes " in each] == [f"The user takes {takes}"]


def test_two_medicines_stand_beside_each_other(life: Life) -> None:  # T16
    life.say("I take ramipril 5 mg.")
    life.say("I take metformin 500 mg.", conversation="c2")
    assert {"The user takes ramipril 5 mg", "The user takes metformin 500 mg"} <= _served(life)


def test_a_new_doctor_stands_in_the_place_of_the_one_who_is_known(life: Life) -> None:  # T16
    life.say("My doctor is Dr Mehta.")
    life.say("my new doctor is Dr Fairley", conversation="c2")
    assert {each for each in _served(life) if "doctor" in each} == {"The user's doctor is Dr Fairley"}


def test_a_workplace_is_no_home(life: Life) -> None:
    """X10: "I work in Porto" once moved whoever said it there."""
    life.say("I live in Braga.")
    life.say("I work in Porto.", conversation="c2")
    assert "The user lives in Braga" in _served(life)
    assert not [each for each in life.facts() if "lives in Porto" in each]


@pytest.mark.parametrize("taken_back", ["no I'm not, I was joking", "haha just kidding", "april fools!"])
def test_what_is_taken_back_as_a_joke_holds_no_longer(life: Life, taken_back: str) -> None:  # T16, S7
    life.say("I'm pregnant.")
    assert "The user is pregnant" in _served(life)
    life.say(taken_back)
    assert "The user is pregnant" not in _served(life)


def test_who_speaks_of_joking_takes_nothing_back(life: Life) -> None:
    life.say("I'm pregnant.")
    life.say("My colleague is always kidding.")
    assert "The user is pregnant" in _served(life)


def test_measures_have_names_of_their_own(life: Life) -> None:
    """X10: "your tall is 80 kg" was read of this once."""
    life.say("I weigh 80 kg and I am 1.82 m tall.")
    assert {"The user's weight is 80 kg", "The user's height is 1.82 m"} <= _served(life)


def test_an_amount_of_something_else_is_no_medicine(life: Life) -> None:
    """T16: nothing is taken as a medicine that nobody takes."""
    life.say("The coffee machine in our kitchen dispenses 200 ml a cup.")
    assert not [each for each in life.facts() if " takes " in each]


def test_each_dose_stays_with_whose_it_is(life: Life) -> None:  # T16
    life.say("I take ramipril 5 mg. My son Leo takes cetirizine.")
    assert "The user takes ramipril 5 mg" in _served(life)
    assert not [each for each in _served(life) if each.startswith("The user takes cetirizine")]
