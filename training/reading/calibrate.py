"""Fit the confidence of marks: `python -m training.reading.calibrate FOLDER --fold FOLD WRITERS --fold …`.

A network is too sure of the messages that it was trained on. So the fit looks at what *other* networks of the same kind
(the folds) found in messages by the writers whom each of them did not see: for every mark in earnest how sure each
decision was, and whether the mark was right. One hidden layer makes the confidence of that. The figures that it prints
are those of FOLDER's own reader on the tune part, which neither the reader nor the fit has seen.
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
import torch
from torch import nn

from atlas.adapters.onnx_session import PinnedModel, open_session, run_session
from atlas.adapters.reading.decoding import FEATURES, Outputs, make_mark, make_unfitted, measure_spans
from atlas.adapters.reading.tokens import tokenise_message
from atlas.errors import AnnotatorTrouble
from atlas.model.reading import READ_ATTRIBUTES, Stance
from training.reading.annotations import Annotated, read_annotated
from training.reading.scoring import describe_mark, judge_message

DATA: Final = Path(__file__).parent / "data"
_WIDTH: Final = 192
_HIDDEN: Final = 32
_EPOCHS, _BATCH, _RATE, _DECAY, _DROPOUT = 12, 256, 3e-3, 0.05, 0.2


@dataclass(frozen=True, slots=True)
class Table:
    """Every mark in earnest that was found, as the fit sees it."""

    features: Any
    attributes: Any
    right: Any
    message: Any


def collect_marks(model: PinnedModel, messages: Sequence[Annotated]) -> Table:
    session, unfitted = open_session(model, 1), make_unfitted()
    rows: list[tuple[tuple[float, ...], int, bool, int]] = []
    for number, message in enumerate(messages):
        tokens = tokenise_message(message.text, message.before, _WIDTH)
        feed = {"ids": np.array([tokens.ids], np.int64), "types": np.array([tokens.types], np.int64)}
        outputs = Outputs(*(each[0] for each in run_session(session, model, feed)))
        spans = measure_spans(outputs, tokens)
        marks = [(span, make_mark(span, tokens, message.text, message.before, unfitted)) for span in spans]
        told = [(span, describe_mark(mark)) for span, mark in marks if mark.stance is Stance.EARNEST]
        right = {id(each.found): each.right for each in judge_message([found for _, found in told], message)}
        rows.extend((span.features, span.attribute, right[id(found)], number) for span, found in told)
    features, attributes, hits, numbers = zip(*rows, strict=True)
    return Table(np.array(features, np.float32), np.array(attributes), np.array(hits, np.float32), np.array(numbers))


class ConfidenceNetwork(nn.Module):
    """The features and the attribute to log odds."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Linear(len(FEATURES), _HIDDEN)
        self.attributes = nn.Embedding(len(READ_ATTRIBUTES), _HIDDEN)
        self.attributes.weight.data.mul_(0.1)
        self.dropout, self.outer = nn.Dropout(_DROPOUT), nn.Linear(_HIDDEN, 1)

    def forward(self, features: torch.Tensor, attributes: torch.Tensor) -> torch.Tensor:
        hidden = torch.relu(self.features(features) + self.attributes(attributes))
        found: torch.Tensor = self.outer(self.dropout(hidden))[:, 0]
        return found


def fit_confidence(table: Table, seed: int) -> dict[str, Any]:
    """The fitted numbers, by the names of features and attributes."""
    torch.manual_seed(seed)
    centre, spread = table.features.mean(0), table.features.std(0) + 1e-3
    features = torch.tensor((table.features - centre) / spread)
    attributes, right = torch.tensor(table.attributes), torch.tensor(table.right)
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
    shared = (network.attributes.weight + network.features.bias).detach().numpy()
    return {
        "centre": _name_rows(FEATURES, centre),
        "spread": _name_rows(FEATURES, spread),
        "features": _name_rows(FEATURES, network.features.weight.detach().numpy().T),
        "attributes": _name_rows(READ_ATTRIBUTES, shared),
        "outer": _round(network.outer.weight.detach().numpy()[0]),
        "constant": _round(network.outer.bias.detach().numpy()[0]),
    }


def _name_rows(names: Sequence[str], rows: Any) -> dict[str, Any]:
    return {name: _round(row) for name, row in zip(names, rows, strict=True)}


def _round(numbers: Any) -> Any:
    return np.round(np.asarray(numbers, np.float64), 4).tolist()


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


def pin_reader(folder: Path) -> PinnedModel:
    path = folder / "reader.onnx"
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return PinnedModel(path, digest, "reading model", "export it again", AnnotatorTrouble)


def read_writers(names: str) -> list[Annotated]:
    return [message for name in names.split(",") for message in read_annotated(DATA / "train" / f"{name}.jsonl")]


def join_tables(tables: Sequence[Table]) -> Table:
    parts = ("features", "attributes", "right", "message")
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
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    folds = [collect_marks(pin_reader(Path(fold)), read_writers(names)) for fold, names in arguments.fold]
    fitted = fit_confidence(join_tables(folds), arguments.seed)
    reader = pin_reader(arguments.folder)
    path = arguments.folder / "calibration.json"
    path.write_text(json.dumps({"reader": reader.sha256, **fitted}) + "\n", "utf-8")
    from atlas.adapters.reading.onnx_annotator import load_reader  # what was written, as the package reads it

    _, calibration = load_reader(arguments.folder)
    for part in sorted((DATA / "tune").glob("*.jsonl")):
        messages = list(read_annotated(part))
        table = collect_marks(reader, messages)
        pairs = zip(table.features, table.attributes, strict=True)
        shares = np.array([calibration.apply(features, int(attribute)) for features, attribute in pairs])
        sys.stdout.write(f"{part.stem}\n")
        sys.stdout.writelines(f"{line}\n" for line in describe_cuts(shares, table, messages))
    return 0


if __name__ == "__main__":
    sys.exit(main())
