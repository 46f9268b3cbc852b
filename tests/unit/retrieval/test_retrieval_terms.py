"""The words that the text leg looks for: data, never syntax."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.language.english.query_words import find_telling_words
from atlas.language.words import MAX_QUERY, MAX_TERMS
from atlas.retrieval.query_terms import COMMON, extract_terms

NAUGHTY = [
    '"', "'", '"""', "* OR *", "NEAR(a b)", "a AND NOT b", "col:value", "^start", "x*", "(", "a) OR (1=1", "-- ;", "{}",
    "'; DROP TABLE memories; --", "\x00", "\ud800", "a\ud800b", "\u202e", "😀", "﷽", "Ω≈ç√∫", "undefined", "NULL",
    "../../etc/passwd", "<script>alert(1)</script>", "%s%d", "${x}", "\\", "\n\t ", "１２３", "ﷺ" * 50, "-", "_", "'s",
    "’t",
]  # fmt: skip


@pytest.mark.parametrize("query", NAUGHTY)
def test_naughty_strings_give_plain_words_or_none(query: str) -> None:
    for term in extract_terms(query):
        assert term
        assert not set(term) & set('"*^():;-+{}[]<>\\/ \n\x00')


@given(st.text(st.characters()))
def test_any_text_gives_distinct_lower_case_words(query: str) -> None:
    found = extract_terms(query)
    assert len(found) == len(set(found)) <= MAX_TERMS
    assert all(term == term.casefold() and term.strip() for term in found)
    assert extract_terms(query) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ()),
        ("?!", ()),
        ("Where do I live?", ("live",)),
        ("What's my sister's name?", ("sister", "name")),
        ("What’s my sister’s name?", ("sister", "name")),
        ("Porto PORTO porto", ("porto",)),
        ("who am I", ("who", "am", "i")),  # nothing but common words: then those
        ("I'm", ("i",)),
        ("O'Brien's café in São Paulo", ("o'brien", "café", "são", "paulo")),
        ("port 8443", ("port", "8443")),
        ("Ｗｉｄｅ", ("wide",)),
        ("日本語 テスト", ("日本語", "テスト")),
    ],
)
def test_the_telling_words(query: str, found: tuple[str, ...]) -> None:
    assert find_telling_words(query) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ()),
        ("Where do I live?", ("live",)),
        ("What’s my sister’s name?", ("sister", "name")),
        ("who am I", ("who", "am", "i")),
        ("volunteering, volunteers", ("volunt",)),
        ("O'Brien's café in São Paulo", ("o'brien", "cafe", "sao", "paulo")),
        ("日本語 テスト", ("日本", "本語", "テス", "スト")),
    ],
)
def test_search_looks_for_their_stems(query: str, found: tuple[str, ...]) -> None:
    assert extract_terms(query) == found


def test_names_of_those_who_speak_are_left_out_unless_there_is_nothing_else() -> None:
    assert extract_terms("What did Ana cook?", frozenset({"ana"})) == ("cook",)
    assert extract_terms("Ana?", frozenset({"ana"})) == ("ana",)


def test_a_hundred_thousand_characters_are_read_no_further_than_needed() -> None:
    words = " ".join(f"w{place}" for place in range(20_000))
    assert len(words) > 100_000
    assert extract_terms(words) == tuple(f"w{place}" for place in range(MAX_TERMS))
    assert len(extract_terms("x" * 100_000)[0]) == MAX_QUERY


def test_common_words_are_spelt_as_they_are_looked_up() -> None:
    assert all(word == word.casefold() for word in COMMON)
