"""Lines of input: read one at a time and never longer than a limit, and parsed from JSON into an interaction."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from atlas.errors import BadInput

if TYPE_CHECKING:
    from atlas.engine.intake.observe import Said

MAX_LINE: Final = 16 * 1024 * 1024
_CHUNK: Final = 64 * 1024
_TEXTS: Final = ("user", "assistant", "conversation", "speaker")
_KNOWN: Final = frozenset({*_TEXTS, "at", "messages"})
_MESSAGE: Final = frozenset({"role", "text", "origin", "speaker", "at", "confidence", "tokens", "latency_ms"})


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    data: bytes
    end: int
    """Where in the stream it ends, for a progress bar."""
    too_long: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """One interaction as a line of a file has it."""

    user: str | None = None
    assistant: str | None = None
    conversation: str | None = None
    speaker: str | None = None
    at: datetime | None = None
    messages: tuple[Said, ...] = ()
    ignored: frozenset[str] = field(default=frozenset())
    """Fields that mean nothing here."""


def read_lines(stream: BinaryIO, limit: int = MAX_LINE) -> Iterator[Line]:
    """Read every line that is not blank; of one that is too long, only the beginning into memory."""
    number = end = 0
    while data := stream.readline(limit + 1):
        number, end = number + 1, end + len(data)
        too_long = len(data) > limit and not data.endswith(b"\n")
        if too_long:
            end += _skip_line(stream)
        if data.strip():
            yield Line(number, data, end, too_long)


def _skip_line(stream: BinaryIO) -> int:
    skipped = 0
    while rest := stream.readline(_CHUNK):
        skipped += len(rest)
        if rest.endswith(b"\n"):
            break
    return skipped


def parse_turn(line: Line, zone: tzinfo) -> Turn:
    """Parse the interaction in a line; BadInput says what is wrong with the line."""
    data = _parse_object(line)
    texts = {name: _text_field(data, name) for name in _TEXTS}
    items = data.get("messages", [])
    if not isinstance(items, list):
        raise BadInput('"messages" is not a list.')
    messages = tuple(_parse_message(each, zone) for each in items)
    if not messages and not texts["user"] and not texts["assistant"]:
        raise BadInput('it has neither "user" nor "assistant" nor "messages".')
    extra = [set(data) - _KNOWN, *(set(each) - _MESSAGE for each in items)]
    return Turn(**texts, at=_moment_field(data, zone), messages=messages, ignored=frozenset[str]().union(*extra))


def _parse_object(line: Line) -> dict[str, Any]:
    if line.too_long:
        raise BadInput(f"it is longer than {MAX_LINE:,} bytes.")
    try:
        data = json.loads(line.data.decode("utf-8-sig").strip())
    except UnicodeDecodeError:
        raise BadInput("it is not UTF-8 text.") from None
    except json.JSONDecodeError as error:
        problem = error.msg.removesuffix(" at")
        raise BadInput(f"it is not JSON ({problem} at column {error.colno}).") from None
    except (RecursionError, ValueError):
        raise BadInput("it is not JSON that can be read.") from None
    if not isinstance(data, dict):
        raise BadInput("it is not a JSON object.")
    return data


def _text_field(data: dict[str, Any], name: str) -> str | None:
    value = data.get(name)
    if value is not None and not isinstance(value, str):
        raise BadInput(f'"{name}" is not text.')
    return value


def _moment_field(data: dict[str, Any], zone: tzinfo) -> datetime | None:
    value = _text_field(data, "at")
    if value is None:
        return None
    try:
        return with_zone(datetime.fromisoformat(value), zone)
    except (ValueError, OverflowError):
        raise BadInput('"at" is not a moment in ISO form, such as 2026-11-15T09:30:00Z.') from None


def with_zone(when: datetime, zone: tzinfo) -> datetime:
    """Take a moment without a zone to be in the space's own; a moment outside the calendar is an error."""
    aware = when if when.tzinfo else when.replace(tzinfo=zone)
    aware.timestamp()
    return aware


def _parse_message(item: Any, zone: tzinfo) -> Said:
    from atlas.engine.intake.observe import Said
    from atlas.model.interaction import Role
    from atlas.model.origin import Origin

    if not isinstance(item, dict) or not isinstance(item.get("text"), str):
        raise BadInput('each of "messages" needs a "role" and a "text".')
    origin = item.get("origin")
    try:
        role, source = Role(str(item.get("role"))), Origin(origin) if origin is not None else None
    except ValueError:
        raise BadInput(f"a role is one of {', '.join(Role)}, an origin one of {', '.join(Origin)}.") from None
    return Said(
        role,
        item["text"],
        source,
        _text_field(item, "speaker"),
        _moment_field(item, zone),
        _number_field(item, "confidence"),
        _count_field(item, "tokens"),
        _count_field(item, "latency_ms"),
    )


def _number_field(item: dict[str, Any], name: str) -> float | None:
    value = item.get(name)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise BadInput(f'"{name}" is not a number.')
    return value


def _count_field(item: dict[str, Any], name: str) -> int | None:
    value = item.get(name)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise BadInput(f'"{name}" is not a whole number.')
    return value
