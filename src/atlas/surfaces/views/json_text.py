"""Results of the library as plain data, and as JSON that no terminal takes for a command."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from typing import Any

from atlas.language.hidden_characters import UNSAFE_IN_TERMINAL


def json_text(value: object, indent: int | None = None) -> str:
    """Write a value as JSON, with every hidden character escaped."""
    return UNSAFE_IN_TERMINAL.sub(
        _escape_character, json.dumps(make_plain(value), ensure_ascii=False, indent=indent, default=_encode_value)
    )


def _encode_value(value: object) -> object:
    """Encode the two types of plain data that JSON lacks: a day, and a span in seconds."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def make_plain(value: object) -> Any:
    """Turn a result of the library into plain data; fields at their default are left out."""
    from atlas.model.plain_data import to_plain

    if isinstance(value, dict):
        return {name: make_plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [make_plain(item) for item in value]
    return to_plain(value)


def _escape_character(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x10000:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
