"""Train the reader: `python -m training.reading.train EXAMPLES.npz WEIGHTS.npz OUT`, minutes on a GPU, hours on a CPU.

OUT gets the weights in half precision (`weights-*.npz`, none over 14 MB), the figures of the writers who were left out,
and their raw outputs (`predictions.npz`), on which the confidence is calibrated.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

sys.path.insert(0, str(Path(__file__).parent))
from network import POINTER_WIDTH, POINTERS, ReaderNetwork, measure_shape

_PIECE_BYTES: Final = 14_000_000
_IGNORED: Final = -100
_RIGHT: Final = 0.85
_MASK: Final = 103
_TOKENS: Final = (24, 32, 48, 64, 96, 128)
_MARKS: Final = (4, 8)
_WARMING: Final = 0.1
_LEAST_RATE: Final = 0.04
_UNRECORDED: Final = 3
"""Steps of a shape before it is recorded: what CUDA sets up at first must not be part of the recording."""
_LAST_SPECIAL: Final = 103


class Examples:
    """The arrays on the device, and the batches of an epoch: rows of like length together."""

    def __init__(self, path: Path, device: str) -> None:
        stored = np.load(path)
        self.fields = {
            name: torch.tensor(stored[name].astype(np.int64)).to(device)
            for name in ("ids", "types", "tags", "act", "marks")
        }
        self.writer, self.variant, self.acts = stored["writer"], stored["variant"], stored["act"]
        self.lengths = (stored["ids"] > 0).sum(1)
        self.counts = (stored["marks"][:, :, 0] > 0).sum(1)

    def batches(self, rows: np.ndarray, size: int, rng: np.random.Generator) -> list[np.ndarray]:
        """Whole batches: what is missing in the last one is drawn from the same rows."""
        rows = np.concatenate([rows, rng.choice(rows, -len(rows) % size)])
        keyed = rows[np.argsort(self.lengths[rows] + rng.uniform(0, 6, len(rows)))]
        cut = [keyed[at : at + size] for at in range(0, len(keyed), size)]
        rng.shuffle(cut)
        return cut

    def fit_shape(self, rows: np.ndarray) -> tuple[int, int]:
        """How many tokens and marks hold these rows, of the few sizes for which a step is recorded."""
        tokens, marks = int(self.lengths[rows].max()), int(self.counts[rows].max())
        widest = self.fields["ids"].shape[1]
        return (
            min((each for each in _TOKENS if each >= tokens), default=widest),
            min((each for each in _MARKS if each >= marks), default=self.fields["marks"].shape[1]),
        )

    def take(self, at: Tensor, shape: tuple[int, int]) -> dict[str, Tensor]:
        width, marks = shape
        taken = {name: field[at] for name, field in self.fields.items()}
        return {
            "ids": taken["ids"][:, :width],
            "types": taken["types"][:, :width],
            "tags": taken["tags"][:, :width],
            "act": taken["act"],
            "marks": taken["marks"][:, :marks],
        }


def hide_tokens(batch: dict[str, Tensor], share: float) -> dict[str, Tensor]:
    ids = batch["ids"]
    hidden = (torch.rand(ids.shape, device=ids.device) < share) & (ids > _LAST_SPECIAL)
    return {**batch, "ids": torch.where(hidden, _MASK, ids)}


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
) -> tuple[Tensor, tuple[Tensor, ...], tuple[Tensor, ...]]:
    outputs = network(batch["ids"], batch["types"])
    act, tag, labels, asking, asked = outputs
    marks = batch["marks"]
    real = marks[:, :, 0] > 0
    count = real.sum().clamp(min=1)
    named, tagged = (batch["act"] >= 0).sum().clamp(min=1), (batch["tags"] >= 0).sum().clamp(min=1)
    loss = functional.cross_entropy(act.float(), batch["act"], label_smoothing=smoothing, reduction="sum") / named
    each = functional.cross_entropy(tag.float().transpose(1, 2), batch["tags"], reduction="sum")
    loss = loss + 2 * each / tagged
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
    return loss + 0.5 * each / count, (act.float(), tag.float(), means), outputs


def measure_divergence(
    learned: tuple[Tensor, ...], taught: tuple[Tensor, ...], batch: dict[str, Tensor], sizes: Any
) -> Tensor:
    """How far these outputs are from a teacher's: of the labels and pointers where the teacher sees a mark."""
    real = ((batch["types"] == 1) & (batch["ids"] > 0)).float()
    loss = _miss(learned[0], taught[0], torch.ones_like(batch["act"], dtype=torch.float))
    loss = loss + 2 * _miss(learned[1], taught[1], real)
    marked = real * (1 - taught[1].float().softmax(-1)[..., 0])
    for one, other in zip(learned[2].split(sizes, -1), taught[2].split(sizes, -1), strict=True):
        loss = loss + _miss(one, other, marked)
    one, other = (point(each[3].float(), each[4].float(), batch["ids"]) for each in (learned, taught))
    return loss + 0.5 * _miss(one, other, marked[..., None].expand(-1, -1, POINTERS))


