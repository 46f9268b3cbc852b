"""The vectors of the last texts are kept in the process."""

from __future__ import annotations

from typing import Any

import numpy as np

from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.adapters.embedding.recent import LONG, RecentEmbedder


class Counted(HashingEmbedder):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def embed(self, texts: Any) -> Any:
        self.texts += texts
        return super().embed(texts)


def test_the_same_vectors_come_back_and_each_text_is_embedded_once() -> None:
    inner, plain = Counted(), HashingEmbedder()
    recent = RecentEmbedder(inner)
    for texts in (["a b", "c d"], ["c d", "e f", "a b", "e f"], ["a b"], []):
        assert np.array_equal(recent.embed(texts), plain.embed(texts))
    assert inner.texts == ["a b", "c d", "e f"]
    assert recent.identity == inner.identity


def test_the_oldest_go_and_long_texts_are_not_kept() -> None:
    inner = Counted()
    recent = RecentEmbedder(inner, most=2)
    for text in ("a", "b", "a", "c", "a", "b"):
        recent.embed([text])
    assert inner.texts == ["a", "b", "c", "b"]
    for _ in range(2):
        recent.embed(["x" * (LONG + 1)])
    assert inner.texts[-2:] == ["x" * (LONG + 1)] * 2


def test_what_is_done_to_a_vector_does_not_change_the_next_one() -> None:
    recent = RecentEmbedder(HashingEmbedder())
    first = recent.embed(["a b"])
    kept = first.copy()
    first[:] = 0.0
    assert np.array_equal(recent.embed(["a b"]), kept)
    recent.embed(["a b"])[:] = 0.0
    assert np.array_equal(recent.embed(["a b"]), kept)
