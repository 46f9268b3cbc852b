"""The words of a query that the text leg looks for. They are data, never query syntax."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MAX_TERMS: Final = 64
MAX_QUERY: Final = 10_000

_WORD: Final = re.compile(r"\w+(?:['’]\w+)*", re.UNICODE)

_SHORTENED: Final = re.compile(r"['’](?:s|m|re|ve|ll|d|t)$")

_COMMON_WORDS: Final = """
a about am an and any are as at be been being but by can could did do does doing for from had has have having he her
hers him his how i if in into is it its just me my of on or our ours she should so than that the their them then there
these they this those to too us was we were what when where which while who whom whose why will with would you your
yours tell know remember please again ever
"""
COMMON: Final = frozenset(_COMMON_WORDS.split())


def terms(query: str) -> tuple[str, ...]:
    """The telling words first come, without repeats; the common ones only where there is nothing else.

    "sister's" looks for "sister", and "what's" is as common as "what".
    """
    text = unicodedata.normalize("NFKC", query[:MAX_QUERY])
    words = list(dict.fromkeys(_SHORTENED.sub("", match.group(0).casefold()) for match in _WORD.finditer(text)))
    telling = [word for word in words if word not in COMMON]
    return tuple((telling or words)[:MAX_TERMS])
