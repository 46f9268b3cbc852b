"""Train the encoder: `python -m training.embedding.train EXAMPLES.npz WEIGHTS.npz OUT`, minutes on a GPU.

Every question is to be nearer to each text of its evidence than to any other line of its chat and of the chats beside
it in the batch (InfoNCE). It needs PyTorch and the arrays of `examples.py`. OUT gets what was trained, in half
precision (`weights-*.npz`), and the figures on the writers who were left out are printed.
"""

from __future__ import annotations

import argparse
import copy
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.reading.checkpoints import read_checkpoint
from training.reading.network import Encoder, Linear, measure_shape
from training.reading.train import save_weights

_BLOCK: Final = 1_024
_TEXTS: Final = ("line", "pair", "question", "other")
_OTHERS: Final = 384
"""Texts beside the chats that are compared with each other in a step; they are neighbours, of one writer."""


class Chats:
    """The arrays on the device."""

    def __init__(self, path: Path, device: str) -> None:
        stored = dict(np.load(path))
        self.stored, self.device = stored, device
        self.names = tuple(name for name in _TEXTS if f"{name}_begin" in stored)
        self.tokens = {name: torch.tensor(stored[f"{name}_tokens"].astype(np.int64)).to(device) for name in self.names}
        self.writer = stored["writer"]
        self.line_of = np.repeat(np.arange(len(self.writer)), np.diff(stored["lines_begin"]))
        self.by_chat = [np.flatnonzero(stored["question_of"] == at) for at in range(len(self.writer))]

    def take(self, name: str, rows: np.ndarray) -> Tensor:
        begin = self.stored[f"{name}_begin"]
        lengths = begin[rows + 1] - begin[rows]
        longest = -(-int(lengths.max()) // 8) * 8
        """In eights, for the attention of a teacher with a table of distances."""
        at = begin[rows][:, None] + np.arange(longest)
        inside = np.arange(longest) < lengths[:, None]
        ids = self.tokens[name][torch.as_tensor(np.where(inside, at, 0), device=self.device)]
        return ids * torch.as_tensor(inside, device=self.device)

    def lines(self, chat: int) -> np.ndarray:
        begin = self.stored["lines_begin"]
        return np.arange(begin[chat], begin[chat + 1])

    def evidence(self, question: int) -> np.ndarray:
        begin = self.stored["evidence_begin"]
        return self.stored["evidence"][begin[question] : begin[question + 1]]

    def evidence_rows(self, question: int) -> np.ndarray:
        """As rows of all lines."""
        return self.evidence(question) + self.stored["lines_begin"][self.stored["question_of"][question]]


def embed(encoder: Encoder, ids: Tensor) -> Tensor:
    """Unit vectors: the mean over real tokens."""
    states = encoder(ids, torch.zeros_like(ids))
    real = (ids > 0).to(states.dtype)[..., None]
    return functional.normalize(((states * real).sum(1) / real.sum(1)).float(), dim=-1)


def embed_rows(encoder: Encoder, chats: Chats, name: str, rows: np.ndarray) -> Tensor:
    """In blocks of like length, and in the order of the rows."""
    begin = chats.stored[f"{name}_begin"]
    order = np.argsort(begin[rows + 1] - begin[rows], kind="stable")
    blocks = [order[at : at + _BLOCK] for at in range(0, len(order), _BLOCK)]
    vectors = torch.cat([embed(encoder, chats.take(name, rows[block])) for block in blocks])
    return vectors[torch.as_tensor(np.argsort(order), device=chats.device)]


class Teacher:
    """What larger encoders say of all texts, each of the chats of writers whom it has not seen (`--vectors`)."""

    def __init__(self, paths: Sequence[Path], chats: Chats) -> None:
        stored = [dict(np.load(path)) for path in paths]
        unseen = np.stack([~np.isin(chats.writer, each["seen"]) for each in stored])
        if not unseen.any(0).all():
            unseen[:, ~unseen.any(0)] = True
        self._vectors = {name: self._pick(name, stored, unseen.argmax(0), chats) for name in chats.names}

    def _pick(self, name: str, stored: Sequence[dict[str, Any]], by_chat: np.ndarray, chats: Chats) -> Tensor:
        if name == "other":
            return torch.as_tensor(stored[0][name], device=chats.device)
        owner = chats.stored["question_of"] if name == "question" else chats.line_of
        whole = np.stack([each[name] for each in stored])[by_chat[owner], np.arange(len(owner))]
        return torch.as_tensor(whole, device=chats.device)

    def score(self, questions: np.ndarray, rows: np.ndarray, temperature: float) -> Tensor:
        found = torch.cat([self._vectors["line"][rows], self._vectors["pair"][rows]])
        return (self._vectors["question"][questions] @ found.T).float() / temperature

    def compare_others(self, rows: np.ndarray, temperature: float) -> Tensor:
        found = self._vectors["other"][rows]
        return (found @ found.T).float() / temperature


def compute_loss(
    encoder: Encoder,
    chats: Chats,
    chosen: list[np.ndarray],
    arguments: argparse.Namespace,
    rng: np.random.Generator,
    teacher: Teacher | None = None,
) -> Tensor:
    """`chosen` are questions, those of one chat together; a share of the other lines stand beside."""
    questions = np.concatenate(chosen)
    asked = embed_rows(encoder, chats, "question", questions)
    rows = np.concatenate([_choose_lines(chats, each, arguments.share, rng) for each in chosen])
    wanted = np.stack([np.isin(rows, chats.evidence_rows(question)) for question in questions])
    found = torch.cat([embed_rows(encoder, chats, name, rows) for name in ("line", "pair")])
    wanted = torch.as_tensor(wanted, device=chats.device).repeat(1, 2)
    scores = asked @ found.T / arguments.temperature
    others = torch.logsumexp(scores.masked_fill(wanted, -1e4), dim=1, keepdim=True)
    each = torch.logaddexp(scores, others) - scores
    loss = ((each * wanted).sum(1) / wanted.sum(1)).mean()
    if teacher is None:
        return loss
    told = functional.softmax(teacher.score(questions, rows, arguments.teacher_temperature), dim=1)
    said = functional.log_softmax(asked @ found.T / arguments.teacher_temperature, dim=1)
    taught = functional.kl_div(said, told, reduction="batchmean")
    if arguments.others:
        taught = taught + arguments.others * _compare_others(
            encoder, chats, teacher, arguments.teacher_temperature, rng
        )
    return (1 - arguments.taught) * loss + arguments.taught * taught


def _compare_others(
    encoder: Encoder, chats: Chats, teacher: Teacher, temperature: float, rng: np.random.Generator
) -> Tensor:
    """How far the nearness of some texts to each other is from what the teacher says of it."""
    rows = rng.integers(len(chats.stored["other_begin"]) - 1 - _OTHERS) + np.arange(_OTHERS)
    found = embed_rows(encoder, chats, "other", rows)
    itself = torch.eye(len(rows), dtype=torch.bool, device=chats.device)
    told, said = (
        scores.masked_fill(itself, -1e4)
        for scores in (teacher.compare_others(rows, temperature), found @ found.T / temperature)
    )
    return functional.kl_div(
        functional.log_softmax(said, dim=1), functional.softmax(told, dim=1), reduction="batchmean"
    )


def _choose_lines(chats: Chats, questions: np.ndarray, share: float, rng: np.random.Generator) -> np.ndarray:
    """All lines that answer one of the questions, and some of the others of their chat."""
    lines = chats.lines(int(chats.stored["question_of"][questions[0]]))
    needed = np.isin(lines, np.concatenate([chats.evidence_rows(each) for each in questions]))
    return lines[needed | (rng.random(len(lines)) < share)]


@torch.no_grad()
def evaluate(encoder: Encoder, chats: Chats, owners: np.ndarray, depth: int = 10) -> dict[str, Any]:
    """Recall among the best ten, how often all is among them, and of the best, by the line alone and by both texts."""
    encoder.eval()
    shares: dict[str, list[float]] = {}
    for chat in owners:
        asked = [each for each in chats.by_chat[chat] if len(chats.evidence(each))]
        vectors = embed_rows(encoder, chats, "question", np.array(asked))
        line, pair = (embed_rows(encoder, chats, name, chats.lines(chat)) for name in ("line", "pair"))
        scored = {"line": vectors @ line.T, "both": vectors @ line.T + vectors @ pair.T}
        for name, scores in scored.items():
            best = scores.topk(depth).indices.cpu().numpy()
            for row, question in zip(best, asked, strict=True):
                share = np.isin(chats.evidence(question), row).mean()
                kind = str(chats.stored["question_kind"][question])
                shares.setdefault(name, []).append(share)
                shares.setdefault(f"{name} all", []).append(share == 1)
                shares.setdefault(f"{name} first", []).append(row[0] in chats.evidence(question))
                if name == "both":
                    shares.setdefault(f"both {kind}", []).append(share)
    encoder.train()
    return {name: round(float(np.mean(each)), 3) for name, each in shares.items()}


def list_steps(chats: Chats, owners: np.ndarray, size: int, together: int, rng: np.random.Generator) -> list[Any]:
    """Some questions of some chats a step, until every question was asked once."""
    parts = []
    for chat in owners:
        asked = np.array([each for each in chats.by_chat[chat] if len(chats.evidence(each))])
        rng.shuffle(asked)
        parts += [asked[at : at + size] for at in range(0, len(asked), size)]
    rng.shuffle(parts)
    steps = []
    while parts:
        step: list[np.ndarray] = []
        taken: set[int] = set()
        for part in list(parts):
            chat = int(chats.stored["question_of"][part[0]])
            if chat not in taken and len(step) < together:
                taken.add(chat)
                step.append(part)
        kept = {id(part) for part in step}
        parts = [part for part in parts if id(part) not in kept]
        steps.append(step)
    return steps


def train(arguments: argparse.Namespace) -> None:
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(arguments.seed)
    rng = np.random.default_rng(arguments.seed)
    chats = Chats(arguments.examples, device)
    left_out = np.isin(chats.writer, arguments.leave_out.split(","))
    owners = np.flatnonzero(~left_out)
    encoder = Encoder(arguments.dropout, measure_shape(arguments.weights))
    encoder.load_weights(arguments.weights)
    if arguments.start:
        encoder.load_state_dict(_read_runs(arguments.start), strict=False)
    for module in (encoder.words, encoder.positions, encoder.types, *encoder.layers[: arguments.frozen_layers]):
        module.requires_grad_(False)
    encoder.to(device).train()
    encoder.recompute = arguments.recompute
    for module in encoder.modules():
        if isinstance(module, Linear):
            module.rounded = arguments.rounded
    average = copy.deepcopy(encoder)
    teacher = Teacher(arguments.vectors, chats) if arguments.vectors else None
    trained = [each for each in encoder.parameters() if each.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=arguments.rate, weight_decay=0.01)
    per_epoch = len(list_steps(chats, owners, arguments.questions, arguments.together, np.random.default_rng(0)))
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, arguments.rate, total_steps=arguments.epochs * (per_epoch + 4), pct_start=0.1
    )
    _show(encoder, chats, arguments.show, "0")
    began, step = time.time(), 0
    for epoch in range(arguments.epochs):
        total = 0.0
        for chosen in list_steps(chats, owners, arguments.questions, arguments.together, rng):
            with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
                loss = compute_loss(encoder, chats, chosen, arguments, rng, teacher)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(trained, 1.0)
            optimizer.step()
            schedule.step()
            step += 1
            total += loss.item()
            with torch.no_grad():
                keep = min(arguments.average, (1 + step) / (10 + step))
                torch._foreach_lerp_(list(average.parameters()), list(encoder.parameters()), 1 - keep)
        last = epoch == arguments.epochs - 1
        _show(
            average,
            chats,
            arguments.show if last else arguments.show.split(",")[0],
            f"{epoch + 1} loss {total / per_epoch:.3f} {time.time() - began:.0f}s",
        )
        if arguments.out and (epoch % 2 or last):
            arguments.out.mkdir(parents=True, exist_ok=True)
            save_weights(average, arguments.out)
    if arguments.write_vectors:
        _write_vectors(average, chats, np.unique(chats.writer[owners]), arguments.write_vectors)


