"""A text in the pieces that are compared by meaning: the whole of it, and each of its sentences where it has several.

A sentence said in passing is lost in the vector of a long message; beside the whole it is found. The name of who spoke
stands in front, because questions name people and messages say "I".
"""

from __future__ import annotations

import re
from typing import Final

MAX_PASSAGES: Final = 24
MAX_LETTERS: Final = 2_000
"""An embedder reads no further than some 256 words, and reading is what costs."""

_BREAK: Final = re.compile(r"(?<=[.!?…。！？;])\s+|\n+|(?<=[。！？])")
"""A cut of its own: vectors that are stored stand for these pieces, and those of new texts are to be like them."""
_SHORTEST: Final = 25
_LONGEST: Final = 400
_LONG_TEXT: Final = 800


def split_passages(text: str, speaker: str | None = None) -> list[str]:
    """Split a text into passages, the whole of it first; a long text into longer ones, lest they be too many."""
    pieces = _join_short(_split_sentences(text), len(text) > _LONG_TEXT)
    told = [text[:MAX_LETTERS], *(pieces if len(pieces) > 1 else ())][:MAX_PASSAGES]
    return [f"{speaker} said: {piece}" for piece in told] if speaker else told


def _split_sentences(text: str) -> list[str]:
    return [piece for part in _BREAK.split(text) if part.strip() for piece in _cut_sentence(part.strip())]


def _cut_sentence(sentence: str) -> list[str]:
    """At spaces; a run without any is cut where it is too long."""
    pieces = []
    while len(sentence) > _LONGEST:
        space = sentence.rfind(" ", 0, _LONGEST)
        at = space if space > _LONGEST // 8 else _LONGEST
        pieces.append(sentence[:at])
        sentence = sentence[at:].strip()
    return [*pieces, sentence] if sentence else pieces


def _join_short(sentences: list[str], long: bool) -> list[str]:
    """Sentences too short to mean much go with the one after them."""
    pieces: list[str] = []
    waiting = ""
    for sentence in sentences:
        together = f"{waiting} {sentence}".strip()
        if waiting and len(together) > (_LONGEST if long else 120):
            pieces.append(waiting)
            together = sentence
        waiting = together
        if not long and len(waiting) >= _SHORTEST:
            pieces.append(waiting)
            waiting = ""
    return [*pieces, waiting] if waiting else pieces