def _miss(learned: Tensor, taught: Tensor, weight: Tensor) -> Tensor:
    """The divergence of Kullback and Leibler from the teacher, over what `weight` counts."""
    wanted, found = taught.float().log_softmax(-1), learned.float().log_softmax(-1)
    each = (wanted.exp() * (wanted - found)).sum(-1)
    return (each * weight).sum() / weight.sum().clamp(min=1)


def diverge(one: Tensor, other: Tensor, weight: Tensor) -> Tensor:
    """How far two passes through the same network differ (R-Drop), over what `weight` counts."""
    first, second = one.log_softmax(-1), other.log_softmax(-1)
    both = (first.exp() - second.exp()) * (first - second)
    return (both.sum(-1) * weight).sum() / weight.sum().clamp(min=1) / 2


class Step:
    """One step of training; on a GPU each shape of batch is recorded once and then replayed (a CUDA graph).

    A small network's step is thousands of short kernels, and starting them one by one takes five times as long as
    running them.
    """

    def __init__(
        self,
        network: ReaderNetwork,
        average: ReaderNetwork,
        groups: list[dict[str, Any]],
        examples: Examples,
        arguments: argparse.Namespace,
        teacher: ReaderNetwork | None = None,
    ) -> None:
        self._network, self._examples, self._arguments = network, examples, arguments
        self._teacher = teacher
        self._device = examples.fields["ids"].device
        self._trained = [each for each in network.parameters() if each.requires_grad]
        kept = dict(average.named_parameters())
        self._average = [kept[name] for name, each in network.named_parameters() if each.requires_grad]
        cuda = self._device.type == "cuda"
        self._rate, self._keep, self._taught = (torch.tensor(0.0, device=self._device) for _ in range(3))
        self._optimizer = torch.optim.AdamW(
            [{**group, "params": [each for each in group["params"] if each.requires_grad]} for group in groups],
            lr=self._rate,
            fused=cuda,
            capturable=cuda,
        )
        self._rows = torch.zeros(arguments.batch, dtype=torch.long, device=self._device)
        self._recorded: dict[tuple[int, int], tuple[torch.cuda.CUDAGraph, Tensor]] = {}
        self._seen: Counter[tuple[int, int]] = Counter()
        self._stream = torch.cuda.Stream() if cuda else None
        self._done = 0

    def run(self, rows: np.ndarray, steps: int, taught: float) -> Tensor:
        """`taught` is the teacher's share of what is learned of these rows."""
        self._rate.fill_(self._arguments.rate * _share_of_rate(self._done / steps))
        self._keep.fill_(min(self._arguments.average, (2 + self._done) / (11 + self._done)))
        self._taught.fill_(taught)
        self._rows.copy_(torch.as_tensor(rows))
        self._done += 1
        shape = self._examples.fit_shape(rows)
        if self._stream is None:
            return self._take_step(shape)
        if shape in self._recorded:
            graph, loss = self._recorded[shape]
            graph.replay()
            return loss
        self._seen[shape] += 1
        if self._seen[shape] > _UNRECORDED:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, stream=self._stream):
                loss = self._take_step(shape)
            self._recorded[shape] = graph, loss
            graph.replay()
            return loss
        self._stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self._stream):
            loss = self._take_step(shape)
        torch.cuda.current_stream().wait_stream(self._stream)
        return loss

    def _take_step(self, shape: tuple[int, int]) -> Tensor:
        arguments = self._arguments
        for each in self._trained:
            if each.grad is None:
                each.grad = torch.zeros_like(each)
        torch._foreach_zero_([each.grad for each in self._trained])
        whole = self._examples.take(self._rows, shape)
        batch = hide_tokens(whole, arguments.mask) if arguments.mask else whole
        device = self._device.type
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda", cache_enabled=False):
            loss, first, outputs = compute_loss(self._network, batch, arguments.smoothing)
            if self._teacher is not None:
                with torch.no_grad():
                    taught = self._teacher(whole["ids"], whole["types"])
                missed = measure_divergence(outputs, taught, whole, self._network.sizes)
                loss = (1 - self._taught) * loss + self._taught * missed
            if arguments.rdrop:
                again, second, _ = compute_loss(self._network, batch, arguments.smoothing)
                spans = (batch["marks"][:, :, 0] > 0).float()
                weights = (torch.ones_like(batch["act"], dtype=torch.float), (batch["tags"] >= 0).float(), spans)
                loss = (loss + again) / 2 + arguments.rdrop * sum(
                    diverge(a, b, w) for a, b, w in zip(first, second, weights, strict=True)
                )
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._trained, 1.0, foreach=True)
        self._optimizer.step()
        with torch.no_grad():
            moved = torch._foreach_sub(self._trained, self._average)
            torch._foreach_mul_(moved, 1 - self._keep)
            torch._foreach_add_(self._average, moved)
        return loss.detach()


