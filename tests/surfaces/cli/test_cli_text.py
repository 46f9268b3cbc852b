"""Text on its way to a terminal."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.surfaces.cli.paper import json_text
from atlas.surfaces.cli.text import clipped, line, sentence_around, sentences, short, visible


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
    assert visible(text) == drawn


@given(st.text())
def test_no_control_character_reaches_a_terminal(text: str) -> None:
    assert not [sign for sign in visible(text) if (ord(sign) < 32 and sign not in "\n\t") or 127 <= ord(sign) < 160]
    assert "\n" not in line(text)


@given(st.text())
def test_json_has_no_raw_control_character_and_says_the_same(text: str) -> None:
    written = json_text({"x": text})
    assert json.loads(written) == {"x": text}
    assert not [sign for sign in written if ord(sign) < 32 or 127 <= ord(sign) < 160 or sign in "\u202e\u200b\ufeff"]


def test_lines_ids_and_clips() -> None:
    assert line("one\n\n  two\tthree") == "one ⏎ two three"
    assert clipped("a long sentence", 7) == "a long…"
    assert short("m_4kq9zt1w8c3ha") == "m_4kq9zt"


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
    assert sentences("I moved. Where do I live?\nTell me") == ["I moved.", "Where do I live?", "Tell me"]
    assert sentences("It is 3.5 km, e.g.this.") == ["It is 3.5 km, e.g.this."]
    assert sentences("  ") == []
