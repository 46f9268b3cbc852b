"""Hidden characters have one home: what cleaning leaves, no terminal has to draw."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from atlas.language.hidden_characters import is_hidden, may_hide, remove_hidden

HIDING = st.text(
    st.sampled_from("aé 1\t\n\r\x00\x1b\u00ad\u200b\u200c\u200d\u202e\ufe0f\U000e0041👩\ud800"), max_size=20
)


@given(HIDING)
def test_cleaning_twice_changes_nothing_and_keeps_what_is_seen(text: str) -> None:
    cleaned = remove_hidden(text)
    assert remove_hidden(cleaned) == cleaned
    assert [sign for sign in cleaned if sign in "aé1👩"] == [sign for sign in text if sign in "aé1👩"]


@given(HIDING)
def test_what_hides_in_a_text_is_noticed_at_a_look(text: str) -> None:
    assert may_hide(text) or not any(is_hidden(text, place) for place in range(len(text)))


def test_a_joiner_that_shapes_a_picture_is_seen_and_a_row_of_them_hides() -> None:
    family = "👩\u200d👩"
    assert not is_hidden(family, 1)
    assert remove_hidden(family) == family
    assert remove_hidden("a\u200d\u200d\u200db") == "a\u200db"
    assert is_hidden("a\u202eb", 1)
