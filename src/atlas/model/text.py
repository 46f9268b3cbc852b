"""When two texts are one: on this stands the equality of the nouns, and the hash by which a content is known again.

Reading text is for `language/`, the floor above.
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


def folded(text: str) -> str:
    """The form in which two spellings of one text are equal: case, width, spacing and outer punctuation."""
    return spaced(text).strip(_EDGES)


def bearable(text: str) -> str:
    """The text with at most 30 marks on a letter, so that to normalise it takes time in proportion to its length."""
    return text if text.isascii() else _MARKS.sub(lambda found: _thinned(found.group(0)), text)


def _thinned(run: str) -> str:
    kept, stacked = [], 0
    for mark in run:
        stacked = stacked + 1 if unicodedata.combining(mark) else 0
        if stacked <= _STACKED:
            kept.append(mark)
    return "".join(kept)


def spaced(text: str) -> str:
    """Case, width and spacing folded; punctuation kept. Normalised again, since folding case can take it apart."""
    if text.isascii():
        return " ".join(text.lower().split())
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", bearable(text)).casefold())
    return " ".join(plain.split())


def content_hash(text: str) -> str:
    """Names a content without keeping it: what was rejected is known again by this (C2)."""
    return hashlib.sha256(folded(text).encode("utf-8", "surrogatepass")).hexdigest()
