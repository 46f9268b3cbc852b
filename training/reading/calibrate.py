"""Fit the confidence of marks: `python -m training.reading.calibrate FOLDER --fold FOLD WRITERS --fold …`.

A network is too sure of the messages that it was trained on. So the fit looks at what *other* networks of the same kind
(the folds) found in messages by the writers whom each of them did not see: for every mark in earnest how sure each
decision was, and whether the mark was right, by the annotator or by readers who judged it (`verdicts.py`). Two hidden
layers make the confidence of that, and two numbers more, fitted to the tune part, bring it to the level of FOLDER's own
reader. The figures that it prints are those of the tune part.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import nn

from atlas.adapters.onnx_session import PinnedModel, open_session, run_session
from atlas.adapters.reading.confidence import FEATURES, find_odds, load_confidence, measure_spans
from atlas.adapters.reading.decoding import make_mark
from atlas.adapters.reading.spans import Outputs, read_spans
from atlas.adapters.reading.tokens import tokenise_message
from atlas.model.reading import READ_ATTRIBUTES, Stance
from training.reading.annotations import Annotated, Numbered, number_messages
from training.reading.pinned_reader import pin_reader
from training.reading.scoring import describe_mark, judge_message
from training.reading.verdicts import Verdicts, read_verdicts

DATA: Final = Path(__file__).parent / "data"
_WIDTH: Final = 192
_FIRST, _SECOND = 64, 32
_EPOCHS, _BATCH, _RATE, _DECAY, _DROPOUT = 15, 256, 3e-3, 0.05, 0.3


@dataclass(frozen=True, slots=True)
class Table:
    """Every mark in earnest that was found, as the fit sees it."""

    features: Any
    attributes: Any
    right: Any
    """One by the annotator's marks; else the share of the readers who say so; not a number where nobody judged it."""
    new: Any
    """Whether nothing surer in its message says the same."""
    left_out: Any
    """Whether all readers say that the annotator left it out."""
    message: Any


def collect_marks(model: PinnedModel, messages: Sequence[Numbered], verdicts: Verdicts) -> Table:
    session = open_session(model, 1)
    rows: list[tuple[Any, int, float, bool, bool, int]] = []
    for number, placed in enumerate(messages):
        message = placed.message
        tokens = tokenise_message(message.text, message.before, _WIDTH)
        feed = {"ids": np.array([tokens.ids], np.int64), "types": np.array([tokens.types], np.int64)}
        outputs = Outputs(*(each[0] for each in run_session(session, model, feed)))
        spans = read_spans(outputs, tokens)
        features = measure_spans(spans, outputs, tokens)
        marks = [make_mark(span, tokens, message.text, message.before, 0.5) for span in spans]
        told = [n for n, mark in enumerate(marks) if mark.stance is Stance.EARNEST]
        found = {n: describe_mark(marks[n]) for n in told}
        judged = judge_message(list(found.values()), message, verdicts.list_letters(placed))
        verdict = {id(each.found): each for each in judged}
        for n in told:
            each = verdict[id(found[n])]
            right = np.nan if each.share is None else each.share
            rows.append((features[n], spans[n].attribute, right, each.new, each.left_out, number))
    columns = [np.array(each) for each in zip(*rows, strict=True)]
    return Table(*columns)


