"""Train the network that hears arguments: `python -m training.arguments.train`; a minute or two on a CPU, no GPU.

One linear layer over the encoder's vector, words and pairs of words, and what the rules see, with a pull towards zero.
Figures are printed for manners of writing that were left out in turn; the weights are trained on all of them.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from atlas.adapters.embedding.encoder import EncoderEmbedder
from atlas.language.english import argument_network
from training.arguments.corpus import ARGUING, Marked, list_talk, make_judgements, read_corpus

WEIGHTS: Final = Path(argument_network.__file__).parent / "lexicon" / "argument_weights.py"
SEED: Final = 7
_FOLDS: Final = 4
_WRITERS: Final = 3
"""Manners of writing in which a word has to stand to have a weight: what one of them talks about says nothing."""
_VECTOR: Final = 20.0
_WORDED: Final = 6.0
_SEEN: Final = 4.0
"""How far each kind of input is pulled less than another."""
_PULL: Final = {"argues": 20.0, "favours": 30.0}
_PULL_OTHERS: Final = 30.0
_TALK_SHARE: Final = 0.3
_STEPS: Final = 200


@dataclass(frozen=True, slots=True)
class Inputs:
    """Rows of messages: their vectors, what the rules see, their words."""

    vectors: Any
    seen: Any
    grams: list[frozenset[str]]

    def take(self, rows: Any) -> Inputs:
        at = np.flatnonzero(rows) if rows.dtype == bool else rows
        return Inputs(self.vectors[at], self.seen[at], [self.grams[each] for each in at])


def read_inputs(texts: Sequence[str], cache: Path | None) -> Inputs:
    seen = [argument_network.describe_message(text) for text in texts]
    names = list(seen[0])
    rows = np.array([[each[name] for name in names] for each in seen])
    return Inputs(embed_texts(texts, cache), rows, [argument_network.list_grams(text) for text in texts])


def embed_texts(texts: Sequence[str], cache: Path | None) -> Any:
    known: dict[str, Any] = {}
    if cache and cache.exists():
        stored = np.load(cache, allow_pickle=False)
        known = dict(zip(stored["texts"].tolist(), stored["vectors"], strict=True))
    embedder = EncoderEmbedder()
    missing = [text for text in dict.fromkeys(texts) if text not in known]
    for text in missing:
        known[text] = embedder.embed([text])[0]
    if cache and missing:
        np.savez(cache, texts=np.array(list(known)), vectors=np.array(list(known.values()), np.float32))
    return np.array([known[text] for text in texts], np.float64)


def list_names() -> list[str]:
    return list(argument_network.describe_message("Nothing."))


# --- the layer


@dataclass(frozen=True, slots=True)
class Layer:
    """The weights of one head."""

    vector: Any
    seen: Any
    words: dict[str, float]
    constant: float

    def apply(self, inputs: Inputs) -> Any:
        known = [[self.words[gram] for gram in grams if gram in self.words] for grams in inputs.grams]
        worded = np.array([sum(each) / math.sqrt(len(each)) if each else 0.0 for each in known])
        return inputs.vectors @ self.vector + inputs.seen @ self.seen + worded + self.constant


def choose_words(corpus: Sequence[Marked], inputs: Inputs) -> list[str]:
    """The words and pairs that stand in several manners of writing."""
    spread: Counter[str] = Counter()
    for _, gram in {(each.writer, gram) for each, grams in zip(corpus, inputs.grams, strict=True) for gram in grams}:
        spread[gram] += 1
    return sorted(gram for gram, writers in spread.items() if writers >= _WRITERS)


def fit_layer(inputs: Inputs, wanted: Any, shares: Any, words: Sequence[str], pull: float) -> Layer:
    """A logistic regression."""
    place = {word: at for at, word in enumerate(words)}
    worded = np.zeros((len(wanted), len(words)))
    for row, grams in enumerate(inputs.grams):
        known = [place[gram] for gram in grams if gram in place]
        worded[row, known] = 1 / math.sqrt(max(1, len(known)))
    columns = np.hstack(
        [inputs.vectors * _VECTOR, inputs.seen * _SEEN, worded * _WORDED, np.ones((len(wanted), 1)) * 10]
    )
    weights = descend(columns, wanted, shares, pull)
    cuts = np.cumsum([inputs.vectors.shape[1], inputs.seen.shape[1], len(words)])
    vector, seen, spoken, constant = np.split(weights, cuts)
    named = {word: float(each) * _WORDED for word, each in zip(words, spoken, strict=True)}
    return Layer(vector * _VECTOR, seen * _SEEN, named, float(constant[0]) * 10)


def descend(columns: Any, wanted: Any, shares: Any, pull: float) -> Any:
    """Minimise the loss by L-BFGS; it is convex, so that there is one end."""
    weights = np.zeros(columns.shape[1])
    value, slope = _measure_loss(weights, columns, wanted, shares, pull)
    steps: list[tuple[Any, Any]] = []
    for _ in range(_STEPS):
        way = -_turn(slope, steps)
        size = 1.0
        while True:
            after, turned = _measure_loss(weights + size * way, columns, wanted, shares, pull)
            if after <= value + 1e-4 * size * float(slope @ way) or size < 1e-8:
                break
            size /= 2
        steps = [*steps[-9:], (size * way, turned - slope)]
        weights = weights + size * way
        done = abs(value - after) < 1e-7 * abs(value)
        value, slope = after, turned
        if done:
            break
    return weights


def _measure_loss(weights: Any, columns: Any, wanted: Any, shares: Any, pull: float) -> tuple[float, Any]:
    odds = columns @ weights
    likely = 1 / (1 + np.exp(-np.clip(odds, -30, 30)))
    loss = float((shares * (np.logaddexp(0, odds) - wanted * odds)).sum() + pull / 2 * weights @ weights)
    return loss, columns.T @ (shares * (likely - wanted)) + pull * weights


def _turn(slope: Any, steps: Sequence[tuple[Any, Any]]) -> Any:
    """The slope in the measure of the last steps (the two loops of L-BFGS)."""
    if not steps:
        return slope / max(1.0, float(np.abs(slope).max()))
    turned, shares = slope.copy(), []
    for step, change in reversed(steps):
        share = float(step @ turned) / float(step @ change)
        shares.append(share)
        turned -= share * change
    step, change = steps[-1]
    turned *= float(step @ change) / float(change @ change)
    for (step, change), share in zip(steps, reversed(shares), strict=True):
        turned += (share - float(change @ turned) / float(step @ change)) * step
    return turned


# --- the heads


@dataclass(frozen=True, slots=True)
class Rows:
    """All that is trained on: the corpus, short judgements, ordinary talk."""

    corpus: list[Marked]
    inputs: Inputs
    """Of the corpus, the judgements and the talk, in this order."""
    marked: list[Marked]
    """Corpus and judgements."""
    talk: int


def read_rows(talk: int, cache: Path | None) -> Rows:
    rng = random.Random(SEED)  # noqa: S311 # a draw that anybody can make again
    corpus = read_corpus()
    topics = sorted({topic for each in corpus for topic, _ in each.topics})
    marked = corpus + make_judgements(topics, 2, rng)
    ordinary = list_talk(talk, rng)
    texts = [*(each.text for each in marked), *ordinary]
    return Rows(corpus, read_inputs(texts, cache), marked, len(ordinary))


def train_heads(rows: Rows, kept: Any) -> dict[str, Layer]:
    """`kept` says which of the marked messages are trained on; ordinary talk always is."""
    count, total = len(rows.marked), len(rows.marked) + rows.talk
    in_corpus = np.arange(total) < len(rows.corpus)
    used = np.concatenate([kept, np.ones(rows.talk, bool)])
    words = choose_words(rows.corpus, rows.inputs.take(np.arange(len(rows.corpus))))
    argues = np.array([*(each.argues for each in rows.marked), *[False] * rows.talk], float)
    shares = np.where(np.arange(total) < count, 1.0, _TALK_SHARE)
    heard = used & (in_corpus | (np.arange(total) >= count))
    sided = used & np.array([*(bool(each.topics) for each in rows.marked), *[False] * rows.talk])
    favours = np.array(
        [*(bool(each.topics) and each.topics[0][1] > 0 for each in rows.marked), *[False] * rows.talk], float
    )
    arguing = used & (argues > 0)
    heads = {
        "argues": fit_layer(rows.inputs.take(heard), argues[heard], shares[heard], words, _PULL["argues"]),
        "favours": fit_layer(rows.inputs.take(sided), favours[sided], shares[sided], words, _PULL["favours"]),
    }
    for kind, name in ARGUING.items():
        of_kind = np.array([*(each.kind == kind for each in rows.marked), *[False] * rows.talk], float)
        heads[name] = fit_layer(
            rows.inputs.take(arguing), of_kind[arguing], np.ones(int(arguing.sum())), words, _PULL_OTHERS
        )
    return heads


def judge_left_out(rows: Rows) -> Any:
    """What is said of each message of the corpus by heads that did not see its writer: a row a message."""
    writers = sorted({each.writer for each in rows.corpus})
    fold = np.array([writers.index(each.writer) % _FOLDS for each in rows.corpus])
    odds = np.zeros((len(rows.corpus), len(argument_network.HEADS)))
    for number in range(_FOLDS):
        kept = np.ones(len(rows.marked), bool)
        kept[: len(fold)] = fold != number
        heads = train_heads(rows, kept)
        out = np.flatnonzero(fold == number)
        for column, name in enumerate(argument_network.HEADS):
            odds[out, column] = heads[name].apply(rows.inputs.take(out))
    return odds


def print_figures(rows: Rows, odds: Any) -> None:
    argues = np.array([each.argues for each in rows.corpus])
    favours = np.array([bool(each.topics) and each.topics[0][1] > 0 for each in rows.corpus])
    kinds = np.array([list(ARGUING).index(each.kind) if each.argues else -1 for each in rows.corpus])
    sys.stdout.write("argues from, sure of its side from: precision, recall, side right, kind right\n")
    for least in (-0.5, 0.0, 0.5, 1.0):
        for sure in (0.0, 0.5, 0.8):
            found = (odds[:, 0] >= least) & (np.abs(odds[:, 1]) >= sure)
            both = found & argues
            side = ((odds[:, 1] > 0) == favours)[both].mean()
            kind = (odds[:, 2:].argmax(axis=1) == kinds)[both].mean()
            sys.stdout.write(
                f"{least:5.1f} {sure:4.1f}: {both.sum() / max(1, found.sum()):.3f} {both.sum() / argues.sum():.3f} "
                f"{side:.3f} {kind:.3f}\n"
            )


# --- the file


def write_weights(heads: dict[str, Layer], path: Path = WEIGHTS) -> None:
    """As whole thousandths in a module of text: small enough to read, and nothing to open."""
    layers = [heads[name] for name in argument_network.HEADS]
    seen = [
        (argument_network.CONSTANT, [layer.constant for layer in layers]),
        *((name, [layer.seen[at] for layer in layers]) for at, name in enumerate(list_names())),
    ]
    words = [(word, [layer.words[word] for layer in layers]) for word in layers[0].words]
    worded = [(word, row) for word, row in words if max(map(abs, row)) >= 0.02]
    parts = {
        "SEEN_BY": [f"{name} {_write_numbers(row)}" for name, row in seen],
        "WORDED": [f"{word} {_write_numbers(row)}" for word, row in worded],
        "VECTOR": [_write_numbers(layer.vector) for layer in layers],
    }
    said = {
        "SEEN_BY": "What the rules see, and the constant: a weight for each head, in thousandths.",
        "WORDED": "Words and pairs of words.",
        "VECTOR": "A line for each head, a number for each of the encoder's.",
    }
    text = '"""Weights of the network that hears arguments; `training.arguments.train` writes them."""\n\n'
    text += "# ruff: noqa: E501\n\nfrom __future__ import annotations\n\nfrom typing import Final\n"
    for name, lines in parts.items():
        joined = "\n".join(lines)
        text += f'\n{name}: Final = """\n{joined}\n"""\n"""{said[name]}"""\n'
    path.write_text(text, "utf-8")


def _write_numbers(row: Sequence[float]) -> str:
    return " ".join(str(round(float(each) * argument_network.SCALE)) for each in row)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--talk", type=int, default=2_500, help="lines of ordinary talk that are trained on")
    parser.add_argument("--cache", type=Path, help="where vectors are kept between runs (.npz)")
    parser.add_argument("--dry", action="store_true", help="print figures, write nothing")
    arguments = parser.parse_args()
    rows = read_rows(arguments.talk, arguments.cache)
    sys.stdout.write(f"{len(rows.corpus)} messages, {len(rows.marked)} with judgements, {rows.talk} lines of talk\n")
    print_figures(rows, judge_left_out(rows))
    heads = train_heads(rows, np.ones(len(rows.marked), bool))
    if not arguments.dry:
        write_weights(heads)
        sys.stdout.write(f"{WEIGHTS.stat().st_size:,} bytes of weights\n")


if __name__ == "__main__":
    main()
