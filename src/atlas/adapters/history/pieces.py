"""Conversations gathered from lines, in pieces: a file of ten gigabytes may be one conversation (P8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Protocol, TypeVar

from atlas.model.history import Skipped

PIECE_LINES: Final = 1_000
PIECE_CHARACTERS: Final = 8_000_000


class Line(Protocol):
    @property
    def conversation(self) -> str: ...

    @property
    def length(self) -> int: ...


L = TypeVar("L", bound=Line)


def gathered(lines: Iterable[L | Skipped]) -> Iterator[list[L] | Skipped]:
    """Neighbours of the same conversation, as many as are held at once."""
    piece: list[L] = []
    length = 0
    for line in lines:
        if isinstance(line, Skipped):
            yield line
            continue
        if piece and (line.conversation != piece[0].conversation or _full(piece, length + line.length)):
            yield piece
            piece, length = [], 0
        piece.append(line)
        length += line.length
    if piece:
        yield piece


def _full(piece: list[L], length: int) -> bool:
    return len(piece) >= PIECE_LINES or length > PIECE_CHARACTERS
