"""Content words of a line, stemmed by Porter's algorithm: what the extraction matcher compares."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from atlas.language.stemmer import stem

_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_STOP_TEXT: Final = """
a about after again all also am an and any are as at be been before being both but by can could did do does doing
down during each even few for from further had has have having he her here hers herself him himself his how i if in
into is it its itself just like ll m me more most my myself no nor not of off on once one only or other our ours out
over own re s same she should so some such t than that the their theirs them themselves then there these they this
those through to too under until up ve very was we were what when where which while who whom why will with would you
your yours yourself d
"""
STOP_WORDS: Final = frozenset(_STOP_TEXT.split())


def content_words(text: str, names: Iterable[str] = ()) -> frozenset[str]:
    """Stemmed, without stop words and without the given names."""
    left_out = {part for name in names for part in name.casefold().split()}
    found = (match.group() for match in _WORD.finditer(text.casefold().replace("’", "'")))
    words = (word.partition("'")[0] for word in found)
    return frozenset(stem(word) for word in words if word not in STOP_WORDS and word not in left_out)
