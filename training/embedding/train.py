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
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.reading.network import Encoder
from training.reading.train import save_weights

_BLOCK: Final = 1_024


class Chats:
    """The arrays on the device."""

    def __init__(self, path: Path, device: str) -> None:
        stored = dict(np.load(path))
        self.stored, self.device = stored, device
        self.tokens = {
            name: torch.tensor(stored[f"{name}_tokens"].astype(np.int64)).to(device)
            for name in ("line", "pair", "question")
        }
        self.writer = stored["writer"]
        self.by_chat = [np.flatnonzero(stored["question_of"] == at) for at in range(len(self.writer))]

    def take(self, name: str, rows: np.ndarray) -> Tensor:
        begin = self.stored[f"{name}_begin"]
        lengths = begin[rows + 1] - begin[rows]
        at = begin[rows][:, None] + np.arange(int(lengths.max()))
        inside = np.arange(int(lengths.max())) < lengths[:, None]
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


def compute_loss(
    encoder: Encoder, chats: Chats, chosen: list[np.ndarray], temperature: float, share: float, rng: np.random.Generator
) -> Tensor:
    """`chosen` are questions, those of one chat together; `share` of the other lines stand beside."""
    questions = np.concatenate(chosen)
    asked = embed_rows(encoder, chats, "question", questions)
    rows = np.concatenate([_choose_lines(chats, each, share, rng) for each in chosen])
    wanted = np.stack([np.isin(rows, chats.evidence_rows(question)) for question in questions])
    found = torch.cat([embed_rows(encoder, chats, name, rows) for name in ("line", "pair")])
    wanted = torch.as_tensor(wanted, device=chats.device).repeat(1, 2)
    scores = asked @ found.T / temperature
    others = torch.logsumexp(scores.masked_fill(wanted, -1e4), dim=1, keepdim=True)
    each = torch.logaddexp(scores, others) - scores
    return ((each * wanted).sum(1) / wanted.sum(1)).mean()


def _choose_lines(chats: Chats, questions: np.ndarray, share: float, rng: np.random.Generator) -> np.ndarray:
    """All lines that answer one of the questions, and some of the others of their chat."""
    lines = chats.lines(int(chats.stored["question_of"][questions[0]]))
    needed = np.isin(lines, np.concatenate([chats.evidence_rows(each) for each in questions]))
    return lines[needed | (rng.random(len(lines)) < share)]


@torch.no_grad()
def evaluate(encoder: Encoder, chats: Chats, owners: np.ndarray, depth: int = 10) -> dict[str, Any]:
    """Recall among the best ten, and how often all is among them, by the line alone and by the better of both texts."""
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
    owners, tested = np.flatnonzero(~left_out), np.flatnonzero(left_out)
    encoder = Encoder(arguments.dropout)
    encoder.load_weights(arguments.weights)
    for module in (encoder.words, encoder.positions, encoder.types, *encoder.layers[: arguments.frozen_layers]):
        module.requires_grad_(False)
    encoder.to(device).train()
    average = copy.deepcopy(encoder)
    trained = [each for each in encoder.parameters() if each.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=arguments.rate, weight_decay=0.01)
    per_epoch = len(list_steps(chats, owners, arguments.questions, arguments.together, np.random.default_rng(0)))
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, arguments.rate, total_steps=arguments.epochs * (per_epoch + 4), pct_start=0.1
    )
    if len(tested):
        sys.stdout.write(f"0 {json.dumps(evaluate(encoder, chats, tested))}\n")
    began, step = time.time(), 0
    for epoch in range(arguments.epochs):
        total = 0.0
        for chosen in list_steps(chats, owners, arguments.questions, arguments.together, rng):
            with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
                loss = compute_loss(encoder, chats, chosen, arguments.temperature, arguments.share, rng)
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
        shown = evaluate(average, chats, tested) if len(tested) else {}
        sys.stdout.write(f"{epoch + 1} loss {total / per_epoch:.3f} {time.time() - began:.0f}s {json.dumps(shown)}\n")
        sys.stdout.flush()
        if arguments.out and (epoch % 2 or epoch == arguments.epochs - 1):
            arguments.out.mkdir(parents=True, exist_ok=True)
            save_weights(average, arguments.out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("examples", type=Path)
    parser.add_argument("weights", type=Path, help="the published encoder (`training.reading.published_weights`)")
    parser.add_argument("out", type=Path, nargs="?")
    parser.add_argument("--leave-out", default="river", help="writers, parted by commas")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--rate", type=float, default=5e-5)
    parser.add_argument("--temperature", type=float, default=0.05)
    parser.add_argument("--questions", type=int, default=24, help="of one chat in a step")
    parser.add_argument("--together", type=int, default=6, help="chats in a step")
    parser.add_argument("--share", type=float, default=0.5, help="of the lines that answer nothing, in a step")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--frozen-layers", type=int, default=0)
    parser.add_argument("--average", type=float, default=0.995)
    parser.add_argument("--seed", type=int, default=7)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
