"""Where a line of a document comes from: the id of its memory, belief or argument, in a comment, never served."""

from __future__ import annotations

import re
from typing import Final

from atlas.model.ids import ArgumentId, BeliefId, MemoryId

_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
_SOURCE: Final = re.compile(r"<!-- (m_[0-9a-z]+) -->")
_BELIEF: Final = re.compile(r"<!-- (v_[0-9a-z]+) -->")
_ARGUMENT: Final = re.compile(r"<!-- (a_[0-9a-z]+) -->")
_FENCE: Final = re.compile(r"\A(?:(?:[-*+>] )*(?:`{3,}|~{3,})[`~ ]*)+")


def find_source(item: str) -> MemoryId | None:
    found = _SOURCE.search(item)
    return MemoryId(found[1]) if found else None


def find_sources(item: str) -> tuple[MemoryId, ...]:
    return tuple(dict.fromkeys(MemoryId(id) for id in _SOURCE.findall(item)))


def find_beliefs(item: str) -> tuple[BeliefId, ...]:
    """Find the beliefs that a line, or all lines of a text, name (B7)."""
    return tuple(dict.fromkeys(BeliefId(id) for id in _BELIEF.findall(item)))


def find_argument(item: str) -> ArgumentId | None:
    """Find the argument whose insight a line tells (B6)."""
    found = _ARGUMENT.search(item)
    return ArgumentId(found[1]) if found else None


def names_source(line: str) -> bool:
    """Whether a line names what it was filed from: a memory, a belief or an argument."""
    return any(pattern.search(line) for pattern in (_SOURCE, _BELIEF, _ARGUMENT))


def strip_comments(text: str) -> str:
    return _COMMENT.sub("", text)


def keep_sources(text: str) -> str:
    """Strip all comments but those that name a memory or a belief; one may run over many lines."""
    return _COMMENT.sub(
        lambda found: found[0] if _SOURCE.fullmatch(found[0]) or _BELIEF.fullmatch(found[0]) else "", text
    )


def make_line(text: str) -> str:
    """One bullet of a document. What it says can neither begin nor end a comment, nor open a code fence."""
    return f"- {_defuse_markup(text)}\n"


def make_sourced_line(text: str, source: MemoryId | BeliefId | ArgumentId) -> str:
    """One bullet, and the memory, belief or argument that it was filed from."""
    return f"- {_defuse_markup(text)} <!-- {source} -->\n"


def _defuse_markup(text: str) -> str:
    plain = " ".join(text.replace("<!--", "<! --").replace("-->", "-- >").split())
    opens = _FENCE.match(plain)
    return plain[opens.end() :].lstrip() if opens else plain
