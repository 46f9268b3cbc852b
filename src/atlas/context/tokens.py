"""Counting tokens without a model's own tables: a little too many rather than one too few (C7).

Short runs of letters are one token for every three begun, shouted or mixed ones for every two, digits and signs one
each, and everything outside ASCII one a byte, which no byte-level vocabulary exceeds.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

Counter = Callable[[str], int]

_PIECE: Final = re.compile(r"[A-Za-z]+|[0-9]|\n|[^\S\n]+|[^\sA-Za-z0-9]")


def estimate(text: str) -> int:
    return sum(_cost(match.group(0)) for match in _PIECE.finditer(text))


def _cost(piece: str) -> int:
    if not piece.isascii():
        return len(piece.encode("utf-8", "surrogatepass"))
    if piece.isalpha():
        plain = piece[1:].islower() or len(piece) == 1
        return -(-len(piece) // (3 if plain else 2))
    # One space belongs to the word after it; more of them are tokens of their own.
    return len(piece) - 1 if piece.isspace() and piece != "\n" else 1
