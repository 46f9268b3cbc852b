"""The network that hears arguments: the encoder of all-MiniLM-L6-v2 over a topic and a message, with heads for whether
the message argues about the topic, for or against it, and how. It needs PyTorch and nothing of ATLAS.
"""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor, nn

from training.reading.network import LAYERS, WIDTH, Encoder

HEADS: Final = 6
"""Argues, favours, and four kinds of reasoning."""


class ArgumentNetwork(nn.Module):
    def __init__(self, dropout: float = 0.1) -> None:
        super().__init__()
        self.encoder, self.dropout = Encoder(dropout), nn.Dropout(dropout)
        self.heads = nn.Linear(WIDTH, HEADS)

    def embed(self, ids: Tensor, types: Tensor, layers: int) -> Tensor:
        """The states behind the first so many layers, which are not trained."""
        places = torch.arange(ids.shape[1], device=ids.device)
        encoder = self.encoder
        states = encoder.norm(encoder.words(ids) + encoder.positions(places) + encoder.types(types))
        for layer in list(encoder.layers)[:layers]:
            states = layer(states, (ids > 0)[:, None, None, :])
        return states

    def forward(self, states: Tensor, ids: Tensor, layers: int = 0) -> Tensor:
        """Log odds of the heads, from the states behind the first so many layers."""
        for layer in list(self.encoder.layers)[layers:LAYERS]:
            states = layer(states, (ids > 0)[:, None, None, :])
        real = (ids > 0).to(states.dtype)[..., None]
        mean = (states * real).sum(1) / real.sum(1)
        return self.heads(self.dropout(states[:, 0] + mean))
