"""Recurring failures (S12): failures of one type, and clusters of them."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from atlas.errors import BadInput
from atlas.signals.policy import ClusterRule, SignalPolicy

Array = NDArray[np.float32]
Labels = NDArray[np.int64]

_ROUNDING: Final = 1e-5
"""By which two products of the same vectors may differ."""


def find_same_type(vector: Array, earlier: Array, policy: SignalPolicy) -> int | None:
    """Find the nearest earlier failure of the same type."""
    if not len(earlier):
        return None
    similarity = earlier @ vector
    nearest = int(similarity.argmax())
    return nearest if float(similarity[nearest]) > policy.same_failure else None


def cluster_failures(vectors: Array, policy: SignalPolicy) -> Labels:
    """Label each failure, from 0 in the order of first appearance; -1 for no cluster.

    Of more failures than can be compared the first are left out: give the newest last.
    """
    left_out = max(0, len(vectors) - policy.cluster_most)
    compared = vectors[left_out:]
    rule = _cluster_by_hdbscan if policy.clusters is ClusterRule.HDBSCAN else _cluster_by_average_link
    labels = rule(compared, policy) if len(compared) else np.empty(0, dtype=np.int64)
    return np.concatenate([np.full(left_out, -1, dtype=np.int64), _number_clusters(labels, policy.cluster_least)])


def _cluster_by_average_link(vectors: Array, policy: SignalPolicy) -> Labels:
    if not policy.cluster_neighbours:
        return join_average_link(vectors, policy.cluster_similarity)
    return join_average_link(_draw_to_neighbours(vectors, policy), policy.cluster_join)


def _draw_to_neighbours(vectors: Array, policy: SignalPolicy) -> Array:
    """Move each failure towards its nearest, by their similarity.

    Sentences about one thing scatter, and the mean of near ones lies nearer to their common topic. On two sets of
    questions that gives better clusters than plain average-link (docs/benchmarks.md).
    """
    similarity = vectors @ vectors.T
    kept = min(policy.cluster_neighbours + 1, len(vectors))  # itself is one of them
    cut = np.partition(similarity, len(vectors) - kept, axis=1)[:, len(vectors) - kept]
    near = (similarity >= cut[:, None]) & (similarity >= policy.cluster_similarity)
    np.fill_diagonal(near, val=True)
    moved = np.where(near, similarity**2, 0.0) @ vectors
    drawn: Array = (moved / np.linalg.norm(moved, axis=1, keepdims=True)).astype(np.float32)
    return drawn


def join_average_link(vectors: Array, down_to: float) -> Labels:
    """Join clusters by average similarity, down to a bound.

    Two clusters without any pair above the bound are never joined on average either: so each group of such pairs stands
    alone.
    """
    parent = np.arange(len(vectors))
    for group in _find_linked_groups(vectors @ vectors.T >= down_to - _ROUNDING):
        parent[group] = group[_build_tree(vectors[group], down_to)]
    return parent


def _find_linked_groups(alike: NDArray[np.bool_]) -> Iterator[Labels]:
    """Find the groups of more than one that hang together by pairs."""
    left = np.ones(len(alike), dtype=bool)
    for first in range(len(alike)):
        group = np.zeros(len(alike), dtype=bool)
        reached = group.copy()
        reached[first] = left[first]
        while reached.any():
            group |= reached
            left &= ~reached
            reached = alike[reached].any(axis=0) & left
        if group.sum() > 1:
            yield np.flatnonzero(group)


def _build_tree(vectors: Array, down_to: float) -> Labels:
    """Map each vector to the one it is joined to.

    The chain of nearest neighbours joins two mutual nearest at once, whatever else there is, and gives the same tree as
    joining the nearest of all each time; it is n² in time and memory.
    """
    similarity = (vectors @ vectors.T).astype(np.float64)
    np.fill_diagonal(similarity, -np.inf)
    sizes = np.ones(len(vectors))
    parent = np.arange(len(vectors))
    chain: list[int] = []
    for _ in range(len(vectors) - 1):
        one, other = _find_mutual_nearest(similarity, sizes, chain)
        if similarity[one, other] >= down_to:
            parent[other] = one
        _join_pair(similarity, sizes, one, other)
    return _find_roots(parent)


def _find_mutual_nearest(
    similarity: NDArray[np.float64], sizes: NDArray[np.float64], chain: list[int]
) -> tuple[int, int]:
    """Extend the chain to the nearest each time, until two are each other's nearest."""
    if not chain:
        chain.append(int(np.flatnonzero(sizes)[0]))
    while True:
        last = chain[-1]
        nearest = int(similarity[last].argmax())
        if len(chain) > 1 and similarity[last, chain[-2]] >= similarity[last, nearest]:
            other = chain[-2]
            del chain[-2:]
            return min(last, other), max(last, other)
        chain.append(nearest)


def _join_pair(similarity: NDArray[np.float64], sizes: NDArray[np.float64], one: int, other: int) -> None:
    """Merge the second cluster into the first and take the second out of the running."""
    both = sizes[one] + sizes[other]
    row = (similarity[one] * sizes[one] + similarity[other] * sizes[other]) / both
    row[[one, other]] = -np.inf
    similarity[one] = similarity[:, one] = row
    similarity[other] = similarity[:, other] = -np.inf
    sizes[one], sizes[other] = both, 0.0


def _find_roots(parent: Labels) -> Labels:
    """Follow parents to the root of each."""
    while (parent != parent[parent]).any():
        parent = parent[parent]
    return parent


def _cluster_by_hdbscan(vectors: Array, policy: SignalPolicy) -> Labels:
    """Cluster by the source document's rule, with scikit-learn only where it is installed."""
    try:
        library = importlib.import_module("sklearn.cluster")
    except ImportError:
        raise BadInput(
            "The preset research groups failures by HDBSCAN, which needs scikit-learn; install it."
        ) from None
    if len(vectors) <= policy.cluster_least:
        return np.full(len(vectors), -1, dtype=np.int64)
    made = library.HDBSCAN(min_cluster_size=policy.cluster_least, copy=True).fit_predict(vectors)
    labels: Labels = np.asarray(made, dtype=np.int64)
    return labels


def _number_clusters(labels: Labels, least: int) -> Labels:
    """Number clusters of enough members in their order; the rest get -1."""
    numbers: dict[int, int] = {}
    counts = dict(zip(*np.unique(labels, return_counts=True), strict=True)) if len(labels) else {}
    for label in labels.tolist():
        if label >= 0 and counts[label] >= least:
            numbers.setdefault(label, len(numbers))
    return np.array([numbers.get(label, -1) for label in labels.tolist()], dtype=np.int64)
