"""Words of a context that come back (X2): their form is a reason to look, and what was served decides.

People put days in brackets, quote what they read and write lists; only what ATLAS itself put into a context is its own
memory coming back, however it is set anew. So words are compared, and no signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from atlas.language.folding import fold_spacing
from atlas.language.words import split_words
from atlas.model.interaction import Message
from atlas.model.memory import Evidence
from atlas.model.origin import Trust
from atlas.model.served_context import CONTEXT_HEAD, CONTEXT_HEADS, LABEL

_LABEL: Final = re.compile(LABEL)
_SET: Final = re.compile(r"^\s*(?:(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]|[^\w\s]+\s*(?:\d{1,3}\b)?)\W*", re.IGNORECASE)
"""How a line of a context begins, or of one that somebody set anew: a sign of a list, or a quotation."""
_LEAST: Final = 12
"""Characters of words that are known again; a "no" is in many a sentence."""
_SIGNS: Final = re.compile(r"[^\w\s,.!?'’-]+")
"""What parts the pieces of a line: quotation marks, brackets, colons, whatever somebody put there."""
_OPENING: Final = 24
"""Characters that may stand before a served text: "As remembered:"."""
_LONGEST: Final = 4_000
"""Characters of a line that are compared, and"""
_MOST: Final = 500
"""lines of a message, so that none takes long."""
_MOSTLY: Final = 0.5
"""The share of a labelled line's words that were served, from which all of it is ours."""


def holds_label(text: str) -> bool:
    """Tell whether a day stands in brackets somewhere, as behind each line of a context: a reason to look far back."""
    return _LABEL.search(text) is not None


def may_recite(text: str) -> bool:
    """Tell whether anything in a text is set as a line of a context may be: a reason to look at all."""
    return holds_label(text) or any(map(_SET.match, text.split("\n")))


def recites_context(text: str, served: Iterable[str]) -> bool:
    """Tell whether a message holds a context, or a piece of one: its opening, or a line of what was served."""
    if any(head in text for head in CONTEXT_HEADS):
        return True
    lines = [line[:_LONGEST] for line in text.split("\n") if may_recite(line)][:_MOST]
    known = _fold_served(served) if lines else ()
    return any(_is_served_line(line, known) or (_SET.match(line) and _find_within(line, known)) for line in lines)


def is_echo(item: Evidence, message: Message, served: Iterable[str], foreign: Iterable[str] = ()) -> bool:
    """Tell whether evidence quotes a context; of a user's words only those that are set or labelled as its lines are.

    People repeat themselves and mean it: after moving away and back, "I live in Porto" is news again. `foreign` is what
    of it others had said: a piece of that in a list or a quotation is theirs, too (X1).
    """
    if len(item.quote) >= _LEAST and item.quote in CONTEXT_HEAD:
        return True
    line, own = _find_line(item, message.text), message.origin.trust >= Trust.USER
    if own and not may_recite(line):
        return False
    known = _fold_served(served)
    quote = _fold_words(_SET.sub("", item.quote, count=1))
    if _is_served_line(line, known):
        return True
    if not own:
        return any(quote in each or each in quote for each in known)
    looked = known if holds_label(line) else (*_find_within(line, known), *_fold_served(foreign))
    return len(quote) >= _LEAST and any(_says_same(quote, each) for each in looked)


def _is_served_line(line: str, known: Sequence[str]) -> bool:
    """Tell whether a labelled line says mostly what was served: its pieces between signs, in whatever order."""
    if not holds_label(line):
        return False
    pieces = [_fold_words(piece) for piece in _SIGNS.split(_LABEL.sub(";", line))]
    everything = "\n".join(known)
    told = [piece for piece in pieces if piece in everything]
    return len("".join(told)) >= _MOSTLY * len("".join(pieces)) and any(len(piece) >= _LEAST for piece in told)


def _says_same(quote: str, told: str) -> bool:
    """Tell whether a quote is of a served text, or that text with hardly more than an opening."""
    return quote in told or (told in quote and len(quote) - len(told) <= _OPENING)


def _find_within(line: str, known: Iterable[str]) -> list[str]:
    """Find the served texts that stand whole in a line."""
    said = _fold_words(line)
    return [each for each in known if each in said]


def _fold_served(served: Iterable[str]) -> tuple[str, ...]:
    return tuple(words for text in served if len(words := _fold_words(text)) >= _LEAST)


def _fold_words(text: str) -> str:
    """The words of a text in their order, folded, with a space around each."""
    return f" {' '.join(split_words(fold_spacing(text), joined_by=''))} "


def _find_line(item: Evidence, text: str) -> str:
    start = text.rfind("\n", 0, item.start) + 1
    end = text.find("\n", item.end)
    return text[start : end if end >= 0 else len(text)][:_LONGEST]
