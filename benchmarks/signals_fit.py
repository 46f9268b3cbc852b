"""The fit behind the model of topic changes: logistic regression with a pull towards zero, by Newton's method.

The loss is convex, so that it ends at the one best answer. The threshold is the one with the best F1 on conversations
that were left out of the fit, a tenth at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from atlas.signals.topic_switch import NAMES
from benchmarks.signals_measures import auroc, told

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

PULL: Final = 0.0003
FOLDS: Final = 10
_STEPS: Final = 50
_SETTLED: Final = 1e-9
_THRESHOLDS: Final = tuple(step / 100 for step in range(10, 61))


@dataclass(frozen=True, slots=True)
class Fitted:
    weights: Mapping[str, float]
    threshold: float
    left_out: Mapping[str, float]
    """On conversations that the fit had not seen."""

    def figures(self) -> dict[str, Any]:
        rounded = {name: round(value, 4) for name, value in self.left_out.items()}
        weights = {name: round(value, 3) for name, value in self.weights.items()}
        return {"pull": PULL, "folds": FOLDS, "threshold": self.threshold, "left_out": rounded, "weights": weights}


def fit(rows: Sequence[Mapping[str, float]], true: Sequence[bool], talks: Sequence[int]) -> Fitted:
    """`talks` says of which conversation a row is: those are left out together."""
    import numpy as np

    matrix = np.array([[1.0, *(row[name] for name in NAMES)] for row in rows])
    marks, folds = np.array(true, dtype=np.float64), np.array(talks) % FOLDS
    unseen = np.zeros(len(rows))
    for fold in np.unique(folds):
        without = folds != fold
        unseen[~without] = likely(matrix[~without] @ weigh(matrix[without], marks[without]))
    scores = unseen.tolist()
    threshold = max(_THRESHOLDS, key=lambda cut: told([score >= cut for score in scores], true)["f1"])
    left_out = {**told([score >= threshold for score in scores], true), "auroc": auroc(scores, true)}
    weights = weigh(matrix, marks).tolist()
    return Fitted(dict(zip(("rest", *NAMES), weights, strict=True)), threshold, left_out)


def weigh(matrix: Numbers, marks: Numbers, pull: float = PULL, shares: Numbers | None = None) -> Numbers:
    """Weights for the columns; the first one, the constant, is not pulled. Rows count alike, or by their shares."""
    import numpy as np

    counts = np.full(len(marks), 1 / len(marks)) if shares is None else shares / shares.sum()
    weights = np.zeros(matrix.shape[1])
    pulled = pull * np.eye(len(weights))
    pulled[0, 0] = 0.0
    for _ in range(_STEPS):
        chances = likely(matrix @ weights)
        slope = matrix.T @ (counts * (chances - marks)) + pulled @ weights
        curve = (matrix * (counts * chances * (1 - chances))[:, None]).T @ matrix + pulled
        step = np.linalg.solve(curve + _SETTLED * np.eye(len(weights)), slope)
        weights = weights - step
        if float(np.abs(step).max()) < _SETTLED:
            break
    return weights


def likely(sums: Numbers) -> Numbers:
    import numpy as np

    chances: Numbers = 1.0 / (1.0 + np.exp(-sums))
    return chances


def table(fitted: Fitted) -> str:
    """The weights as `signals/weights.py` holds them."""
    lines = [f'        "{name}": {value:.3f},' for name, value in fitted.weights.items()]
    head = f"# switch_from = {fitted.threshold:.2f} in `policy.py`"
    return "\n".join([head, "SWITCH: Final[Mapping[str, float]] = MappingProxyType(", "    {", *lines, "    }", ")"])
