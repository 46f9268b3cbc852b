"""Plain text: a line that is underlined is a heading, of the level that its sign first had in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from atlas.model.source_file import Section

_UNDERLINE: Final = re.compile(r"([=\-~^#*+\"'`])\1{2,}\s*")
_LONGEST_HEADING: Final = 120


def read_plain(text: str) -> Iterator[Section]:
    lines = text.split("\n")
    path: dict[int, str] = {}
    levels: dict[str, int] = {}
    begins = 0
    for at in range(1, len(lines)):
        underline = _UNDERLINE.fullmatch(lines[at])
        title = lines[at - 1].strip()
        if underline is None or not title or len(title) > _LONGEST_HEADING or _UNDERLINE.fullmatch(lines[at - 1]):
            continue
        if at >= 2 and lines[at - 2].strip() and not _UNDERLINE.fullmatch(lines[at - 2]):
            continue  # the last line of a paragraph, above a rule or a table
        yield Section(tuple(path.values()), _trim(lines[begins : at - 1]))
        level = levels.setdefault(underline[1], len(levels))
        path = {above: words for above, words in path.items() if above < level} | {level: title}
        begins = at + 1
    yield Section(tuple(path.values()), _trim(lines[begins:]))


def _trim(lines: list[str]) -> str:
    if lines and _UNDERLINE.fullmatch(lines[-1]):
        lines = lines[:-1]  # a line above the heading, too
    return "\n".join(lines).strip("\n")
