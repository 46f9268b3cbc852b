"""Texts cut into chunks that can be quoted whole (C6)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from atlas.language.chunking import cut_chunks


def test_paragraphs_stay_together_as_long_as_they_fit() -> None:  # C6
    assert cut_chunks("aaa\n\nbbb\n\nccc", most=8) == ["aaa\n\nbbb", "ccc"]
    assert cut_chunks("\n\n aaa \n\n\n\n", most=8) == ["aaa"]
    assert cut_chunks("  \n ") == []


def test_a_long_paragraph_is_cut_between_lines_then_sentences_then_anywhere() -> None:  # C6
    assert cut_chunks("one two\nthree\nfour", most=10) == ["one two", "three\nfour"]
    assert cut_chunks("It is so. It is not. No.", most=12) == ["It is so.", "It is not.", "No."] or cut_chunks(
        "It is so. It is not. No.", most=12
    ) == ["It is so.", "It is not."[:12], "No."]
    assert cut_chunks("abcdefghij", most=4) == ["abcd", "efgh", "ij"]


@given(st.text(alphabet="ab .\n", max_size=200), st.integers(1, 40))
def test_no_chunk_is_too_long_and_no_word_is_lost(text: str, most: int) -> None:  # C6
    chunks = cut_chunks(text, most)
    assert all(0 < len(each) <= most for each in chunks)
    assert "".join("".join(chunks).split()) == "".join(text.split())
