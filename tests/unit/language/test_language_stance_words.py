"""A position in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.language.stance_words import describe_confidence, describe_stance


@pytest.mark.parametrize(
    ("stance", "words"),
    [
        (0.0, "is undecided"),
        (-0.01, "is undecided"),
        (0.1, "leans slightly for it"),
        (-0.2, "leans against it"),
        (0.5, "leans strongly for it"),
        (-1.0, "is firmly against it"),
    ],
)
def test_a_stance_in_words(stance: float, words: str) -> None:
    assert describe_stance(stance) == words


@pytest.mark.parametrize(
    ("confidence", "words"),
    [(0.0, "unsure"), (0.25, "somewhat sure"), (0.5, "fairly sure"), (0.75, "very sure"), (1.0, "very sure")],
)
def test_confidence_in_words(confidence: float, words: str) -> None:
    assert describe_confidence(confidence) == words


@given(st.floats(0.02, 1))
def test_for_and_against_are_worded_alike(stance: float) -> None:
    assert describe_stance(-stance) == describe_stance(stance).replace("for", "against")
