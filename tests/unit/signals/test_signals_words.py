"""S14: words are data per language, and a word counts only as a whole word, in any script."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.errors import BadInput
from atlas.signals.word_lists import (
    WordLists,
    find_opening_phrase,
    find_phrases,
    fold_apostrophes,
    has_phrase,
    read_words,
    tokenize_folded,
)
from unit.signals._said import english

ANY = st.text(st.sampled_from("ab no maybeé’'İßé̂ﬁ नहीं不是です ไม่ 아니요👍.,!\n"), max_size=40)


def _words(*hedges: str) -> WordLists:
    listed = ", ".join(f'"{each}"' for each in hedges)
    return read_words({"xx": f"hedges = [{listed}]"})


@pytest.mark.parametrize(
    ("phrase", "text", "matched"),
    [
        ("might", "It MIGHT rain", "MIGHT"),
        ("might", "mighty, almighty, might_be", None),
        ("i think", "So, I\n  think so", "I\n  think"),
        ("don't know", "I don’t know", "don’t know"),  # typographic apostrophes
        ("peut-être", "C'est PEUT-ÊTRE vrai", "PEUT-ÊTRE"),
        ("peut-être", "peut-e\u0302tre", "peut-e\u0302tre"),  # the accent as a sign of its own
        ("vielleicht", "ＶＩＥＬＬＥＩＣＨＴ!", "ＶＩＥＬＬＥＩＣＨＴ"),  # full width
        ("на", "надо", None),
        ("нет", "Нет, спасибо", "Нет"),
        ("नह", "नहीं", None),  # a vowel sign goes on with the word
        ("नहीं", "जी नहीं।", "नहीं"),
        ("아니", "아니요", None),
        ("아니요", "아니요, 괜찮아요", "아니요"),
        ("不是", "这不是我的", "不是"),  # no spaces: anywhere
        ("て", "です", None),  # but not half a sign
        ("ไม่", "ฉันไม่รู้", "ไม่"),
        ("👍", "ok👍", "👍"),
    ],
)
def test_a_phrase_is_found_as_whole_words_in_any_script(phrase: str, text: str, matched: str | None) -> None:  # S14
    spans = find_phrases(text, _words(phrase).hedges)
    assert [text[start:end] for start, end in spans] == ([matched] if matched else [])
    assert has_phrase(text, _words(phrase).hedges) == bool(matched)


def test_the_longest_phrase_counts_once() -> None:
    text = "I am not sure, not sure at all"
    spans = find_phrases(text, _words("not", "not sure", "sure").hedges)
    assert [text[start:end] for start, end in spans] == ["not sure", "not sure"]


@pytest.mark.parametrize(("text", "opening"), [("“No, thanks", "No"), ("Know this", None), ("Oh no", None), ("", None)])
def test_how_a_text_opens(text: str, opening: str | None) -> None:
    span = find_opening_phrase(text, _words("no", "no more").hedges)
    assert (text[slice(*span)] if span else None) == opening


def test_lists_of_several_languages_are_looked_for_together() -> None:  # S14
    both = read_words({"en": 'hedges = ["maybe"]', "de": 'hedges = ["vielleicht", "Maybe"]\nthanks = ["danke"]'})
    assert both == WordLists(hedges=("vielleicht", "maybe"), thanks=("danke",))
    assert read_words({}) == WordLists()
    assert not has_phrase("maybe", read_words({}).hedges)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hedges = [", "cannot be read"),
        ('colours = ["red"]', "'colours'"),
        ('hedges = "maybe"', "not a list of phrases"),
        ("hedges = [1]", "not a list of phrases"),
    ],
)
def test_what_is_not_a_word_list_is_refused_with_a_sentence(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        read_words({"xx": text})


def test_english_ships_with_every_list_filled() -> None:  # S14
    lists = english()
    assert all(getattr(lists, name) for name in WordLists.__dataclass_fields__)


@given(ANY)
def test_what_is_found_lies_in_the_text_in_order_and_apart(text: str) -> None:
    lists = _words("no", "maybe", "maybe no", "不是", "です", "नहीं", "é", "👍")
    spans = find_phrases(text, lists.hedges)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    assert has_phrase(text, lists.hedges) == bool(spans)
    assert all(fold_apostrophes(text[start:end]).split() for start, end in spans)


@given(ANY)
def test_tokens_stand_where_they_say(text: str) -> None:
    for word, (start, end) in tokenize_folded(text):
        assert word in fold_apostrophes(text[start:end])
