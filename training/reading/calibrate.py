"""Fit the confidence of a mark on the tune part: `python -m training.reading.calibrate FOLDER`.

The confidence is a logistic function of how sure each decision was, with a weight an attribute, ridge-regularised. The
figures that it prints, and by which the cuts are chosen, are made by leaving tenths of the messages out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from atlas.adapters.onnx_session import PinnedModel, open_session, run_session
from atlas.adapters.reading.decoding import FEATURES, PRODUCT, Outputs, find_spans, make_mark, measure_span, soften
from atlas.adapters.reading.tokens import tokenise_message
from atlas.errors import AnnotatorTrouble
from atlas.model.reading import READ_ATTRIBUTES, Stance
from training.reading.annotations import Annotated, read_annotated
from training.reading.scoring import describe_mark, judge_message

DATA: Final = Path(__file__).parent / "data"
_WIDTH: Final = 192
_FOLDS: Final = 10
_FEATURE_RIDGE, _ATTRIBUTE_RIDGE = 0.01, 1.0


@dataclass(frozen=True, slots=True)
class Table:
    """Every mark in earnest that was found, as the fit sees it."""

    features: Any
    attributes: Any
    right: Any
    message: Any

    @property
    def design(self) -> Any:
        ones = np.ones((len(self.right), 1))
        return np.hstack([ones, self.features, np.eye(len(READ_ATTRIBUTES))[self.attributes]])


def collect_marks(model: PinnedModel, messages: Sequence[Annotated]) -> Table:
    session = open_session(model, 1)
    rows: list[tuple[tuple[float, ...], int, bool, int]] = []
    for number, message in enumerate(messages):
        tokens = tokenise_message(message.text, message.before, _WIDTH)
        feed = {"ids": np.array([tokens.ids], np.int64), "types": np.array([tokens.types], np.int64)}
        outputs = Outputs(*(each[0] for each in run_session(session, model, feed)))
        act = soften(outputs.act)
        spans = [measure_span(outputs, tokens, *span, act) for span in find_spans(outputs.tag, tokens)]
        marks = [(span, make_mark(span, tokens, message.text, message.before, PRODUCT)) for span in spans]
        told = [(span, describe_mark(mark)) for span, mark in marks if mark.stance is Stance.EARNEST]
        right = {id(each.found): each.right for each in judge_message([found for _, found in told], message)}
        rows.extend((span.features, span.attribute, right[id(found)], number) for span, found in told)
    features, attributes, hits, numbers = zip(*rows, strict=True)
    return Table(np.array(features), np.array(attributes), np.array(hits, dtype=float), np.array(numbers))


def fit_logistic(design: Any, right: Any) -> Any:
    """Newton's method."""
    ridge = np.full(design.shape[1], _ATTRIBUTE_RIDGE)
    ridge[: 1 + len(FEATURES)] = _FEATURE_RIDGE
    weights = np.zeros(design.shape[1])
    for _ in range(30):
        share = 1 / (1 + np.exp(-design @ weights))
        slope = design.T @ (share - right) + ridge * weights
        curve = (design * (share * (1 - share))[:, None]).T @ design + np.diag(ridge)
        weights -= np.linalg.solve(curve, slope)
    return weights


def cross_fit(table: Table) -> Any:
    """The confidence of each mark by a fit that has not seen its message."""
    design = table.design
    shares = np.zeros(len(table.right))
    for fold in range(_FOLDS):
        held = table.message % _FOLDS == fold
        shares[held] = 1 / (1 + np.exp(-design[held] @ fit_logistic(design[~held], table.right[~held])))
    return shares


def describe_cuts(shares: Any, table: Table, messages: Sequence[Annotated]) -> list[str]:
    """A line a cut: how many are found, how many of them are right, how much of all there is, and of nothing."""
    gold = sum(not mark.stance for message in messages for mark in message.marks)
    nothing = {number for number, message in enumerate(messages) if message.act == "none"}
    lines = []
    for cut in np.arange(0.1, 1.0, 0.05):
        taken = shares >= cut
        right = table.right[taken]
        false = len(set(table.message[taken]) & nothing) / max(1, len(nothing))
        share = right.mean() if len(right) else 0.0
        lines.append(
            f"{cut:.2f}  found {len(right):4}  right {share:.3f}  "
            f"of all {right.sum() / gold:.3f}  of nothing {false:.3f}"
        )
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="holds reader.onnx, and gets calibration.json")
    parser.add_argument("--files", type=Path, nargs="+", default=sorted((DATA / "tune").glob("*.jsonl")))
    arguments = parser.parse_args()
    messages = [message for path in arguments.files for message in read_annotated(path)]
    digest = hashlib.sha256((arguments.folder / "reader.onnx").read_bytes()).hexdigest()
    table = collect_marks(
        PinnedModel((arguments.folder / "reader.onnx"), digest, "reading model", "export it again", AnnotatorTrouble),
        messages,
    )
    sys.stdout.writelines(f"{line}\n" for line in describe_cuts(cross_fit(table), table, messages))
    weights = fit_logistic(table.design, table.right).round(4).tolist()
    count = 1 + len(FEATURES)
    fitted = {"constant": weights[0], "weights": dict(zip(FEATURES, weights[1:count], strict=True))}
    fitted["attributes"] = dict(zip(READ_ATTRIBUTES, weights[count:], strict=True))
    (arguments.folder / "calibration.json").write_text(
        json.dumps({"reader": digest, **fitted}, indent=1) + "\n", "utf-8"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
