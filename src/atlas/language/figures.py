"""Long numbers in a text, however their digits are grouped: "93,400" is 93400, "0151-2345678" is "0151 2345678"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Set
from typing import Final

LONG: Final = 5
"""From so many digits on a number is no year and no count."""
_GROUP: Final = re.compile(r"\d+")
_JOINED: Final = re.compile(r"[\s.,'’/()\-–]{1,2}")
"""What may stand between the digits of one number."""


def list_long_numbers(text: str) -> frozenset[str]:
    """The digits of each long number, and of each long group within one: a phone is known without its area code."""
    digits, last, found = "", 0, set[str]()
    for group in _GROUP.finditer(text):
        joined = bool(digits) and _JOINED.fullmatch(text, last, group.start()) is not None
        found.add(digits if not joined else "")
        own = _read_digits(group[0])
        digits, last = (digits if joined else "") + own, group.end()
        found.add(own)
    found.add(digits)
    return frozenset(each for each in found if len(each) >= LONG)


def find_numbers(text: str, numbers: Set[str]) -> Iterator[tuple[int, int]]:
    """The places where a text has one of these numbers, in whole groups of digits."""
    most = max(map(len, numbers), default=0)
    groups = [each.span() for each in _GROUP.finditer(text)] if most else []
    for place, (start, _) in enumerate(groups):
        digits, last = "", start
        for begin, end in groups[place:]:
            if digits and _JOINED.fullmatch(text, last, begin) is None:
                break
            digits, last = digits + _read_digits(text[begin:end]), end
            if digits in numbers:
                yield start, end
            if len(digits) >= most:
                break


def list_digit_groups(word: str) -> list[str]:
    """The runs of digits within a word: of "93400eur" it is "93400"."""
    return [_read_digits(each) for each in _GROUP.findall(word)]


def _read_digits(group: str) -> str:
    """The digits of a group in any script, as 0 to 9."""
    return group if group.isascii() else "".join(str(unicodedata.decimal(each)) for each in group)
