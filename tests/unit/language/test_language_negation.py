"""Negation: which words deny, and what each reader takes for a denial."""

from __future__ import annotations

import pytest

from atlas.language.english.negation import (
    DENIALS,
    NEGATIONS,
    NEGATIVE_ADVERBS,
    SOFT_NEGATIONS,
    denies_statement,
    is_denial,
    opens_with_prohibition,
)


def test_each_list_holds_the_narrower_one() -> None:
    assert NEGATIVE_ADVERBS < NEGATIONS < DENIALS
    assert SOFT_NEGATIONS < NEGATIONS
    assert "without" in DENIALS - NEGATIONS  # it denies a noun, and leaves the verb as it is


@pytest.mark.parametrize("word", ["not", "never", "cannot", "don't", "dont", "mightn't", "hardly", "barely", "without"])
def test_a_word_that_denies(word: str) -> None:
    assert is_denial(word)


@pytest.mark.parametrize("word", ["know", "note", "nova", "want", "neverland", "aunt"])
def test_a_word_that_only_looks_like_it(word: str) -> None:
    assert not is_denial(word)


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("The user does not eat meat", True),
        ("The user no longer lives in Porto", True),
        ("The user doesn’t drive", True),
        ("The user takes coffee with no sugar", False),  # part of the value
        ("The user drinks nothing but tea", False),
        ("The user notes everything", False),
    ],
)
def test_a_note_that_is_a_denial(text: str, denied: bool) -> None:  # X6
    assert denies_statement(text) is denied


@pytest.mark.parametrize(
    ("text", "forbids"), [("Never deploy on Fridays", True), ("don't worry", False), ("deploy on Fridays", False)]
)
def test_an_order_not_to(text: str, forbids: bool) -> None:  # C3
    assert opens_with_prohibition(text) is forbids
