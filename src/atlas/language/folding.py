"""When two texts are one: case, width, spacing and outer punctuation folded, and the hash of a folded content.

On this stand the equality of claims, the ids of entities, and how a content is known again.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import Final

_MARKS: Final = re.compile(r"[^\w\s\x00-\x7f]{31,}")
"""Where there may be a long run of combining marks; no letter is one."""
_STACKED: Final = 30
"""More marks than this on one letter are no writing; to put them in order takes the square of their number."""
_EDGES: Final = " \t\n.,;:!?\"'“”‘’()[]{}…-–—"


def fold_text(text: str) -> str:
    """Fold case, width, spacing and outer punctuation, so that two spellings of one text are equal."""
    return fold_spacing(text).strip(_EDGES)


def limit_marks(text: str) -> str:
    """Limit the marks on a letter to 30, so that normalising takes time in proportion to the text's length."""
    return text if text.isascii() else _MARKS.sub(lambda found: _thin_marks(found.group(0)), text)


def _thin_marks(run: str) -> str:
    kept, stacked = [], 0
    for mark in run:
        stacked = stacked + 1 if unicodedata.combining(mark) else 0
        if stacked <= _STACKED:
            kept.append(mark)
    return "".join(kept)


def fold_spacing(text: str) -> str:
    """Fold case, width and spacing; keep punctuation.

    Normalised again, since folding case can take characters apart.
    """
    if text.isascii():
        return " ".join(text.lower().split())
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", limit_marks(text)).casefold())
    return " ".join(plain.split())


def has_words(text: str, value: str) -> bool:
    """Tell whether a value stands in a text, as whole words; with no pattern made of it, which `re` would keep (X3)."""
    said, words = fold_spacing(text), fold_text(value)
    at = said.find(words)
    while at >= 0:
        if not (_is_word_sign(said, at - 1) or _is_word_sign(said, at + len(words))):
            return True
        at = said.find(words, at + 1)
    return False


def _is_word_sign(text: str, at: int) -> bool:
    return 0 <= at < len(text) and (text[at].isalnum() or text[at] == "_")


def content_hash(text: str) -> str:
    """Hash a content, so that it is named and not kept: what was rejected is known again by this (C2)."""
    return hashlib.sha256(fold_text(text).encode("utf-8", "surrogatepass")).hexdigest()
