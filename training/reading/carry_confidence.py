"""Carry a confidence over to new weights: `python -m training.reading.carry_confidence NEW BEFORE`, a minute on a CPU.

NEW and BEFORE are folders with a reader each, BEFORE's with the calibration that is carried over. A network that went
on training is surer of everything, right or wrong, and a cut would let more through than it did. Where both read the
same messages, which neither was trained on, each number of the confidence is moved and stretched so that it is
distributed as before. Nothing of what is right is looked at: the cuts keep their meaning without being fitted anew.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from atlas.adapters.onnx_session import PinnedModel, open_session, run_session
from atlas.adapters.reading.confidence import FEATURES, measure_spans
from atlas.adapters.reading.spans import Outputs, read_spans
from atlas.adapters.reading.tokens import tokenise_message
from training.reading.annotations import Annotated, read_annotated
from training.reading.examples import DATA, WIDTH
from training.reading.pinned_reader import pin_reader


def measure_messages(model: PinnedModel, messages: Iterable[Annotated]) -> Any:
    """A row of the confidence's numbers for each span that is found."""
    session = open_session(model, 1)
    rows = []
    for message in messages:
        tokens = tokenise_message(message.text, message.before, WIDTH)
        feed = {"ids": np.array([tokens.ids], np.int64), "types": np.array([tokens.types], np.int64)}
        outputs = Outputs(*(each[0] for each in run_session(session, model, feed)))
        rows.append(measure_spans(read_spans(outputs, tokens), outputs, tokens))
    return np.concatenate(rows)


def carry_confidence(fitted: dict[str, Any], before: Any, now: Any) -> dict[str, Any]:
    """The fitted numbers, such that what is measured now counts as what was measured before."""
    centre, spread = {}, {}
    for column, name in enumerate(FEATURES):
        stretched = (now[:, column].std() + 1e-6) / (before[:, column].std() + 1e-6)
        moved = (fitted["centre"][name] - before[:, column].mean()) * stretched
        centre[name] = round(float(now[:, column].mean() + moved), 4)
        spread[name] = round(float(fitted["spread"][name] * stretched), 4)
    return {**fitted, "centre": centre, "spread": spread}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("new", type=Path, help="holds reader.onnx, and gets calibration.json")
    parser.add_argument("before", type=Path, help="holds another reader.onnx and its calibration.json")
    arguments = parser.parse_args()
    messages = [each for path in sorted((DATA / "tune").glob("*.jsonl")) for each in read_annotated(path)]
    fitted = json.loads((arguments.before / "calibration.json").read_text("utf-8"))
    new = pin_reader(arguments.new)
    before, now = (measure_messages(model, messages) for model in (pin_reader(arguments.before), new))
    carried = {**carry_confidence(fitted, before, now), "reader": new.sha256}
    (arguments.new / "calibration.json").write_text(json.dumps(carried) + "\n", "utf-8")
    sys.stdout.write(f"{len(before):,} spans before, {len(now):,} now\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
