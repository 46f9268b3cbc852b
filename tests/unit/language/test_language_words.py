"""A text as search sees it, in any language, and in the pieces that are compared by meaning."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.language import words as cutting
from atlas.language.english.dates import names_time
from atlas.language.passages import MAX_LETTERS, MAX_PASSAGES, split_passages
from atlas.language.words import (
    APOSTROPHES,
    IN_FIGURES,
    IN_NAMES,
    MAX_WORDS,
    asks,
    find_words,
    match_word,
    split_words,
    words,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("volunteered", "volunteers"),
        ("Café", "cafe"),
        ("NAÏVE", "naive"),
        ("sister's", "sister"),
        ("don’t", "don't"),
        ("ﬁne", "fine"),
        ("Ελλάδα", "ΕΛΛΑΔΑ"),
    ],
)
def test_forms_of_a_word_are_one_word(one: str, other: str) -> None:
    assert words(one) == words(other)


def test_scripts_without_spaces_are_cut_into_pairs() -> None:
    assert words("東京タワー") == ["東京", "京タ", "タワ", "ワー"]
    assert set(words("東京")) <= set(words("私は東京に住んでいます"))
    assert words("猫") == ["猫"]


@given(st.text())
def test_any_text_has_words_that_are_cut_the_same_again(text: str) -> None:
    found = words(text)
    assert len(found) <= MAX_WORDS
    assert words(text) == found
    assert all(found)


@given(st.text(), st.one_of(st.none(), st.text(min_size=1, max_size=9)))
def test_the_first_passage_is_the_whole_and_there_are_never_too_many(text: str, speaker: str | None) -> None:
    found = split_passages(text, speaker)
    assert 1 <= len(found) <= MAX_PASSAGES
    assert found[0] == (f"{speaker} said: {text[:MAX_LETTERS]}" if speaker else text[:MAX_LETTERS])


def test_sentences_stand_by_themselves_and_short_ones_with_the_next() -> None:
    text = "Yes. I took the kids to the museum yesterday! It was so good to see them happy."
    assert split_passages(text)[1:] == [
        "Yes. I took the kids to the museum yesterday!",
        "It was so good to see them happy.",
    ]
    assert split_passages("One sentence only.") == ["One sentence only."]


def test_a_long_text_has_longer_passages_and_none_beyond_measure() -> None:
    found = split_passages("A sentence of a few words. " * 400)
    assert len(found) == MAX_PASSAGES
    assert all(len(piece) <= 400 for piece in found[1:])
    assert all(len(piece) <= 400 for piece in split_passages("x" * 5_000)[1:])


@pytest.mark.parametrize(
    ("text", "kind"), [("Why?", 2), ("Why? I see.", 1), ("No.", 0), ('He asked "why?"', 2), ("為什麼？", 2)]
)
def test_questions_are_seen(text: str, kind: int) -> None:
    assert asks(text) == kind


def test_named_times_are_seen() -> None:
    assert names_time("We met last week")
    assert names_time("on the 12 of it")
    assert not names_time("I may go")


@pytest.mark.parametrize(
    ("text", "joined_by", "found"),
    [
        ("Don't, she said; it’s 9:30.", APOSTROPHES, ["Don't", "she", "said", "it’s", "9", "30"]),
        ("Don't at 9:30, v1.2.", IN_FIGURES, ["Don't", "at", "9:30", "v1.2"]),
        ("Anne-Marie and J.R. came", IN_NAMES, ["Anne-Marie", "and", "J.R", "came"]),
        ("don't my_file", "", ["don", "t", "my", "file"]),
        ("my_file __all__", "_", ["my_file", "all"]),
    ],
)
def test_words_as_they_are_written_by_what_may_join_them(text: str, joined_by: str, found: list[str]) -> None:
    assert split_words(text, joined_by=joined_by) == found


@given(st.text(max_size=60), st.sampled_from(["", "_", APOSTROPHES, IN_FIGURES, IN_NAMES]))
def test_no_letter_or_figure_is_outside_a_word_and_places_are_true(text: str, joined_by: str) -> None:
    places = list(find_words(text, joined_by=joined_by))
    assert [text[slice(*each.span())] for each in places] == split_words(text, joined_by=joined_by)
    inside = {at for each in places for at in range(*each.span())}
    assert not [sign for at, sign in enumerate(text) if at not in inside and re.match(r"[^\W_]", sign)]
    assert all(match_word(text, each.start(), joined_by=joined_by) == each.group() for each in places)


def test_words_that_were_given_may_be_changed() -> None:
    cutting.words("red tea").clear()
    cutting.spelled("red tea").clear()
    assert cutting.words("red tea") == ["red", "tea"]
    assert cutting.spelled("red tea") == [("red", "red"), ("tea", "tea")]
