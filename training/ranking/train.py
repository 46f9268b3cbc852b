"""Train the ranking network: `python -m training.ranking.train EXAMPLES.npz … [--write]`, minutes on a CPU.

What the sum of the numbers leaves wrong is learned: each place of evidence is to win against all that hold none. A set
counts by the root of its questions, as in the fit of the sum. Printed are the figures of every set with nothing of it
known (of LoCoMo, nothing of the conversation), by the sum alone and with the network, both fitted to the same others.
The sum never knows our own chats of the training part, as the one on board does not. `--write` prints what
`retrieval/network_weights.py` holds, fitted to all. It needs PyTorch.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor, nn

from atlas.retrieval.features import NAMES
from atlas.retrieval.network_text import write_network
from atlas.retrieval.ranking_network import Layer, RankingNetwork, describe_places
from atlas.retrieval.weights import WEIGHTS
from benchmarks.linear_fit import Example, fit
from training.ranking import OWN

_DEPTH: Final = 10
_LEAVES_TALKS: Final = "locomo"
"""Of this set a talk is left out at a time, and all of it as well."""
_BATCH, _RATE, _DECAY = 32, 1.5e-3, 1e-3
_NEVER: Final = -1e4
_SHARE: Final = 0.75
"""How much of what the network says counts: of chats like those that it learned from it knows more than of others."""


@dataclass(frozen=True, slots=True)
class Questions:
    """Every question's first places."""

    inputs: Tensor
    places: Tensor
    """The numbers, as the sum takes them."""
    holds: Tensor
    """Which place holds which line of the evidence."""
    real: Tensor
    lines: Any
    """How many lines of evidence each question has."""
    sets: Any
    talks: Any
    categories: Any


class Network(nn.Module):
    """`wide` hidden numbers in each of `deep` layers."""

    def __init__(self, inputs: int, wide: int, deep: int, dropout: float) -> None:
        super().__init__()
        sizes = [inputs, *[wide] * deep]
        self.layers = nn.ModuleList(nn.Linear(one, other) for one, other in pairwise(sizes))
        self.last, self.dropout = nn.Linear(wide, 1), nn.Dropout(dropout)
        self.last.weight.data *= 0.1
        self.blind = nn.Dropout(0.05)

    def forward(self, inputs: Tensor) -> Tensor:
        states = self.blind(inputs)
        for layer in self.layers:
            states = self.dropout(torch.relu(layer(states)))
        found: Tensor = self.last(states)[..., 0]
        return found


def read_questions(paths: Sequence[Path]) -> Questions:
    stored = [np.load(path) for path in paths]
    parts = {name: np.concatenate([each[name] for each in stored]) for name in stored[0].files}
    places = parts["places"].astype(np.float64)
    counts, lines = parts["evidence"].T
    holds = np.unpackbits(parts["holds"], axis=1).reshape(len(places), places.shape[1], -1).astype(bool)
    inputs = np.zeros((*places.shape[:2], describe_places(places[0], 1).shape[1]), np.float32)
    for at, count in enumerate(counts):
        inputs[at, :count] = describe_places(places[at, :count], int(parts["terms"][at]))
    real = np.arange(places.shape[1]) < counts[:, None]
    tensors = (torch.tensor(each) for each in (inputs, places.astype(np.float32), holds, real))
    return Questions(*tensors, lines, parts["set"], parts["talk"], parts["category"])


def fit_sum(asked: Questions, rows: Any) -> Tensor:
    """The weights of the sum, as `benchmarks.linear_fit` finds them for these questions."""
    shares = _share_questions(asked, rows)
    examples = [
        Example(str(asked.talks[at]), "", places[real], holds[real].any(1), share=share)
        for at, places, holds, real, share in zip(
            rows,
            *(each[rows].numpy() for each in (asked.places.double(), asked.holds, asked.real)),
            shares,
            strict=True,
        )
    ]
    weights = fit(examples, NAMES, start=WEIGHTS)
    return torch.tensor([weights[name] for name in NAMES], dtype=torch.float32)


def _share_questions(asked: Questions, rows: Any) -> Any:
    counts = {name: (asked.sets[rows] == name).sum() for name in set(asked.sets[rows])}
    return np.array([counts[name] ** -0.5 for name in asked.sets[rows]])


