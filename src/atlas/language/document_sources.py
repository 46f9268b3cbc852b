"""Where a line of a document comes from: the id of its memory, in a comment behind it, which is never served."""

from __future__ import annotations

import re
from typing import Final

from atlas.model.ids import MemoryId

_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
_SOURCE: Final = re.compile(r"<!-- (m_[0-9a-z]+) -->")


def find_source(item: str) -> MemoryId | None:
    found = _SOURCE.search(item)
    return MemoryId(found[1]) if found else None


def find_sources(item: str) -> tuple[MemoryId, ...]:
    return tuple(dict.fromkeys(MemoryId(id) for id in _SOURCE.findall(item)))


def strip_comments(text: str) -> str:
    return _COMMENT.sub("", text)


def keep_sources(text: str) -> str:
    """Strip all comments but those that name a memory; one may run over many lines."""
    return _COMMENT.sub(lambda found: found[0] if _SOURCE.fullmatch(found[0]) else "", text)


def make_sourced_line(text: str, memory: MemoryId) -> str:
    """One bullet of a document. What it says can neither begin nor end a comment."""
    plain = " ".join(text.replace("<!--", "<! --").replace("-->", "-- >").split())
    return f"- {plain} <!-- {memory} -->\n"