class ConfidenceNetwork(nn.Module):
    """The features and the attribute to log odds."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Linear(len(FEATURES), _FIRST)
        self.attributes = nn.Embedding(len(READ_ATTRIBUTES), _FIRST)
        self.attributes.weight.data.mul_(0.1)
        self.hidden, self.outer = nn.Linear(_FIRST, _SECOND), nn.Linear(_SECOND, 1)
        self.dropout = nn.Dropout(_DROPOUT)

    def forward(self, features: torch.Tensor, attributes: torch.Tensor) -> torch.Tensor:
        first = self.dropout(torch.relu(self.features(features) + self.attributes(attributes)))
        found: torch.Tensor = self.outer(self.dropout(torch.relu(self.hidden(first))))[:, 0]
        return found


def fit_confidence(table: Table, seed: int, before: dict[str, Any] | None = None) -> dict[str, Any]:
    """The fitted numbers, by the names of features and attributes.

    What the annotators do not bear out and nobody judged is as likely right as the confidence `before` says; without
    one it counts as wrong, so that what is unsure is called less sure than it is: few finds below .6 were judged.
    """
    guessed = _apply(before, table) if before else np.zeros_like(table.right)
    return _fit(replace(table, right=np.where(np.isnan(table.right), guessed, table.right)), seed)


def _apply(fitted: dict[str, Any], table: Table) -> Any:
    return load_confidence(fitted).apply(table.features, table.attributes)


def _fit(table: Table, seed: int) -> dict[str, Any]:
    torch.manual_seed(seed)
    centre, spread = table.features.mean(0), table.features.std(0) + 1e-3
    features = torch.tensor((table.features - centre) / spread)
    attributes, right = torch.tensor(table.attributes), torch.tensor(table.right, dtype=torch.float32)
    network = ConfidenceNetwork()
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=_DECAY)
    steps = _EPOCHS * (len(right) // _BATCH + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, _RATE, total_steps=steps)
    for _ in range(_EPOCHS):
        for rows in torch.randperm(len(right)).split(_BATCH):
            guessed = network(features[rows], attributes[rows])
            loss = nn.functional.binary_cross_entropy_with_logits(guessed, right[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    weights = {name: each.detach().numpy() for name, each in network.named_parameters()}
    return {
        "centre": _name_rows(FEATURES, centre),
        "spread": _name_rows(FEATURES, spread),
        "features": _name_rows(FEATURES, weights["features.weight"].T),
        "attributes": _name_rows(READ_ATTRIBUTES, weights["attributes.weight"] + weights["features.bias"]),
        "hidden": _round(weights["hidden.weight"].T),
        "shared": _round(weights["hidden.bias"]),
        "outer": _round(weights["outer.weight"][0]),
        "constant": _round(weights["outer.bias"][0]),
    }


def level_confidence(fitted: dict[str, Any], table: Table) -> dict[str, Any]:
    """Bring the fitted numbers to the level of these marks."""
    level, slope = fit_odds(find_odds(_apply(fitted, table)), np.nan_to_num(table.right, nan=0.0))
    outer = _round(np.array(fitted["outer"]) * slope)
    return {**fitted, "outer": outer, "constant": _round(fitted["constant"] * slope + level)}


def fit_odds(odds: Any, right: Any) -> tuple[float, float]:
    """A level and a slope, by Newton's steps, that make these odds fit what was right."""
    columns = np.stack([np.ones_like(odds), odds], axis=1).astype(np.float64)
    weights = np.zeros(2)
    for _ in range(30):
        share = 1 / (1 + np.exp(-(columns @ weights)))
        bend = (columns * (share * (1 - share))[:, None]).T @ columns + 1e-6 * np.eye(2)
        weights = weights + np.linalg.solve(bend, columns.T @ (right - share))
    return float(weights[0]), float(weights[1])


def _name_rows(names: Sequence[str], rows: Any) -> dict[str, Any]:
    return {name: _round(row) for name, row in zip(names, rows, strict=True)}


def _round(numbers: Any) -> Any:
    return np.round(np.asarray(numbers, np.float64), 4).tolist()


def describe_cuts(shares: Any, table: Table, messages: Sequence[Annotated]) -> list[str]:
    """A line a cut: how many are found, how many of them are right, how much of all there is, and of nothing."""
    gold = sum(not mark.stance for message in messages for mark in message.marks) + int(table.left_out.sum())
    nothing = {number for number, message in enumerate(messages) if message.act == "none"}
    right = np.nan_to_num(table.right, nan=0.0)
    lines = []
    for cut in np.arange(0.1, 1.0, 0.05):
        taken = shares >= cut
        false = len(set(table.message[taken]) & nothing) / max(1, len(nothing))
        share = right[taken].mean() if taken.any() else 0.0
        unjudged = np.isnan(table.right[taken]).sum()
        lines.append(
            f"{cut:.2f}  found {taken.sum():4}  right {share:.3f}  "
            f"of all {(right * table.new)[taken].sum() / gold:.3f}  of nothing {false:.3f}  nobody judged {unjudged:3}"
        )
    return lines


def join_tables(tables: Sequence[Table]) -> Table:
    parts = ("features", "attributes", "right", "new", "left_out", "message")
    return Table(*(np.concatenate([getattr(table, name) for table in tables]) for name in parts))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="holds reader.onnx, and gets calibration.json")
    parser.add_argument(
        "--fold",
        nargs=2,
        action="append",
        required=True,
        metavar=("FOLD", "WRITERS"),
        help="the folder of another reader, and the writers of the training part, by comma, whom it has not seen",
    )
    parser.add_argument(
        "--before", type=Path, help="another reader's calibration.json, whose word counts where nobody judged"
    )
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    verdicts = read_verdicts("train")
    folds = []
    for fold, names in arguments.fold:
        written = number_messages([DATA / "train" / f"{name}.jsonl" for name in names.split(",")])
        folds.append(collect_marks(pin_reader(Path(fold)), list(written), verdicts))
    before = json.loads(arguments.before.read_text("utf-8")) if arguments.before else None
    fitted = fit_confidence(join_tables(folds), arguments.seed, before)
    reader = pin_reader(arguments.folder)
    messages = list(number_messages(sorted((DATA / "tune").glob("*.jsonl"))))
    table = collect_marks(reader, messages, read_verdicts("tune"))
    levelled = level_confidence(fitted, table)
    path = arguments.folder / "calibration.json"
    path.write_text(json.dumps({"reader": reader.sha256, **levelled}) + "\n", "utf-8")
    shares = _apply(levelled, table)
    sys.stdout.writelines(f"{line}\n" for line in describe_cuts(shares, table, [each.message for each in messages]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
