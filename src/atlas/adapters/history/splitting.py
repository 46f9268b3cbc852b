"""A stream of bytes cut into items (P8): the objects of a JSON document, or lines.

Only structure is looked at here: quotes, braces and commas. Whether an item is good JSON is for `parsing.py`; so a bad
one costs itself and not the file. An item that breaks a bound is scanned to its end and not held.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from atlas.errors import BadInput

ITEM_BYTES: Final = 64 * 2**20
GIVE_UP_BYTES: Final = 512 * 2**20
"""Beyond this nobody looks for the end of an item any more."""
MAX_DEPTH: Final = 200
MAX_MARKS: Final = 500_000
"""Braces and commas of one item: three bytes of JSON can become three hundred in memory. A turn in an export has some
fifty, one that cites the web some hundreds."""
GIVE_UP_MARKS: Final = 20_000_000
"""A second for each million."""

LISTS: Final = ("conversations", "results", "memories")
"""Under these names a document that is an object keeps its list."""

_LIST_KEY: Final = re.compile(rb'(?<!\\)"(?:%b)"\s*:\s*$' % "|".join(LISTS).encode())
KEY_REACH: Final = 256
"""How far back the name of a list is looked for."""
_QUIET: Final = re.compile(rb'[^"{}\[\],]*+(?:"[^"]*+"[^"{}\[\],]*+)*+')
"""Everything up to the next brace or comma, with the strings on the way; up to a quote whose string goes on later."""
_LINE_ENDS: Final = re.compile(rb"\n(?:\s*\n)?")
"""With all the empty lines after one: a file may be nothing but those."""
_QUOTE, _COMMA, _LIST = b'",['
_OPENING: Final = b"{["
_DEEPER: Final = {mark: (mark in _OPENING) - (mark in b"}]") for mark in b"{}[],"}
_STEP: Final = 2**18


@dataclass(frozen=True, slots=True)
class Raw:
    number: int
    """Counted from one, good and bad."""
    body: bytearray


@dataclass(frozen=True, slots=True)
class Lost:
    number: int
    why: str
    size: int = field(default=0, compare=False)
    ends: bool = False
    """Whether the file breaks off here."""


def split_items(chunks: Iterable[bytes], name: str) -> Iterator[Raw | Lost]:
    """Split a list, a list in an object (`{"results": [...]}`), or objects one after another into items."""
    document = _Document(name)
    for chunk in chunks:
        yield from document.feed(chunk)
    yield from document.finish()


def split_lines(chunks: Iterable[bytes], name: str, most: int = ITEM_BYTES) -> Iterator[Raw | Lost]:
    """Split bytes into lines that hold something, numbered as an editor numbers them."""
    held, number = _Held(name, most), 1
    for chunk in chunks:
        begin = 0
        for end in _LINE_ENDS.finditer(chunk):
            held.take(chunk[begin : end.start()])
            yield from held.told(number)
            held = _Held(name, most)
            number += chunk.count(b"\n", end.start(), end.end())
            begin = end.end()
        held.take(chunk[begin:])
    yield from held.told(number)


def explain_overload(body: bytearray) -> str | None:
    """Explain why a line is more than may be parsed; None for a line that may be."""
    if body.count(b"{") + body.count(b"[") <= MAX_DEPTH and len(body) <= MAX_MARKS:
        return None
    marks, depth, met = _Marks(), 0, 0
    for start in range(0, len(body), _STEP):
        for _, mark in marks.within(bytes(body[start : start + _STEP])):
            depth += _DEEPER[mark]
            met += 1
            if depth > MAX_DEPTH or met > MAX_MARKS:
                return _describe_burden(depth)
    return None


def _describe_burden(depth: int) -> str:
    return f"It is nested deeper than {MAX_DEPTH} levels." if depth > MAX_DEPTH else "It is made of too many parts."


@dataclass(slots=True)
class _Marks:
    """Braces and commas outside of strings, in bytes that come in chunks of any size."""

    in_string: bool = False
    escaped: bool = False

    def within(self, chunk: bytes) -> Iterator[tuple[int, int]]:
        calm, at = self._calm(chunk), 0
        while True:
            if self.in_string:
                at = calm.find(b'"', at) + 1
                if not at:
                    return
                self.in_string = False
            quiet = _QUIET.match(calm, at)
            at = quiet.end() if quiet else at
            if at >= len(calm):
                return
            if calm[at] == _QUOTE:
                self.in_string = True
                return
            yield at, calm[at]
            at += 1

    def _calm(self, chunk: bytes) -> bytes:
        """The same length without escaped quotes, so that every quote left is one."""
        if self.escaped and chunk.startswith((b'"', b"\\")):
            chunk = b"_" + chunk[1:]
        calm = chunk.replace(rb"\\", b"__").replace(rb"\"", b"__")
        self.escaped = calm.endswith(b"\\") if chunk else self.escaped
        return calm


@dataclass(slots=True)
class _Held:
    """What is held of one item, as long as it keeps the bounds."""

    name: str
    most: int = ITEM_BYTES
    size: int = 0
    body: bytearray = field(default_factory=bytearray)
    why: str | None = None

    def take(self, piece: bytes) -> None:
        self.size += len(piece)
        if self.size > GIVE_UP_BYTES:
            raise BadInput(
                f"{self.name} cannot be read: a single item in it is larger than {_describe_size(GIVE_UP_BYTES)}."
            )
        if self.size > self.most:
            self.lose(f"It is larger than {_describe_size(self.most)}.")
        if self.why is None:
            self.body += piece
        else:
            self.body = (self.body + piece[-KEY_REACH:])[-KEY_REACH:]

    def lose(self, why: str) -> None:
        """Of what is lost the end is still held: it may be the name of a list."""
        self.why = self.why or why
        self.body = self.body[-KEY_REACH:]

    def told(self, number: int) -> Iterator[Raw | Lost]:
        if self.why is not None:
            yield Lost(number, self.why, self.size)
        elif self.body and not self.body.isspace():
            yield Raw(number, self.body)


def _describe_size(size: int) -> str:
    return f"{size // 2**20} MB"


class _Document:
    def __init__(self, name: str) -> None:
        self._name = name
        self._marks = _Marks()
        self._depth = 0
        self._base = 0
        """How deep items stand: 1 or 2 in a list that was opened, else 0, and an item is a whole top-level object."""
        self._husk = False
        """Whether the object we are in is the one around a list, and so no item."""
        self._number = 0
        self._wasted = 0
        """Marks of items that had too many."""
        self._begin()

    def feed(self, chunk: bytes) -> Iterator[Raw | Lost]:
        start = 0
        for at, mark in self._marks.within(chunk):
            # Deep inside an item nothing begins and nothing ends; most marks are there.
            if self._depth > 1 and self._depth > self._base:
                self._meet(mark)
            elif self._enters_list(mark, chunk, start, at):
                start = at + 1
            elif (end := self._ends(mark, at)) is not None:
                yield from self._item(chunk[start:end])
                start = at + 1
            else:
                self._meet(mark)
        self._held.take(chunk[start:])

    def finish(self) -> Iterator[Raw | Lost]:
        if self._depth or self._marks.in_string:
            yield Lost(self._number + 1, "The file ends in the middle of it.", ends=True)
        else:
            yield from self._item(b"")

    def _enters_list(self, mark: int, chunk: bytes, start: int, at: int) -> bool:
        """Whether items begin here: a list as the document, or in its object under one of the names."""
        if mark != _LIST or self._base > 0 or self._depth > 1:
            return False
        if self._depth == 1:
            before = self._held.body[-KEY_REACH:] + chunk[max(start, at - KEY_REACH) : at]
            if not _LIST_KEY.search(before):
                return False
        self._depth += 1
        self._base = self._depth
        self._begin()
        return True

    def _ends(self, mark: int, at: int) -> int | None:
        """Where an item ends, if one does at this mark."""
        if mark in _OPENING or mark == _COMMA:
            return at if mark == _COMMA and self._depth == self._base > 0 else None
        if self._depth == 0:
            raise BadInput(f"{self._name} cannot be read further than item {self._number}: more is closed than opened.")
        if self._depth == self._base:
            self._depth, self._base = self._depth - 1, 0
            self._husk = self._depth > 0
            return at
        self._depth = 0
        return at + 1

    def _meet(self, mark: int) -> None:
        self._depth += _DEEPER[mark]
        self._met += 1
        if self._met > MAX_MARKS or self._depth - self._base > MAX_DEPTH:
            if self._met + self._wasted > GIVE_UP_MARKS:
                raise BadInput(f"{self._name} cannot be read: a single item in it is made of too many parts.")
            if self._held.why is None:
                self._held.lose(_describe_burden(self._depth - self._base))

    def _item(self, piece: bytes) -> Iterator[Raw | Lost]:
        self._held.take(piece)
        held = self._held
        self._wasted += self._met if held.why else 0
        self._begin()
        if self._husk and self._depth == 0:
            self._husk = False
            return
        for told in held.told(self._number + 1):
            self._number += 1
            yield told

    def _begin(self) -> None:
        self._held = _Held(self._name)
        self._met = 0
