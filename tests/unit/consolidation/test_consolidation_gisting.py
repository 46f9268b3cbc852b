"""An old message in a few of its own words, and which messages are shortened at all (T12)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from consolidation_rows import NOW, ago, guess, lean
from hypothesis import given
from hypothesis import strategies as st

from atlas.consolidation.gisting import MOST, SHARE, SHORT, make_gist, may_shorten
from atlas.consolidation.policy import ConsolidationPolicy
from atlas.language.words import words
from atlas.model.memory import Basis, Form, Kind, State, Status
from atlas.model.retention import Kept

POLICY = ConsolidationPolicy()
LONG = (
    "Oh, it has been such a long and lovely week, and I hardly know where to begin with it all. "
    "The weather was nice, and everybody was in a good mood from morning to evening. "
    "Caroline and I signed the lease on 14 March, and the rent is 1,250 euros. "
    "Anyway, how have you been, and what have you been up to lately?"
)


def told(days: float = 61.0, **fields: Any) -> Kept:
    usual = {"kind": Kind.EPISODE, "form": Form.EPISODIC, "basis": Basis.OBSERVED, "transcribes": "u_1"}
    return lean(guess("m_1", days=days, **usual | fields))


def test_names_dates_and_figures_come_first() -> None:  # T12
    assert make_gist(LONG) == "Caroline and I signed the lease on 14 March, and the rent is 1,250 euros."


def test_what_was_promised_is_kept() -> None:  # T12
    small_talk = "It was nice to hear from you again after such a while, it really was. "
    said = make_gist(small_talk * 3 + "I promised to call my sister. " + small_talk)
    assert said is not None
    assert "I promised to call my sister." in said


def test_what_was_said_first_stands_first() -> None:  # T12
    text = "We met Bob. " + "And so on and on it went, as such things do, for quite a while. " * 4 + "Then came 7 May."
    assert make_gist(text) == "We met Bob. Then came 7 May."


def test_of_one_long_sentence_the_beginning_is_kept() -> None:  # T12
    """Not a clause from its middle: what hangs on an *if* would be turned into a promise."""
    text = "If it rains in Porto on Sunday, " + "and it does look as if it would, " * 9 + "I will stay at home"
    said = make_gist(text)
    assert said is not None
    assert said.startswith("If it rains in Porto on Sunday, and it does")
    assert "I will" not in said


def test_what_cannot_be_cut_stays_whole() -> None:  # T12
    assert make_gist("tea " * 200) is None
    assert make_gist("x" * 10_000) is None
    assert make_gist("") is None


def test_a_short_text_is_its_own_gist() -> None:  # T12
    assert make_gist("We met Bob on 7 May. " * (SHORT // 21)) is None


def test_text_without_spaces_is_cut_too() -> None:  # T12
    text = "今日はとても良い天気でした。" * 20 + "会議は3月14日10時です。"
    said = make_gist(text)
    assert said is not None
    assert "会議は3月14日10時です。" in said


def _subsequence(part: list[str], whole: list[str]) -> bool:
    remaining = iter(whole)
    return all(word in remaining for word in part)


SENTENCES = st.lists(
    st.sampled_from(
        [
            "I will call Ana on Monday.",
            "It was nice!",
            "Why, though?",
            "They paid 300 euros, and then some; who knows",
            "“Never again,” said Bob.",
            "Ça va, très bien 😀\n",
            "天気が良い。",
        ]
    ),
    min_size=5,
    max_size=60,
).map(" ".join)


@given(SENTENCES | st.text(min_size=SHORT, max_size=600))
def test_a_gist_is_the_texts_own_words_in_their_order(text: str) -> None:  # T12
    said = make_gist(text)
    if said is None:
        return
    assert 0 < len(said) <= min(MOST, SHARE * len(text))
    assert _subsequence(words(said), words(text))
    assert _subsequence(list(said.replace(" ", "")), list(text))


def test_after_sixty_days_and_under_two_uses() -> None:  # T12
    assert may_shorten(told(60), NOW, POLICY)
    assert not may_shorten(told(59.9), NOW, POLICY)
    assert may_shorten(told(uses=1), NOW, POLICY)
    assert not may_shorten(told(uses=2), NOW, POLICY)
    assert not may_shorten(told(), NOW - timedelta(days=2), POLICY)


@pytest.mark.parametrize(
    "fields",
    [
        {"transcribes": None},
        {"pinned": True},
        {"state": State.ARCHIVED},
        {"status": Status.SENSITIVE},
        {"status": Status.NEEDS_REVIEW},
    ],
)
def test_what_is_left_as_it_is(fields: dict[str, Any]) -> None:  # T12
    assert not may_shorten(told(**fields), NOW, POLICY)


def test_being_used_lately_is_not_what_counts_but_being_old() -> None:  # T12
    assert may_shorten(told(reinforced_at=ago(1)), NOW, POLICY)
