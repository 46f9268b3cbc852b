"""The model that shows how a processor multiplies bytes: `python -m training.byte_products OUT.onnx`.

One integer product as in the layers of our networks (activations of eight bits without sign, times a constant matrix of
eight bits with sign), of the largest weights: columns of 127 and of -127 by turns. Two products of 255 and 127 are more
than sixteen bits hold, so a processor that adds pairs in sixteen bits gives another sum.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

_OPSET: Final = 20
_SIZE: Final = 16
"""As many columns as the runtime packs together."""


def make_model() -> bytes:
    weights = np.full((_SIZE, _SIZE), 127, np.int8)
    weights[:, 1::2] = -127
    graph = helper.make_graph(
        [helper.make_node("MatMulInteger", ["activations", "weights"], ["products"])],
        "byte_products",
        [helper.make_tensor_value_info("activations", TensorProto.UINT8, ["rows", _SIZE])],
        [helper.make_tensor_value_info("products", TensorProto.INT32, ["rows", _SIZE])],
        [numpy_helper.from_array(weights, "weights")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=9)
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(make_model())
