"""One word in two spellings: what was told in the one is asked for in the other (J14)."""

from __future__ import annotations

import pytest

from atlas.language.english.word_stems import list_spellings, stem_words


@pytest.mark.parametrize(
    ("told", "asked"), [("colour", "color"), ("neighbours", "neighbors"), ("theatre", "theater"), ("grey", "gray")]
)
def test_both_spellings_have_one_stem(told: str, asked: str) -> None:
    assert stem_words(told) == stem_words(asked)
    assert {told, asked} <= set(list_spellings(told))
    assert {told, asked} <= set(list_spellings(asked))


def test_other_words_have_one_spelling() -> None:
    assert list_spellings("hour") == ["hour"]
    assert list_spellings("four cats") == ["four cats"]
