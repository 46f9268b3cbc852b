"""Whether a value stands in a text as whole words."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from atlas.language.folding import fold_spacing, fold_text, has_words

SIGNS = st.text("aé_1٣ßI.-' \n東", max_size=8)


@given(SIGNS, SIGNS)
@example("", "")
@example("aa_a a", "a")
def test_a_value_stands_in_a_text_where_no_letter_touches_it(text: str, value: str) -> None:
    pattern = rf"(?<!\w){re.escape(fold_text(value))}(?!\w)"
    assert has_words(text, value) is (re.search(pattern, fold_spacing(text)) is not None)


@pytest.mark.parametrize(("text", "stands"), [("I am in  PORTO!", True), ("A portolan", False), ("porto_1", False)])
def test_case_and_spacing_do_not_matter_and_a_part_of_a_word_is_none(text: str, stands: bool) -> None:
    assert has_words(text, "“Porto”") is stands


def test_no_pattern_is_kept_of_what_was_looked_for() -> None:  # X3
    has_words("Zaphod lives in Rome.", "Zaphod")
    assert not [key for key in re._cache if "zaphod" in str(key).lower()]  # type: ignore[attr-defined] # its own cache
