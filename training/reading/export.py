"""Trained weights as an int8 ONNX file: `python -m training.reading.export OUT.onnx WEIGHTS…`.

The graph is written node by node: the products of the layers and heads are integer products (activations are quantised
as they come, weights a column at a time), the vocabulary is the published one and stays as it was quantised. With
`--float` the same graph keeps its weights in single precision, to measure what eight bits cost.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from atlas.model.reading import READ_ATTRIBUTES
from training.reading.checkpoints import load_network
from training.reading.network import HEADS, WIDTH

_OPSET: Final = 20
_POSITIONS: Final = 192
_HALF_BYTE_ZERO: Final = 8


class Graph:
    """Nodes and constants as they are added; each method gives the name of what it makes."""

    def __init__(self, exact: bool, by_token: bool = False) -> None:
        """`by_token`: activations are quantised with a scale a token, not one for all of the text."""
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self._exact, self._by_token = exact, by_token
        self._count = 0
        self._known: dict[str, str] = {}
        self._quantised: dict[str, tuple[str, str, str]] = {}

    def constant(self, array: np.ndarray, name: str = "") -> str:
        self._count += 1
        name = name or f"c{self._count}"
        self.constants.append(numpy_helper.from_array(np.array(array, order="C"), name))
        return name

    def add(self, kind: str, inputs: list[str], outputs: int = 1, name: str = "", **attributes: Any) -> Any:
        self._count += 1
        names = [name] if name else [f"n{self._count}_{each}" for each in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, **attributes))
        return names[0] if len(names) == 1 else tuple(names)

    def multiply(self, states: str, weight: np.ndarray, bias: np.ndarray, name: str = "") -> str:
        """States times a matrix (inputs × outputs), plus the bias."""
        if self._exact:
            product = self.add("MatMul", [states, self.constant(weight.astype(np.float32))])
        else:
            scale = np.maximum(np.abs(weight).max(axis=0), 1e-8) / 127
            whole = np.clip(np.round(weight / scale), -127, 127).astype(np.int8)
            if states not in self._quantised:
                quantise = self._quantise_tokens if self._by_token else self._quantise_text
                self._quantised[states] = quantise(states)
            product = self._multiply_bytes(self._quantised[states], whole, scale.astype(np.float32))
        return self.add("Add", [product, self.constant(bias.astype(np.float32))], name=name)

    def _multiply_bytes(self, quantised: tuple[str, str, str], whole: np.ndarray, columns: np.ndarray) -> Any:
        values, step, zero = quantised
        if self._by_token:  # onnxruntime's own sum of the four nodes below, which takes one scale a run
            one = self._shared(np.float32(1.0))
            inputs = [values, self.constant(whole), one, self.constant(columns), zero]
            return self.add("Mul", [self.add("MatMulIntegerToFloat", inputs, domain="com.microsoft"), step])
        product = self.add(
            "Cast", [self.add("MatMulInteger", [values, self.constant(whole), zero])], to=TensorProto.FLOAT
        )
        return self.add("Mul", [product, self.add("Mul", [step, self.constant(columns)])])

    def _quantise_text(self, states: str) -> tuple[str, str, str]:
        values, step, zero = self.add("DynamicQuantizeLinear", [states], 3)
        return values, step, zero

    def _quantise_tokens(self, states: str) -> tuple[str, str, str]:
        """A byte stands for 1/127 of the largest number of its token; 128 for nothing."""
        last = self._shared(np.array([-1]))
        largest = self.add("ReduceMax", [self.add("Abs", [states]), last], keepdims=1)
        step = self.add(
            "Max", [self.add("Mul", [largest, self._shared(np.float32(1 / 127))]), self._shared(np.float32(1e-9))]
        )
        flat = self.add("Reshape", [step, self._shared(np.array([-1]))])
        zeros = self.add("Expand", [self._shared(np.array([128], np.uint8)), self.add("Shape", [flat])])
        values = self.add("QuantizeLinear", [states, flat, zeros], axis=1)
        return values, step, self._shared(np.uint8(128))

    def _shared(self, array: Any) -> str:
        """A constant that is written once."""
        made = np.asarray(array)
        key = f"{made.dtype}:{made.tolist()}"
        if key not in self._known:
            self._known[key] = self.constant(made)
        return self._known[key]

    def normalise(self, states: str, norm: Any) -> str:
        weight, bias = (self.constant(each.detach().numpy()) for each in (norm.weight, norm.bias))
        return self.add("LayerNormalization", [states, weight, bias], axis=-1, epsilon=1e-12)


def build_graph(network: Any, words: tuple[np.ndarray, np.ndarray], exact: bool) -> onnx.ModelProto:
    graph = Graph(exact)
    states = embed_tokens(graph, network.encoder, words, _POSITIONS)
    for layer in network.encoder.layers:
        states = run_layer(graph, layer, states)
    outputs = _run_heads(graph, network, states)
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, [1, "tokens"]) for name in ("ids", "types")]
    made = helper.make_graph(graph.nodes, "reader", inputs, outputs, graph.constants)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=9)
    onnx.checker.check_model(model)
    return model


def embed_tokens(graph: Graph, encoder: Any, words: tuple[np.ndarray, np.ndarray], positions: int) -> str:
    table, scale = words
    look_up = _look_up_words if scale.shape[1] == 1 else _look_up_half_bytes
    found = look_up(graph, table, scale)
    halves = graph.constant(encoder.positions.weight.detach().numpy()[:positions].astype(np.float16))
    places = graph.add("Cast", [halves], to=TensorProto.FLOAT)
    count = graph.add("Gather", [graph.add("Shape", ["ids"]), graph.constant(np.array([1]))])
    zero, one = graph.constant(np.array([0])), graph.constant(np.array([1]))
    placed = graph.add("Slice", [places, zero, count, zero, one])
    kinds = graph.add("Gather", [graph.constant(encoder.types.weight.detach().numpy()), "types"])
    summed = graph.add("Add", [graph.add("Add", [found, placed]), kinds])
    return graph.normalise(summed, encoder.norm)


def _look_up_words(graph: Graph, table: np.ndarray, scale: np.ndarray) -> str:
    """A byte a number, a scale a row."""
    found = graph.add("Gather", [graph.constant(table, "words"), "ids"])
    scales = graph.add("Gather", [graph.constant(scale.astype(np.float32), "word_scale"), "ids"])
    return str(graph.add("Mul", [graph.add("Cast", [found], to=TensorProto.FLOAT), scales]))


def _look_up_half_bytes(graph: Graph, table: np.ndarray, scale: np.ndarray) -> str:
    """Four bits a number, the left half of a row in the lower ones; a scale (in half precision) for each block."""
    raised = (table + _HALF_BYTE_ZERO).astype(np.uint8)
    packed = raised[:, : WIDTH // 2] | (raised[:, WIDTH // 2 :] << 4)
    found = graph.add("Gather", [graph.constant(packed, "words"), "ids"])
    low = graph.add("BitwiseAnd", [found, graph.constant(np.array(15, np.uint8))])
    high = graph.add("BitShift", [found, graph.constant(np.array(4, np.uint8))], direction="RIGHT")
    whole = graph.add("Cast", [graph.add("Concat", [low, high], axis=-1)], to=TensorProto.FLOAT)
    whole = graph.add("Sub", [whole, graph.constant(np.array(_HALF_BYTE_ZERO, np.float32))])
    blocks = scale.shape[1]
    cut = graph.add("Reshape", [whole, graph.constant(np.array([1, -1, blocks, WIDTH // blocks]))])
    halves = graph.constant(scale[:, :, None].astype(np.float16), "word_scale")
    scales = graph.add("Cast", [graph.add("Gather", [halves, "ids"])], to=TensorProto.FLOAT)
    return str(graph.add("Reshape", [graph.add("Mul", [cut, scales]), graph.constant(np.array([1, -1, WIDTH]))]))


def run_layer(graph: Graph, layer: Any, states: str) -> str:
    query, key, value = (
        _split_heads(graph, _apply(graph, states, each)) for each in (layer.query, layer.key, layer.value)
    )
    turned = graph.add("Transpose", [key], perm=[0, 1, 3, 2])
    scale = graph.constant(np.array((WIDTH // HEADS) ** -0.5, dtype=np.float32))
    seen = graph.add("Softmax", [graph.add("Mul", [graph.add("MatMul", [query, turned]), scale])], axis=-1)
    mixed = graph.add("Transpose", [graph.add("MatMul", [seen, value])], perm=[0, 2, 1, 3])
    joined = graph.add("Reshape", [mixed, graph.constant(np.array([1, -1, WIDTH]))])
    states = graph.normalise(graph.add("Add", [states, _apply(graph, joined, layer.out)]), layer.after_attention)
    inner = graph.add("Gelu", [_apply(graph, states, layer.grow)])
    return graph.normalise(graph.add("Add", [states, _apply(graph, inner, layer.shrink)]), layer.after_inner)


def _split_heads(graph: Graph, states: str) -> str:
    cut = graph.add("Reshape", [states, graph.constant(np.array([1, -1, HEADS, WIDTH // HEADS]))])
    return graph.add("Transpose", [cut], perm=[0, 2, 1, 3])


def _apply(graph: Graph, states: str, linear: Any, name: str = "") -> str:
    return graph.multiply(states, linear.weight.detach().numpy().T, linear.bias.detach().numpy(), name)


def _run_heads(graph: Graph, network: Any, states: str) -> list[Any]:
    first = graph.add("Gather", [states, graph.constant(np.array(0))], axis=1)
    mean = graph.add("ReduceMean", [states, graph.constant(np.array([1]))], keepdims=0)
    _apply(graph, graph.add("Add", [first, mean]), network.act, "act")
    for name in ("tag", "labels", "asking", "asked"):
        _apply(graph, states, getattr(network, name), name)
    shapes = {"act": [1, 8], "tag": [1, "tokens", 3], "labels": [1, "tokens", network.labels.out_features]}
    pointers = {name: [1, "tokens", network.asking.out_features] for name in ("asking", "asked")}
    return [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in {**shapes, **pointers}.items()
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("published", type=Path, help="what `published_weights.py` wrote")
    parser.add_argument("weights", type=Path, nargs="+")
    parser.add_argument("--float", action="store_true", dest="exact")
    arguments = parser.parse_args()
    published = np.load(arguments.published)
    words = tuple(published[f"embeddings.word_embeddings.weight.{each}"] for each in ("q", "scale"))
    network = load_network(arguments.published, arguments.weights, len(READ_ATTRIBUTES))
    onnx.save(build_graph(network, words, arguments.exact), arguments.out)
    sys.stdout.write(f"{arguments.out}: {arguments.out.stat().st_size:,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
