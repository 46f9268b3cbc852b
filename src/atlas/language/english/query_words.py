"""The English words of a query that tell nothing of what is asked, and those that are left."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from atlas.language.folding import limit_marks
from atlas.language.words import MAX_QUERY, MAX_TERMS, split_words, words

_COMMON_WORDS: Final = """
a about am an and any are as at be been being but by can could did do does doing for from had has have having he her
hers him his how i if in into is it its just me my of on or our ours she should so than that the their them then there
these they this those to too us was we were what when where which while who whom whose why will with would you your
yours tell know remember please again ever
"""
_COMMON_FORMS: Final = frozenset(_COMMON_WORDS.split())
_COMMON_STEMS: Final = frozenset(words(_COMMON_WORDS))
_SHORTENED: Final = re.compile(r"['’](?:s|m|re|ve|ll|d|t)$")


def list_common_stems() -> frozenset[str]:
    """List the stems of the words that stand in any question."""
    return _COMMON_STEMS


def find_telling_words(text: str) -> tuple[str, ...]:
    """List the telling words as written, case folded; "sister's" is "sister", and "what's" is as common as "what"."""
    plain = unicodedata.normalize("NFKC", limit_marks(text[:MAX_QUERY]))
    found = list(dict.fromkeys(_SHORTENED.sub("", word.casefold()) for word in split_words(plain)))
    telling = [word for word in found if word not in _COMMON_FORMS]
    return tuple((telling or found)[:MAX_TERMS])
