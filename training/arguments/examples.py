"""Pairs of a message and a topic as tokens: `python -m training.arguments.examples OUT.npz`.

A message is paired with each topic that it speaks of, with topics near to it, and with one of another message: what a
message argues about is to be told from what it is not about. Ordinary talk is paired with what the rules take for its
topic.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from atlas.language.english.argument_topics import choose_topic, read_topics
from training.arguments.corpus import ARGUING, Marked, list_talk, make_judgements, read_corpus
from training.arguments.tokens import tokenise_pair

SEED: Final = 7
WIDTH: Final = 128
TALK: Final = "talk"
KINDS: Final = tuple(ARGUING)


@dataclass(frozen=True, slots=True)
class Pair:
    """One message and one topic; `side` is 0 and `kind` -1 where there is none."""

    writer: str
    text: str
    topic: str
    argues: bool
    side: int
    kind: int


def make_pairs(corpus: Sequence[Marked], talk: Sequence[str], rng: random.Random) -> Iterator[Pair]:
    topics = sorted({topic for each in corpus for topic, _ in each.topics})
    for each in corpus:
        kind = KINDS.index(each.kind) if each.argues else -1
        for topic, side in each.topics:
            yield Pair(each.writer, each.text, topic, each.argues, side, kind)
        beside = each.beside or tuple(filter(None, [_guess_topic(each.text)] if not each.topics else []))
        for topic in beside:
            yield Pair(each.writer, each.text, topic, argues=False, side=0, kind=-1)
        if each.argues and each.writer != "judgements":
            yield Pair(each.writer, each.text, rng.choice(topics), argues=False, side=0, kind=-1)
    for text in talk:
        topic = _guess_topic(text) or rng.choice(topics)
        yield Pair(TALK, text, topic, argues=False, side=0, kind=-1)


def _guess_topic(text: str) -> str:
    return choose_topic([(read_topics(text), 1.0)])


def list_pairs(talk: int) -> list[Pair]:
    rng = random.Random(SEED)  # noqa: S311 # a draw that anybody can make again
    corpus = read_corpus()
    topics = sorted({topic for each in corpus for topic, _ in each.topics})
    return list(make_pairs(corpus + make_judgements(topics, 3, rng), list_talk(talk, rng), rng))


def write_pairs(pairs: Sequence[Pair], path: Path) -> None:
    ids = np.zeros((len(pairs), WIDTH), np.int32)
    types = np.zeros((len(pairs), WIDTH), np.int8)
    for row, pair in enumerate(pairs):
        tokens = tokenise_pair(pair.text, pair.topic, WIDTH)
        ids[row, : len(tokens.ids)], types[row, : len(tokens.types)] = tokens.ids, tokens.types
    np.savez_compressed(
        path,
        ids=ids,
        types=types,
        writer=np.array([pair.writer for pair in pairs]),
        argues=np.array([pair.argues for pair in pairs]),
        side=np.array([pair.side for pair in pairs], np.int8),
        kind=np.array([pair.kind for pair in pairs], np.int8),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--talk", type=int, default=1_200, help="lines of ordinary talk")
    arguments = parser.parse_args()
    pairs = list_pairs(arguments.talk)
    write_pairs(pairs, arguments.out)
    sys.stdout.write(f"{len(pairs)} pairs, {sum(pair.argues for pair in pairs)} of them argued\n")


if __name__ == "__main__":
    main()
