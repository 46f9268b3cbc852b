"""Where the sentences of a text stand, in any script that marks their ends; "Dr. Meyer" is no end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_END: Final = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s|\Z)|[。！？]+|\n+")
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:dr|mr|mrs|ms|prof|st|vs|etc|e\.g|i\.e|approx|no|nr|fig|inc|ltd|jr|sr|ca|bzw|z\.b)|\b[^\W\d_])\.\Z", re.I
)
_LOOKED_AT: Final = 10
"""Characters before an end by which an abbreviation is known."""


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """From the first letter of each to behind its last mark."""
    begin = 0
    for found in _END.finditer(text):
        told = text[max(begin, found.end() - _LOOKED_AT) : found.end()]
        if not text[found.start()].isspace() and _ABBREVIATION.search(told) and found.end() < len(text):
            continue
        yield from _trim_span(text, begin, found.end())
        begin = found.end()
    yield from _trim_span(text, begin, len(text))


def _trim_span(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    stretch = text[begin:end]
    if stretch.strip():
        yield begin + len(stretch) - len(stretch.lstrip()), begin + len(stretch.rstrip())
