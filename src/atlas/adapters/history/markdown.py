"""Memory files in Markdown: MEMORY.md, CLAUDE.md, AGENTS.md and their like, written by people and by their assistants.

Every bullet and every paragraph is one note, with the headings above it in front, since it is meant under them. One
inside another has that one in front too. Left out: code, comments, tables, the fields at the top, rules, and lines that
only name another file (`@notes.md`), which is not opened.

A note is known by its words alone: in whatever file they stand, they are the same note.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from atlas.adapters.history.fields import make_digest
from atlas.adapters.history.sources import Source
from atlas.adapters.history.splitting import Lost, Raw, split_lines
from atlas.curation.hygiene import redact_secrets
from atlas.errors import BadInput
from atlas.model.history import Item, Noted, Skipped
from atlas.model.origin import Origin

LINE_BYTES: Final = 2**20
MAX_BYTES: Final = 4 * 2**20
"""Of one file, all of which may be one paragraph."""
MAX_NOTES: Final = 10_000
"""Of one file."""
MAX_TITLE: Final = 200
_OF_THE_FILE: Final = frozenset({"memory", "memories", "memory.md", "claude.md", "agents.md"})
"""Titles that say what the file is, and nothing of what stands under them."""

_FENCE: Final = re.compile(r"\s*(`{3,}|~{3,})")
_HEADING: Final = re.compile(r" {0,3}(#{1,6})(?:[ \t]|$)")
_BULLET: Final = re.compile(r"(\s*)(?:[-*+]|\d{1,9}[.)])[ \t]+")
_NAMED: Final = re.compile(r"\s*(?:[-*+][ \t]+)?@\S+\s*")
_ROW: Final = re.compile(r"\s*\|.*\|\s*")
_UNDER_HEADS: Final = re.compile(r"\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+")
"""Under the heads of a table whose rows have no sign around them."""
_FIELD: Final = re.compile(r"[\w\"'-]+\s*:|\s+\S|-\s|#")
_UNDERLINES: Final = {"=": 1, "-": 2}


def lines_of(source: Source) -> Iterator[Raw | Lost]:
    if source.size > MAX_BYTES:
        raise BadInput(f"{source.name} is larger than {MAX_BYTES // 2**20} MB, which no memory file is.")
    return split_lines(source.chunks(), source.name, LINE_BYTES)


def read_notes(told: Iterable[Raw | Lost], file: str) -> Iterator[Item]:
    for number, item in enumerate(_read_file_notes(told, file), start=1):
        if number > MAX_NOTES:
            raise BadInput(f"{file} cannot be read further: it has more than {MAX_NOTES:,} notes.")
        yield item


def _read_file_notes(told: Iterable[Raw | Lost], file: str) -> Iterator[Item]:
    page, last = _Page(), 0
    for line in told:
        if line.number > last + 1:
            yield from page.blank()
        last = line.number
        try:
            if isinstance(line, Lost):
                yield Skipped(f"{file}, line {line.number}", line.why)
            else:
                yield from page.line(line.body.decode("utf-8").rstrip("\r"), first=line.number == 1)
        except UnicodeDecodeError:
            yield Skipped(f"{file}, line {line.number}", "It is not valid UTF-8.")
    yield from page.blank()


class _Page:
    def __init__(self) -> None:
        self._headings: dict[int, str] = {}
        self._fields = False
        self._fence = ""
        self._comment = False
        self._table = False
        self._parents: list[tuple[int, str]] = []
        """The bullets that we are inside of, each with how far it is moved in."""
        self._indent: int | None = None
        """Of the bullet that is being read; None in a paragraph."""
        self._text: list[str] = []

    def line(self, text: str, *, first: bool) -> Iterator[Noted]:
        if self._left_out(text, first):
            return
        text = self._without_comments(text)
        if not text.strip() or _NAMED.fullmatch(text) or self._tabled(text):
            return
        if heading := _HEADING.match(text):
            yield from self.blank()
            self._head(len(heading[1]), text[heading.end() :].strip().rstrip("#").rstrip())
        elif rule := _find_rule_sign(text):
            yield from self._ruled(rule)
        elif bullet := _BULLET.match(text):
            yield from self.blank()
            self._indent = len(bullet[1].expandtabs(4))
            self._add(text[bullet.end() :])
        else:
            if not self._text and not text[:1].isspace():
                self._parents = []
            self._add(text)

    def blank(self) -> Iterator[Noted]:
        """What was being read is whole."""
        text = " ".join(self._text)
        indent, self._indent = self._indent, None
        self._text, self._table = [], False
        if not text.strip():
            return
        if indent is not None:
            self._parents = [parent for parent in self._parents if parent[0] < indent]
        above = [self._headings[level] for level in sorted(self._headings)] + [text for _, text in self._parents[-1:]]
        whole = f"{' > '.join(above)}: {text}" if above else text
        yield Noted(make_digest(whole), whole, Origin.FILE)
        if indent is not None:
            self._parents.append((indent, _clean_title(text)))

    def _left_out(self, text: str, first: bool) -> bool:
        if self._fields or (first and text.strip() == "---"):
            self._fields = first or (text.strip() not in ("---", "...") and bool(_FIELD.match(text)))
            return first or self._fields or text.strip() in ("---", "...")
        fence = _FENCE.match(text)
        if self._fence:
            if fence and fence[1].startswith(self._fence) and not text[fence.end() :].strip():
                self._fence = ""
            return True
        self._fence = fence[1] if fence and not self._comment else ""
        return bool(self._fence)

    def _tabled(self, text: str) -> bool:
        """Whether it is of a table. What stood above the line under the heads was heads."""
        if _UNDER_HEADS.fullmatch(text) and self._text and "|" in self._text[-1]:
            self._table = True
            self._text.pop()
            return True
        self._table = self._table and "|" in text
        return self._table or bool(_ROW.fullmatch(text))

    def _without_comments(self, text: str) -> str:
        kept = []
        while text:
            if self._comment:
                _, closed, text = text.partition("-->")
                self._comment = not closed
            else:
                before, opened, text = text.partition("<!--")
                kept.append(before)
                self._comment = bool(opened)
        return "".join(kept)

    def _ruled(self, rule: str) -> Iterator[Noted]:
        """A line under a paragraph makes a heading of it."""
        if self._text and self._indent is None and rule in _UNDERLINES:
            heading = " ".join(self._text)
            self._text = []
            self._head(_UNDERLINES[rule], heading)
        else:
            yield from self.blank()

    def _head(self, level: int, title: str) -> None:
        self._headings = {above: text for above, text in self._headings.items() if above < level}
        self._parents = []
        if title and title.casefold() not in _OF_THE_FILE:
            self._headings[level] = _clean_title(title)

    def _add(self, text: str) -> None:
        self._text.append(text.strip())


def _clean_title(text: str) -> str:
    """What stands in front of others is shortened. Secrets go before that: nobody knows one by its half."""
    return redact_secrets(text)[0][:MAX_TITLE]


def _find_rule_sign(text: str) -> str:
    """The sign that a rule or an underline is made of; nothing for any other line."""
    signs = set(text.replace(" ", ""))
    sign = signs.pop() if len(signs) == 1 else ""
    return sign if sign == "=" or (sign in ("-", "*", "_") and text.count(sign) >= 3) else ""
