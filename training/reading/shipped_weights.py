"""The weights on board as arrays to go on from: `python -m training.reading.shipped_weights OUT.npz FOLDER`.

What was trained is shipped in eight bits alone. OUT.npz gets the encoder as `published_weights.py` writes one, FOLDER
the heads as `train.py` writes them (`--start`): from both a training goes on where the last one ended, without the
files that the last one began with.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
from onnx import numpy_helper

from atlas.adapters.reading.onnx_annotator import SHIPPED

_LINEAR: Final = (
    *("attention.self.query", "attention.self.key", "attention.self.value"),
    *("attention.output.dense", "intermediate.dense", "output.dense"),
)
_NORMS: Final = ("attention.output.LayerNorm", "output.LayerNorm")
_HEADS: Final = ("act", "tag", "labels", "asking", "asked")
_POSITIONS: Final = 512
_HALF_BYTE_ZERO: Final = 8

Arrays = dict[str, Any]


def read_shipped(path: Path) -> tuple[Arrays, Arrays]:
    """The encoder and the heads of a reader that `export.py` wrote in eight bits."""
    model = onnx.load(path)
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    products = list(_list_products(model, stored))
    norms = [
        [stored[name] for name in node.input[1:3]] for node in model.graph.node if node.op_type == "LayerNormalization"
    ]
    encoder = _read_embeddings(model, stored)
    encoder |= _name_norm("embeddings.LayerNorm", norms[0])
    layers = products[: -len(_HEADS)]
    for number, (weight, scale, bias) in enumerate(layers):
        layer, place = divmod(number, len(_LINEAR))
        name = f"encoder.layer.{layer}.{_LINEAR[place]}"
        encoder |= {f"{name}.weight.q": weight, f"{name}.weight.scale": scale, f"{name}.bias": bias}
    for number, norm in enumerate(norms[1:]):
        layer, place = divmod(number, len(_NORMS))
        encoder |= _name_norm(f"encoder.layer.{layer}.{_NORMS[place]}", norm)
    heads: Arrays = {}
    for name, (weight, scale, bias) in zip(_HEADS, products[-len(_HEADS) :], strict=True):
        heads |= {f"{name}.weight@0": (weight * scale).T.astype(np.float32), f"{name}.bias@0": bias}
    return encoder, heads


def _list_products(model: onnx.ModelProto, stored: Arrays) -> Iterator[tuple[Any, Any, Any]]:
    """The matrix, the scales of its columns and the bias of each product, in the order of the graph."""
    nodes = list(model.graph.node)
    for at, node in enumerate(nodes):
        if node.op_type != "MatMulInteger":
            continue
        behind = [(each.op_type, [stored[name] for name in each.input if name in stored]) for each in nodes[at + 1 :]]
        scale = next(held[0] for kind, held in behind if kind == "Mul" and held)
        bias = next(held[0] for kind, held in behind if kind == "Add" and held)
        yield stored[node.input[1]], scale, bias


def _read_embeddings(model: onnx.ModelProto, stored: Arrays) -> Arrays:
    """The vocabulary in four bits with its scales, and the vectors of places and kinds."""
    packed, scale = stored["words"], stored["word_scale"].astype(np.float32)[:, :, 0]
    words = np.concatenate([packed & 15, packed >> 4], axis=1).astype(np.int8) - _HALF_BYTE_ZERO
    width = words.shape[1]
    places = next(each for each in stored.values() if each.dtype == np.float16 and each.shape[1:] == (width,))
    kinds = next(stored[node.input[0]] for node in model.graph.node if "types" in node.input)
    positions = np.zeros((_POSITIONS, width), dtype=np.float32)
    positions[: len(places)] = places
    names = ("word_embeddings.weight.q", "word_embeddings.weight.scale")
    found = {f"embeddings.{name}": each for name, each in zip(names, (words, scale), strict=True)}
    return found | {
        "embeddings.position_embeddings.weight": positions,
        "embeddings.token_type_embeddings.weight": kinds,
    }


def _name_norm(name: str, norm: list[Any]) -> Arrays:
    return {f"{name}.weight": norm[0], f"{name}.bias": norm[1]}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--reader", type=Path, default=SHIPPED / "reader.onnx")
    arguments = parser.parse_args()
    encoder, heads = read_shipped(arguments.reader)
    np.savez_compressed(arguments.out, **encoder)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    np.savez(arguments.folder / "weights-0.npz", **heads)
    return 0


if __name__ == "__main__":
    sys.exit(main())
