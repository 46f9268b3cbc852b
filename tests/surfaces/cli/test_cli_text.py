"""Text on its way to a terminal."""

from __future__ import annotations

import json
from datetime import UTC

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.language.sentences import sentence_around, split_sentences
from atlas.surfaces.views.json_text import json_text
from atlas.surfaces.views.signal_labels import translate_signal_names
from atlas.surfaces.views.text import (
    clip_line,
    count_remembered,
    one_line,
    reformat_moments,
    reveal_hidden,
    short_id,
)


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("plain, ünïcödé, 日本語", "plain, ünïcödé, 日本語"),
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("bell\x07 nul\x00 del\x7f", "bell␇ nul␀ del␡"),
        ("c1\x9b2J", "c1⟨U+009B⟩2J"),
        ("left\u202eright", "left⟨U+202E⟩right"),
        ("zero\u200bwidth\ufeff", "zero⟨U+200B⟩width⟨U+FEFF⟩"),
        ("tags\U000e0041", "tags⟨U+E0041⟩"),
        ("a\u200db", "a⟨U+200D⟩b"),
        ("a\ufe0fb", "a⟨U+FE0F⟩b"),
        ("x\U000e0101", "x⟨U+E0101⟩"),
        ("👩\u200d🔬 ❤\ufe0f", "👩\u200d🔬 ❤\ufe0f"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("half \ud800", "half ⟨U+D800⟩"),
    ],
)
def test_hidden_characters_are_drawn_and_honest_joiners_stay(text: str, drawn: str) -> None:
    assert reveal_hidden(text) == drawn


@given(st.text())
def test_no_control_character_reaches_a_terminal(text: str) -> None:
    assert not [
        sign for sign in reveal_hidden(text) if (ord(sign) < 32 and sign not in "\n\t") or 127 <= ord(sign) < 160
    ]
    assert "\n" not in one_line(text)


@given(st.text())
def test_json_has_no_raw_control_character_and_says_the_same(text: str) -> None:
    written = json_text({"x": text})
    assert json.loads(written) == {"x": text}
    assert not [sign for sign in written if ord(sign) < 32 or 127 <= ord(sign) < 160 or sign in "\u202e\u200b\ufeff"]


def test_lines_ids_and_clips() -> None:
    assert one_line("one\n\n  two\tthree") == "one ⏎ two three"
    assert clip_line("a long sentence", 7) == "a long…"
    assert clip_line("a long sentence", 10) == "a long…", "not in mid-word"
    assert clip_line("x" * 50, 10) == "x" * 9 + "…"
    assert short_id("m_4kq9zt1w8c3ha") == "m_4kq9zt"


def test_what_was_learned_and_what_was_said_are_counted_apart() -> None:
    told = {(5, 9): "5 memories and 9 messages", (1, 0): "1 memory", (0, 1): "1 message", (0, 0): "0 memories"}
    assert {numbers: count_remembered(*numbers) for numbers in told} == told


def test_a_moment_of_a_machine_is_told_as_people_do() -> None:
    said = "2026-11-15T14:18:02.793693+00:00 context: too slow since 2026-11-15T14:18:02Z."
    assert reformat_moments(said, UTC) == "2026-11-15 14:18 context: too slow since 2026-11-15 14:18."


def test_signals_in_a_sentence_have_the_words_of_people() -> None:
    assert translate_signal_names("Noticed: re_ask, undo.") == "Noticed: asked again, undo."


TEXT = "Hello there! I moved to Lisbon last week. Do you like it?\nMy dog said “Wuff.” Then we left"


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        ("moved to Lisbon", "I moved to Lisbon last week."),
        ("Hello", "Hello there!"),
        ("Do you", "Do you like it?"),
        ("My dog", "My dog said “Wuff.”"),
        ("we left", "Then we left"),
        ("week. Do", "I moved to Lisbon last week. Do you like it?"),
        (TEXT, TEXT),
    ],
)
def test_the_sentence_round_a_span_is_found_word_for_word(part: str, sentence: str) -> None:
    start = TEXT.index(part)
    assert sentence_around(TEXT, start, start + len(part)) == sentence


@given(st.text(alphabet="ab .!?\n”"), st.data())
def test_a_sentence_always_holds_its_span(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    assert text[start:end].strip() in sentence_around(text, start, end)


def test_a_message_is_cut_into_sentences() -> None:
    assert split_sentences("I moved. Where do I live?\nTell me") == ["I moved.", "Where do I live?", "Tell me"]
    assert split_sentences("It is 3.5 km, e.g.this.") == ["It is 3.5 km, e.g.this."]
    assert split_sentences("  ") == []
