"""Cut a text into chunks that can be quoted whole: between paragraphs, where those are too long between lines, then
between sentences, and only then anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from atlas.language.sentences import split_sentences

CHUNK: Final = 1_000
"""Characters: eight chunks fit the knowledge of a context, and each tells about one thing."""
_PARAGRAPHS: Final = re.compile(r"\n[ \t]*\n+")


def cut_chunks(text: str, most: int = CHUNK) -> list[str]:
    """Cut a text into chunks of at most so many characters, in order; nothing is lost but blank lines at the cuts."""
    return [each for each in _pack(_split(text, most), most) if each.strip()]


def _split(text: str, most: int) -> Iterator[tuple[str, str]]:
    """Pieces that fit, each with what stands before it where it follows another."""
    for paragraph in _PARAGRAPHS.split(text.strip()):
        if len(paragraph) <= most:
            yield "\n\n", paragraph
            continue
        for number, line in enumerate(paragraph.split("\n")):
            before = "\n" if number else "\n\n"
            if len(line) <= most:
                yield before, line
            else:
                yield from ((" ", piece) for piece in _split_line(line, most))


def _split_line(line: str, most: int) -> Iterator[str]:
    for sentence in split_sentences(line):
        yield from (sentence[at : at + most] for at in range(0, len(sentence), most))


def _pack(pieces: Iterable[tuple[str, str]], most: int) -> Iterator[str]:
    held = ""
    for before, piece in pieces:
        joined = f"{held}{before}{piece}" if held else piece
        if len(joined) <= most:
            held = joined
            continue
        yield held
        held = piece
    yield held
