"""Weights for ranking, fitted to questions with known evidence: a linear sum with a pull towards zero.

For each question every piece of evidence is to win against all that is none (a softmax over the candidates). The loss
is convex, so Newton's method ends at the one best answer, whatever it starts from; the pull keeps weights small where
the data says little.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

PULL: Final = 0.01
SET: Final = {"date": 3.5, "asked": 5.0}
"""Not fitted: a named time and a claim of the very kind asked for are rare in the data, and plain to people."""
_STEPS: Final = 60
_SETTLED: Final = 1e-5
_SMALLEST: Final = 1e-4
_HARDLY: Final = 1e-6
_NEVER: Final = 1e-300


@dataclass(frozen=True, slots=True)
class Example:
    """One question: the numbers of its candidate places, and which of them are evidence."""

    group: str
    """The conversation it is asked about: left out together."""
    category: str
    matrix: Numbers
    evidence: NDArray[np.bool_]
    missed: int = 0
    """Evidence that is not among the candidates."""
    share: float = 1.0
    """How much it counts in a fit, beside others."""


def fit(
    examples: Sequence[Example], names: Sequence[str], pull: float = PULL, start: Mapping[str, float] | None = None
) -> dict[str, float]:
    """`start`: weights that are near already, which saves steps and changes nothing."""
    import numpy as np

    free = np.array([name not in SET for name in names])
    total = sum(each.share for each in examples)
    usable = [_Split(each, free, total) for each in examples if each.evidence.any() and not each.evidence.all()]
    weights = np.array([(start or {}).get(name, 0.0) for name in names]) * free
    loss = _loss(usable, weights, pull)
    for _ in range(_STEPS):
        slope, curve = _slope(usable, weights, pull)
        step = np.linalg.solve(curve, slope)
        size = 1.0
        while (after := _loss(usable, weights - size * step, pull)) > loss and size > _SMALLEST:
            size /= 2
        if after > loss or float(np.abs(slope).max()) < _SETTLED:
            break
        weights, loss = weights - size * step, after
    return {**dict(zip(names, weights.tolist(), strict=True)), **SET}


class _Split:
    """One question's evidence and the rest, apart."""

    def __init__(self, example: Example, free: NDArray[np.bool_], total: float) -> None:
        self.wanted = example.matrix[example.evidence] * free
        self.others = example.matrix[~example.evidence] * free
        self.share = example.share / (len(self.wanted) * total)

    def odds(self, weights: Numbers) -> tuple[Numbers, Numbers, float]:
        """For evidence and the rest, on a scale on which the largest is 1; and what that is."""
        import numpy as np

        wanted, others = self.wanted @ weights, self.others @ weights
        top = max(float(wanted.max()), float(others.max()))
        return np.exp(wanted - top), np.exp(others - top), top


def _loss(examples: Sequence[_Split], weights: Numbers, pull: float) -> float:
    import numpy as np

    loss = pull * float(weights @ weights) / 2
    for each in examples:
        own, rest, _ = each.odds(weights)
        loss -= each.share * float(np.log(np.maximum(own / (own + rest.sum()), _NEVER)).sum())
    return loss


def _slope(examples: Sequence[_Split], weights: Numbers, pull: float) -> tuple[Numbers, Numbers]:
    """Gradient and Hessian; what hardly competes adds hardly anything to the latter and is left out there."""
    import numpy as np

    slope, curve = pull * weights, pull * np.eye(len(weights))
    for each in examples:
        own, rest, _ = each.odds(weights)
        total = own + rest.sum()
        means = (rest @ each.others + own[:, None] * each.wanted) / total[:, None]
        slope = slope - each.share * (each.wanted - means).sum(axis=0)
        near = rest > rest.sum() * _HARDLY
        strong = each.others[near] * np.sqrt(rest[near])[:, None]
        curve = curve + each.share * (
            (strong.T @ strong) * (1.0 / total).sum()
            + (each.wanted * (own / total)[:, None]).T @ each.wanted
            - means.T @ means
        )
    return slope, curve


def left_out(
    examples: Sequence[Example], others: Sequence[Example], names: Sequence[str], pull: float = PULL
) -> Mapping[str, dict[str, float]]:
    """For each group of the examples the weights that were fitted without it; `others` are always part of the fit."""
    groups = sorted({each.group for each in examples})
    return {group: fit([*(each for each in examples if each.group != group), *others], names, pull) for group in groups}
