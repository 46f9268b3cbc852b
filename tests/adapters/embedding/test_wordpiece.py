"""The tokenizer gives the ids of the library the model was trained with, and stays quick on hostile texts."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.adapters.embedding import wordpiece
from atlas.adapters.embedding.wordpiece import WordPiece
from atlas.errors import EmbedderTrouble

_CLS, _SEP, _UNK = 101, 102, 100
_GOLDEN = json.loads((Path(__file__).parent / "golden_tokens.json").read_text(encoding="utf-8"))["cases"]


@pytest.fixture(scope="module")
def tokenizer() -> WordPiece:
    return WordPiece()


def test_ids_equal_those_of_the_reference_library(tokenizer: WordPiece) -> None:
    # X8: one identity, one meaning: our ids and the reference's make the same vectors.
    different = [text for text, ids in _GOLDEN if tokenizer.encode(text) != ids]
    assert different == []
    assert len(_GOLDEN) > 600


def test_a_second_reading_from_the_cache_is_the_same(tokenizer: WordPiece) -> None:
    assert [tokenizer.encode(text) for text, _ in _GOLDEN] == [ids for _, ids in _GOLDEN]


def test_a_long_text_is_cut_to_the_window_with_both_ends_marked() -> None:
    ids = WordPiece(window=16).encode("coffee " * 100)
    assert len(ids) == 16
    assert (ids[0], ids[-1]) == (_CLS, _SEP)


def test_reading_only_a_head_gives_what_reading_all_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [unit * 1500 for unit in ("coffee, ", "[SEP] x", "é日 ", "a" * 99 + " ", "b" * 101 + " ", "  .")]
    texts.append(("a " * 253).ljust(wordpiece._HEAD - 3) + "coffeehouse and more " * 50)  # a word cut where it matters
    quick = [WordPiece().encode(text) for text in texts]
    monkeypatch.setattr(wordpiece, "_HEAD", 10**9)
    assert [WordPiece().encode(text[:32_768]) for text in texts] == quick


@pytest.mark.parametrize("unit", ["hello world ", " ", "x", "日本 ", "\u0301", "[SEP", "a. "])
def test_ten_megabytes_cost_what_a_page_costs(tokenizer: WordPiece, unit: str) -> None:
    # R6 asks for limits on every input; the embedder's share of it.
    text = unit * (10_000_000 // len(unit))
    started = time.process_time()
    assert len(tokenizer.encode(text)) <= 256
    assert time.process_time() - started < 0.5


def test_lone_surrogates_are_left_out(tokenizer: WordPiece) -> None:
    assert tokenizer.encode("cof\ud800fee\udfff") == tokenizer.encode("coffee")


def test_a_word_over_a_hundred_characters_is_unknown(tokenizer: WordPiece) -> None:
    assert tokenizer.encode("x" * 101) == [_CLS, _UNK, _SEP]
    assert _UNK not in tokenizer.encode("x" * 100)


@given(st.text(max_size=400))
def test_any_text_gives_ids_of_the_vocabulary_within_the_window(text: str) -> None:
    ids = WordPiece().encode(text)
    assert 2 <= len(ids) <= 256
    assert all(0 <= id < 30_522 for id in ids)


@pytest.mark.parametrize("name", ["vocab.txt", "characters.txt"])
def test_an_altered_table_is_refused(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # R7: wrong tables would give wrong vectors without a word.
    good = wordpiece._DATA / name
    (tmp_path / name).write_bytes(good.read_bytes() + b"x")
    monkeypatch.setattr(wordpiece, "_DATA", tmp_path)
    with pytest.raises(EmbedderTrouble, match="altered"):
        wordpiece._read_pinned(name)


def test_a_missing_table_is_trouble_not_a_traceback(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(wordpiece, "_DATA", tmp_path)
    with pytest.raises(EmbedderTrouble, match="cannot be read"):
        wordpiece._read_pinned("vocab.txt")
