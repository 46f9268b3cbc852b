"""The reference vectors of the tests: `python -m training.embedding.reference PUBLISHED.npz WEIGHTS…`.

The trained network itself runs in double precision on the texts of `tests/adapters/embedding/reference_vectors.json`,
and their vectors are written anew. What is on board has eight bits and a graph written by hand: the test holds it to
these. To be run whenever the weights on board are replaced.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Final

import torch

from atlas.adapters.embedding.wordpiece import WordPiece
from training.embedding.export import load_encoder
from training.embedding.train import embed

_FILE: Final = Path(__file__).parents[2] / "tests" / "adapters" / "embedding" / "reference_vectors.json"
_WINDOW: Final = 256
_DIGITS: Final = 5


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("published", type=Path, help="what `training.reading.published_weights` wrote")
    parser.add_argument("weights", type=Path, nargs="+", help="the folders that `export` was given")
    arguments = parser.parse_args()
    encoder = load_encoder(arguments.published, arguments.weights).double()
    tokenizer = WordPiece(_WINDOW)
    cases = []
    for text, _ in json.loads(_FILE.read_text("utf-8"))["cases"]:
        with torch.no_grad():
            (vector,) = embed(encoder, torch.tensor([tokenizer.encode(text)])).tolist()
        cases.append([text, [round(number, _DIGITS) for number in vector]])
    made_by = "training.embedding.reference: the trained network in double precision, mean pooling, unit length"
    lines = ",\n".join(json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases)
    _FILE.write_text(f'{{\n"recorded_with": {json.dumps(made_by)},\n"cases": [\n{lines}\n]\n}}\n', "utf-8")
    sys.stdout.write(f"{len(cases)} vectors\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
