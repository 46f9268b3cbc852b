"""Chats as tokens: `python -m training.embedding.examples OUT.npz FOLDER …`, what the encoder is trained on.

Each line has two texts: itself, and itself behind the line before, since short lines say "yes, last week" and mean what
came before. The arrays hold the tokens of all texts one behind the other, and where each begins.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from atlas.adapters.embedding.wordpiece import WordPiece
from atlas.language.passages import split_passages
from training.embedding.chats import ASSISTANT, Chat, load_chats
from training.reading.annotations import read_annotated

LINE_TOKENS: Final = 128
PAIR_TOKENS: Final = 160
QUESTION_TOKENS: Final = 48
_SHORT_TOGETHER: Final = 16
"""So many short chats are searched together, so that there is something to choose from."""


@dataclass(frozen=True, slots=True)
class Searched:
    """Lines that are searched together, and questions about them with the lines that answer."""

    writer: str
    lines: tuple[str, ...]
    pairs: tuple[str, ...]
    questions: tuple[tuple[str, str, tuple[int, ...]], ...]
    """Kind, text and evidence."""


def list_searched(folders: Iterable[Path]) -> Iterator[Searched]:
    """The long chats of these folders, and the short ones of their `.jsonl` files."""
    for folder in folders:
        yield from (describe_chat(chat) for chat in load_chats(folder))
        for path in sorted(folder.rglob("*.jsonl")):
            rows = [json.loads(row) for row in path.read_text("utf-8").splitlines()]
            for at in range(0, len(rows), _SHORT_TOGETHER):
                yield _join_short(rows[at : at + _SHORT_TOGETHER], path.stem)


def list_messages(folder: Path) -> Iterator[str]:
    """Of the reader's annotators, without their marks; those of one writer together."""
    for path in sorted(folder.glob("*.jsonl")):
        yield from (message.text for message in read_annotated(path))


def describe_chat(chat: Chat) -> Searched:
    named = ASSISTANT not in chat.speakers
    lines = tuple(_tell_speaker(line.text, line.speaker if named else "") for line in chat.lines)
    sessions = [line.at for line in chat.lines]
    asked = tuple((each.kind, each.text, each.evidence) for each in chat.questions)
    return Searched(chat.name.partition("/")[0], lines, tuple(_pair_lines(lines, sessions)), asked)


def _join_short(rows: Sequence[dict[str, Any]], writer: str) -> Searched:
    lines: list[str] = []
    sessions: list[int] = []
    asked: list[tuple[str, str, tuple[int, ...]]] = []
    for number, row in enumerate(rows):
        begin = len(lines)
        named = ASSISTANT not in (row["a"], row["b"])
        lines += [_tell_speaker(text, row[who] if named else "") for who, text in row["lines"]]
        sessions += [number] * len(row["lines"])
        asked += [("fact", each["q"], tuple(begin + at for at in each["e"])) for each in row["qa"]]
    return Searched(writer, tuple(lines), tuple(_pair_lines(lines, sessions)), tuple(asked))


def _tell_speaker(text: str, speaker: str) -> str:
    """As the engine has it embedded (`language/passages.py`)."""
    return split_passages(text, speaker or None)[0]


def _pair_lines(lines: Sequence[str], sessions: Sequence[object]) -> Iterator[str]:
    """Each line behind the one before it in its session."""
    for at, line in enumerate(lines):
        before = at > 0 and sessions[at - 1] == sessions[at]
        yield f"{lines[at - 1]} {line}" if before else line


def make_arrays(searched: Sequence[Searched], others: Sequence[str] = ()) -> dict[str, Any]:
    """The tokens of lines, pairs and questions, and what belongs together; of `others`, the tokens alone."""
    arrays: dict[str, Any] = {"writer": np.array([each.writer for each in searched])}
    asked = [(at, *question) for at, each in enumerate(searched) for question in each.questions]
    texts = {
        "line": ([text for each in searched for text in each.lines], LINE_TOKENS),
        "pair": ([text for each in searched for text in each.pairs], PAIR_TOKENS),
        "question": ([text for _, _, text, _ in asked], QUESTION_TOKENS),
    }
    if others:
        texts["other"] = (list(others), LINE_TOKENS)
    for name, (rows, most) in texts.items():
        encode = WordPiece(most).encode
        tokens = [encode(text) for text in rows]
        arrays[f"{name}_tokens"] = np.concatenate([np.array(each, np.uint16) for each in tokens])
        arrays[f"{name}_begin"] = np.cumsum([0, *map(len, tokens)]).astype(np.int32)
    arrays["lines_begin"] = np.cumsum([0, *(len(each.lines) for each in searched)]).astype(np.int32)
    arrays["question_of"] = np.array([at for at, *_ in asked], np.int32)
    arrays["question_kind"] = np.array([kind for _, kind, _, _ in asked])
    arrays["evidence"] = np.array([place for *_, evidence in asked for place in evidence], np.int32)
    arrays["evidence_begin"] = np.cumsum([0, *(len(evidence) for *_, evidence in asked)]).astype(np.int32)
    return arrays


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--others", type=Path, help="a folder of annotated messages, for a teacher to compare")
    arguments = parser.parse_args()
    searched = list(list_searched(arguments.folders))
    others = list(list_messages(arguments.others)) if arguments.others else []
    np.savez_compressed(arguments.out, **make_arrays(searched, others))
    questions = sum(len(each.questions) for each in searched)
    sys.stdout.write(f"{len(searched)} searched together, {questions} questions\n")


if __name__ == "__main__":
    main()
