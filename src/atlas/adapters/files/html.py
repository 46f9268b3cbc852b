"""HTML by its headings, read by Python's own parser: the text that a reader of the page sees, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html.parser import HTMLParser
from typing import Final

from atlas.model.source_file import Section

_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_UNSEEN: Final = frozenset(
    {"script", "style", "template", "noscript", "svg", "math", "iframe", "object", "select", "textarea", "nav"}
)
_VOID: Final = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_BLOCKS: Final = frozenset(
    {"p", "div", "section", "article", "ul", "ol", "table", "tr", "blockquote", "pre", "dl", "dt", "dd", "figure"}
)
_INVISIBLE: Final = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$)|font-size\s*:\s*0", re.IGNORECASE
)
_BLANKS: Final = re.compile(r"[ \t]+")
_GAPS: Final = re.compile(r"\n\s*\n+")


def read_html(text: str) -> Iterable[Section]:
    page = _Page()
    page.feed(text)
    page.close()
    page.end_section()
    return page.sections


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.sections: list[Section] = []
        self._path: dict[int, str] = {}
        self._text: list[str] = []
        self._heading: list[str] | None = None
        self._unseen: list[str] = []
        """The open elements from the first one on that nobody sees."""
        self._title: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._unseen or tag in _UNSEEN or _is_invisible(dict(attrs)):
            if tag not in _VOID:
                self._unseen.append(tag)
        elif tag == "title":
            self._title = []
        elif tag in _HEADINGS:
            self.end_section()
            self._heading = []
        elif tag == "li":
            self._text.append("\n- ")
        elif tag == "br":
            self._text.append("\n")
        elif tag in _BLOCKS:
            self._text.append("\n\n")
        elif tag in ("td", "th"):
            self._text.append(" | ")

    def handle_endtag(self, tag: str) -> None:
        if self._unseen:
            if tag in self._unseen:
                while self._unseen.pop() != tag:
                    pass
        elif tag == "title" and self._title is not None:
            self._path = {0: _squeeze("".join(self._title))} if "".join(self._title).strip() else {}
            self._title = None
        elif tag in _HEADINGS and self._heading is not None:
            level, words = _HEADINGS[tag], _squeeze("".join(self._heading))
            self._path = {above: title for above, title in self._path.items() if above < level}
            if words and words not in self._path.values():
                self._path[level] = words
            self._heading = None
        elif tag in _BLOCKS:
            self._text.append("\n\n")

    def handle_data(self, data: str) -> None:
        if self._unseen:
            return
        target = self._title if self._title is not None else self._heading if self._heading is not None else self._text
        target.append(data)

    def end_section(self) -> None:
        text = _GAPS.sub("\n\n", _BLANKS.sub(" ", "".join(self._text))).strip()
        if text:
            self.sections.append(Section(tuple(self._path.values()), text))
        self._text = []


def _is_invisible(attrs: dict[str, str | None]) -> bool:
    hidden = "hidden" in attrs or attrs.get("aria-hidden") == "true"
    return hidden or bool(_INVISIBLE.search(attrs.get("style") or ""))


def _squeeze(text: str) -> str:
    return " ".join(text.split())
