"""A text about itself that ATLAS may amend: who it is, whom it serves, how it works, what it knows (E4, E8)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from atlas.model.ids import DocumentId
from atlas.model.memory import Status
from atlas.model.origin import Origin, Trust


class DocumentKind(StrEnum):
    PERSONA = "persona"
    PROFILE = "profile"
    STRATEGIES = "strategies"
    CORRECTIONS = "corrections"
    PRINCIPLES = "principles"
    KNOWLEDGE = "knowledge"
    WIKI = "wiki"


@dataclass(frozen=True, slots=True)
class Document:
    id: DocumentId
    kind: DocumentKind
    title: str
    """What people call it; of a wiki page, its topic."""
    text: str
    status: Status
    origin: Origin
    trust: Trust
    updated_at: datetime
    version: int = 1

    @property
    def served(self) -> bool:
        """Whether it may reach a context at all (C1)."""
        return self.status is Status.APPROVED


_BEGINS: Final = re.compile(r"[ \t]*(?:[-*+•][ \t]|\d{1,3}[.)][ \t])")
_HEADS: Final = re.compile(r"[ \t]*#{1,6}(?:[ \t]|$)")


def items(text: str) -> tuple[str, ...]:
    """The text in pieces that can go alone: headings, bullets, paragraphs. Joined again they are the text."""
    return tuple("".join(lines) for lines in _gathered(text))


def _gathered(text: str) -> Iterator[list[str]]:
    lines: list[str] = []
    for line in text.splitlines(keepends=True):
        if lines and _apart(lines, line):
            yield lines
            lines = []
        lines.append(line)
    if lines:
        yield lines


def _apart(before: list[str], line: str) -> bool:
    """Whether this line begins another item. Empty lines end the one that they follow."""
    if not line.strip():
        return False
    ended = not before[-1].strip() or _HEADS.match(before[-1]) is not None
    return ended or _BEGINS.match(line) is not None or _HEADS.match(line) is not None
