"""Conversations gathered from lines, in pieces: a file of ten gigabytes may be one conversation (P8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Generic, Protocol, TypeVar

from atlas.errors import BadInput
from atlas.model.history import Skipped, Turn
from atlas.model.interaction import Role

PIECE_LINES: Final = 1_000
PIECE_CHARACTERS: Final = 8_000_000
HELD_LINES: Final = 2 * PIECE_LINES
"""Of all conversations together, while others may still go on between their lines."""


class Line(Protocol):
    @property
    def conversation(self) -> str: ...

    @property
    def length(self) -> int: ...

    @property
    def asks(self) -> bool:
        """Whether somebody begins here, so that nothing is torn from what it answers."""
        ...


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line that is a turn as it stands, and no more."""

    conversation: str
    turn: Turn

    @property
    def length(self) -> int:
        return len(self.turn.text)

    @property
    def asks(self) -> bool:
        return self.turn.role is Role.USER


L = TypeVar("L", bound=Line)


@dataclass(slots=True)
class _Piece(Generic[L]):
    lines: list[L] = field(default_factory=list)
    length: int = 0

    def add(self, line: L) -> None:
        self.lines.append(line)
        self.length += line.length

    def ends_before(self, line: L) -> bool:
        is_long = len(self.lines) >= PIECE_LINES and (line.asks or len(self.lines) >= HELD_LINES)
        return bool(self.lines) and (is_long or self.length + line.length > PIECE_CHARACTERS)


def gather_conversations(lines: Iterable[L | Skipped]) -> Iterator[list[L] | Skipped]:
    """Lines of the same conversation, as many as are held at once. Where a file breaks, what came before is given."""
    held = _Held[L]()
    try:
        for line in lines:
            if isinstance(line, Skipped):
                yield line
            else:
                yield from held.take(line)
    except BadInput:
        yield from held.rest()
        raise
    yield from held.rest()


class _Held(Generic[L]):
    """The pieces that are being read, those that were silent for longest first."""

    def __init__(self) -> None:
        self._pieces: dict[str, _Piece[L]] = {}
        self._lines = 0
        self._length = 0

    def take(self, line: L) -> Iterator[list[L]]:
        piece = self._pieces.pop(line.conversation, _Piece[L]())
        self._pieces[line.conversation] = piece
        if piece.ends_before(line):
            yield self._end(line.conversation)
            piece = self._pieces[line.conversation] = _Piece[L]()
        piece.add(line)
        self._lines += 1
        self._length += line.length
        while len(self._pieces) > 1 and (self._lines > HELD_LINES or self._length > PIECE_CHARACTERS):
            yield self._end(next(iter(self._pieces)))

    def rest(self) -> Iterator[list[L]]:
        while self._pieces:
            yield self._end(next(iter(self._pieces)))

    def _end(self, conversation: str) -> list[L]:
        piece = self._pieces.pop(conversation)
        self._lines -= len(piece.lines)
        self._length -= piece.length
        return piece.lines
