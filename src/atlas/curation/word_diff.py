"""What a proposal changes, word by word: what it keeps, adds and takes away (C9)."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Final

from atlas.model.review import DiffKind, DiffPiece

_PIECES: Final = re.compile(r"\s+|\S+")
MOST_WORDS: Final = 4_000
"""Of both texts together; longer ones are shown as taken away and added whole, since to compare takes the square."""


def diff_words(before: str, after: str) -> tuple[DiffPiece, ...]:
    """Compare two texts by their words; the pieces that are kept or taken away are the one, kept or added the other."""
    if before == after:
        return (DiffPiece(DiffKind.SAME, before),) if before else ()
    old, new = _PIECES.findall(before), _PIECES.findall(after)
    if len(old) + len(new) > MOST_WORDS:
        return _list_pieces(("", DiffKind.SAME), (before, DiffKind.REMOVED), (after, DiffKind.ADDED))
    pieces: list[tuple[str, DiffKind]] = []
    for tag, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            pieces.append(("".join(old[first:last]), DiffKind.SAME))
        else:
            pieces += [("".join(old[first:last]), DiffKind.REMOVED), ("".join(new[start:end]), DiffKind.ADDED)]
    return _list_pieces(*pieces)


def _list_pieces(*pieces: tuple[str, DiffKind]) -> tuple[DiffPiece, ...]:
    return tuple(DiffPiece(kind, text) for text, kind in pieces if text)
