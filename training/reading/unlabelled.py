"""Lines that nobody annotated, for a teacher: `python -m training.reading.unlabelled OUT.jsonl [--data FOLDER]`.

They are what people say in the chats that the encoder was trained on, each with the line before; FOLDER may hold
TIAGE (MIT) and CLINC150 (CC BY 3.0) beside them.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from training.embedding.chats import ASSISTANT, parse_chat

CHATS: Final = Path(__file__).parents[1] / "embedding" / "data" / "train"
_LONGEST: Final = 600
_BEFORE: Final = 200
_REQUESTS: Final = 2_000
_SPACED: Final = re.compile(r" ([.,!?'])")
_Line = tuple[str, str]


def list_chat_lines(folder: Path = CHATS) -> Iterator[_Line]:
    for path in sorted(folder.glob("*/*.txt")):
        before = ""
        for line in parse_chat(path.read_text("utf-8"), path.name).lines:
            if line.speaker != ASSISTANT and len(line.text) < _LONGEST:
                yield line.text, before[-_BEFORE:]
            before = line.text


def list_dialogue_lines(path: Path) -> Iterator[_Line]:
    """The turns of TIAGE, without the spaces before punctuation."""
    for talk in json.loads(path.read_text("utf-8")).values():
        before = ""
        for turn, _ in talk:
            text = _SPACED.sub(r"\1", turn)
            yield text, before
            before = text


def draw_requests(path: Path, rng: random.Random) -> Iterator[_Line]:
    for text, _ in rng.sample(json.loads(path.read_text("utf-8"))["train"], _REQUESTS):
        yield text, ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--data", type=Path, help="holds tiage/anno_train.json and clinc150/train_val.json")
    parser.add_argument("--seed", type=int, default=5)
    arguments = parser.parse_args()
    lines = list(list_chat_lines())
    if arguments.data:
        rng = random.Random(arguments.seed)  # noqa: S311 — seeded, so that the same lines are drawn
        lines += list_dialogue_lines(arguments.data / "tiage" / "anno_train.json")
        lines += draw_requests(arguments.data / "clinc150" / "train_val.json", rng)
    rows = [json.dumps({"t": text, "before": before}, ensure_ascii=False) for text, before in lines]
    arguments.out.write_text("\n".join(rows) + "\n", "utf-8")
    sys.stdout.write(f"{len(rows):,} lines: {arguments.out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
