"""Train the reader: `python -m training.reading.train EXAMPLES.npz WEIGHTS.npz OUT`, minutes on a GPU, hours on a CPU.

OUT gets the weights in half precision (`weights-*.npz`, none over 14 MB), the figures of the writers who were left out,
and their raw outputs (`predictions.npz`), on which the confidence is calibrated.
"""

from __future__ import annotations

import argparse
import copy
import json
import sys
import time
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

sys.path.insert(0, str(Path(__file__).parent))
from network import POINTER_WIDTH, POINTERS, ReaderNetwork

_PIECE_BYTES: Final = 14_000_000
_IGNORED: Final = -100
_MASK: Final = 103
_LAST_SPECIAL: Final = 103


class Examples:
    """The arrays on the device, and the batches of an epoch: rows of like length together."""

    def __init__(self, path: Path, device: str) -> None:
        stored = np.load(path)
        self.fields = {
            name: torch.tensor(stored[name].astype(np.int64)).to(device)
            for name in ("ids", "types", "tags", "act", "marks")
        }
        self.writer, self.variant = stored["writer"], stored["variant"]
        self.lengths = (stored["ids"] > 0).sum(1)
        self.soft = {
            name: torch.tensor(stored[name]).to(device)
            for name in ("soft_act", "soft_tag", "soft_labels")
            if name in stored
        }
        self.counts = (stored["marks"][:, :, 0] > 0).sum(1)

    def batches(self, rows: np.ndarray, size: int, rng: np.random.Generator) -> list[np.ndarray]:
        keyed = rows[np.argsort(self.lengths[rows] + rng.uniform(0, 6, len(rows)))]
        cut = [keyed[at : at + size] for at in range(0, len(keyed), size)]
        rng.shuffle(cut)
        return cut

    def take(self, rows: np.ndarray, mask: float = 0) -> dict[str, Tensor]:
        width = int(self.lengths[rows].max())
        marks = max(1, int(self.counts[rows].max()))
        at = torch.as_tensor(rows, device=self.fields["ids"].device)
        taken = {name: field[at] for name, field in self.fields.items()}
        if mask:
            hidden = (torch.rand(taken["ids"].shape, device=at.device) < mask) & (taken["ids"] > _LAST_SPECIAL)
            taken["ids"] = torch.where(hidden, _MASK, taken["ids"])
        return {
            "ids": taken["ids"][:, :width],
            "types": taken["types"][:, :width],
            "tags": taken["tags"][:, :width],
            "act": taken["act"],
            "marks": taken["marks"][:, :marks],
        }


def span_means(states: Tensor, marks: Tensor) -> Tensor:
    """The mean over the tokens of each mark: rows × marks × features."""
    places = torch.arange(states.shape[1], device=states.device)
    inside = (places >= marks[:, :, :1]) & (places <= marks[:, :, 1:2])
    weights = inside.to(states.dtype) / inside.sum(-1, keepdim=True).clamp(min=1)
    return weights @ states


def point(asking: Tensor, asked: Tensor, ids: Tensor) -> Tensor:
    """Logits over tokens: rows × marks × pointers × tokens."""
    rows, marks, _ = asking.shape
    queries = asking.view(rows, marks, POINTERS, POINTER_WIDTH)
    keys = asked.view(rows, ids.shape[1], POINTERS, POINTER_WIDTH)
    found = torch.einsum("bmpd,btpd->bmpt", queries, keys) / POINTER_WIDTH**0.5
    return found.masked_fill((ids == 0)[:, None, None, :], -1e4)


def compute_loss(
    network: ReaderNetwork, batch: dict[str, Tensor], smoothing: float
) -> tuple[Tensor, tuple[Tensor, ...]]:
    act, tag, labels, asking, asked = network(batch["ids"], batch["types"])
    marks = batch["marks"]
    real = marks[:, :, 0] > 0
    count = real.sum().clamp(min=1)
    loss = functional.cross_entropy(act.float(), batch["act"], label_smoothing=smoothing)
    loss = loss + 2 * functional.cross_entropy(tag.float().transpose(1, 2), batch["tags"], ignore_index=_IGNORED)
    means = span_means(labels.float(), marks)
    for column, part in zip((2, 3, 4), means.split(network.sizes, -1), strict=True):
        target = torch.where(real, marks[:, :, column], _IGNORED)
        each = functional.cross_entropy(
            part.transpose(1, 2), target, ignore_index=_IGNORED, label_smoothing=smoothing, reduction="sum"
        )
        loss = loss + each / count
    pointed = point(span_means(asking.float(), marks), asked.float(), batch["ids"])
    target = torch.where(real[..., None] & (marks[:, :, 5:11] < batch["ids"].shape[1]), marks[:, :, 5:11], _IGNORED)
    each = functional.cross_entropy(pointed.flatten(0, 2), target.flatten(), ignore_index=_IGNORED, reduction="sum")
    return loss + 0.5 * each / count, (act.float(), tag.float(), means)


