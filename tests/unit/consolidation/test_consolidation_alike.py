"""Which texts are alike: exactly among a few, nearly all among many, and never each with each (T8)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from atlas.consolidation import similarity as alike
from atlas.consolidation.similarity import EXACT, PARTNERS, WINDOW, find_similar_pairs

Rows = NDArray[np.float32]
MERGE_AT = 0.95


def unit(rows: NDArray[np.floating]) -> Rows:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    made: Rows = (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return made


def talk(count: int, seed: int, width: int = 96) -> Rows:
    """Sentences as embeddings lie: all a little alike, in topics, and many of them said again in other words."""
    chance = np.random.default_rng(seed)
    common, topics = chance.standard_normal(width), chance.standard_normal((max(4, count // 300), width))
    facts = chance.standard_normal((count // 3, width)) + topics[chance.integers(0, len(topics), count // 3)] + common
    said = unit(facts)[chance.integers(0, len(facts), count)]
    spread = chance.choice([0.02, 0.2, 0.3, 0.5], (count, 1))
    return unit(said + spread * unit(chance.standard_normal((count, width))))


def brute(rows: Rows, at_least: float, fresh: NDArray[np.bool_] | None = None) -> set[tuple[int, int]]:
    cosines = rows @ rows.T
    found = zip(*np.nonzero(np.triu(cosines >= at_least, 1)), strict=True)
    return {(int(i), int(j)) for i, j in found if fresh is None or fresh[i] or fresh[j]}


def told(rows: Rows, at_least: float, fresh: NDArray[np.bool_] | None = None) -> set[tuple[int, int]]:
    one, other, cosines = find_similar_pairs(rows, at_least, fresh)
    assert (one.dtype, other.dtype, cosines.dtype) == (np.int64, np.int64, np.float32)
    found = list(zip(one.tolist(), other.tolist(), strict=True))
    assert found == sorted(set(found))
    assert all(i < j for i, j in found)
    assert np.allclose(cosines, np.einsum("ij,ij->i", rows[one], rows[other]), atol=1e-5)
    return set(found)


@given(
    st.lists(st.tuples(*[st.integers(-3, 3)] * 3), max_size=24),
    st.sampled_from([0.5, 0.9, MERGE_AT]),
    st.none() | st.integers(0, 2**24 - 1),
)
def test_among_a_few_it_is_every_pair(points: list[tuple[int, int, int]], at_least: float, mask: int | None) -> None:
    rows = unit(np.array(points, dtype=np.float64).reshape(-1, 3))  # T8
    fresh = None if mask is None else np.array([bool(mask >> place & 1) for place in range(len(rows))], dtype=np.bool_)
    close = np.abs(rows @ rows.T - at_least) < 1e-6
    if not close.any():  # a cosine on the very edge may fall on either side
        assert told(rows, at_least, fresh) == brute(rows, at_least, fresh)


def test_at_ninety_five_hundredths_and_not_below() -> None:  # T8
    angles = np.arccos([1.0, 0.951, 0.949])
    rows = unit(np.stack([np.cos(angles), np.sin(angles)], axis=1))
    assert (0, 1) in told(rows, MERGE_AT)
    assert (0, 2) not in told(rows, MERGE_AT)


@pytest.mark.parametrize("seed", [1, 2])
def test_among_many_nearly_every_pair_is_found(seed: int) -> None:  # T8
    rows = talk(3 * EXACT, seed)
    wanted, found = brute(rows, MERGE_AT), told(rows, MERGE_AT)
    assert found <= wanted
    assert len(wanted) > 1_000
    assert len(found) >= 0.99 * len(wanted)


def test_the_same_rows_give_the_same_pairs() -> None:  # T13
    rows = talk(EXACT + 500, 3)
    for first, second in zip(find_similar_pairs(rows, MERGE_AT), find_similar_pairs(rows, MERGE_AT), strict=True):
        assert np.array_equal(first, second)


def test_of_what_is_fresh_nothing_else_is_compared() -> None:  # T13
    rows = talk(EXACT + 1_000, 4)
    fresh = np.zeros(len(rows), dtype=np.bool_)
    assert told(rows, MERGE_AT, fresh) == set()
    fresh[-300:] = True
    assert told(rows, MERGE_AT, fresh) == brute(rows, MERGE_AT, fresh) != set()
    fresh[-2_500:] = True
    wanted, found = brute(rows, MERGE_AT, fresh), told(rows, MERGE_AT, fresh)
    assert found <= wanted
    assert len(found) >= 0.99 * len(wanted)


def test_a_crowd_that_is_all_alike_is_not_compared_each_with_each(monkeypatch: pytest.MonkeyPatch) -> None:  # T8
    """Everybody finds partners, the newest among them, and what stands outside the crowd is found as before."""
    compared = 0
    checked = alike._verify_pairs

    def counting(rows: Rows, keys: NDArray[np.int64], at_least: float) -> tuple[NDArray[np.int64], Rows]:
        nonlocal compared
        compared += len(keys)
        return checked(rows, keys, at_least)

    monkeypatch.setattr(alike, "_verify_pairs", counting)
    chance = np.random.default_rng(5)
    crowd = unit(np.ones((3_000, 48)) + 0.01 * chance.standard_normal((3_000, 48)))
    rows = np.concatenate([talk(1_000, 6, 48), crowd])
    one, other, _ = find_similar_pairs(rows, MERGE_AT)
    assert compared <= len(rows) * (PARTNERS + 2 * WINDOW)
    inside = np.bincount(np.concatenate([one, other]), minlength=len(rows))[1_000:]
    assert inside.min() >= WINDOW
    assert ((other == len(rows) - 1).sum()) > 2_000
    wanted = brute(rows[:1_000], MERGE_AT)
    found = {(i, j) for i, j in zip(one.tolist(), other.tolist(), strict=True) if j < 1_000}
    assert found <= wanted
    assert len(found) >= 0.99 * len(wanted)


@settings(max_examples=20)
@given(st.integers(1, 40), st.integers(0, 2**16), st.sampled_from([0.9, MERGE_AT]))
def test_hashing_invents_nothing(count: int, seed: int, at_least: float) -> None:  # T8
    """The same code on few rows, whatever they are: zero rows and copies among them."""
    chance = np.random.default_rng(seed)
    rows = unit(chance.integers(-1, 2, (count, 4)).astype(np.float64))
    one, other, _ = alike._find_hashed_pairs(rows, at_least, np.ones(count, dtype=np.bool_))
    assert set(zip(one.tolist(), other.tolist(), strict=True)) <= brute(rows, at_least - 1e-6)


def test_of_no_rows_there_are_no_pairs() -> None:
    assert told(np.empty((0, 8), dtype=np.float32), MERGE_AT) == set()
    assert told(unit(np.ones((1, 8))), MERGE_AT) == set()
