"""Markdown by its headings: a section is what stands below one, as it is written.

What no reader of the page sees is left out: the fields at the top, and comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from atlas.model.source_file import Section

if TYPE_CHECKING:
    from markdown_it.token import Token

_FIELDS: Final = re.compile(r"\A---[ \t]*\n.{0,20000}?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)


def read_markdown(text: str) -> Iterator[Section]:
    from markdown_it import MarkdownIt  # with rich, which other commands draw with; not needed elsewhere

    seen = _COMMENT.sub("", _FIELDS.sub("", text, count=1))
    lines = seen.split("\n")
    path: dict[int, str] = {}
    begins = 0
    for heading, level, (start, end) in _find_headings(MarkdownIt("commonmark").parse(seen)):
        yield Section(tuple(path.values()), "\n".join(lines[begins:start]).strip("\n"))
        path = {above: title for above, title in path.items() if above < level}
        if heading:
            path[level] = heading
        begins = end
    yield Section(tuple(path.values()), "\n".join(lines[begins:]).strip("\n"))


def _find_headings(tokens: list[Token]) -> Iterator[tuple[str, int, tuple[int, int]]]:
    """Headings of the page itself; one inside a quotation or a list belongs to that."""
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map:
            yield _read_words(inline), int(token.tag[1:]), (token.map[0], token.map[1])


def _read_words(inline: Token) -> str:
    return " ".join("".join(child.content or " " for child in inline.children or ()).split())
