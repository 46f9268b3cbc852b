"""Fences of code in Markdown: which lines stand inside one, and whether one is left open."""

from __future__ import annotations

import re
from typing import Final

_FENCE: Final = re.compile(r"[ \t]*(?:[-*+>][ \t]+)*(?P<marks>`{3,}|~{3,})(?P<info>.*)")


def list_unfenced_lines(text: str) -> tuple[list[str], bool]:
    """List the lines that stand outside of every fence, and tell whether the last fence is left open."""
    outside: list[str] = []
    opened = ""
    for line in text.splitlines():
        found = _FENCE.match(line)
        if not opened and found is None:
            outside.append(line)
        elif found is not None:
            opened = _follow_fence(opened, found["marks"], found["info"].strip())
    return outside, bool(opened)


def _follow_fence(opened: str, marks: str, info: str) -> str:
    """Return the marks of the fence that is open behind this line; what closes one is as long and says nothing."""
    if opened:
        return "" if marks.startswith(opened) and not info else opened
    return "" if "`" in info and marks.startswith("`") else marks
