"""One item as JSON, strictly: what Python would let pass or choke on is refused with a sentence (P8).

Some exports hold a number that is none, or half of a character where a text was cut. Nobody's words are lost over
that: the number is no number, and the half is the sign for what cannot be read. What must come back exactly as it was
is refused for it.
"""

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


def parse_item(body: bytearray, *, exact: bool = False) -> object:
    """Parse one item; raise Unreadable with the reason where that fails."""
    if len(body) * 4 > MAX_CHARACTER_BYTES and len(body) * _measure_width(body) > MAX_CHARACTER_BYTES:
        raise Unreadable(f"It takes more than {MAX_CHARACTER_BYTES // 2**20} MB as text.")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise Unreadable("It is not valid UTF-8.") from None
    value = _decode_json(text, _EXACT if exact else _LENIENT)
    if not ((r"\ud" in text or r"\uD" in text) and _has_half(value)):
        return value
    if exact:
        raise Unreadable("It holds half a character, which cannot be stored.")
    return _mend_halves(value)


def _decode_json(text: str, decoder: json.JSONDecoder) -> object:
    try:
        return decoder.decode(text)
    except (ValueError, RecursionError):
        raise Unreadable("It is not valid JSON.") from None


def _measure_width(body: bytearray) -> int:
    """How many bytes Python needs for each character."""
    if _WIDEST.search(body):
        return 4
    return 2 if _WIDE.search(body) else 1


def _refuse_constant(constant: str) -> object:
    raise Unreadable(f"It holds {constant}, which JSON does not have.")


def _read_integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise Unreadable(f"It holds a number of more than {MAX_DIGITS} digits.")
    return int(digits)


def _read_finite(digits: str) -> float:
    number = _read_number(digits)
    if number is None:
        raise Unreadable("It holds a number beyond all bounds.")
    return number


def _read_number(digits: str) -> float | None:
    if len(digits) > MAX_DIGITS:
        raise Unreadable(f"It holds a number of more than {MAX_DIGITS} digits.")
    number = float(digits)
    return number if math.isfinite(number) else None


def _refuse_repeated_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
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


def _mend_halves(value: object) -> object:
    if isinstance(value, str):
        return _HALF.sub("\N{REPLACEMENT CHARACTER}", value)
    if isinstance(value, dict):
        return {_mend_halves(key): _mend_halves(each) for key, each in value.items()}
    return [_mend_halves(each) for each in value] if isinstance(value, list) else value


_EXACT: Final = json.JSONDecoder(
    parse_constant=_refuse_constant,
    parse_float=_read_finite,
    parse_int=_read_integer,
    object_pairs_hook=_refuse_repeated_keys,
)
_LENIENT: Final = json.JSONDecoder(
    parse_constant=lambda _: None,
    parse_float=_read_number,
    parse_int=_read_integer,
    object_pairs_hook=_refuse_repeated_keys,
)
