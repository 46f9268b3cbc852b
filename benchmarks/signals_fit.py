"""The fit behind the model of topic changes: logistic regression with a pull towards zero, by Newton's method.

The loss is convex, so that it ends at the one best answer. Every set counts alike, however large it is. The threshold
is the one with the best mean F1 over the sets, on conversations that were left out of the fit, a tenth at a time. How
far it carries over is told by leaving out whole sets: fitted and calibrated on the others, beside plain cosine.
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
_COSINE: Final = 0.7
"""The document's cut: less alike than .3 is another topic."""
_THRESHOLDS: Final = tuple(step / 100 for step in range(10, 61))


@dataclass(frozen=True, slots=True)
class Fitted:
    weights: Mapping[str, float]
    threshold: float
    left_out: Mapping[str, float]
    """On conversations that the fit had not seen."""
    sets: Mapping[str, Mapping[str, float]]
    """On each set, by a fit to the others: AUROC and F1, and those of plain cosine."""

    def figures(self) -> dict[str, Any]:
        rounded = {name: round(value, 4) for name, value in self.left_out.items()}
        weights = {name: round(value, 3) for name, value in self.weights.items()}
        figures = {"pull": PULL, "folds": FOLDS, "threshold": self.threshold, "left_out": rounded, "weights": weights}
        return figures | {
            "sets": {name: {key: round(value, 4) for key, value in each.items()} for name, each in self.sets.items()}
        }


def fit(rows: Sequence[Mapping[str, float]], true: Sequence[bool], talks: Sequence[int], sets: Sequence[str]) -> Fitted:
    """`talks` says of which conversation a row is: those are left out together. `sets` says of which set it is."""
    import numpy as np

    matrix = np.array([[1.0, *(row[name] for name in NAMES)] for row in rows])
    marks, groups = np.array(true, dtype=np.float64), np.array(sets)
    shares = _share_alike(groups)
    scores = _score_left_out(matrix, marks, np.array(talks) % FOLDS, shares)
    threshold = _choose_threshold(scores, marks, groups)
    flags = marks.astype(bool).tolist()
    left_out = {**told((scores >= threshold).tolist(), flags), "auroc": auroc(scores.tolist(), flags)}
    weights = weigh(matrix, marks, shares=shares).tolist()
    held = {name: _leave_set_out(matrix, marks, groups, name) for name in dict.fromkeys(sets)}
    return Fitted(dict(zip(("rest", *NAMES), weights, strict=True)), threshold, left_out, held)


def _share_alike(groups: Any) -> Numbers:
    import numpy as np

    names, counts = np.unique(groups, return_counts=True)
    of = dict(zip(names.tolist(), counts.tolist(), strict=True))
    return np.array([1 / of[name] for name in groups.tolist()])


def _score_left_out(matrix: Numbers, marks: Numbers, folds: Any, shares: Numbers) -> Numbers:
    import numpy as np

    unseen = np.zeros(len(marks))
    for fold in np.unique(folds):
        kept = folds != fold
        unseen[~kept] = likely(matrix[~kept] @ weigh(matrix[kept], marks[kept], shares=shares[kept]))
    return unseen


def _choose_threshold(scores: Numbers, marks: Numbers, groups: Any) -> float:
    """The best mean F1 over the sets."""
    import numpy as np

    parts = [(scores[groups == name], marks[groups == name].astype(bool).tolist()) for name in np.unique(groups)]
    return max(_THRESHOLDS, key=lambda cut: sum(told((part >= cut).tolist(), true)["f1"] for part, true in parts))


def _leave_set_out(matrix: Numbers, marks: Numbers, groups: Any, name: str) -> dict[str, float]:
    """Fitted and calibrated on the other sets; of a set that stands alone, nothing can be told."""
    import numpy as np

    own = groups == name
    others, true = ~own, marks[own].astype(bool).tolist()
    unlike = (1.0 - matrix[own][:, 1 + NAMES.index("near_last")]).tolist()
    plain = told([each > _COSINE for each in unlike], true)
    figures = {"cosine_auroc": auroc(unlike, true), "cosine_f1": plain["f1"]}
    if not others.any():
        return figures
    shares = _share_alike(groups[others])
    weights = weigh(matrix[others], marks[others], shares=shares)
    cut = _choose_threshold(likely(matrix[others] @ weights), marks[others], groups[others])
    scores = likely(matrix[own] @ weights)
    found = told((np.asarray(scores) >= cut).tolist(), true)
    return {"auroc": auroc(scores.tolist(), true), "f1": found["f1"], "threshold": cut, **figures}


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
