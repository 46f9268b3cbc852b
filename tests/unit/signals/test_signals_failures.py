"""S11, S12: actions that go in circles; failures of one type, and clusters of them."""

from __future__ import annotations

import importlib
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlas.errors import BadInput
from atlas.model.signal import SignalKind
from atlas.signals import failure_clusters as failures
from atlas.signals.actions import check_actions
from atlas.signals.failure_clusters import cluster_failures, find_same_type, join_average_link
from atlas.signals.policy import DEFAULT, RESEARCH
from unit.signals._said import Rows, at_cosine, unit

PLAIN = replace(DEFAULT, cluster_neighbours=0)


@pytest.mark.parametrize(("times", "told"), [(3, False), (4, True), (9, True)])
def test_the_same_action_more_than_three_times_running(times: int, told: bool) -> None:  # S11
    repeated, long = check_actions(["open", *["search"] * times, "read"], DEFAULT)
    assert (repeated is not None) == told
    assert long is None
    if repeated:
        assert (repeated.kind, repeated.note) == (SignalKind.REPETITION, "search")
        assert dict(repeated.figures)["times"] == times
        assert 0.5 < repeated.score < 1.0


def test_the_same_action_now_and_then_is_fine() -> None:  # S11
    assert check_actions(["search", "read"] * 10, DEFAULT) == (None, None)
    assert check_actions([], DEFAULT) == (None, None)


@pytest.mark.parametrize(("count", "told"), [(30, False), (31, True)])
def test_more_than_thirty_actions(count: int, told: bool) -> None:  # S11
    repeated, long = check_actions([f"step {number}" for number in range(count)], DEFAULT)
    assert repeated is None
    assert (long is not None) == told


# --- failures of one type


def test_the_nearest_earlier_failure_above_three_quarters() -> None:  # S12
    earlier = np.stack([at_cosine(0.5), at_cosine(0.8), at_cosine(0.9), at_cosine(0.76)])
    assert find_same_type(unit(1.0, 0.0, 0.0), earlier, DEFAULT) == 2
    assert find_same_type(unit(1.0, 0.0, 0.0), earlier[:1], DEFAULT) is None
    assert find_same_type(unit(1.0, 0.0, 0.0), earlier[:0], DEFAULT) is None
    assert find_same_type(unit(1.0, 0.0, 0.0), np.stack([at_cosine(0.74)]), DEFAULT) is None


def _around(*counts: int, spread: float = 0.02) -> Rows:
    """So many vectors around each of some axes."""
    chance = np.random.default_rng(7)
    rows = np.concatenate([np.tile(np.eye(8)[axis], (count, 1)) for axis, count in enumerate(counts)])
    rows = rows + chance.normal(size=rows.shape) * spread
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.mark.parametrize("policy", [DEFAULT, PLAIN])
def test_three_or_more_make_a_cluster(policy: failures.SignalPolicy) -> None:  # S12
    assert cluster_failures(_around(3, 2, 4, 1), policy).tolist() == [0, 0, 0, -1, -1, 1, 1, 1, 1, -1]


def test_no_failures_no_clusters() -> None:
    assert cluster_failures(np.empty((0, 8), dtype=np.float32), DEFAULT).tolist() == []
    assert cluster_failures(_around(1), DEFAULT).tolist() == [-1]


def test_only_the_newest_are_compared() -> None:  # S12
    few = replace(DEFAULT, cluster_most=3)
    assert cluster_failures(_around(4, 3), few).tolist() == [-1, -1, -1, -1, 0, 0, 0]


def test_clusters_reach_down_to_their_similarity() -> None:  # S12
    pair = np.stack([at_cosine(1.0), at_cosine(0.61)])
    apart = np.stack([at_cosine(1.0), at_cosine(0.59)])
    assert len(set(join_average_link(pair, 0.6).tolist())) == 1
    assert len(set(join_average_link(apart, 0.6).tolist())) == 2


def _slow(vectors: Rows, down_to: float) -> list[set[int]]:
    """The same, said plainly: join the most alike on average, again and again."""
    groups = [{number} for number in range(len(vectors))]
    near = (vectors @ vectors.T).astype(np.float64)

    def alike(one: set[int], other: set[int]) -> float:
        return float(np.mean([near[a, b] for a in one for b in other]))

    while len(groups) > 1:
        pairs = [(alike(one, other), a, b) for a, one in enumerate(groups) for b, other in enumerate(groups) if a < b]
        best, a, b = max(pairs)
        if best < down_to:
            break
        groups[a] |= groups.pop(b)
    return groups


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(1, 14), st.floats(0.1, 0.9))
def test_the_quick_way_joins_as_the_plain_way_does(seed: int, count: int, down_to: float) -> None:
    chance = np.random.default_rng(seed)
    rows = chance.normal(size=(count, 4)).astype(np.float32)
    vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    labels = join_average_link(vectors, down_to).tolist()
    quick = {frozenset(at for at, label in enumerate(labels) if label == each) for each in set(labels)}
    assert quick == {frozenset(group) for group in _slow(vectors, down_to)}


@given(st.permutations(range(9)))
def test_the_order_of_failures_does_not_matter(order: list[int]) -> None:
    rows = _around(4, 5)
    labels = cluster_failures(rows[order], DEFAULT)
    of = {place: labels[at] for at, place in enumerate(order)}
    assert len({of[place] for place in range(4)}) == len({of[place] for place in range(4, 9)}) == 1
    assert of[0] != of[8]


# --- the document's rule


def test_the_document_groups_by_hdbscan_where_it_is_installed() -> None:  # S12
    pytest.importorskip("sklearn")
    labels = cluster_failures(_around(12, 12, spread=0.05), RESEARCH).tolist()
    assert set(labels[:12]) - {-1} != set(labels[12:]) - {-1}
    assert max(labels) >= 1
    assert cluster_failures(_around(2), RESEARCH).tolist() == [-1, -1]


def test_without_it_a_sentence_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:  # S12
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(BadInput, match="scikit-learn"):
        cluster_failures(_around(5), RESEARCH)
