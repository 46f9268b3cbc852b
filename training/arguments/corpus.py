"""Messages with what they argue, as their writers marked them: `python -m training.arguments.corpus` checks and counts.

A line is `kind|text`. Topics stand in the text as `[+topic]` or `[-topic]`, for and against; those that the text does
not name stand behind it as `{+topic}`, and `{0topic}` is one that is near and not argued about. README.md lists the
kinds.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from training.embedding.chats import load_chats

ROOT: Final = Path(__file__).parent
DATA: Final = ROOT / "data" / "train"
JUDGEMENTS: Final = tuple(ROOT / "data" / name for name in ("judgements.txt", "effects.txt"))
_READING: Final = ROOT.parent / "reading" / "data" / "train"
_CHATS: Final = ROOT.parent / "embedding" / "data" / "train"
ARGUING: Final = {"e": "empirical", "l": "logical", "x": "expert", "a": "anecdotal"}
PRESSING: Final = frozenset("oistpf")
"""Opinions, insistence, the crowd, threats, praise, feelings: they take a side and give no reason."""
SILENT: Final = frozenset("nhju")
"""Ordinary talk, what is only supposed, jokes, others' words."""
_MARKED: Final = re.compile(r"\[([+-])([^\]]*)\]")
_BEHIND: Final = re.compile(r"\s*\{([+0-])([^}]*)\}")
_SIDES: Final = {"+": 1, "-": -1, "0": 0}
_ANNOTATED: Final = re.compile(r"\{([^|{}]*)\|[^{}]*\}")
_FEWEST_WORDS: Final = 6


@dataclass(frozen=True, slots=True)
class Marked:
    """One message: its writer, its kind, and its topics, each with 1 or -1."""

    writer: str
    kind: str
    text: str
    topics: tuple[tuple[str, int], ...] = ()
    beside: tuple[str, ...] = ()
    """Topics near to it that it does not argue about."""

    @property
    def argues(self) -> bool:
        return self.kind in ARGUING


def read_corpus() -> list[Marked]:
    return [
        parse_line(line, path.stem)
        for path in sorted(DATA.glob("*.txt"))
        for line in path.read_text("utf-8").splitlines()
        if line.strip()
    ]


def parse_line(line: str, writer: str) -> Marked:
    kind, _, text = line.partition("|")
    if kind not in {*ARGUING, *PRESSING, *SILENT} or not text:
        raise ValueError(f"{writer}: {line!r} has no kind.")
    found = [(each[2], _SIDES[each[1]]) for form in (_MARKED, _BEHIND) for each in form.finditer(text)]
    topics = tuple((topic, side) for topic, side in found if side)
    if kind not in SILENT and not topics:
        raise ValueError(f"{writer}: {line!r} has no topic.")
    plain = _MARKED.sub(r"\2", _BEHIND.sub("", text)).strip()
    named = tuple(topic for topic, side in found if not side or kind in SILENT)
    return Marked(writer, kind, plain, () if kind in SILENT else topics, named)


def make_judgements(topics: list[str], each: int, rng: random.Random) -> list[Marked]:
    """Short judgements and effects, each said of some topics: they teach a side, whatever it is of."""
    lines = [line for path in JUDGEMENTS for line in path.read_text("utf-8").splitlines() if line.strip()]
    rows = [line.partition("|") for line in lines]
    return [
        Marked("judgements", "o", form.replace("X", topic), ((topic, 1 if sign == "+" else -1),))
        for sign, _, form in rows
        for topic in rng.sample(topics, each)
    ]


def list_talk(most: int, rng: random.Random) -> list[str]:
    """Ordinary talk of our own, in which hardly anybody argues: messages of the reader, and lines of long chats."""
    lines = sorted({*_read_messages(), *_read_lines()})
    rng.shuffle(lines)
    return lines[:most]


def _read_messages() -> Iterator[str]:
    for path in sorted(_READING.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            text = _ANNOTATED.sub(r"\1", json.loads(line)["t"])
            if len(text.split()) >= _FEWEST_WORDS:
                yield text


def _read_lines() -> Iterator[str]:
    for chat in load_chats(_CHATS):
        yield from (line.text for line in chat.lines if len(line.text.split()) >= _FEWEST_WORDS)


def main() -> None:
    corpus = read_corpus()
    kinds = Counter(each.kind for each in corpus)
    sys.stdout.write(f"{len(corpus)} messages of {len({each.writer for each in corpus})} manners: {dict(kinds)}\n")
    sides = Counter(side for each in corpus if each.argues for _, side in each.topics)
    sys.stdout.write(f"Arguments for their topic: {sides[1]}, against it: {sides[-1]}\n")


if __name__ == "__main__":
    main()