def _share_of_rate(done: float) -> float:
    """A tenth of the way up, the rest down again, both along a cosine."""
    if done < _WARMING:
        return _LEAST_RATE + (1 - _LEAST_RATE) * (1 - math.cos(math.pi * done / _WARMING)) / 2
    return (1 + math.cos(math.pi * min(1, (done - _WARMING) / (1 - _WARMING)))) / 2


def train(arguments: argparse.Namespace) -> None:
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(arguments.seed)
    rng = np.random.default_rng(arguments.seed)
    examples = Examples(arguments.examples, device)
    left_out = np.isin(examples.writer, arguments.leave_out.split(","))
    annotated = examples.acts >= 0
    used = np.flatnonzero(~left_out & (annotated | bool(arguments.teacher)))
    if arguments.part < 1:
        names = np.flatnonzero(~left_out & (examples.variant == 0))
        chosen = rng.random(len(names)) < arguments.part
        used = names[chosen]
    originals = used[examples.variant[used] == 0]
    unlabelled = originals[examples.acts[originals] < 0]
    per_variant = {
        number: np.concatenate([used[examples.variant[used] == number], unlabelled])
        for number in np.unique(examples.variant[used])
    }
    tested = np.flatnonzero(left_out & (examples.variant == 0))
    network = ReaderNetwork(arguments.attributes, dropout=arguments.dropout, shape=measure_shape(arguments.weights))
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
    teacher = load_teacher(*arguments.teacher, arguments.attributes).to(device) if arguments.teacher else None
    began, step = time.time(), Step(network, average, groups, examples, arguments, teacher)
    untaught = arguments.untaught.split(",")
    again = (arguments.repeat - 1) * int(np.isin(examples.writer[originals], untaught).sum())
    steps = arguments.epochs * ((len(originals) + again) // arguments.batch + 3)
    for epoch in range(arguments.epochs):
        # the last epochs see the messages as they were written
        varied = epoch < arguments.epochs - 3 and len(per_variant) > 1
        rows = per_variant[1 + epoch % (len(per_variant) - 1)] if varied and epoch % 3 else originals
        by_teacher = ~np.isin(examples.writer[rows], untaught)
        batches = [(chosen, arguments.taught) for chosen in examples.batches(rows[by_teacher], arguments.batch, rng)]
        alone = np.repeat(rows[~by_teacher], arguments.repeat)
        batches += [(chosen, 0.0) for chosen in examples.batches(alone, arguments.batch, rng)] if len(alone) else []
        for number in rng.permutation(len(batches)):
            loss = step.run(batches[number][0], steps, batches[number][1])
        if epoch % 10 == 9 or epoch == arguments.epochs - 1:
            shown = evaluate(average, examples, tested) if len(tested) else {}
            sys.stdout.write(f"{epoch + 1} loss {loss.item():.3f} {time.time() - began:.0f}s {json.dumps(shown)}\n")
            sys.stdout.flush()
    arguments.out.mkdir(parents=True, exist_ok=True)
    if len(tested) and arguments.raw:
        np.savez(arguments.out / "predictions.npz", rows=tested, **predict(average, examples, tested))
    if arguments.keep:
        save_weights(average, arguments.out)


def load_teacher(weights: Path, folder: Path, attributes: int) -> ReaderNetwork:
    teacher = ReaderNetwork(attributes, dropout=0, shape=measure_shape(weights))
    teacher.encoder.load_weights(weights)
    load_pieces(teacher, [folder])
    return teacher.eval().requires_grad_(False)


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
    ranked: list[tuple[float, bool]] = []
    for n in range(len(rows)):
        gold = {(row[0], row[1]): row for row in fields["marks"][n] if row[0] > 0}
        spans = find_spans(tags[n], fields["tags"][n] >= 0)
        exact += len(gold.keys() & set(spans))
        total += len(gold)
        for first, last in {*gold, *spans}:
            labels = found["labels"][n, first : last + 1].astype(np.float32).mean(0)
            shares = [_soften(part) for part in np.split(labels, np.cumsum(network.sizes)[:-1])]
            asking = found["asking"][n, first : last + 1].astype(np.float32).mean(0)[:POINTER_WIDTH]
            keys = found["asked"][n, : int(examples.lengths[rows[n]]), :POINTER_WIDTH].astype(np.float32)
            shares.append(_soften(keys @ asking / POINTER_WIDTH**0.5))
            best = [int(share.argmax()) for share in shares]
            row = gold.get((first, last))
            if row is not None:
                hits += [one == two for one, two in zip(best, row[2:6], strict=True)]
            if (first, last) in spans and best[2] == 0:
                sure = float(_soften(found["tag"][n, first].astype(np.float32)).max())
                sure *= float(np.prod([share.max() for share in shares]))
                ranked.append((sure, row is not None and best == [int(each) for each in row[2:6]]))
    names = ("attribute", "operation", "stance", "subject")
    earnest = int(((fields["marks"][:, :, 0] > 0) & (fields["marks"][:, :, 4] == 0)).sum())
    return {
        "act": round(float((found["act"].argmax(-1) == fields["act"]).mean()), 3),
        "spans": round(exact / total, 3),
        **{name: round(float(hit / total), 3) for name, hit in zip(names, hits, strict=True)},
        **_rank_whole_marks(ranked, earnest),
    }


def _soften(logits: np.ndarray) -> np.ndarray:
    raised = np.exp(logits - logits.max())
    return np.asarray(raised / raised.sum())


def _rank_whole_marks(ranked: list[tuple[float, bool]], gold: int) -> dict[str, float]:
    """Marks in earnest with all their labels, the surest first: average precision, and found where .85 are right."""
    right = np.array([each for _, each in sorted(ranked, key=lambda one: -one[0])], dtype=float)
    precision = right.cumsum() / np.arange(1, len(right) + 1)
    enough = np.flatnonzero(precision >= _RIGHT)
    return {
        "average_precision": round(float((precision * right).sum() / gold), 3),
        "found": round(float(right[: enough[-1] + 1].sum() / gold), 3) if len(enough) else 0.0,
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
    parser.add_argument(
        "--teacher",
        type=Path,
        nargs=2,
        metavar=("WEIGHTS.npz", "FOLDER"),
        help="a trained network to imitate, on what nobody annotated as well",
    )
    parser.add_argument("--taught", type=float, default=0.5, help="the teacher's share of what is learned")
    parser.add_argument(
        "--untaught",
        default="",
        help="writers, by comma, of whose messages the teacher has no say",
    )
    parser.add_argument("--repeat", type=int, default=1, help="how often an epoch sees what they wrote")
    parser.add_argument("--keep", action="store_true", help="write the weights too")
    train(parser.parse_args())
    return 0


if __name__ == "__main__":
    sys.exit(main())
