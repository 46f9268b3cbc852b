"""Trained weights as an int8 ONNX file: `python -m training.embedding.export OUT.onnx PUBLISHED.npz WEIGHTS…`.

The graph is the reader's encoder (`training/reading/export.py`) with the mean of its states, of length one, behind it.
Activations have a scale a token: with one a text, what a few tokens are large in costs a hundredth of the recall.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper

from training.reading.checkpoints import read_checkpoint
from training.reading.export import Graph, embed_tokens, run_layer
from training.reading.network import WIDTH, Encoder, measure_shape

_OPSET: Final = 20
_POSITIONS: Final = 256


def load_encoder(published: Path, folders: Sequence[Path], kept: float = 0.0) -> Encoder:
    """The encoder of one run; of several that began alike, the mean of their weights; `kept` of it as published."""
    encoder = Encoder(0.0, measure_shape(published))
    encoder.load_weights(published)
    runs = [read_checkpoint(folder) for folder in folders]
    for name in runs[0] if runs else ():
        parameter = encoder.get_parameter(name)
        trained = torch.tensor(np.mean([run[name] for run in runs], axis=0))
        parameter.data = kept * parameter.data + (1.0 - kept) * trained
    return encoder.eval()


def build_graph(encoder: Any, words: tuple[np.ndarray, np.ndarray], exact: bool) -> onnx.ModelProto:
    graph = Graph(exact, by_token=True)
    states = embed_tokens(graph, encoder, words, _POSITIONS)
    for layer in encoder.layers:
        states = run_layer(graph, layer, states)
    mean = graph.add("ReduceMean", [states, graph.constant(np.array([1]))], keepdims=0)
    graph.add("LpNormalization", [mean], name="vector", axis=-1, p=2)
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, [1, "tokens"]) for name in ("ids", "types")]
    outputs = [helper.make_tensor_value_info("vector", TensorProto.FLOAT, [1, WIDTH])]
    made = helper.make_graph(graph.nodes, "encoder", inputs, outputs, graph.constants)
    model = helper.make_model(
        made, opset_imports=[helper.make_opsetid("", _OPSET), helper.make_opsetid("com.microsoft", 1)], ir_version=9
    )
    onnx.checker.check_model(model)
    return model


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("published", type=Path, help="what `training.reading.published_weights` wrote")
    parser.add_argument("weights", type=Path, nargs="*", help="folders of `train.py`; none: the published encoder")
    parser.add_argument("--kept", type=float, default=0.0, help="how much of the published weights stays")
    parser.add_argument("--float", action="store_true", dest="exact")
    arguments = parser.parse_args()
    published = np.load(arguments.published)
    words = tuple(published[f"embeddings.word_embeddings.weight.{each}"] for each in ("q", "scale"))
    encoder = load_encoder(arguments.published, arguments.weights, arguments.kept)
    onnx.save(build_graph(encoder, words, arguments.exact), arguments.out)
    sys.stdout.write(f"{arguments.out}: {arguments.out.stat().st_size:,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
