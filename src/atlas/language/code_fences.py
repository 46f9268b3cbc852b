"""Fences of code in Markdown: which lines stand inside one, and whether one is left open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_FENCE: Final = re.compile(r"[ \t]*(?:[-*+>][ \t]+)*(?P<marks>`{3,}|~{3,})(?P<info>.*)")


def list_unfenced_lines(text: str) -> tuple[list[str], bool]:
    """List the lines that stand outside of every fence, and tell whether the last fence is left open."""
    lines = list(mark_fenced_lines(text))
    return [line.rstrip("\r\n") for line, fenced, _ in lines if not fenced], bool(lines) and lines[-1][2]


def mark_fenced_lines(text: str) -> Iterator[tuple[str, bool, bool]]:
    """Each line with its end, whether it belongs to a fence, and whether a fence is open behind it."""
    opened = ""
    for line in text.splitlines(keepends=True):
        found = _FENCE.match(line)
        fenced = bool(opened) or found is not None
        if found is not None:
            opened = _follow_fence(opened, found["marks"], found["info"].strip())
        yield line, fenced, bool(opened)


def _follow_fence(opened: str, marks: str, info: str) -> str:
    """Return the marks of the fence that is open behind this line; what closes one is as long and says nothing."""
    if opened:
        return "" if marks.startswith(opened) and not info else opened
    return "" if "`" in info and marks.startswith("`") else marks