def train_network(asked: Questions, rows: Any, sums: Tensor, options: argparse.Namespace, seed: int) -> Network:
    """The network behind the sum: its inputs are brought to one scale, which its first layer then takes over."""
    torch.manual_seed(seed)
    rows = rows[(asked.holds[rows].any(2).any(1)).numpy()]
    shares = torch.tensor(_share_questions(asked, rows), dtype=torch.float32)
    every = asked.inputs[rows][asked.real[rows]]
    centre, spread = every.mean(0), every.std(0) + 1e-3
    network = Network(len(centre), options.wide, options.deep, options.dropout)
    optimizer = torch.optim.AdamW(network.parameters(), lr=_RATE, weight_decay=_DECAY)
    steps = options.epochs * -(-len(rows) // _BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, _RATE, total_steps=steps)
    for _ in range(options.epochs):
        for batch in torch.randperm(len(rows)).split(_BATCH):
            at = rows[batch.numpy()]
            scores = network((asked.inputs[at] - centre) / spread) + sums[at]
            loss = (_lose(scores, asked.holds[at].any(2), asked.real[at]) * shares[batch]).sum() / shares[batch].sum()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    first = network.layers[0]
    first.bias.data -= first.weight.data @ (centre / spread)
    first.weight.data /= spread
    network.last.weight.data *= _SHARE
    network.last.bias.data *= _SHARE
    return network.eval()


def _lose(scores: Tensor, wanted: Tensor, real: Tensor) -> Tensor:
    """For each question how far its evidence is from winning against what holds none."""
    others = torch.logsumexp(scores.masked_fill(wanted | ~real, _NEVER), 1, keepdim=True)
    return ((torch.logaddexp(scores, others) - scores) * wanted).sum(1) / wanted.sum(1)


@torch.no_grad()
def score(asked: Questions, rows: Any, sums: Tensor, networks: Sequence[Network]) -> Tensor:
    added = torch.stack([network(asked.inputs[rows]) for network in networks]).mean(0) if networks else 0.0
    return (sums[rows] + added).masked_fill(~asked.real[rows], _NEVER)


def measure(asked: Questions, rows: Any, scores: Tensor) -> str:
    """The share of the evidence among the first place and the first ten; of several pieces all, and in sets."""
    first, ten = (_count_found(asked, rows, scores, depth) / asked.lines[rows] for depth in (1, _DEPTH))
    several = ten[np.isin(asked.categories[rows], ("multi-hop", "set"))]
    told = f"  several {several.mean():.3f}" if len(several) else ""
    return f"recall@1 {first.mean():.4f}  recall@10 {ten.mean():.4f}  all@10 {(ten > 1 - 1e-9).mean():.4f}{told}"


def _count_found(asked: Questions, rows: Any, scores: Tensor, depth: int) -> Any:
    best = scores.topk(depth, 1).indices
    held = asked.holds[rows].gather(1, best[..., None].expand(-1, -1, asked.holds.shape[2]))
    return held.any(1).sum(1).numpy()


def measure_left_out(asked: Questions, options: argparse.Namespace) -> None:
    every = np.arange(len(asked.lines))
    for name in options.sets.split(",") if options.sets else sorted(set(asked.sets) - {OWN}):
        of_set = every[asked.sets == name]
        _measure_groups(asked, name, [of_set], options)
        if name == _LEAVES_TALKS:
            talks = [of_set[asked.talks[of_set] == talk] for talk in sorted(set(asked.talks[of_set]))]
            _measure_groups(asked, f"{name}, by talk", talks, options)


def _measure_groups(asked: Questions, name: str, groups: Sequence[Any], options: argparse.Namespace) -> None:
    """Print what is found of each group by what was fitted without it."""
    rows = np.concatenate(groups)
    scored: dict[str, list[Tensor]] = {"sum": [], "network": []}
    for group in groups:
        others = np.setdiff1d(np.arange(len(asked.lines)), group)
        sums = asked.places @ fit_sum(asked, others[asked.sets[others] != OWN])
        networks = [train_network(asked, others, sums, options, seed) for seed in range(options.members)]
        scored["sum"].append(score(asked, group, sums, []))
        scored["network"].append(score(asked, group, sums, networks))
    for kind, scores in scored.items():
        sys.stdout.write(f"{name:16} {len(rows):5} {kind:8} {measure(asked, rows, torch.cat(scores))}\n")
    sys.stdout.flush()


def convert_network(networks: Sequence[Network]) -> RankingNetwork:
    return RankingNetwork(
        tuple(
            tuple(
                Layer(layer.weight.detach().double().numpy().T, layer.bias.detach().double().numpy())
                for layer in (*network.layers, network.last)
            )
            for network in networks
        )
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("examples", type=Path, nargs="+")
    parser.add_argument("--epochs", type=int, default=15)
    parser.add_argument("--wide", type=int, default=32)
    parser.add_argument("--deep", type=int, default=1)
    parser.add_argument("--dropout", type=float, default=0.2)
    parser.add_argument("--members", type=int, default=4, help="networks whose mean is taken")
    parser.add_argument("--sets", default="", help="which sets to leave out, by comma; else each but our own chats")
    parser.add_argument(
        "--write", action="store_true", help="print the network that is fitted to all, and nothing else"
    )
    options = parser.parse_args()
    torch.set_num_threads(1)
    asked = read_questions(options.examples)
    if not options.write:
        measure_left_out(asked, options)
        return 0
    every = np.arange(len(asked.lines))
    sums = asked.places @ torch.tensor([WEIGHTS[name] for name in NAMES], dtype=torch.float32)
    networks = [train_network(asked, every, sums, options, seed) for seed in range(options.members)]
    sys.stdout.write(write_network(convert_network(networks)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
