"""The reader's network: an encoder of the kind of BERT with heads for the act, spans, attributes, operations, stances
and pointers to the subject, the time and the label. It needs PyTorch and nothing of ATLAS, so that it trains anywhere.
How large the encoder is, its published weights say; those with a table of distances (MPNet) are teachers only.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.checkpoint import checkpoint

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
_DISTANCES: Final = "encoder.relative_attention_bias.weight"
_NORMS: Final = (("after_attention", "attention.output.LayerNorm"), ("after_inner", "output.LayerNorm"))


_FARTHEST: Final = 128
"""Tokens apart from which on all are called equally far."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Of an encoder."""

    inner: tuple[int, ...] = (INNER,) * LAYERS
    """How wide each layer is within."""
    width: int = WIDTH
    buckets: int = 0
    """Of distances between tokens, where there is a table of them."""


class Linear(nn.Linear):
    """A product whose matrix may be rounded to eight bits, a scale a column as `export.py` has it."""

    rounded = False

    def forward(self, states: Tensor) -> Tensor:
        if not self.rounded:
            return super().forward(states)
        scale = self.weight.detach().abs().amax(1, keepdim=True) / 127
        missed = torch.round(self.weight.detach() / scale) * scale - self.weight.detach()
        return functional.linear(states, self.weight + missed, self.bias)


class Layer(nn.Module):
    def __init__(self, dropout: float, inner: int, width: int = WIDTH) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (Linear(width, width) for _ in range(4))
        self.grow, self.shrink = Linear(width, inner), Linear(inner, width)
        self.after_attention, self.after_inner = nn.LayerNorm(width, 1e-12), nn.LayerNorm(width, 1e-12)
        self.dropout = nn.Dropout(dropout)

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        rows, tokens, width = states.shape

        def split(each: Tensor) -> Tensor:
            return each.view(rows, tokens, HEADS, width // HEADS).transpose(1, 2)

        seen = functional.scaled_dot_product_attention(
            split(self.query(states)), split(self.key(states)), split(self.value(states)), attn_mask=mask
        )
        joined = seen.transpose(1, 2).reshape(rows, tokens, width)
        states = self.after_attention(states + self.dropout(self.out(joined)))
        return self.after_inner(states + self.dropout(self.shrink(functional.gelu(self.grow(states)))))


class Encoder(nn.Module):
    def __init__(self, dropout: float = 0.1, shape: Shape = Shape()) -> None:  # noqa: B008 — it is frozen
        super().__init__()
        width = shape.width
        self.words, self.positions = nn.Embedding(_WORDS, width), nn.Embedding(_POSITIONS, width)
        self.types, self.norm = nn.Embedding(2, width), nn.LayerNorm(width, 1e-12)
        self.layers = nn.ModuleList(Layer(dropout, each, width) for each in shape.inner)
        self.distances = nn.Embedding(shape.buckets, HEADS) if shape.buckets else None
        self.dropout = nn.Dropout(dropout)
        self.recompute = False
        """Whether layers are run twice rather than kept in memory until the gradients are known."""

    def forward(self, ids: Tensor, types: Tensor) -> Tensor:
        places = torch.arange(ids.shape[1], device=ids.device)
        states = self.dropout(self.norm(self.words(ids) + self.positions(places) + self.types(types)))
        mask = (ids > 0)[:, None, None, :]
        if self.distances is not None:
            apart = places[None, :] - places[:, None]
            near = self.distances(number_distances(apart, self.distances.num_embeddings)).permute(2, 0, 1)[None]
            mask = near.to(states.dtype).masked_fill(~mask, -1e4)
        for layer in self.layers:
            if self.recompute and self.training:
                states = checkpoint(layer, states, mask, use_reentrant=False)
            else:
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
            return torch.tensor(stored[name].astype(np.float32))

        for module, name in (
            (self.words, "word_embeddings"),
            (self.positions, "position_embeddings"),
            (self.types, "token_type_embeddings"),
        ):
            module.weight.data = weight(f"embeddings.{name}.weight")
        _load_norm(self.norm, weight, "embeddings.LayerNorm")
        if self.distances is not None:
            self.distances.weight.data = weight(_DISTANCES)
        for number, layer in enumerate(self.layers):
            prefix = f"encoder.layer.{number}."
            for field, name in _LINEAR:
                linear = getattr(layer, field)
                linear.weight.data = weight(f"{prefix}{name}.weight").T.contiguous()
                linear.bias.data = weight(f"{prefix}{name}.bias")
            for field, name in _NORMS:
                _load_norm(getattr(layer, field), weight, prefix + name)


def measure_shape(path: Path) -> Shape:
    """Of published weights."""
    stored = np.load(path)
    biases = [name for name in stored.files if name.endswith("intermediate.dense.bias")]
    inner = tuple(len(stored[f"encoder.layer.{number}.intermediate.dense.bias"]) for number in range(len(biases)))
    buckets = len(stored[_DISTANCES]) if _DISTANCES in stored.files else 0
    return Shape(inner, len(stored["embeddings.LayerNorm.bias"]), buckets)


def number_distances(apart: Tensor, buckets: int) -> Tensor:
    """The bucket of each distance: half of them for tokens behind, fine where near and coarse where far."""
    half = buckets // 2
    fine = half // 2
    steps = apart.abs()
    coarse = fine + (torch.log(steps.clamp(min=1) / fine) / math.log(_FARTHEST / fine) * (half - fine)).long()
    return torch.where(apart > 0, half, 0) + torch.where(steps < fine, steps, coarse.clamp(max=half - 1))


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
        shape: Shape = Shape(),  # noqa: B008 — it is frozen
    ) -> None:
        super().__init__()
        width = shape.width
        self.encoder, self.dropout = Encoder(dropout, shape), nn.Dropout(dropout)
        self.act, self.tag = nn.Linear(width, acts), nn.Linear(width, 3)
        self.labels = nn.Linear(width, attributes + operations + stances)
        self.sizes = (attributes, operations, stances)
        self.asking, self.asked = (nn.Linear(width, POINTERS * POINTER_WIDTH) for _ in range(2))

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
