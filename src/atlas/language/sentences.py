"""Where the sentences of a text stand, in any script that marks their ends; "Dr. Meyer" is no end.

Whoever wants sentences cuts them here. Cuts of their own have a speaker's own words, which also end at semicolons and
emoji (`english/passage.py`, with the same abbreviations), the reading of orders, which would rather cut too often
(`english/directives.py`), and passages, since vectors that are stored stand for these (`passages.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from atlas.language.text_cache import cache_text

_END: Final = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’)\]]*+(?=\s|\Z)|[。！？؟]+|\n+")
_OPEN: Final = re.compile(
    r"\b(?:dr|mr|mrs|ms|prof|rev|hon|capt|lt|sgt|vs|e\.g|i\.e|approx|cf|ca|bzw|z\.b|d\.h)\.\Z", re.I
)
"""Abbreviations that have something behind them."""
_NUMBERED: Final = re.compile(r"\b(?:nos?|nr|fig|vol|pp?)\.\Z", re.I)
"""Abbreviations before a figure; without one, "No." is an answer."""
_EITHER: Final = re.compile(r"\b(?:st|mt|etc|inc|ltd|co|corp|jr|sr|[ap]\.m|ph\.d|[^\W\d_])\.\Z", re.I)
"""Abbreviations and initials with which a sentence may end, too: "in the U.S.", "on Main St."."""
_OPENER: Final = re.compile(
    r"\s+[\"“‘(]?(?:I|My|We|Our|You|Your|He|His|She|Her|It|Its|They|Their|There|This|That|These|Those|The|A|An|And|But|So"
    r"|Then|What|Where|When|Who|Why|How|Is|Are|Was|Were|Do|Does|Did|Can|Could|If|In|On|At|After|Yes|No|Please|Thanks)"
    r"(?=[\s,'’])"
)
"""Words that open a sentence and no name: behind an abbreviation they tell that it ended one."""
_ITEM: Final = re.compile(r"\s*\d{1,3}\.\Z")
"""The number of an item in a list."""
_FIGURE: Final = re.compile(r"\s*\d")
_ELLIPSIS: Final = re.compile(r"(?:…|\.\.+)\Z")
_GOES_ON: Final = re.compile(r"[^\S\n]+[^\W\d_A-Z]")
_KEPT: Final = 4
"""Texts whose sentences are kept: a message and what went before it."""
_LOOKED_AT: Final = 10
"""Characters before an end by which an abbreviation is known."""


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Find each sentence, from its first letter to behind its last mark."""
    begin = 0
    for found in _END.finditer(text):
        if ends_sentence(text, begin, found.end()):
            yield from _trim_span(text, begin, found.end())
            begin = found.end()
    yield from _trim_span(text, begin, len(text))


def split_sentences(text: str) -> list[str]:
    """Cut a text into its sentences."""
    return [text[start:end] for start, end in sentence_spans(text)]


def sentence_around(text: str, start: int, end: int) -> str:
    """Return the whole sentence, or sentences, in which a span stands, word for word."""
    held = [span for span in _cut_text(text) if span[0] < end and start < span[1]]
    return text[held[0][0] : held[-1][1]] if held else ""


@cache_text(_KEPT)
def _cut_text(text: str) -> tuple[tuple[int, int], ...]:
    """Cut a text once for all the spans that are looked for in it."""
    return tuple(sentence_spans(text))


def ends_sentence(text: str, begin: int, end: int) -> bool:
    """Tell whether the mark before `end` ends the sentence that begins at `begin`, and is no part of a word in it."""
    if end >= len(text) or text[end - 1].isspace():
        return True
    told = text[max(begin, end - _LOOKED_AT) : end]
    if _ELLIPSIS.search(told):
        return _GOES_ON.match(text, end) is None
    if not told.endswith("."):
        return True
    if _OPEN.search(told) or _ITEM.fullmatch(told):
        return False
    if _NUMBERED.search(told):
        return _FIGURE.match(text, end) is None
    return _EITHER.search(told) is None or _OPENER.match(text, end) is not None


def _trim_span(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    stretch = text[begin:end]
    if stretch.strip():
        yield begin + len(stretch) - len(stretch.lstrip()), begin + len(stretch.rstrip())
