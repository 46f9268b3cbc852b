"""What eight bits cost: `python -m training.embedding.precision FLOAT.onnx --data DIR [--sets locomo,chats]`.

FLOAT.onnx is what `export --float` writes: the same weights in single precision (the vocabulary was published in eight
bits). The nearest turns to each question by vectors alone, no words, no ranking, of the encoder on board and of this
one, side by side, on LoCoMo and on our own tune chats. It needs no PyTorch.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnxruntime

from atlas.adapters.embedding.encoder import EncoderEmbedder
from atlas.adapters.embedding.wordpiece import WordPiece
from benchmarks.baselines import whole
from benchmarks.formats import ADVERSARIAL, SETS, Talk, load
from benchmarks.measures import DEPTH, Score, difference, mean, score

_SHOWN: Final = ("recall@1", "recall@10", "all@10")
_WINDOW: Final = 256
_BAR: Final = 0.005


class FloatEncoder:
    """The graph of `export --float`, one text a run as on board."""

    def __init__(self, model: Path) -> None:
        self._session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
        self._tokenizer = WordPiece(_WINDOW)

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        return np.concatenate([self._embed_one(text) for text in texts])

    def _embed_one(self, text: str) -> Any:
        ids = np.array([self._tokenizer.encode(text)], dtype=np.int64)
        return self._session.run(None, {"ids": ids, "types": np.zeros_like(ids)})[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path, help="what `export --float` wrote")
    parser.add_argument("--data", type=Path, required=True, help="the folder of data sets")
    parser.add_argument("--sets", default="locomo,chats", help="parted by commas")
    arguments = parser.parse_args()
    encoders = {"int8": EncoderEmbedder(), "fp32": FloatEncoder(arguments.model)}
    within = [_compare(name, load(name, arguments.data), encoders) for name in arguments.sets.split(",")]
    return 0 if all(within) else 1


def _compare(name: str, talks: Sequence[Talk], encoders: dict[str, Any]) -> bool:
    """Print both; whether recall@10 of the eight bits is within the bar of the other's, or above it."""
    scores = {}
    for kind, encoder in encoders.items():
        scores[kind] = [each for talk in talks for each in _scores(talk, encoder)]
        means = mean(scores[kind])
        sys.stdout.write(f"{SETS[name]:10} {kind}  {'  '.join(f'{key} {means[key]:.4f}' for key in _SHOWN)}\n")
    lost = difference(scores["fp32"], scores["int8"])
    said = f"within {_BAR}" if lost.value <= _BAR else f"more than {_BAR}"
    sys.stdout.write(
        f"{SETS[name]:10} int8 loses {lost.value:+.4f} ({lost.low:+.4f} to {lost.high:+.4f}) of recall@10: {said}\n"
    )
    return lost.value <= _BAR


def _scores(talk: Talk, encoder: Any) -> list[Score]:
    """As one category: the means are over questions, and so is the difference."""
    rows = encoder.embed([whole(turn) for turn in talk.turns])
    asked = [each for each in talk.questions if each.category != ADVERSARIAL]
    nearest = [np.argsort(-(rows @ encoder.embed([each.text])[0]), kind="stable")[:DEPTH] for each in asked]
    returned = [[talk.turns[int(at)].id for at in best] for best in nearest]
    return [score("", best, each.evidence) for best, each in zip(returned, asked, strict=True)]


if __name__ == "__main__":
    sys.exit(main())
