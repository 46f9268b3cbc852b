"""Names, dates and numbers are kept word for word: a shorter text may leave out, and may not bring in (T14)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.language.english.verbatim import find_capitalised, find_invented

NOTES = (
    "My sister Ana arrives on Friday with the 18:40 train.",
    "We paid $1,200 for the flat at Rua Nova 14, and the deposit was three months.",
    "The backup of srv-7 ran on 2026-03-11, version 2.4.1, with 87% done.",
    "I'm moving to Porto with iPad and README.md in March.",
)
WORDS = ["Ana", "Porto", "Friday", "18:40", "$1,200", "14", "three", "2026-03-11", "2.4.1", "87%", "srv-7", "iPad"]
STRANGE = [
    "Bruno",
    "Berlin",
    "Monday",
    "18:41",
    "$1,201",
    "1,200",
    "200",
    "15",
    "four",
    "2026-03-12",
    "2.4",
    "88%",
    "srv-8",
]


@given(st.lists(st.sampled_from(NOTES), min_size=1, max_size=4))
def test_what_is_quoted_is_never_invented(chosen: list[str]) -> None:  # T14
    assert find_invented(" ".join(chosen), NOTES) == ()


@given(st.sampled_from(NOTES), st.sampled_from(WORDS), st.integers(0, 60))
def test_a_name_date_or_number_of_the_notes_may_stand_anywhere(note: str, word: str, at: int) -> None:  # T14
    place = note.rfind(" ", 0, at + 2) + 1
    assert find_invented(f"{note[:place]}{word} {note[place:]}", NOTES) == ()


@given(st.sampled_from(NOTES), st.sampled_from(STRANGE), st.integers(0, 60))
def test_another_name_date_or_number_is_found_out_wherever_it_stands(note: str, word: str, at: int) -> None:  # T14
    place = note.rfind(" ", 0, at + 2) + 1
    assert word in find_invented(f"{note[:place]}{word} {note[place:]}", NOTES)


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_a_number_stands_only_as_the_number_it_is(said: int, told: int) -> None:  # T14
    assert (find_invented(f"it cost {told} in all", [f"it cost {said} in all"]) == ()) is (said == told)


@given(st.lists(st.text(alphabet="abc ", min_size=1, max_size=12), max_size=4), st.text(max_size=40))
def test_any_text_is_its_own_witness(sources: list[str], text: str) -> None:
    assert find_invented(text, [*sources, text]) == ()


@pytest.mark.parametrize(
    "says",
    [
        "The user paid $1,200 for the flat.",
        "Moving to Porto in March with an iPad.",  # an ordinary word has the capital of its place
        "Both the backup and Ana's train are known: 18:40, 2.4.1.",
    ],
)
def test_it_may_be_put_in_other_words(says: str) -> None:
    assert find_invented(says, NOTES) == ()


@pytest.mark.parametrize(
    ("says", "strange"),
    [
        ("Marks arrives on Friday.", "Marks"),
        ("twenty-five people arrive", "twenty-five"),
        ("Ana arrives tomorrow", "tomorrow"),
        ("the train at 18", "18"),
        ("Ana arrives on friday, or sunday", "sunday"),
        ("她住在北京", "她住在北京"),
    ],
)
def test_what_is_new_is_named_as_it_stands(says: str, strange: str) -> None:
    assert find_invented(says, NOTES) == (strange,)


def test_a_script_without_capitals_is_not_rephrased() -> None:
    said = ["我下周三要去北京参加会议。"]
    assert find_invented("我下周三要去北京", said) == ()
    assert find_invented("我下周三要去上海", said) != ()


def test_names_are_told_by_their_capitals() -> None:
    assert find_capitalised("Then I met Ana and O'Brien in Porto on Friday.") == ("Ana", "O'Brien", "Porto")
    assert find_capitalised("Ana met me.") == ("Ana",)
    assert find_capitalised("Running late again, I'm afraid.") == ()
