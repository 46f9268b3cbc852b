"""The parts of a text that signals search: the middle of a long text is about something else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType
from typing import Final

from atlas.language.sentences import sentence_around
from atlas.signals.word_lists import Span

SHORT: Final = 40
"""Words of a text that is looked at as a whole."""
OPENING: Final = 20
"""Words at the beginning of a message in which people react to what was said."""

_BEGINNING: Final = 4_000
_END: Final = 1_000
"""Signs of a long text that are looked at; whoever writes more can not make the work grow."""
_GAP: Final = "\n…\n"
"""Stands for what is left out: no phrase and no sentence goes across it."""
_PHRASES: Final[Mapping[int, str]] = MappingProxyType({0xFDFA: "ص", 0xFDFB: "ج"})
"""Two signs that are whole phrases, up to 18 letters when folded; people also shorten them to one letter."""
_HALF: Final = 80
"""So near to a cut a space is looked for, since half a word is another word."""

_WORD: Final = re.compile(r"\S+")
"""What stands between spaces, a cut of its own: the beginning of a message is measured, not read."""
_LONG_WORD: Final = 12


def keep_both_ends(text: str) -> str:
    """Keep a text of ordinary length whole; of a longer one its beginning and its end."""
    first, last = _find_middle(text)
    kept = f"{text[:first]}{_GAP}{text[last:]}" if first < last else text
    return kept.translate(_PHRASES)


def restore_span(span: Span, text: str) -> Span:
    """Map a span in `keep_both_ends` to its place in the whole text."""
    first, last = _find_middle(text)
    if first == last:
        return span
    moved = last - first - len(_GAP)
    start, end = (at if at <= first else at + moved for at in span)
    return start, end


def _find_middle(text: str) -> Span:
    """Find the span of the middle of a long text; an empty span for another."""
    if len(text) <= _BEGINNING + _END + len(_GAP):
        return len(text), len(text)
    first, last = _BEGINNING, len(text) - _END
    before = next((at for at in range(first, first - _HALF, -1) if text[at].isspace()), first)
    after = next((at for at in range(last, last + _HALF) if text[at - 1].isspace()), last)
    return before, after


def first_words(text: str, count: int = OPENING) -> str:
    """Return the first words as written; in a script without spaces as many signs as these would have."""
    stops = [match.end() for match in islice(_WORD.finditer(text), count)]
    return text[: min(stops[-1], count * _LONG_WORD)] if stops else ""


def short_or_last_sentence(text: str) -> str:
    """Return a short text whole; of a longer one its last sentence, which asks or offers something."""
    if len(first_words(text, SHORT)) >= len(text.rstrip()):
        return text
    last = max((at for at, sign in enumerate(text) if sign.isalnum()), default=0)
    return sentence_around(text, last, last + 1)
