"""The fit behind the model of topic changes: logistic regression with a pull towards zero, by Newton's method.

The loss is convex, so that it ends at the one best answer. There are two tables: for turns of a few words, and for what
follows a long reply, where fewer numbers carry over. The threshold is the one with the best F1 on conversations that
were left out of the fit, a tenth at a time; of the second table, the best mean over its sets, each of which counts
alike. How far a table carries over is told by leaving out whole sets: fitted and calibrated on the others, beside plain
cosine.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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
class Form:
    """Which numbers a table weighs, how strongly it is pulled towards zero, and whether each set counts alike."""

    names: tuple[str, ...]
    pull: float
    alike: bool = False


TURNS: Final = Form(NAMES, PULL)
CHATS: Final = Form(("near_last", "nearest", "shared"), 0.003, alike=True)
"""In chats with an assistant, who asks tells nothing."""


@dataclass(frozen=True, slots=True)
class Fitted:
    weights: Mapping[str, float]
    threshold: float
    left_out: Mapping[str, float]
    """On conversations that the fit had not seen."""
    sets: Mapping[str, Mapping[str, float]]
    """On each set, by a fit to the others: AUROC and F1, and those of plain cosine."""
    pull: float = PULL

    def figures(self) -> dict[str, Any]:
        return {
            "pull": self.pull,
            "folds": FOLDS,
            "threshold": self.threshold,
            "left_out": _round(self.left_out, 4),
            "weights": _round(self.weights, 3),
            "sets": {name: _round(each, 4) for name, each in self.sets.items()},
        }


def _round(values: Mapping[str, float], digits: int) -> dict[str, float]:
    return {name: round(value, digits) for name, value in values.items()}


def fit(
    rows: Sequence[Mapping[str, float]],
    true: Sequence[bool],
    talks: Sequence[int],
    sets: Sequence[str],
    form: Form = TURNS,
) -> Fitted:
    """`talks` says of which conversation a row is: those are left out together. `sets` says of which set it is."""
    import numpy as np

    matrix = np.array([[1.0, *(row[name] for name in form.names)] for row in rows])
    unlike = np.array([1.0 - row["near_last"] for row in rows])
    marks, folds, groups = np.array(true, dtype=np.float64), np.array(talks) % FOLDS, np.array(sets)
    scores = np.zeros(len(rows))
    for fold in np.unique(folds):
        kept = folds != fold
        scores[~kept] = likely(matrix[~kept] @ _weigh_form(matrix[kept], marks[kept], groups[kept], form))
    threshold = _choose_threshold(scores, marks, groups, form)
    left_out = {**told((scores >= threshold).tolist(), true), "auroc": auroc(scores.tolist(), true)}
    held = {}
    for name in dict.fromkeys(sets):
        own = groups == name
        others = _leave_set_out(matrix, marks, groups, own, form) if not own.all() else {}
        held[name] = others | _compare_with_cosine(unlike[own], marks[own])
    weights = _weigh_form(matrix, marks, groups, form).tolist()
    return Fitted(dict(zip(("rest", *form.names), weights, strict=True)), threshold, left_out, held, form.pull)


def move_threshold(fitted: Fitted, to: float) -> Fitted:
    """The same answers by another threshold, so that two tables are told by one."""
    shift = math.log(to / (1 - to)) - math.log(fitted.threshold / (1 - fitted.threshold))
    return replace(fitted, weights={**fitted.weights, "rest": fitted.weights["rest"] + shift}, threshold=to)


def _weigh_form(matrix: Numbers, marks: Numbers, groups: Any, form: Form) -> Numbers:
    import numpy as np

    if not form.alike:
        return weigh(matrix, marks, form.pull)
    names, counts = np.unique(groups, return_counts=True)
    of = dict(zip(names.tolist(), counts.tolist(), strict=True))
    return weigh(matrix, marks, form.pull, np.array([1 / of[name] for name in groups.tolist()]))


def _choose_threshold(scores: Numbers, marks: Numbers, groups: Any, form: Form) -> float:
    """The best F1, or the best mean of it over the sets."""
    import numpy as np

    chosen = [groups == name for name in np.unique(groups)] if form.alike else [np.full(len(groups), True)]
    parts = [(scores[own], marks[own].astype(bool).tolist()) for own in chosen]
    return max(_THRESHOLDS, key=lambda cut: sum(told((part >= cut).tolist(), true)["f1"] for part, true in parts))


def _leave_set_out(matrix: Numbers, marks: Numbers, groups: Any, own: Any, form: Form) -> dict[str, float]:
    """Fitted and calibrated on the other sets."""
    weights = _weigh_form(matrix[~own], marks[~own], groups[~own], form)
    cut = _choose_threshold(likely(matrix[~own] @ weights), marks[~own], groups[~own], form)
    scores, true = likely(matrix[own] @ weights), marks[own].astype(bool).tolist()
    return {"auroc": auroc(scores.tolist(), true), "f1": told((scores >= cut).tolist(), true)["f1"]}


def _compare_with_cosine(unlike: Numbers, marks: Numbers) -> dict[str, float]:
    true = marks.astype(bool).tolist()
    plain = told((unlike > _COSINE).tolist(), true)
    return {"cosine_auroc": auroc(unlike.tolist(), true), "cosine_f1": plain["f1"]}


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


def table(fitted: Fitted, name: str = "SWITCH") -> str:
    """The weights as `signals/weights.py` holds them."""
    lines = [f'        "{each}": {value:.3f},' for each, value in fitted.weights.items()]
    head = f"# switch_from = {fitted.threshold:.2f} in `policy.py`"
    return "\n".join([head, f"{name}: Final[Mapping[str, float]] = MappingProxyType(", "    {", *lines, "    }", ")"])
