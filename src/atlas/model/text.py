"""Small pure functions on text that several nouns share."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import Final

_SPACE: Final = re.compile(r"\s+")
_EDGES: Final = " \t\n.,;:!?\"'“”‘’()[]{}…-–—"


def folded(text: str) -> str:
    """The form in which two spellings of one text are equal: case, width, spacing and outer punctuation."""
    return spaced(text).strip(_EDGES)


def spaced(text: str) -> str:
    """Case, width and spacing folded; punctuation kept. Normalised again, since folding case can take it apart."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return _SPACE.sub(" ", plain).strip()


def content_hash(text: str) -> str:
    """Names a content without keeping it: what was rejected is known again by this (C2)."""
    return hashlib.sha256(folded(text).encode("utf-8", "surrogatepass")).hexdigest()
