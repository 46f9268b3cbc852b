"""Text of somebody else's that a message holds behind the speaker's own words, told by its structure alone (C13).

Whoever pastes a mail, an article, a log or a CV writes a line or two, leaves one empty, and what follows is broken into
lines as nobody breaks their own sentences; or it is set apart by fences or by the marks of a quoted mail. A list of
items is the speaker's own. What the structure does not show is taken for the speaker's words.
"""

from __future__ import annotations

import re
from typing import Final

_BLOCK: Final = re.compile(r"\n[ \t]*\n(?=[ \t]*\S)")
_FENCE: Final = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
_QUOTED_LINE: Final = re.compile(r"^[ \t]*>", re.MULTILINE)
_ITEM: Final = re.compile(r"[ \t]*(?:[-*+•–]|\d{1,3}[.)])[ \t]")
_OWN_LINES: Final = 2
"""Lines of the speaker's own words before a pasted text."""
_LEAST: Final = 3
"""Lines from which a block is no paragraph of the speaker's."""


def find_pasted(text: str) -> int | None:
    """Find where the pasted part of a message begins; None where no structure shows one."""
    if "\n" not in text:
        return None
    marks = [found.start() for pattern in (_FENCE, _QUOTED_LINE) if (found := pattern.search(text))]
    block = _BLOCK.search(text)
    if block and text.count("\n", 0, block.start()) < _OWN_LINES and _is_broken_text(text[block.end() :]):
        marks.append(block.end())
    return min(marks, default=None)


def _is_broken_text(text: str) -> bool:
    """Tell whether a text stands in lines that are no paragraphs and no items of a list."""
    paragraphs = _BLOCK.split(text)
    lines = [line for line in text.splitlines() if line.strip()]
    items = sum(_ITEM.match(line) is not None for line in lines)
    return len(lines) - len(paragraphs) + 1 >= _LEAST and 2 * items < len(lines)
