"""Train the network that hears arguments: `python -m training.arguments.train`; a minute or two on a CPU, no GPU.

One linear layer over the encoder's vector, words and pairs of words, and what the rules see, with a pull towards zero:
log odds that a message argues. Figures are printed for manners of writing that were left out in turn; the weights are
trained on all of them. `python -m benchmarks evidence` measures what the rules make of it.
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
from atlas.language.english.arguments import ARGUES
from training.arguments.corpus import Marked, list_talk, read_corpus

WEIGHTS: Final = Path(argument_network.__file__).parent / "lexicon" / "argument_weights.py"
SEED: Final = 7
_FOLDS: Final = 7
_WRITERS: Final = 3
"""Manners of writing in which a word has to stand to have a weight: what one of them talks about says nothing."""
_VECTOR: Final = 20.0
_WORDED: Final = 6.0
_SEEN: Final = 4.0
"""How far each kind of input is pulled less than another."""
_PULL: Final = 20.0
_TALK_SHARE: Final = 0.3
_STEPS: Final = 200
_LEAST_WEIGHT: Final = 0.4
"""Of a word that is written."""


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


# --- training


@dataclass(frozen=True, slots=True)
class Rows:
    """All that is trained on: the corpus, and behind it ordinary talk."""

    corpus: list[Marked]
    inputs: Inputs
    talk: int


def read_rows(talk: int, cache: Path | None = None) -> Rows:
    rng = random.Random(SEED)  # noqa: S311 # a draw that anybody can make again
    corpus = read_corpus()
    ordinary = list_talk(talk, rng)
    return Rows(corpus, read_inputs([*(each.text for each in corpus), *ordinary], cache), len(ordinary))


def train_layer(rows: Rows, kept: Any) -> Layer:
    """`kept` says which messages of the corpus are trained on; ordinary talk always is."""
    words = choose_words(rows.corpus, rows.inputs.take(np.arange(len(rows.corpus))))
    used = np.concatenate([kept, np.ones(rows.talk, bool)])
    argues = np.array([*(each.argues for each in rows.corpus), *[False] * rows.talk], float)
    shares = np.concatenate([np.ones(len(rows.corpus)), np.full(rows.talk, _TALK_SHARE)])
    return fit_layer(rows.inputs.take(used), argues[used], shares[used], words, _PULL)


def judge_left_out(rows: Rows) -> Any:
    """What is said of each message of the corpus by a layer that did not see its writer."""
    writers = sorted({each.writer for each in rows.corpus})
    fold = np.array([writers.index(each.writer) % _FOLDS for each in rows.corpus])
    odds = np.zeros(len(rows.corpus))
    for number in range(_FOLDS):
        out = np.flatnonzero(fold == number)
        odds[out] = train_layer(rows, fold != number).apply(rows.inputs.take(out))
    return odds


def hear_left_out(talk: int) -> frozenset[str]:
    """The messages of the corpus in which a layer that did not see their writer hears an argument."""
    rows = read_rows(talk)
    heard = judge_left_out(rows) >= ARGUES
    return frozenset(each.text for each, one in zip(rows.corpus, heard, strict=True) if one)


def print_figures(rows: Rows, odds: Any) -> None:
    argues = np.array([each.argues for each in rows.corpus])
    sys.stdout.write("argues from: precision, recall\n")
    for least in (-2.0, -1.0, 0.0, 1.0, 2.0):
        found = odds >= least
        both = int((found & argues).sum())
        sys.stdout.write(f"{least:5.1f}: {both / max(1, found.sum()):.3f} {both / argues.sum():.3f}\n")


# --- the file


def write_weights(layer: Layer, path: Path = WEIGHTS) -> None:
    """As whole thousandths in a module of text: small enough to read, and nothing to open."""
    seen = [(argument_network.CONSTANT, layer.constant), *zip(list_names(), layer.seen, strict=True)]
    worded = [(word, each) for word, each in layer.words.items() if abs(each) >= _LEAST_WEIGHT]
    parts = {
        "SEEN_BY": ([f"{name} {_scale(each)}" for name, each in seen], "What the rules see, and the constant."),
        "WORDED": ([f"{word} {_scale(each)}" for word, each in worded], "Words and pairs of words."),
        "VECTOR": ([" ".join(str(_scale(each)) for each in layer.vector)], "A number for each of the encoder's."),
    }
    text = (
        '"""Weights of the network that hears arguments, in thousandths; `training.arguments.train` writes them."""\n\n'
    )
    text += "# ruff: noqa: E501\n\nfrom __future__ import annotations\n\nfrom typing import Final\n"
    for name, (lines, said) in parts.items():
        joined = "\n".join(lines)
        text += f'\n{name}: Final = """\n{joined}\n"""\n"""{said}"""\n'
    path.write_text(text, "utf-8")


def _scale(weight: float) -> int:
    return round(float(weight) * argument_network.SCALE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--talk", type=int, default=2_500, help="lines of ordinary talk that are trained on")
    parser.add_argument("--cache", type=Path, help="where vectors are kept between runs (.npz)")
    parser.add_argument("--dry", action="store_true", help="print figures, write nothing")
    arguments = parser.parse_args()
    rows = read_rows(arguments.talk, arguments.cache)
    sys.stdout.write(f"{len(rows.corpus)} messages, {rows.talk} lines of talk\n")
    print_figures(rows, judge_left_out(rows))
    layer = train_layer(rows, np.ones(len(rows.corpus), bool))
    if not arguments.dry:
        write_weights(layer)
        sys.stdout.write(f"{WEIGHTS.stat().st_size:,} bytes of weights\n")


if __name__ == "__main__":
    main()
