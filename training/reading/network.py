"""The reader's network: the encoder of all-MiniLM-L6-v2 with heads for the act, spans, attributes, operations, stances
and pointers to the subject, the time and the label. It needs PyTorch and nothing of ATLAS, so that it trains anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

WIDTH: Final = 384
HEADS: Final = 12
LAYERS: Final = 6
INNER: Final = 1536
POINTERS: Final = 6
"""Start and end of the subject, of the time, of the label."""
POINTER_WIDTH: Final = 64
_WORDS: Final = 30_522
_POSITIONS: Final = 512
_LINEAR: Final = (
    ("query", "attention.self.query"),
    ("key", "attention.self.key"),
    ("value", "attention.self.value"),
    ("out", "attention.output.dense"),
    ("grow", "intermediate.dense"),
    ("shrink", "output.dense"),
)
_NORMS: Final = (("after_attention", "attention.output.LayerNorm"), ("after_inner", "output.LayerNorm"))


class Layer(nn.Module):
    def __init__(self, dropout: float, inner: int) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.grow, self.shrink = nn.Linear(WIDTH, inner), nn.Linear(inner, WIDTH)
        self.after_attention, self.after_inner = nn.LayerNorm(WIDTH, 1e-12), nn.LayerNorm(WIDTH, 1e-12)
        self.dropout = nn.Dropout(dropout)

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        rows, tokens, _ = states.shape

        def split(each: Tensor) -> Tensor:
            return each.view(rows, tokens, HEADS, WIDTH // HEADS).transpose(1, 2)

        seen = functional.scaled_dot_product_attention(
            split(self.query(states)), split(self.key(states)), split(self.value(states)), attn_mask=mask
        )
        joined = seen.transpose(1, 2).reshape(rows, tokens, WIDTH)
        states = self.after_attention(states + self.dropout(self.out(joined)))
        return self.after_inner(states + self.dropout(self.shrink(functional.gelu(self.grow(states)))))


class Encoder(nn.Module):
    def __init__(self, dropout: float = 0.1, inner: Sequence[int] = (INNER,) * LAYERS) -> None:
        super().__init__()
        self.words, self.positions = nn.Embedding(_WORDS, WIDTH), nn.Embedding(_POSITIONS, WIDTH)
        self.types, self.norm = nn.Embedding(2, WIDTH), nn.LayerNorm(WIDTH, 1e-12)
        self.layers = nn.ModuleList(Layer(dropout, each) for each in inner)
        self.dropout = nn.Dropout(dropout)

    def forward(self, ids: Tensor, types: Tensor) -> Tensor:
        places = torch.arange(ids.shape[1], device=ids.device)
        states = self.dropout(self.norm(self.words(ids) + self.positions(places) + self.types(types)))
        mask = (ids > 0)[:, None, None, :]
        for layer in self.layers:
            states = layer(states, mask)
        return states

    def load_weights(self, path: Path) -> None:
        """The published weights, int8 with their scales, as `published_weights.py` takes them out of their file."""
        stored = np.load(path)

        def weight(name: str) -> Tensor:
            if f"{name}.q" in stored:
                whole, scale = stored[f"{name}.q"].astype(np.float32), stored[f"{name}.scale"].astype(np.float32)
                if scale.ndim == 2 and 1 < scale.shape[1] < whole.shape[1]:  # a scale for each block of a row
                    scale = scale.repeat(whole.shape[1] // scale.shape[1], axis=1)
                return torch.tensor(whole * scale)
            return torch.tensor(stored[name])

        for module, name in (
            (self.words, "word_embeddings"),
            (self.positions, "position_embeddings"),
            (self.types, "token_type_embeddings"),
        ):
            module.weight.data = weight(f"embeddings.{name}.weight")
        _load_norm(self.norm, weight, "embeddings.LayerNorm")
        for number, layer in enumerate(self.layers):
            prefix = f"encoder.layer.{number}."
            for field, name in _LINEAR:
                linear = getattr(layer, field)
                linear.weight.data = weight(f"{prefix}{name}.weight").T.contiguous()
                linear.bias.data = weight(f"{prefix}{name}.bias")
            for field, name in _NORMS:
                _load_norm(getattr(layer, field), weight, prefix + name)


def measure_layers(path: Path) -> tuple[int, ...]:
    """How wide each layer of published weights is within."""
    stored = np.load(path)
    biases = [name for name in stored.files if name.endswith("intermediate.dense.bias")]
    return tuple(len(stored[f"encoder.layer.{number}.intermediate.dense.bias"]) for number in range(len(biases)))


def _load_norm(norm: nn.LayerNorm, weight: object, name: str) -> None:
    norm.weight.data, norm.bias.data = weight(f"{name}.weight"), weight(f"{name}.bias")  # type: ignore[operator]


class ReaderNetwork(nn.Module):
    """A span is the mean of its tokens; every head is linear on it, so that the mean can be taken behind the heads."""

    def __init__(
        self,
        attributes: int,
        operations: int = 4,
        stances: int = 7,
        acts: int = 8,
        dropout: float = 0.1,
        inner: Sequence[int] = (INNER,) * LAYERS,
    ) -> None:
        super().__init__()
        self.encoder, self.dropout = Encoder(dropout, inner), nn.Dropout(dropout)
        self.act, self.tag = nn.Linear(WIDTH, acts), nn.Linear(WIDTH, 3)
        self.labels = nn.Linear(WIDTH, attributes + operations + stances)
        self.sizes = (attributes, operations, stances)
        self.asking, self.asked = (nn.Linear(WIDTH, POINTERS * POINTER_WIDTH) for _ in range(2))

    def forward(self, ids: Tensor, types: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Logits of the act and of the tags, and for each token its labels, what it asks for and how it answers."""
        states = self.dropout(self.encoder(ids, types))
        real = (ids > 0).to(states.dtype)[..., None]
        mean = (states * real).sum(1) / real.sum(1)
        return (
            self.act(states[:, 0] + mean),
            self.tag(states),
            self.labels(states),
            self.asking(states),
            self.asked(states),
        )
