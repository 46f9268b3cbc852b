"""The floor: lexical, honest about it, the same everywhere."""

from __future__ import annotations

import subprocess
import sys
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.errors import BadInput


def _cosine(one: str, other: str) -> float:
    first, second = HashingEmbedder(512).embed([one, other])
    return float(first @ second)


def test_shared_words_are_near_and_others_are_not() -> None:
    assert _cosine("I like black coffee", "Black coffee is what I like!") > 0.8
    assert abs(_cosine("I like black coffee", "The train leaves at nine")) < 0.25


def test_parts_of_words_count() -> None:
    assert _cosine("embedding", "embeddings") > 0.4
    assert _cosine("embedding", "embeddings") < 0.99


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Кофе без сахара", "кофе"),
        ("我喜欢喝咖啡", "咖啡"),
        ("नमस्ते दुनिया", "नमस्ते"),
        ("أحب القهوة", "القهوة"),
        ("コーヒーが好き", "コーヒー"),
        ("thanks 👍", "👍"),
        ("Ｃａｆé", "cafe\u0301"),
    ],
)
def test_any_script_finds_its_words(one: str, other: str) -> None:
    # S14: nothing here assumes English.
    assert _cosine(one, other) > 0.3


def test_repetition_counts_less_and_less() -> None:
    assert _cosine("coffee tea", "coffee tea tea tea tea tea") > 0.7


def test_the_identity_says_what_it_is() -> None:
    assert HashingEmbedder(128).identity.key == "hashing-lexical@1/128"  # X8


@pytest.mark.parametrize("text", ["", " \n", "?!…", "\x00", "\ud800"])
def test_nothing_to_say_is_one_fixed_direction(text: str) -> None:
    rows = HashingEmbedder(64).embed([text, ""])
    assert np.array_equal(rows[0], rows[1])
    assert np.allclose(rows[0], 1 / 8)


@given(st.lists(st.text(max_size=40), max_size=5), st.integers(1, 300))
def test_every_row_is_finite_and_of_unit_length(texts: list[str], dimension: int) -> None:
    rows = HashingEmbedder(dimension).embed(texts)
    assert rows.shape == (len(texts), dimension)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-5)


def test_the_same_vector_in_another_process() -> None:
    # Python salts its own hashes by process; a stored vector would mean nothing tomorrow.
    code = """
from atlas.adapters.embedding.hashing import HashingEmbedder
print(HashingEmbedder(32).embed(["black coffee"]).tobytes().hex())
"""
    command = [sys.executable, "-c", code]
    other = subprocess.run(command, capture_output=True, text=True, check=True)
    assert other.stdout.strip() == HashingEmbedder(32).embed(["black coffee"]).tobytes().hex()


@pytest.mark.parametrize("unit", ["black coffee ", "\ufdfa", "\u0301\u0316", "x"])
def test_ten_megabytes_cost_what_a_few_pages_cost(unit: str) -> None:
    text = unit * (10_000_000 // len(unit))
    started = time.process_time()
    HashingEmbedder().embed([text])
    assert time.process_time() - started < 1.5


def test_a_vector_needs_a_dimension() -> None:
    with pytest.raises(BadInput):
        HashingEmbedder(0)
