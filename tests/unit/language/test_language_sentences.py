"""Sentences by their places, in any script; an abbreviation is no end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.language.sentences import sentence_spans


def _cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I saw Dr. Meyer. He said I must rest.", ["I saw Dr. Meyer.", "He said I must rest."]),
        ("She said “Go!” We went…  Home.", ["She said “Go!”", "We went…", "Home."]),
        ("你好。我住在里斯本！", ["你好。", "我住在里斯本！"]),
        ("One line\nanother one", ["One line", "another one"]),
        ("It costs 3.50 a month. J. S. Bach wrote it.", ["It costs 3.50 a month.", "J. S. Bach wrote it."]),
        ("I am a Dr.", ["I am a Dr."]),
        ("  \n ", []),
    ],
)
def test_a_text_is_cut_where_its_sentences_end(text: str, found: list[str]) -> None:
    assert _cut(text) == found


@given(st.text(alphabet="aB1 .!?…\n。\"'Dr", max_size=60))
def test_every_letter_is_in_one_sentence_and_the_order_is_kept(text: str) -> None:
    assert "".join("".join(_cut(text)).split()) == "".join(text.split())
