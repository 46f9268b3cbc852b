"""Counting tokens without a model's own tables: a little too many rather than one too few (C7).

Runs of letters break where a capital starts a new word, as they do before byte pairs are sought: small letters are one
token for every three begun, capitals for every two. Digits and signs are one each, and everything outside ASCII one a
byte, which no byte-level vocabulary exceeds. The count of two texts together never exceeds the sum of their counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

Counter = Callable[[str], int]

_PIECE: Final = re.compile(
    r"(?P<word>[A-Z]?[a-z]+)|(?P<shout>[A-Z]+)|\n|(?P<joined>[^\S\n]+)(?=[!-/:-~])|(?P<gap>[^\S\n]+)|[^\sA-Za-z]"
)


def estimate(text: str) -> int:
    return sum(_cost(match) for match in _PIECE.finditer(text))


def _cost(match: re.Match[str]) -> int:
    piece = match.group()
    if not piece.isascii():
        return len(piece.encode("utf-8", "surrogatepass"))
    match match.lastgroup:
        case "word":
            return -(-len(piece) // 3)
        case "shout":
            return -(-len(piece) // 2)
        case "joined":
            # The last space belongs to the word or sign after it, but to no digit; each other one is a token.
            return len(piece) - 1
        case "gap":
            return len(piece)
    return 1
