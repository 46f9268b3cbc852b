"""The confidence of a mark, fitted: `python -m training.reading.calibrate WEIGHTS TUNE.jsonl… --out calibration.json`.

A logistic function over how sure each decision was, with a weight an attribute, ridge-regularised. Its own figure is made by
leaving folds of messages out, so that the cuts are chosen on marks that it was not fitted on.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from atlas.adapters.reading.decoding import FEATURES, PRODUCT, Calibration, find_spans, measure_span, _make_mark, _soften
from atlas.model.reading import READ_ATTRIBUTES, Stance
from training.reading.annotations import Annotated, read_annotated
from training.reading.evaluate import load_network, run_network
from training.reading.scoring import Found, judge_message


def collect(networks: Any, messages: list[Annotated]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Features, attributes, whether right, the message's number, the product's confidence; of every mark in earnest."""
    rows, attributes, right, number, product = [], [], [], [], []
    for n, message in enumerate(messages):
        outputs, tokens = run_network(networks, message)
        act = _soften(outputs.act)
        spans = [measure_span(outputs, tokens, a, b, act) for a, b in find_spans(outputs.tag, tokens)]
        marks = [_make_mark(span, tokens, message.text, message.before, PRODUCT) for span in spans]
        kept = [(span, mark) for span, mark in zip(spans, marks, strict=True) if mark.stance is Stance.EARNEST]
        found = [Found(m.place.start, m.place.end, m.place.text, m.attribute, str(m.operation), m.subject.text if m.subject else "user", m.confidence) for _, m in kept]
        judged = {id(each.found): each.right for each in judge_message(found, message)}
        for (span, _), each in zip(kept, found, strict=True):
            rows.append(span.features); attributes.append(span.attribute); right.append(judged[id(each)]); number.append(n); product.append(each.confidence)
    return np.array(rows), np.array(attributes), np.array(right, dtype=float), np.array(number), np.array(product)


def design(features: np.ndarray, attributes: np.ndarray) -> np.ndarray:
    return np.hstack([np.ones((len(features), 1)), features, np.eye(len(READ_ATTRIBUTES))[attributes]])


def fit(matrix: np.ndarray, target: np.ndarray, ridge: float = 1.0) -> np.ndarray:
    """Newton's method."""
    penalty = np.full(matrix.shape[1], ridge)
    penalty[: 1 + len(FEATURES)] = 0.01
    weights = np.zeros(matrix.shape[1])
    for _ in range(30):
        share = 1 / (1 + np.exp(-matrix @ weights))
        gradient = matrix.T @ (share - target) + penalty * weights
        curve = (matrix * (share * (1 - share))[:, None]).T @ matrix + np.diag(penalty)
        step = np.linalg.solve(curve, gradient)
        weights -= step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def cross_fit(matrix: np.ndarray, target: np.ndarray, number: np.ndarray, folds: int = 10) -> np.ndarray:
    shares = np.zeros(len(target))
    for fold in range(folds):
        test = number % folds == fold
        shares[test] = 1 / (1 + np.exp(-matrix[test] @ fit(matrix[~test], target[~test])))
    return shares


def curve(shares: np.ndarray, right: np.ndarray, number: np.ndarray, gold: int, none: set[int]) -> None:
    order = np.argsort(-shares)
    for bar in (0.95, 0.9, 0.85, 0.8):
        precision = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
        good = np.flatnonzero(precision >= bar)
        if len(good):
            last = good[-1]
            false = {number[k] for k in order[: last + 1]} & none
            print(f"  precision {bar}: found {right[order][:last + 1].sum() / gold:.3f} at {shares[order[last]]:.3f}, nothing {len(false) / max(1, len(none)):.3f}")
    for cut in (.9, .8, .7, .6, .5, .4, .3, .2):
        taken = shares >= cut
        print(f"  cut {cut}: {taken.sum()} found, right {right[taken].mean() if taken.any() else 0:.3f}, of all {right[taken].sum() / gold:.3f}, nothing {len(set(number[taken]) & none) / max(1, len(none)):.3f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path, nargs="+")
    parser.add_argument("--files", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    messages = [message for path in arguments.files for message in read_annotated(path)]
    features, attributes, right, number, product = collect([load_network(*arguments.weights)], messages)
    gold = sum(not mark.stance for message in messages for mark in message.marks)
    none = {n for n, message in enumerate(messages) if message.act == "none"}
    print(f"{len(messages)} messages, {gold} claims, {len(none)} nothing, {len(right)} found, {right.sum():.0f} right")
    print("product"); curve(product, right, number, gold, none)
    matrix = design(features, attributes)
    shares = cross_fit(matrix, right, number)
    print("fitted"); curve(shares, right, number, gold, none)
    weights = fit(matrix, right)
    print(dict(zip(("constant", *FEATURES), weights.round(2), strict=False)))
    if arguments.out:
        count = 1 + len(FEATURES)
        arguments.out.write_text(json.dumps({"constant": weights[0], "weights": list(weights[1:count]), "attributes": dict(zip(READ_ATTRIBUTES, weights[count:], strict=True))}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
