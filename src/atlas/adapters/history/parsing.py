"""One item as JSON, strictly: what Python would let pass or choke on is refused with a sentence (P8)."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final

MAX_DIGITS: Final = 400
"""Of one number. Longer ones take Python quadratic time, and no export has them."""
MAX_CHARACTER_BYTES: Final = 96 * 2**20
"""As text in memory, where one wide character makes all of them wide."""

_WIDEST: Final = re.compile(rb"[\xf0-\xf4]|\\u[dD][89abAB]")
_WIDE: Final = re.compile(rb"[\xc4-\xef]|\\u")
_HALF: Final = re.compile("[\ud800-\udfff]")


class Unreadable(Exception):
    """Why an item is not read, as one sentence."""


def parse(body: bytearray) -> object:
    """What the item says; else Unreadable."""
    if len(body) * 4 > MAX_CHARACTER_BYTES and len(body) * _width(body) > MAX_CHARACTER_BYTES:
        raise Unreadable(f"It takes more than {MAX_CHARACTER_BYTES // 2**20} MB as text.")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise Unreadable("It is not valid UTF-8.") from None
    value = _loaded(text)
    if (r"\ud" in text or r"\uD" in text) and _has_half(value):
        raise Unreadable("It holds half a character, which cannot be stored.")
    return value


def _loaded(text: str) -> object:
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):
        raise Unreadable("It is not valid JSON.") from None


def _width(body: bytearray) -> int:
    """How many bytes Python needs for each character."""
    if _WIDEST.search(body):
        return 4
    return 2 if _WIDE.search(body) else 1


def _refused(constant: str) -> object:
    raise Unreadable(f"It holds {constant}, which JSON does not have.")


def _whole(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise Unreadable(f"It holds a number of more than {MAX_DIGITS} digits.")
    return int(digits)


def _finite(digits: str) -> float:
    if len(digits) > MAX_DIGITS:
        raise Unreadable(f"It holds a number of more than {MAX_DIGITS} digits.")
    number = float(digits)
    if not math.isfinite(number):
        raise Unreadable("It holds a number beyond all bounds.")
    return number


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unreadable("It has the same key twice.")
    return found


def _has_half(value: object) -> bool:
    left = [value]
    while left:
        each = left.pop()
        if isinstance(each, str) and _HALF.search(each):
            return True
        if isinstance(each, dict):
            left += [*each, *each.values()]
        elif isinstance(each, list):
            left += each
    return False


_DECODER: Final = json.JSONDecoder(
    parse_constant=_refused, parse_float=_finite, parse_int=_whole, object_pairs_hook=_unique
)