def diverge(one: Tensor, other: Tensor, weight: Tensor) -> Tensor:
    """How far two passes through the same network differ (R-Drop), over what `weight` counts."""
    first, second = one.log_softmax(-1), other.log_softmax(-1)
    both = (first.exp() - second.exp()) * (first - second)
    return (both.sum(-1) * weight).sum() / weight.sum().clamp(min=1) / 2


def train(arguments: argparse.Namespace) -> None:
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(arguments.seed)
    rng = np.random.default_rng(arguments.seed)
    examples = Examples(arguments.examples, device)
    left_out = np.isin(examples.writer, arguments.leave_out.split(","))
    used = np.flatnonzero(~left_out)
    if arguments.part < 1:
        names = np.flatnonzero(~left_out & (examples.variant == 0))
        chosen = rng.random(len(names)) < arguments.part
        used = names[chosen]
    originals = used[examples.variant[used] == 0]
    per_variant = {number: used[examples.variant[used] == number] for number in np.unique(examples.variant[used])}
    tested = np.flatnonzero(left_out & (examples.variant == 0))
    network = ReaderNetwork(arguments.attributes, dropout=arguments.dropout)
    network.encoder.load_weights(arguments.weights)
    if arguments.start:
        load_pieces(network, arguments.start)
    still = (
        [network.encoder.words, network.encoder.positions, *network.encoder.layers[: arguments.frozen_layers]]
        if arguments.frozen
        else []
    )
    for module in still:
        module.requires_grad_(False)
    network.to(device)
    average = copy.deepcopy(network)
    torch.manual_seed(arguments.order)
    rng = np.random.default_rng(arguments.order)
    groups = [
        {
            "params": [each for name, each in network.named_parameters() if each.ndim >= 2 and "words" not in name],
            "weight_decay": 0.01,
        },
        {
            "params": [each for name, each in network.named_parameters() if each.ndim < 2 or "words" in name],
            "weight_decay": 0.0,
        },
    ]
    optimizer = torch.optim.AdamW(groups, lr=arguments.rate, fused=device == "cuda")
    steps = arguments.epochs * (len(originals) // arguments.batch + 2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, arguments.rate, total_steps=steps + 1, pct_start=0.1)
    began, step = time.time(), 0
    for epoch in range(arguments.epochs):
        # the last epochs see the messages as they were written
        varied = epoch < arguments.epochs - 3 and len(per_variant) > 1
        rows = per_variant[1 + epoch % (len(per_variant) - 1)] if varied and epoch % 3 else originals
        for chosen in examples.batches(rows, arguments.batch, rng):
            batch = examples.take(chosen, arguments.mask)
            with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
                loss, first = compute_loss(network, batch, arguments.smoothing)
                if arguments.rdrop:
                    again, second = compute_loss(network, batch, arguments.smoothing)
                    spans = (batch["marks"][:, :, 0] > 0).float()
                    weights = (torch.ones_like(batch["act"], dtype=torch.float), (batch["tags"] >= 0).float(), spans)
                    loss = (loss + again) / 2 + arguments.rdrop * sum(
                        diverge(a, b, w) for a, b, w in zip(first, second, weights, strict=True)
                    )
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            step += 1
            with torch.no_grad():
                keep = min(arguments.average, (1 + step) / (10 + step))
                torch._foreach_lerp_(list(average.parameters()), list(network.parameters()), 1 - keep)
        if epoch % 10 == 9 or epoch == arguments.epochs - 1:
            shown = evaluate(average, examples, tested) if len(tested) else {}
            sys.stdout.write(f"{epoch + 1} loss {loss.item():.3f} {time.time() - began:.0f}s {json.dumps(shown)}\n")
            sys.stdout.flush()
    arguments.out.mkdir(parents=True, exist_ok=True)
    if len(tested) and arguments.raw:
        np.savez(arguments.out / "predictions.npz", rows=tested, **predict(average, examples, tested))
    if arguments.keep:
        save_weights(average, arguments.out)


@torch.no_grad()
def predict(network: ReaderNetwork, examples: Examples, rows: np.ndarray) -> dict[str, Any]:
    """Raw outputs for whole rows, padded to the widest, in half precision."""
    network.eval()
    widest = int(examples.lengths[rows].max())
    parts: dict[str, list[np.ndarray]] = {name: [] for name in ("act", "tag", "labels", "asking", "asked")}
    for chosen in np.array_split(rows, len(rows) // 256 + 1):
        at = torch.as_tensor(chosen, device=examples.fields["ids"].device)
        found = network(examples.fields["ids"][at][:, :widest], examples.fields["types"][at][:, :widest])
        for name, each in zip(parts, found, strict=True):
            parts[name].append(each.half().cpu().numpy())
    network.train()
    return {name: np.concatenate(each) for name, each in parts.items()}


def evaluate(network: ReaderNetwork, examples: Examples, rows: np.ndarray) -> dict[str, Any]:
    """Quick figures by gold spans and by found ones; the claims' figures are made where ATLAS is (`evaluate.py`)."""
    found = predict(network, examples, rows)
    fields = {
        name: examples.fields[name][torch.as_tensor(rows, device=examples.fields["ids"].device)].cpu().numpy()
        for name in ("ids", "tags", "act", "marks")
    }
    exact = total = 0
    hits = np.zeros(4)
    tags = found["tag"].argmax(-1)
    for n in range(len(rows)):
        gold = {(row[0], row[1]) for row in fields["marks"][n] if row[0] > 0}
        spans = find_spans(tags[n], fields["tags"][n] >= 0)
        exact += len(gold & set(spans))
        total += len(gold)
        for row in fields["marks"][n]:
            if row[0] <= 0:
                continue
            mean = found["labels"][n, row[0] : row[1] + 1].astype(np.float32).mean(0)
            parts = np.split(mean, np.cumsum(network.sizes)[:-1])
            asking = found["asking"][n, row[0] : row[1] + 1].astype(np.float32).mean(0)[:POINTER_WIDTH]
            keys = found["asked"][n, : int(examples.lengths[rows[n]]), :POINTER_WIDTH].astype(np.float32)
            hits += [*(part.argmax() == row[2 + k] for k, part in enumerate(parts)), (keys @ asking).argmax() == row[5]]
    names = ("attribute", "operation", "stance", "subject")
    shown = {name: round(float(hit / total), 3) for name, hit in zip(names, hits, strict=True)}
    return {
        "act": round(float((found["act"].argmax(-1) == fields["act"]).mean()), 3),
        "spans": round(exact / total, 3),
        **shown,
    }


def find_spans(tags: np.ndarray, real: np.ndarray) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for at in range(len(tags)):
        if at >= len(real) or not real[at] or not tags[at]:
            continue
        if tags[at] == 2 and spans and spans[-1][1] == at - 1:
            spans[-1] = (spans[-1][0], at)
        elif tags[at] == 1:
            spans.append((at, at))
    return spans


def load_pieces(network: ReaderNetwork, folders: list[Path]) -> None:
    """Go on from trained weights; of several runs from their mean."""
    sums: dict[str, np.ndarray] = {}
    for folder in folders:
        pieces: dict[str, dict[int, np.ndarray]] = {}
        for path in sorted(folder.glob("weights-*.npz")):
            for key, array in np.load(path).items():
                name, _, at = key.rpartition("@")
                pieces.setdefault(name, {})[int(at)] = array.astype(np.float32)
        for name, parts in pieces.items():
            whole = np.concatenate([parts[at] for at in sorted(parts)]) / len(folders)
            sums[name] = sums[name] + whole if name in sums else whole
    network.load_state_dict({name: torch.tensor(array) for name, array in sums.items()}, strict=False)


def save_weights(network: ReaderNetwork, out: Path) -> None:
    """Files small enough to travel: large matrices are cut by rows."""
    piece: dict[str, np.ndarray] = {}
    number = size = 0
    for name, tensor in network.named_parameters():
        if not tensor.requires_grad:
            continue  # the published weights, as they were
        array = tensor.detach().half().cpu().numpy()
        step = max(1, _PIECE_BYTES // max(1, array[:1].nbytes)) if array.ndim else 1
        for at in range(0, len(array), step):
            part = array[at : at + step]
            if size + part.nbytes > _PIECE_BYTES:
                np.savez(out / f"weights-{number}.npz", **piece)
                number, size, piece = number + 1, 0, {}
            piece[f"{name}@{at}"] = part
            size += part.nbytes
    np.savez(out / f"weights-{number}.npz", **piece)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("examples", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--leave-out", default="", help="writers, by comma, who are tested and not trained on")
    parser.add_argument("--attributes", type=int, required=True)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--smoothing", type=float, default=0.05)
    parser.add_argument("--rdrop", type=float, default=0.0)
    parser.add_argument("--average", type=float, default=0.998)
    parser.add_argument("--mask", type=float, default=0.0, help="share of tokens that a step hides")
    parser.add_argument("--frozen", action="store_true", help="leave the vocabulary's vectors as they are")
    parser.add_argument("--frozen-layers", type=int, default=0)
    parser.add_argument("--part", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--raw", action="store_true", help="write the raw outputs for the writers left out")
    parser.add_argument(
        "--order", type=int, default=7, help="seed of the order alone: weights of one seed can be averaged"
    )
    parser.add_argument("--start", type=Path, nargs="*", help="folders of weights to go on from")
    parser.add_argument("--keep", action="store_true", help="write the weights too")
    train(parser.parse_args())
    return 0


if __name__ == "__main__":
    sys.exit(main())
