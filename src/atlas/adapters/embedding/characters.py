"""Text rewritten one character at a time, at the speed of `str.translate`."""

from __future__ import annotations

from typing import Final

_KEPT: Final = 20_000


class CharacterTable(dict[int, str]):
    """A table that fills itself as characters turn up. Subclasses say in `piece` what a character becomes."""

    def __missing__(self, code: int) -> str:
        piece = self.piece(code)
        if len(self) < _KEPT:  # hostile text may hold all 1.1 million of them
            self[code] = piece
        return piece

    def piece(self, code: int) -> str:
        raise NotImplementedError
