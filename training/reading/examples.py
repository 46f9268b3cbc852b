"""Annotated messages as arrays of tokens: `python -m training.reading.examples OUT.npz [--variants N]`.

A row is `[CLS] turn before [SEP] message [SEP]`; marks point at tokens. The training machine needs nothing of ATLAS
but these arrays. Variants of a message (`variants.py`) are rows of their own, numbered from 1.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import numpy as np

from atlas.adapters.reading.tokens import MessageTokens, Token, tokenise_message
from atlas.model.reading import READ_ATTRIBUTES, Act, Operation, Stance
from training.reading.annotations import Annotated, Mark, read_annotated
from training.reading.variants import vary_message

DATA: Final = Path(__file__).parent / "data"
WIDTH: Final = 192
MOST_MARKS: Final = 14
IGNORED: Final = -100
UNLABELLED: Final = "unlabelled"
_OPERATIONS: Final = tuple(Operation)
_STANCES: Final = tuple(Stance)
_ACTS: Final = tuple(Act)


def build_arrays(rows: Iterable[tuple[Annotated, str, int]]) -> dict[str, Any]:
    """Arrays of the messages; each comes with its writer and the number of its variant."""
    columns: dict[str, list[Any]] = {name: [] for name in ("ids", "types", "tags", "act", "marks", "writer", "variant")}
    for message, writer, variant in rows:
        tokens = tokenise_message(message.text, message.before, WIDTH)
        tags, marks = _label_tokens(message, tokens)
        columns["ids"].append(_pad(tokens.ids, WIDTH, 0))
        columns["types"].append(_pad(tokens.types, WIDTH, 0))
        columns["tags"].append(_pad(tags, WIDTH, IGNORED))
        columns["act"].append(_ACTS.index(Act(message.act)))
        columns["marks"].append((marks + [[-1] * 11] * MOST_MARKS)[:MOST_MARKS])
        columns["writer"].append(writer)
        columns["variant"].append(variant)
    kinds = {"ids": np.int32, "types": np.int8, "tags": np.int8, "act": np.int8, "marks": np.int16, "variant": np.int8}
    return {name: np.array(values, dtype=kinds.get(name)) for name, values in columns.items()}


def build_unlabelled(messages: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Arrays of messages that nobody annotated, each with the turn before: for a teacher alone."""
    arrays = build_arrays((Annotated(text, before, "none", ()), UNLABELLED, 0) for text, before in messages)
    arrays["act"][:] = IGNORED
    arrays["tags"][:] = IGNORED
    return arrays


def _pad(values: list[int], width: int, filler: int) -> list[int]:
    return values + [filler] * (width - len(values))


def _label_tokens(message: Annotated, tokens: MessageTokens) -> tuple[list[int], list[list[int]]]:
    tags = [IGNORED] * len(tokens.ids)
    for at in range(tokens.first, tokens.first + len(tokens.message)):
        tags[at] = 0
    marks: list[list[int]] = []
    for mark in message.marks:
        span = _find_tokens(tokens.message, mark.start, mark.end, tokens.first)
        if span is None:
            continue  # behind the window's edge
        tags[span[0]] = 1
        for at in range(span[0] + 1, span[1] + 1):
            tags[at] = 2
        marks.append([*span, *_label_mark(mark, message, tokens)])
    return tags, marks


def _label_mark(mark: Mark, message: Annotated, tokens: MessageTokens) -> list[int]:
    stance = _STANCES.index(Stance(mark.stance or "earnest"))
    labels = [READ_ATTRIBUTES.index(mark.attribute), _OPERATIONS.index(Operation(mark.operation)), stance]
    subject = (0, 0) if mark.subject == "user" else _find_words(mark.subject, mark, message, tokens)
    when = _find_words(mark.when, mark, message, tokens) if mark.when else (0, 0)
    label = _find_words(mark.label, mark, message, tokens) if mark.label else (IGNORED, IGNORED)
    return [*labels, *subject, *when, *label]


def _find_words(words: str, mark: Mark, message: Annotated, tokens: MessageTokens) -> tuple[int, int]:
    """The tokens of the words' nearest place in the message, or of their last place in the turn before."""
    places = _find_places(message.text, words)
    if places:
        start = min(places, key=lambda at: abs(at - mark.start))
        return _find_tokens(tokens.message, start, start + len(words), tokens.first) or (IGNORED, IGNORED)
    for start in reversed(_find_places(message.before, words)):
        found = _find_tokens(tokens.before, start, start + len(words), 1)
        if found is not None:
            return found
    return (IGNORED, IGNORED)


def _find_places(text: str, words: str) -> list[int]:
    low, sought, places = text.lower(), words.lower(), []
    at = low.find(sought)
    while at >= 0:
        places.append(at)
        at = low.find(sought, at + 1)
    return places


def _find_tokens(tokens: list[Token], start: int, end: int, first: int) -> tuple[int, int] | None:
    inside = [at for at, token in enumerate(tokens) if token.start < end and token.end > start]
    return (first + inside[0], first + inside[-1]) if inside else None


def list_parts(data: Path) -> list[tuple[str, Path]]:
    """The files of the parts that training may read; the blind part is not among them."""
    return [(path.stem, path) for part in ("train", "tune") for path in sorted((data / part).glob("*.jsonl"))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--variants", type=int, default=4)
    parser.add_argument("--unlabelled", type=Path, help="JSON lines with t and before, for a teacher to annotate")
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)  # noqa: S311 — seeded, so that training comes out the same
    rows: list[tuple[Annotated, str, int]] = []
    messages = [(message, writer) for writer, path in list_parts(arguments.data) for message in read_annotated(path)]
    tuned = {path.stem for path in (arguments.data / "tune").glob("*.jsonl")}
    pool = [message for message, writer in messages if writer not in tuned]
    for message, writer in messages:
        rows.append((message, writer, 0))
        if writer not in tuned:
            rows.extend((vary_message(message, pool, rng), writer, n + 1) for n in range(arguments.variants))
    arrays = build_arrays(rows)
    if arguments.unlabelled:
        lines = [json.loads(line) for line in arguments.unlabelled.read_text("utf-8").splitlines()]
        more = build_unlabelled((line["t"], line.get("before", "")) for line in lines)
        arrays = {name: np.concatenate([arrays[name], more[name]]) for name in arrays}
    np.savez_compressed(arguments.out, **arrays, tuned=np.array(sorted(tuned)))
    sys.stdout.write(f"{len(messages):,} messages, {len(rows):,} rows: {arguments.out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
