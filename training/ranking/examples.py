"""Searches with known evidence, as arrays: `python -m training.ranking.examples OUT.npz --sets NAMES --data DIR`.

Each question is asked of a store that took its talk in through `observe`, and the search is stopped before the ranking.
Kept are the numbers of the places that the sum puts first, and which of them hold which line of the evidence. Chats
that the encoder on board was trained on are searched with one that has not seen them (`--encoder`): an encoder is too
good on what it knows, and whoever is fitted to that leans on it.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC
from pathlib import Path
from typing import Any, Final

import numpy as np

from atlas import compose
from atlas.adapters.embedding.encoder import IDENTITY
from atlas.adapters.embedding.rows import unit_rows
from atlas.adapters.embedding.wordpiece import WordPiece
from atlas.adapters.onnx_session import PinnedModel, open_session, run_session
from atlas.errors import EmbedderTrouble
from atlas.ports.embedder import Embedder
from atlas.retrieval.features import NAMES, build_places
from atlas.retrieval.ranking_network import REACH
from atlas.retrieval.weights import WEIGHTS
from atlas.settings import Settings
from atlas.surfaces.library import Atlas
from benchmarks.formats import ADVERSARIAL, Talk, load, read_own_chat
from benchmarks.ranking_fit import Case, case
from benchmarks.retrieval import bench_settings, take_in, turns_of
from training.ranking import OWN

_MOST_EVIDENCE: Final = 16
_WINDOW: Final = 256


class FileEmbedder:
    """The encoder of `training.embedding.export`, in the place of the one on board."""

    identity = IDENTITY

    def __init__(self, path: Path) -> None:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        self._model = PinnedModel(path, digest, "encoder", "export it again", EmbedderTrouble)
        self._tokenizer = WordPiece(_WINDOW)

    def embed(self, texts: Sequence[str]) -> Any:
        return unit_rows(np.concatenate([self._embed_one(text) for text in texts]))

    def _embed_one(self, text: str) -> Any:
        ids = np.array([self._tokenizer.encode(text)], dtype=np.int64)
        feed = {"ids": ids, "types": np.zeros_like(ids)}
        return run_session(open_session(self._model, 1), self._model, feed)[0]


def search_talk(talk: Talk, embedder: Embedder | None) -> Iterator[Case]:
    with tempfile.TemporaryDirectory(prefix="atlas-ranking-") as folder:
        settings = bench_settings(Settings(Path(folder), zone=UTC))
        runtime = compose.make_runtime(settings, Path(folder) / "talk.atlas", embedder=embedder)
        atlas = Atlas(runtime, background=False)
        placed = take_in(atlas, talk.turns, lambda _: None)
        for question in talk.questions:
            if question.category != ADVERSARIAL:
                yield case(runtime, talk.name, question, lambda memory: turns_of([memory], placed))
        atlas.close(think=False)


def describe_case(searched: Case) -> tuple[Any, Any]:
    """The numbers of the first places by the sum, and which lines of the evidence each holds."""
    table = build_places(searched.found, searched.reading, searched.asked, searched.depth)
    evidence = sorted(searched.question.evidence)
    holds = np.zeros((len(table.heads), len(evidence)), dtype=np.bool_)
    for place, turns in zip(table.of.tolist(), searched.turns, strict=True):
        if place >= 0:
            holds[place] |= [line in turns for line in evidence]
    sums = table.matrix @ np.array([WEIGHTS[name] for name in NAMES])
    best = np.argsort(-sums, kind="stable")[:REACH]
    return table.matrix[best], holds[best]


def make_arrays(talks: Sequence[tuple[str, Talk]], embedder: Embedder | None) -> dict[str, Any]:
    rows: dict[str, list[Any]] = {
        each: [] for each in ("places", "holds", "evidence", "terms", "set", "talk", "category")
    }
    for number, (name, talk) in enumerate(talks, 1):
        for searched in search_talk(talk, embedder):
            matrix, holds = describe_case(searched)
            places = np.zeros((REACH, len(NAMES)), np.float16)
            places[: len(matrix)] = matrix
            held = np.zeros((REACH, _MOST_EVIDENCE), np.bool_)
            held[: len(holds), : holds.shape[1]] = holds[:, :_MOST_EVIDENCE]
            for key, value in (
                ("places", places),
                ("holds", np.packbits(held)),
                ("evidence", [len(matrix), holds.shape[1]]),
                ("terms", len(searched.reading.terms)),
                ("set", name),
                ("talk", talk.name),
                ("category", searched.question.category),
            ):
                rows[key].append(value)
        sys.stderr.write(f"\r{number} of {len(talks)} talks, {len(rows['set'])} questions")
    return {name: np.array(values) for name, values in rows.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--chats", type=Path, nargs="+", default=[], help="folders of our own chats")
    parser.add_argument("--encoder", type=Path, help="an exported encoder that has not seen these chats")
    parser.add_argument("--sets", default="", help="of locomo, longmemeval, beam, chats; by comma")
    parser.add_argument("--data", type=Path, default=Path(), help="the folder of data sets")
    arguments = parser.parse_args()
    files = sorted(file for folder in arguments.chats for file in folder.rglob("*.txt"))
    talks = [(OWN, talk) for file in files for talk in read_own_chat(file) if talk.questions]
    talks += [(name, talk) for name in arguments.sets.split(",") if name for talk in load(name, arguments.data)]
    embedder = FileEmbedder(arguments.encoder) if arguments.encoder else None
    np.savez_compressed(arguments.out, **make_arrays(talks, embedder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
