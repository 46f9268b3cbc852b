"""What keeps going wrong (S12): failures of one type, and clusters of them."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from atlas.errors import BadInput
from atlas.signals.policy import ClusterRule, SignalPolicy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]
    Labels = NDArray[np.int64]

_ROUNDING: Final = 1e-5
"""By which two products of the same vectors may differ."""


def same_type(vector: Array, earlier: Array, policy: SignalPolicy) -> int | None:
    """Which of the earlier failures is the nearest of the same type."""
    if not len(earlier):
        return None
    similarity = earlier @ vector
    nearest = int(similarity.argmax())
    return nearest if float(similarity[nearest]) > policy.same_failure else None


def clusters(vectors: Array, policy: SignalPolicy) -> Labels:
    """A label for each failure, from 0 in the order in which clusters first appear; -1 where it is in none.

    Of more than can be compared with each other the first are left out: give the newest last.
    """
    import numpy as np

    left_out = max(0, len(vectors) - policy.cluster_most)
    compared = vectors[left_out:]
    rule = _hdbscan if policy.clusters is ClusterRule.HDBSCAN else _average_link
    labels = rule(compared, policy) if len(compared) else np.empty(0, dtype=np.int64)
    return np.concatenate([np.full(left_out, -1, dtype=np.int64), _numbered(labels, policy.cluster_least)])


def _average_link(vectors: Array, policy: SignalPolicy) -> Labels:
    if not policy.cluster_neighbours:
        return average_link(vectors, policy.cluster_similarity)
    return average_link(_drawn(vectors, policy), policy.cluster_join)


def _drawn(vectors: Array, policy: SignalPolicy) -> Array:
    """Each failure moved towards its nearest, by how alike they are.

    Sentences about one thing scatter, and the mean of near ones lies nearer to what they have in common. On two sets of
    questions that gives better clusters than plain average-link (docs/benchmarks.md).
    """
    import numpy as np

    similarity = vectors @ vectors.T
    kept = min(policy.cluster_neighbours + 1, len(vectors))  # itself is one of them
    cut = np.partition(similarity, len(vectors) - kept, axis=1)[:, len(vectors) - kept]
    near = (similarity >= cut[:, None]) & (similarity >= policy.cluster_similarity)
    np.fill_diagonal(near, val=True)
    moved = np.where(near, similarity**2, 0.0) @ vectors
    drawn: Array = (moved / np.linalg.norm(moved, axis=1, keepdims=True)).astype(np.float32)
    return drawn


def average_link(vectors: Array, down_to: float) -> Labels:
    """Joins whatever is alike on average, down to a similarity.

    Two of which no pair is that alike are never joined on average either: so each group of such pairs stands alone.
    """
    import numpy as np

    parent = np.arange(len(vectors))
    for group in _linked(vectors @ vectors.T >= down_to - _ROUNDING):
        parent[group] = group[_tree(vectors[group], down_to)]
    return parent


def _linked(alike: NDArray[np.bool_]) -> Iterator[Labels]:
    """The groups of more than one that hang together by pairs."""
    import numpy as np

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


def _tree(vectors: Array, down_to: float) -> Labels:
    """Which each is joined to.

    By a chain of nearest neighbours: two that are each other's nearest can be joined at once, whatever else there is,
    and give the same tree as joining the nearest of all each time. That is n² in time and memory.
    """
    import numpy as np

    similarity = (vectors @ vectors.T).astype(np.float64)
    np.fill_diagonal(similarity, -np.inf)
    sizes = np.ones(len(vectors))
    parent = np.arange(len(vectors))
    chain: list[int] = []
    for _ in range(len(vectors) - 1):
        one, other = _mutual(similarity, sizes, chain)
        if similarity[one, other] >= down_to:
            parent[other] = one
        _join(similarity, sizes, one, other)
    return _roots(parent)


def _mutual(similarity: NDArray[np.float64], sizes: NDArray[np.float64], chain: list[int]) -> tuple[int, int]:
    """Goes on from the end of the chain, each time to the nearest, until two are each other's nearest."""
    import numpy as np

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


def _join(similarity: NDArray[np.float64], sizes: NDArray[np.float64], one: int, other: int) -> None:
    """The first becomes both, and the second is out of the running."""
    import numpy as np

    both = sizes[one] + sizes[other]
    row = (similarity[one] * sizes[one] + similarity[other] * sizes[other]) / both
    row[[one, other]] = -np.inf
    similarity[one] = similarity[:, one] = row
    similarity[other] = similarity[:, other] = -np.inf
    sizes[one], sizes[other] = both, 0.0


def _roots(parent: Labels) -> Labels:
    """Each follows its parents to the one that has none."""
    while (parent != parent[parent]).any():
        parent = parent[parent]
    return parent


def _hdbscan(vectors: Array, policy: SignalPolicy) -> Labels:
    """The document's rule. The library is large, so that it is used only where somebody has it."""
    import numpy as np

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


def _numbered(labels: Labels, least: int) -> Labels:
    """Clusters of enough members, numbered in their order; the rest in none."""
    import numpy as np

    numbers: dict[int, int] = {}
    counts = dict(zip(*np.unique(labels, return_counts=True), strict=True)) if len(labels) else {}
    for label in labels.tolist():
        if label >= 0 and counts[label] >= least:
            numbers.setdefault(label, len(numbers))
    return np.array([numbers.get(label, -1) for label in labels.tolist()], dtype=np.int64)
