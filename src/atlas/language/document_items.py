"""The items of a document: headings, bullets, paragraphs, each of which can be served or taken out alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_BULLET: Final = re.compile(r"[ \t]*(?:[-*+•][ \t]|\d{1,3}[.)][ \t])")
_HEADING: Final = re.compile(r"[ \t]*#{1,6}(?:[ \t]|$)")
_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
"""One without an end goes on to the end of the text, so that a search for it is over after one look."""


def remove_comments(text: str) -> str:
    """Return a document without its comments."""
    return _COMMENT.sub("", text)


def split_items(text: str) -> tuple[str, ...]:
    """Split a document into pieces that can go alone: headings, bullets, paragraphs. Joined again they are the text."""
    return tuple("".join(lines) for lines in _gather_lines(text))


def is_heading(item: str) -> bool:
    return _HEADING.match(item) is not None


def _gather_lines(text: str) -> Iterator[list[str]]:
    lines: list[str] = []
    for line in text.splitlines(keepends=True):
        if lines and _begins_item(lines, line):
            yield lines
            lines = []
        lines.append(line)
    if lines:
        yield lines


def _begins_item(before: list[str], line: str) -> bool:
    """Tell whether this line begins another item. Empty lines end the one that they follow."""
    if not line.strip():
        return False
    ended = not before[-1].strip() or _HEADING.match(before[-1]) is not None
    return ended or _BULLET.match(line) is not None or _HEADING.match(line) is not None