def _show(encoder: Encoder, chats: Chats, writers: str, said: str) -> None:
    for writer in writers.split(","):
        shown = evaluate(encoder, chats, np.flatnonzero(chats.writer == writer))
        sys.stdout.write(f"{said} {writer} {json.dumps(shown)}\n")
    sys.stdout.flush()


@torch.no_grad()
def _write_vectors(encoder: Encoder, chats: Chats, seen: np.ndarray, path: Path) -> None:
    encoder.eval()
    rows = {name: np.arange(len(chats.stored[f"{name}_begin"]) - 1) for name in chats.names}
    with torch.autocast(chats.device, dtype=torch.bfloat16, enabled=chats.device == "cuda"):
        vectors = {name: embed_rows(encoder, chats, name, rows[name]).half().cpu().numpy() for name in chats.names}
    np.savez(path, seen=seen, **vectors)


def _read_runs(folders: Sequence[Path]) -> dict[str, Tensor]:
    """The mean of their weights."""
    runs = [read_checkpoint(folder) for folder in folders]
    return {name: torch.tensor(np.mean([run[name] for run in runs], axis=0)) for name in runs[0]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("examples", type=Path)
    parser.add_argument("weights", type=Path, help="the published encoder (`training.reading.published_weights`)")
    parser.add_argument("out", type=Path, nargs="?")
    parser.add_argument("--leave-out", default="river", help="writers, parted by commas")
    parser.add_argument("--show", default="river", help="writers to show figures of: the first after each epoch")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--rate", type=float, default=5e-5)
    parser.add_argument("--temperature", type=float, default=0.05)
    parser.add_argument("--questions", type=int, default=24, help="of one chat in a step")
    parser.add_argument("--together", type=int, default=6, help="chats in a step")
    parser.add_argument("--share", type=float, default=0.5, help="of the lines that answer nothing, in a step")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--frozen-layers", type=int, default=0)
    parser.add_argument("--average", type=float, default=0.995)
    parser.add_argument("--start", type=Path, nargs="+", help="go on from the mean of these runs")
    parser.add_argument("--vectors", type=Path, nargs="+", help="teachers: what `--write-vectors` wrote")
    parser.add_argument("--write-vectors", type=Path, help="of all texts, to teach others with")
    parser.add_argument("--taught", type=float, default=0.5, help="the teachers' share of the loss")
    parser.add_argument("--others", type=float, default=0.0, help="what the texts beside count, to the questions' 1")
    parser.add_argument("--teacher-temperature", type=float, default=0.05)
    parser.add_argument("--rounded", action="store_true", help="matrices in eight bits, as they are exported")
    parser.add_argument(
        "--recompute", action="store_true", help="activations rather than keep them: less memory, a third more time"
    )
    parser.add_argument("--seed", type=int, default=7)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
