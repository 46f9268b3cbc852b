"""A question unlike anything that was talked about in this space before (S10)."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from atlas.signals.policy import SignalPolicy

Array = NDArray[np.float32]
Numbers = NDArray[np.float64]

_HARDLY: Final = 1e-9


def score_novelty(
    vector: Array, known: Array, policy: SignalPolicy, nearest: Array | None = None
) -> tuple[float, tuple[tuple[str, float], ...]] | None:
    """Score how unlike the known messages a question is, with figures; None where it is not, or too little is known.

    `nearest` says how near each known message is to another one, for whoever keeps count of it.
    """
    if not find_outliers(vector[None, :], known, policy, nearest)[0]:
        return None
    near = float((known @ vector).max())
    return min(1.0, max(0.0, 1.0 - near)), (("nearest", near), ("threshold", compute_cut(known, policy, nearest)))


def find_outliers(
    vectors: Array, known: Array, policy: SignalPolicy, nearest: Array | None = None
) -> NDArray[np.bool_]:
    """Mark messages unlike all known ones: far from the nearest, or far from the middle."""
    if len(known) < policy.strange_silent:
        return np.zeros(len(vectors), dtype=np.bool_)
    far: NDArray[np.bool_] = (vectors @ known.T).max(axis=1) < compute_cut(known, policy, nearest)
    if policy.strange_sigma is not None:
        far = far | (measure_distances(vectors, known) > policy.strange_sigma)
    return far


def compute_cut(known: Array, policy: SignalPolicy, nearest: Array | None = None) -> float:
    """Compute the similarity below which a message is unlike the known ones, by how alike those are themselves."""
    if policy.strange_share is None:
        return policy.strange_below
    own = measure_nearest(known) if nearest is None else nearest
    return min(policy.strange_below, float(np.quantile(own, policy.strange_share)))


def measure_nearest(known: Array) -> Array:
    """Measure how alike each message and the nearest of the others are."""
    alike = known @ known.T
    np.fill_diagonal(alike, -1.0)
    nearest: Array = alike.max(axis=1, initial=-1.0)
    return nearest


def measure_distances(vectors: Array, known: Array) -> Numbers:
    """Measure Mahalanobis distances, in standard deviations from the mean distance of the known.

    The plain distance grows with the number of dimensions: an ordinary message of 384 numbers is already some 20 away.
    So a message is compared with the distances of the known ones. The covariance is shrunk (Ledoit and Wolf, 2004):
    there are often fewer messages than dimensions.
    """
    middle = known.mean(axis=0, dtype=np.float64)
    centred = known - middle
    inverse: Numbers = np.linalg.inv(_shrink_covariance(centred)).astype(np.float64)
    own = _compute_mahalanobis(centred, inverse)
    spread = max(float(own.std()), _HARDLY)
    away: Numbers = (_compute_mahalanobis(vectors - middle, inverse) - own.mean()) / spread
    return away


def _compute_mahalanobis(centred: Numbers, inverse: Numbers) -> Numbers:
    squares: Numbers = np.einsum("ij,ij->i", centred @ inverse, centred)
    return np.sqrt(np.maximum(squares, 0.0))


def _shrink_covariance(centred: Numbers) -> Numbers:
    """Shrink the covariance towards a multiple of the identity, as far as the data leave it uncertain."""
    count, width = centred.shape
    covariance = centred.T @ centred / count
    size = np.trace(covariance) / width
    off = float(((covariance - size * np.eye(width)) ** 2).sum())
    squares = centred**2
    noise = float((squares.T @ squares).sum() / count - (covariance**2).sum()) / count
    share = min(1.0, max(0.0, noise / off)) if off > 0 else 1.0
    shrunk: Numbers = (1 - share) * covariance + (share * size + _HARDLY) * np.eye(width)
    return shrunk
