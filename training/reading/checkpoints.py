"""Trained weights, brought home in pieces and put together over the published ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from training.reading.network import ReaderNetwork, measure_shape


def load_network(published: Path, folders: Sequence[Path], attributes: int) -> ReaderNetwork:
    """The network of one run; of several runs that began alike, the mean of their weights."""
    network = ReaderNetwork(attributes, shape=measure_shape(published))
    network.encoder.load_weights(published)
    runs = [read_checkpoint(folder) for folder in folders]
    mean = {name: torch.tensor(np.mean([run[name] for run in runs], axis=0)) for name in runs[0]}
    unknown = network.load_state_dict(mean, strict=False).unexpected_keys
    if unknown:
        raise ValueError(f"There is no {unknown[0]} in the network.")
    return network.eval()


def read_checkpoint(folder: Path) -> dict[str, Any]:
    parts: dict[str, dict[int, Any]] = {}
    for path in sorted(folder.glob("weights-*.npz")):
        for key, array in np.load(path).items():
            name, _, at = key.rpartition("@")
            parts.setdefault(name, {})[int(at)] = array
    return {name: np.concatenate([each[at] for at in sorted(each)]).astype(np.float32) for name, each in parts.items()}
