"""Parts of a text in which signals are looked for: what stands in the middle of a long one is about something else."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from atlas.signals.words import Span

SHORT: Final = 40
"""Words of a text that is looked at as a whole."""
OPENING: Final = 20
"""Words at the beginning of a message in which people react to what was said."""

_SENTENCE_ENDS: Final = re.compile(r"[.!?]+[\"'”’)]*(?=\s|$)|[。！？؟\n]+")
_WORD: Final = re.compile(r"\S+")
_LONG_WORD: Final = 12


def opening(text: str, count: int = OPENING) -> str:
    """The first words, as they stand; in a script without spaces as many signs as that would be."""
    ends = [match.end() for match in islice(_WORD.finditer(text), count)]
    return text[: min(ends[-1], count * _LONG_WORD)] if ends else ""


def heart(text: str) -> str:
    """A short text whole; of a longer one its last sentence, in which it asks or offers something."""
    if len(opening(text, SHORT)) >= len(text.rstrip()):
        return text
    last = max((at for at, sign in enumerate(text) if sign.isalnum()), default=0)
    return sentence(text, (last, last + 1))


def sentence(text: str, span: Span) -> str:
    """The sentence in which something stands, with the mark that ends it."""
    ends = [match.end() for match in _SENTENCE_ENDS.finditer(text)]
    start = max((end for end in ends if end <= span[0]), default=0)
    return text[start : min((end for end in ends if end >= span[1]), default=len(text))]
