"""Whatever the library returned as plain data, and as JSON that no terminal takes for a command."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from typing import Any

from atlas.language.hidden_characters import UNSAFE_IN_TERMINAL


def json_text(value: object, indent: int | None = None) -> str:
    return UNSAFE_IN_TERMINAL.sub(
        _escaped, json.dumps(plain(value), ensure_ascii=False, indent=indent, default=_as_json)
    )


def _as_json(value: object) -> object:
    """What plain data still holds that JSON has no word for: a day, and a span in seconds."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def plain(value: object) -> Any:
    """Plain data of whatever the library returned; fields at their default are left out."""
    from atlas.model.plain_data import to_plain

    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return to_plain(value)


def _escaped(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x10000:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
