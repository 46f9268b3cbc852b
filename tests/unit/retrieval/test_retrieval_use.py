"""T3, T6: being fetched is not being used; a reply that used a memory has its keywords."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.errors import BadInput
from atlas.language.words import spelled, unspaced, words
from atlas.model.claim import Claim
from atlas.model.entity import USER
from atlas.model.origin import Origin
from atlas.retrieval.memory_use import (
    ALIKE_ABOVE,
    USED_ABOVE,
    Use,
    extract_keywords,
    measure_text_use,
    measure_use,
    use_from_similarity,
)
from atlas.testing.samples import memory

TEXTS = st.text(st.sampled_from("abcdeéßxyz ABC'’-.,12 東京に住んでшоколад서울"), max_size=60)


@pytest.mark.parametrize(
    ("text", "reply", "share"),
    [
        ("Alice bought seven horses", "Seven horses? Alice did that.", 0.75),
        ("Alice bought seven horses", "I see.", 0.0),
        ("The bridges of Porto", "A bridge in PORTO", 1.0),  # stems, whatever the case
        ("Müller mag Straßen", "MULLER, STRASSEN", 1.0),
        ("Он любит шоколад", "Шоколад? Конечно.", 0.5),  # T6: any script
        ("東京に住む", "東京は大きい", 0.25),  # pairs: 東京 京に に住 住む
        ("서울에 살아요", "네, 서울에 가요", 0.5),
        ("تعمل في المستشفى", "المستشفى كبير", 1.0),  # shorter words hold a sentence together, in Arabic too
    ],
)
def test_the_share_of_a_texts_keywords_that_the_reply_has(text: str, reply: str, share: float) -> None:  # T6
    assert measure_text_use(text, reply) == Use(share)


def test_above_three_tenths_is_used() -> None:  # T6
    assert USED_ABOVE == 0.30
    assert [Use(share).used for share in (0.0, 0.29, 0.30, 0.301, 1.0)] == [False, False, False, True, True]
    ten = "alpha1 bravo2 charlie delta5 echo66 foxtrot golfer hotels indigo juliet"
    assert not measure_text_use(ten, "alpha1 bravo2 charlie").used  # type: ignore[union-attr] # it has keywords
    assert measure_text_use(ten, "alpha1 bravo2 charlie delta5").used  # type: ignore[union-attr]


def test_a_similarity_that_is_given_is_above_a_half_or_not() -> None:  # T6
    assert ALIKE_ABOVE == 0.5
    assert [use_from_similarity(value).used for value in (0.0, 0.31, 0.5, 0.51, 1.0)] == [
        False,
        False,
        False,
        True,
        True,
    ]
    assert [use_from_similarity(value).share for value in (-2.0, 0.25, 7.0, float("inf"))] == [0.0, 0.25, 1.0, 1.0]
    with pytest.raises(BadInput, match="A similarity is a number from 0 to 1"):
        use_from_similarity(float("nan"))


def test_a_keyword_is_longer_than_four_letters_as_it_is_written() -> None:  # T6
    assert extract_keywords("a house of Alice's, in Rome") == {"hous", "alic"}  # their stems are shorter than they are
    assert extract_keywords("Ana's cat") == {"ana", "cat"}  # "ana's" is not a long word


def test_short_words_count_where_there_is_no_longer_one() -> None:
    assert extract_keywords("It is Rome") == {"rome"}
    assert extract_keywords("41") == {"41"}
    assert measure_text_use("Rome", "You live in Rome.") == Use(1.0)
    assert measure_text_use("It is what it is", "It is.") is None  # nothing there could show it


def test_what_the_question_had_already_proves_nothing() -> None:
    text, question = "My sister's dentist is in Coimbra", "Where is my sister's dentist?"
    assert measure_text_use(text, "Your sister's dentist moved.") == Use(2 / 3)
    assert measure_text_use(text, "Your sister's dentist moved.", question) == Use(0.0)
    assert measure_text_use(text, "In Coimbra.", question) == Use(1.0)
    assert measure_text_use("Where is my sister's dentist?", "Your sister's dentist moved.", question) == Use(
        1.0
    )  # none is left


def test_of_a_fact_its_value_counts() -> None:
    lives = memory("m_1", "The user lives in Porto", claim=Claim(USER, "lives_in", "Porto"))
    assert measure_use(lives, "She lives elsewhere.") == Use(0.0)
    assert measure_use(lives, "Take the tram in Porto.") == Use(1.0)
    said = memory("m_2", "I like green apples", Origin.USER)
    assert measure_use(said, "Green ones.") == Use(0.5)


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_it_is_a_share_and_more_words_never_make_it_less(text: str, reply: str, more: str, question: str) -> None:
    found, longer = measure_text_use(text, reply, question), measure_text_use(text, f"{reply} {more}", question)
    assert (found is None) == (longer is None) == (not extract_keywords(text))
    if found and longer:
        assert 0.0 <= found.share <= longer.share <= 1.0


@given(TEXTS, TEXTS)
def test_a_reply_that_repeats_it_used_it_and_an_empty_one_did_not(text: str, question: str) -> None:
    if extract_keywords(text):
        assert measure_text_use(text, text, question) == Use(1.0)
        assert measure_text_use(text, text.upper(), question) == measure_text_use(text, text.upper().lower(), question)
        assert measure_text_use(text, "", question) == Use(0.0)


@given(TEXTS, TEXTS)
def test_the_questions_words_are_left_out_only_while_others_remain(text: str, question: str) -> None:
    asked = frozenset(words(question))
    found = extract_keywords(text, asked)
    assert found <= frozenset(words(text))
    assert bool(found) == bool(extract_keywords(text))
    assert not found & asked or found <= asked


@given(TEXTS)
def test_spelled_gives_the_very_words_of_search(text: str) -> None:
    assert [stem for _, stem in spelled(text)] == words(text)
    assert all(unspaced(word) == unspaced(stem) for word, stem in spelled(text))
