"""Train the network that hears arguments: `python -m training.arguments.fit PAIRS.npz PUBLISHED.npz OUT.npz`.

The vocabulary and the lower layers stay as published: their states are computed once, so that a CPU trains the rest.
With `--leave-out` some writers are kept apart, and the figures are theirs.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.arguments.network import ArgumentNetwork

_BATCH: Final = 32
_LENGTH: Final = 96
"""Tokens that are trained on; longer messages are cut."""


def load_pairs(path: Path, sides: bool = False) -> dict[str, Any]:
    stored = np.load(path)
    kept = (stored["side"] != 0) | (not sides)
    return {name: stored[name][kept] for name in stored.files}


def embed_pairs(network: ArgumentNetwork, pairs: dict[str, Any], layers: int) -> list[Tensor]:
    """Of each pair the states of its tokens behind the layers that are not trained."""
    network.eval()
    found: list[Tensor] = [torch.empty(0)] * len(pairs["ids"])
    lengths = np.minimum((pairs["ids"] > 0).sum(1), _LENGTH)
    order = np.argsort(lengths)
    with torch.no_grad():
        for begin in range(0, len(order), 64):
            rows = order[begin : begin + 64]
            most = int(lengths[rows].max())
            ids, types = (torch.tensor(pairs[name][rows, :most].astype(np.int64)) for name in ("ids", "types"))
            states = network.embed(ids, types, layers).to(torch.float16)
            for at, row in enumerate(rows):
                found[row] = states[at, : lengths[row]].clone()
    return found


def stack_rows(rows: Any, states: list[Tensor], pairs: dict[str, Any]) -> tuple[Tensor, Tensor]:
    chosen = [states[row] for row in rows]
    most = max(len(each) for each in chosen)
    stacked = torch.zeros(len(chosen), most, chosen[0].shape[1])
    for at, each in enumerate(chosen):
        stacked[at, : len(each)] = each.float()
    return stacked, torch.tensor(pairs["ids"][rows, :most].astype(np.int64))


def measure_loss(odds: Tensor, pairs: dict[str, Any], rows: Any, smoothing: float) -> Tensor:
    argues = torch.tensor(pairs["argues"][rows].astype(np.float32))
    side = torch.tensor(pairs["side"][rows].astype(np.float32))
    kind = torch.tensor(pairs["kind"][rows].astype(np.int64))
    heard = functional.binary_cross_entropy_with_logits(odds[:, 0], argues * (1 - smoothing) + smoothing / 2)
    sided = side != 0
    wanted = (side[sided] > 0).float() * (1 - smoothing) + smoothing / 2
    taken = functional.binary_cross_entropy_with_logits(odds[sided, 1], wanted, reduction="sum") / len(rows)
    loss = heard + 1.5 * taken
    known = kind >= 0
    if known.any():
        loss = loss + 0.3 * functional.cross_entropy(odds[known, 2:], kind[known])
    return loss


def train_network(
    network: ArgumentNetwork,
    states: list[Tensor],
    pairs: dict[str, Any],
    kept: Any,
    left: Any,
    options: argparse.Namespace,
) -> None:
    upper = [each for layer in list(network.encoder.layers)[options.layers :] for each in layer.parameters()]
    groups = [{"params": upper, "lr": options.rate}, {"params": network.heads.parameters(), "lr": options.rate * 5}]
    steps = options.epochs * (len(kept) // _BATCH + 1)
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
    plan = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1.0, step / (0.1 * steps)) * max(0.0, 1 - step / steps)
    )
    rng = np.random.default_rng(options.order)
    begun = time.time()
    for epoch in range(options.epochs):
        network.train()
        total = 0.0
        shuffled = rng.permutation(kept)
        pools = [shuffled[at : at + 50 * _BATCH] for at in range(0, len(shuffled), 50 * _BATCH)]
        batches = [batch for pool in pools for batch in _cut_pool(pool, states)]
        for at in rng.permutation(len(batches)):
            rows = batches[at]
            odds = network(*stack_rows(rows, states, pairs), options.layers)
            loss = measure_loss(odds, pairs, rows, options.smoothing)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            plan.step()
            total += float(loss.detach())
        sys.stdout.write(f"epoch {epoch + 1}: loss {total / len(batches):.4f}, {time.time() - begun:.0f} s\n")
        if len(left):
            odds = judge_pairs(network, states, pairs, left, options.layers)
            side, argues = pairs["side"][left], pairs["argues"][left]
            right = (odds[:, 1] > 0) == (side > 0)
            sys.stdout.write(f"  left out: side of arguments {right[argues].mean():.3f}\n")
        sys.stdout.flush()


def _cut_pool(pool: Any, states: list[Tensor]) -> list[Any]:
    """Batches of about one length."""
    ordered = sorted(pool, key=lambda row: len(states[row]))
    return [np.array(ordered[at : at + _BATCH]) for at in range(0, len(ordered), _BATCH)]


def judge_pairs(network: ArgumentNetwork, states: list[Tensor], pairs: dict[str, Any], rows: Any, layers: int) -> Any:
    network.eval()
    found = np.zeros((len(rows), 6))
    order = np.argsort([len(states[row]) for row in rows])
    with torch.no_grad():
        for begin in range(0, len(order), 64):
            at = order[begin : begin + 64]
            found[at] = network(*stack_rows(rows[at], states, pairs), layers).numpy()
    return found


def print_figures(odds: Any, pairs: dict[str, Any], rows: Any) -> None:
    argues, side, kind = (pairs[name][rows] for name in ("argues", "side", "kind"))
    pressed = ~argues & (side != 0)
    sys.stdout.write(
        f"{len(rows)} pairs, {argues.sum()} argued, {pressed.sum()} pressed; side of all that takes one "
        f"{((odds[:, 1] > 0) == (side > 0))[side != 0].mean():.3f}, of arguments "
        f"{((odds[:, 1] > 0) == (side > 0))[argues].mean():.3f}\n"
        "argues from, sure from: precision, recall, side right, kind right, pressure let through\n"
    )
    for least in (-1.0, 0.0, 1.0, 2.0):
        for sure in (0.0, 1.0, 2.0, 3.0):
            found = (odds[:, 0] >= least) & (np.abs(odds[:, 1]) >= sure)
            both = found & argues
            right = ((odds[:, 1] > 0) == (side > 0))[both].mean()
            named = (odds[:, 2:].argmax(1) == kind)[both].mean()
            sys.stdout.write(
                f"{least:5.1f} {sure:4.1f}: {both.sum() / max(1, found.sum()):.3f} {both.sum() / argues.sum():.3f} "
                f"{right:.3f} {named:.3f} {found[pressed].mean():.3f}\n"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("published", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--leave-out", default="", help="writers, with commas between them")
    parser.add_argument("--sides", action="store_true", help="train on what takes a side, and on nothing else")
    parser.add_argument("--layers", type=int, default=3, help="lower layers that are not trained")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--smoothing", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--order", type=int, default=7)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    pairs = load_pairs(options.pairs, options.sides)
    network = ArgumentNetwork(options.dropout)
    network.encoder.load_weights(options.published)
    states = embed_pairs(network, pairs, options.layers)
    left = np.isin(pairs["writer"], options.leave_out.split(","))
    train_network(network, states, pairs, np.flatnonzero(~left), np.flatnonzero(left), options)
    if left.any():
        rows = np.flatnonzero(left)
        print_figures(judge_pairs(network, states, pairs, rows, options.layers), pairs, rows)
    np.savez(options.out, **{name: each.numpy() for name, each in network.state_dict().items() if "words" not in name})


if __name__ == "__main__":
    main()
