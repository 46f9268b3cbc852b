"""However much somebody writes, looking at it (S1, S6 to S10) is bounded work; what was looked at can be forgotten."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import atlas.signals
from atlas.language.sentences import sentence_around
from atlas.model.ids import MessageId
from atlas.model.interaction import Interaction, Role
from atlas.model.signal import Signal, SignalKind
from atlas.signals import reactions as reacting
from atlas.signals import word_lists as words
from atlas.signals.detection import find_signals
from atlas.signals.hedging import find_hedges
from atlas.signals.interaction_view import Moment, bound_moment
from atlas.signals.policy import DEFAULT
from atlas.signals.text_parts import keep_both_ends, restore_span
from atlas.signals.word_lists import Span, find_phrases, has_phrase
from unit.signals._said import by_kind, english, reaction, said

MILLION = 1_000_000
MOST = 5_100
"""Signs of one text that are looked at, at the most."""
LONG = "The river runs through the old town. " * 3_000


# --- texts


@pytest.mark.parametrize("text", ["a" * MILLION, "not good? " * 100_000, "不是我的。" * 200_000, "“" * MILLION])
def test_of_a_long_text_the_ends_are_looked_at(text: str) -> None:
    kept = keep_both_ends(text)
    assert len(kept) <= MOST
    assert kept[:3_900] == text[:3_900]
    assert kept[-900:] == text[-900:]


@given(st.text(st.characters(exclude_characters="\ufdfa\ufdfb"), max_size=300))
def test_an_ordinary_text_is_looked_at_whole(text: str) -> None:
    assert keep_both_ends(text) == text
    assert restore_span((1, 2), text) == (1, 2)


def test_a_sign_that_is_a_whole_phrase_does_not_grow() -> None:
    assert len(words.fold_apostrophes(keep_both_ends("\ufdfa" * MILLION))) <= MOST


@given(st.text(st.sampled_from("ab \n不é"), min_size=1, max_size=9), st.integers(0, 99))
def test_the_place_of_every_sign_is_known(part: str, more: int) -> None:
    text = "".join(f"{part}{number}" for number in range(6_000 // len(part) + more))
    kept = keep_both_ends(text)
    gap = kept.index("…")
    for at in (*range(0, gap - 1, 97), gap - 2, gap + 2, *range(gap + 2, len(kept), 97), len(kept) - 1):
        start, end = restore_span((at, at + 1), text)
        assert text[start:end] == kept[at]


def test_no_word_is_cut_in_half() -> None:  # S1: whole words only
    for before in range(3_980, 4_001):
        text = "x" * before + " mighty unlikelihood " + "the town is old " * 100 + "dismayed " * 112
        assert not has_phrase(keep_both_ends(text), ("might", "unlike", "may", "mayed", "ayed"))


def test_words_at_the_end_of_a_long_message_are_named_where_they_stand() -> None:  # S1, S9
    user = LONG + "Thanks for that."
    signal = reaction("It is old.", user)[SignalKind.ACCEPTANCE]
    assert user[signal.start : signal.end] == "Thanks"
    reply = LONG + "It might be older."
    moment = Moment(said(1, "How old is the town?", reply))
    hedging = by_kind(find_signals(moment, DEFAULT, english()))[SignalKind.HEDGING]
    assert reply[hedging.start : hedging.end] == "might"


# --- moments


def _crowd(number: int, count: int) -> Interaction:
    """An interaction in which so many things were said by either side, and by a tool."""
    one = said(number, LONG, LONG)
    tool = replace(one.messages[0], role=Role.TOOL)
    messages = [
        replace(message, id=MessageId(f"u_{number}_{place}_{at}"), ordinal=3 * place + at)
        for place in range(count)
        for at, message in enumerate((*one.messages, tool))
    ]
    return replace(one, messages=tuple(messages))


def test_a_moment_is_bounded_whatever_was_said_in_it() -> None:
    moment = bound_moment(Moment(_crowd(8, 66), tuple(_crowd(number, 66) for number in range(8))))
    for interaction in (moment.interaction, *moment.earlier):
        name = interaction.id.removeprefix("i_")
        kept = [f"u_{name}_{place}_{at}" for place in (0, 1, 64, 65) for at in (0, 1)]
        assert [message.id for message in interaction.messages] == kept
        assert all(len(message.text) <= MOST for message in interaction.messages)


def test_an_ordinary_moment_stays_as_it_is() -> None:
    moment = Moment(said(1, "And the proxy?", "8443."), (said(0, "Which port?", "8080."),))
    assert bound_moment(moment) == moment


HOSTILE = [
    "sounds good? ",
    "not sounds good ",
    "perfect. ",
    "maybe perhaps ",
    "“",
    "...",
    "not 8080, ",
    "不是。",
    "é\u0301",
]


@pytest.mark.parametrize("part", HOSTILE)
def test_nothing_long_is_ever_folded(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lengths: list[int] = []
    lists = english()  # read before counting: its phrases are folded once
    fold = words._fold_with_places

    def counted(text: str) -> object:
        lengths.append(len(text))
        return fold(text)

    monkeypatch.setattr(words, "_fold_with_places", counted)
    text = "No, maybe " + part * (MILLION // len(part)) + "the port is different"
    earlier = tuple(said(number, text, text) for number in range(8))
    assert all(
        _well_placed(signal, text) for signal in find_signals(Moment(said(8, text, text), earlier), DEFAULT, lists)
    )
    assert max(lengths) <= MOST
    assert len(lengths) <= 400


def _well_placed(signal: Signal, text: str) -> bool:
    return 0 <= signal.start <= signal.end <= len(text)


@pytest.mark.parametrize("part", ["sounds good? ", "not sounds good ", "that's wrong? "])
def test_sentences_are_looked_at_no_more_often_in_a_longer_text(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:  # S7
    def looks(times: int) -> int:
        seen: list[Span] = []

        def counted(text: str, start: int, end: int) -> str:
            seen.append((start, end))
            return sentence_around(text, start, end)

        monkeypatch.setattr(reacting, "sentence_around", counted)
        reacting.find_correction(f"No, {part * times}the port is different.", "The port is 8080.", english(), DEFAULT)
        return len(seen)

    assert looks(50) == looks(500) > 0


# --- the same as before, only quicker


PIECES = st.lists(
    st.sampled_from(["maybe", "the", "old", "town", "“", "”", '"', "perhaps", "is", "„", "\n> "]), max_size=25
)


@given(PIECES, PIECES)
def test_a_hedge_is_the_replys_own_unless_it_stands_in_something_foreign(
    one: list[str], other: list[str]
) -> None:  # S1
    reply, user = " ".join(one), " ".join(other)
    own = find_hedges(reply, [user], english())
    assert set(own) <= set(find_phrases(reply, english().hedges))
    assert find_hedges(reply, [user, reply], english()) == ([] if len(words.tokenize_folded(reply)) >= 4 else own)


def test_an_unclosed_mark_quotes_nothing_far_away() -> None:  # S1
    assert find_hedges("“ Well, maybe.", [], english())
    assert find_hedges("“" + "a " * 300 + "maybe ”", [], english())
    assert not find_hedges("“" + "a " * 200 + "maybe ”", [], english())


def test_after_a_quoted_line_the_reply_speaks_for_itself() -> None:  # S1
    reply = "> I might move\nMaybe you should."
    assert [reply[slice(*span)] for span in find_hedges(reply, [], english())] == ["Maybe"]


# --- forgetting


def _caches() -> dict[str, object]:
    modules = [
        importlib.import_module(f"atlas.signals.{each.name}") for each in pkgutil.iter_modules(atlas.signals.__path__)
    ]
    return {
        f"{module.__name__}.{name}": value
        for module in modules
        for name, value in vars(module).items()
        if hasattr(value, "cache_info") and value.__module__ == module.__name__
    }


def test_few_texts_are_kept_and_no_other_cache_holds_any() -> None:
    """The other two hold word lists."""
    assert {name.removeprefix("atlas.signals.") for name in _caches()} == {
        *("word_lists._fold_with_places", "word_lists._find_word_starts"),
        *("word_lists._index_phrases", "content_words._stem_phrases"),
    }
    assert words._fold_with_places.cache_info().maxsize == words._find_word_starts.cache_info().maxsize == 16
