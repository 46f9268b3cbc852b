"""An embedder that may be called off gives the same vectors, or nothing at all."""

from __future__ import annotations

import numpy as np
import pytest

from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.adapters.embedding.interruptible import InterruptibleEmbedder

TEXTS = [f"I like the number {number}." for number in range(100)]


@pytest.mark.parametrize("count", [0, 1, 32, 33, 100])
def test_its_vectors_are_those_of_the_inner_one(count: int) -> None:  # X8
    inner = HashingEmbedder()
    outer = InterruptibleEmbedder(inner, lambda: None)
    assert outer.identity == inner.identity
    assert np.array_equal(outer.embed(TEXTS[:count]), inner.embed(TEXTS[:count]))


def test_it_asks_before_every_few_texts_and_is_left_where_that_raises() -> None:
    asked = 0

    def stay() -> None:
        nonlocal asked
        asked += 1
        if asked == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        InterruptibleEmbedder(HashingEmbedder(), stay).embed(TEXTS)
    assert asked == 3
