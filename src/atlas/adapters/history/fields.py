"""What formats share: words, times and texts out of rows in which anything may stand anywhere."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Final

from atlas.model.interaction import Role

_YEARS: Final = range(1970, 2200)
_MILLISECONDS: Final = 10**11
"""A count of seconds that large would be in the year 5138."""
_NOTHING: Final[Mapping[str, object]] = {}

ROLES: Final = {
    "user": Role.USER,
    "human": Role.USER,
    "assistant": Role.ASSISTANT,
    "ai": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "tool": Role.TOOL,
    "function": Role.TOOL,
}


def record(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else _NOTHING


def records(value: object) -> list[Mapping[str, object]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def word(row: Mapping[str, object], *names: str) -> str | None:
    """The first of these that holds a text with something in it."""
    found = (row.get(name) for name in names)
    return next((value for value in found if isinstance(value, str) and value.strip()), None)


def name(row: Mapping[str, object], *names: str) -> str | None:
    """An id may be a number too."""
    found = (row.get(name) for name in names)
    return next((str(value) for value in found if type(value) is int or (isinstance(value, str) and value)), None)


def read_moment(row: Mapping[str, object], *names: str) -> datetime | None:
    """The first of these that is a time: seconds or milliseconds since 1970, or ISO 8601; UTC where it does not say."""
    return next((at for key in names if (at := _parse_moment(row.get(key)))), None)


def _parse_moment(value: object) -> datetime | None:
    try:
        if isinstance(value, str):
            at = datetime.fromisoformat(value.strip())
            at = at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            at = datetime.fromtimestamp(value / 1000 if abs(value) > _MILLISECONDS else value, UTC)
        else:
            return None
    except (ValueError, OverflowError, OSError):
        return None
    return at if at.year in _YEARS else None


def make_digest(*parts: str | None) -> str:
    """A name told from what something says, for what has none of its own."""
    told = hashlib.sha256()
    for part in parts:
        body = (part or "").encode("utf-8")
        told.update(b"%d:%b" % (len(body), body))
    return f"h{told.hexdigest()[:24]}"


def spoken(content: object) -> Iterator[tuple[bool, str]]:
    """The texts of a message, each with whether a tool said it, in their order.

    Content is a text, or blocks as Anthropic's interface has them. Thoughts, calls of tools, images and documents are
    left out: nobody said them.
    """
    own: list[str] = []
    for is_tool, text in _list_blocks(content):
        if not is_tool:
            own.append(text)
            continue
        if own:
            yield False, "\n".join(own)
            own = []
        yield True, text
    if own:
        yield False, "\n".join(own)


def _list_blocks(content: object) -> Iterator[tuple[bool, str]]:
    if isinstance(content, str):
        content = [content]
    for block in content if isinstance(content, list) else []:
        kind = record(block).get("type")
        if isinstance(block, str) and block.strip():
            yield False, block
        elif kind == "text" and (text := word(record(block), "text")):
            yield False, text
        elif kind == "tool_result" and (text := _read_result(record(block).get("content"))):
            yield True, text


def _read_result(content: object) -> str:
    """What a tool gave back; a result inside a result is nobody's text."""
    return "\n".join(text for is_tool, text in _list_blocks(content) if not is_tool)
