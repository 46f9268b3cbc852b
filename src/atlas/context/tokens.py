"""Counting tokens without a model's own tables: a little too many rather than one too few (C7).

Runs of letters break where a capital starts a new word, as they do before byte pairs are sought: small letters are one
token for every three begun, capitals for every two. Digits and signs are one each, and everything outside ASCII one a
byte, which no byte-level vocabulary exceeds. The count of two texts together never exceeds the sum of their counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from atlas.language.text_cache import cache_text

Counter = Callable[[str], int]

_REMEMBERED: Final = 8_192
_SHORT: Final = 500
"""Characters of a text whose count is remembered: the same lines are counted turn after turn."""


def _classify_byte(byte: int) -> str:
    """Classify a byte: small letter, capital, sign, space, or one that stands alone."""
    sign = chr(byte)
    if byte < 128 and sign.isalpha():
        return "a" if sign.islower() else "A"
    if byte < 128 and sign.isspace() and sign != "\n":
        return " "
    return "." if "!" <= sign <= "~" and not sign.isdigit() else "0"


_SORTS: Final = "".join(map(_classify_byte, range(256))).encode()

_STEPS: Final = (
    # The last space before a letter or a sign belongs to it, but to no digit; each other one is a token.
    *((b" a", b"|a"), (b" A", b"|A"), (b" .", b".")),
    # Capitals in a row, two by two; one that is alone begins the word after it.
    *((b"AA", b"S"), (b"SA", b"SS"), (b"Aa", b"|aa")),
    # Small letters, three by three.
    *((b"aaa", b"W"), (b"aa", b"W")),
)
"""Each leaves one byte for a token it has found. A bar only keeps apart."""


@cache_text(_REMEMBERED, _SHORT)
def estimate_tokens(text: str) -> int:
    """Map bytes to classes, then each token to one byte, and count the bytes left.

    Every context is counted line by line and as a whole: a dozen passes over bytes take a twentieth of the time of a
    look at each word.
    """
    rest = text.encode("utf-8", "surrogatepass").translate(_SORTS)
    for found, left in _STEPS:
        rest = rest.replace(found, left)
    return len(rest) - rest.count(b"|")
