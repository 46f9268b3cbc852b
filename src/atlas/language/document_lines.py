"""The lines of a document: what of it can be served alone, without headings, markers and comments (E8)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from atlas.language.document_items import is_heading, split_items
from atlas.language.document_sources import find_beliefs, find_sources, keep_sources, strip_comments
from atlas.model.ids import BeliefId, MemoryId

_MARKER: Final = re.compile(r"\s*(?:#{1,6}(?:\s|$)|[-*+•]\s|\d{1,3}[.)]\s)?\s*")
"""What makes a line a heading or a bullet in a document; in a context it is a line of its own anyway."""


@dataclass(frozen=True, slots=True)
class DocumentLine:
    number: int
    """From 1 on, among the lines of its document."""
    text: str
    """On one line, without its marker: none can pose as a heading."""
    sources: tuple[MemoryId, ...] = ()
    """The memories that it comes from, where it names them."""
    beliefs: tuple[BeliefId, ...] = ()
    """The positions that it tells: these are served from their rows, and not from here (B7)."""


def list_lines(text: str) -> Iterator[DocumentLine]:
    number = 0
    for item in split_items(keep_sources(text)):
        said = _strip_marker(strip_comments(item))
        if said and not is_heading(item):
            number += 1
            yield DocumentLine(number, said, find_sources(item), find_beliefs(item))


def _strip_marker(item: str) -> str:
    found = _MARKER.match(item)
    return " ".join(item[found.end() if found else 0 :].split())
