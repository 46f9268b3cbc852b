"""Words of a context that come back (X2): their form is a reason to look, and what was served decides.

People put days in brackets, quote what they read and write lists; only what ATLAS itself put into a context is its own
memory coming back, however it is set anew. So words are compared, and no signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from atlas.language.folding import fold_spacing
from atlas.language.words import split_words
from atlas.model.interaction import Message
from atlas.model.memory import Evidence
from atlas.model.origin import Trust
from atlas.model.served_context import CONTEXT_HEAD, CONTEXT_HEADS, LABEL

_LABEL: Final = re.compile(LABEL)
_SET: Final = re.compile(
    r"^\s*(?:(?:[a-z]?\d{1,4}(?:\.\d{1,3})*|[a-z]|[ivx]{1,4})[.)]|\d{1,3}(?:\.\d{1,3})+\s|[①-⓿❶-➓]"
    r"|[^\w\s]+\s*(?:\d{1,3}\b)?)\W*",
    re.IGNORECASE,
)
"""How a line of a context begins, or of one that somebody set anew: a sign of a list, or a quotation."""
_LEAST: Final = 12
"""Characters of words that are known again; a "no" is in many a sentence."""
_SIGNS: Final = re.compile(r"[^\w\s,.!?'’-]+")
"""What parts the pieces of a line: quotation marks, brackets, colons, whatever somebody put there."""
_OPENING: Final = 24
"""Characters that may stand before a served text: "As remembered:"."""
_LONGEST: Final = 4_000
"""Characters of a line that are compared, and"""
_MOST: Final = 1_000
"""pieces of labelled lines that are looked for, so that no message takes long: one with more of them waits."""
_MOSTLY: Final = 0.5
"""The share of a labelled line's words that were served, from which all of it is ours."""


class _Told:
    """Served texts, folded once, in which pieces are looked for."""

    def __init__(self, served: Iterable[str]) -> None:
        self.texts = tuple(words for text in served if len(words := _fold_words(text)) >= _LEAST)
        self._everything = "\n".join(self.texts)
        self._words = frozenset(self._everything.split())
        self._looked: dict[str, bool] = {}

    def holds(self, piece: str) -> bool:
        """Tell whether a piece stands in a text; one that is too much to look for counts as one that does."""
        if not self._words.issuperset(piece.split()):
            return False
        if piece not in self._looked and len(self._looked) < _MOST:
            self._looked[piece] = piece in self._everything
        return self._looked.get(piece, True)

    def find_within(self, said: str) -> list[str]:
        """Find the texts that stand whole in folded words."""
        words = frozenset(said.split())
        return [each for each in self.texts if words.issuperset(each.split()) and each in said]


def holds_label(text: str) -> bool:
    """Tell whether a day stands in brackets somewhere, as behind each line of a context: a reason to look far back."""
    return _LABEL.search(text) is not None


def may_recite(text: str) -> bool:
    """Tell whether anything in a text is set as a line of a context may be: a reason to look at all."""
    return holds_label(text) or any(map(_SET.match, text.split("\n"))) or _find_head(text) >= 0


def recites_context(text: str, served: Iterable[str]) -> bool:
    """Tell whether a message holds a context, or a piece of one: its opening, or a line of what was served."""
    if _find_head(text) >= 0:
        return True
    lines = [line for line in text.split("\n") if may_recite(line)]
    if not lines:
        return False
    told = _Told(served)
    if told.find_within("\n".join(_fold_words(line) for line in lines if _SET.match(line))):
        return True
    return any(_is_mostly_told(line, told) for line in lines if holds_label(line))


def is_echo(item: Evidence, message: Message, served: Iterable[str], foreign: Iterable[str] = ()) -> bool:
    """Tell whether evidence quotes a context; of a user's words only those that are set or labelled as its lines are,
    or stand behind its opening.

    People repeat themselves and mean it: after moving away and back, "I live in Porto" is news again. `foreign` is what
    of it others had said: a piece of that in a list or a quotation is theirs, too (X1).
    """
    if len(item.quote) >= _LEAST and item.quote in CONTEXT_HEAD:
        return True
    line, own = _find_line(item, message.text), message.origin.trust >= Trust.USER
    opened = 0 <= _find_head(message.text) < item.start
    if own and not opened and not may_recite(line):
        return False
    told = _Told(served)
    quote = _fold_words(_SET.sub("", item.quote, count=1))
    if holds_label(line) and _is_mostly_told(line, told):
        return True
    if not own:
        return any(quote in each or each in quote for each in told.texts)
    if opened or holds_label(line):
        return len(quote) >= _LEAST and any(_says_same(quote, each) for each in told.texts)
    others = _Told(foreign)
    looked = (*told.find_within(_fold_words(line)), *others.texts)
    return (len(quote) >= _LEAST and any(_says_same(quote, each) for each in looked)) or _is_mostly_told(
        item.quote, others
    )


def _find_head(text: str) -> int:
    """Find where a context opens; -1 where none does."""
    return min((place for head in CONTEXT_HEADS if (place := text.find(head)) >= 0), default=-1)


def _is_mostly_told(line: str, told: _Told) -> bool:
    """Tell whether a line says mostly what was served: its pieces between signs, in whatever order."""
    pieces = [_fold_words(piece) for piece in _SIGNS.split(_LABEL.sub(";", line))]
    if not any(len(piece) >= _LEAST and told.holds(piece) for piece in pieces):
        return False
    known = sum(len(piece) for piece in pieces if told.holds(piece))
    return known >= _MOSTLY * sum(map(len, pieces))


def _says_same(quote: str, told: str) -> bool:
    """Tell whether a quote is of a served text, or that text with hardly more than an opening."""
    return quote in told or (told in quote and len(quote) - len(told) <= _OPENING)


def _fold_words(text: str) -> str:
    """The words of a text in their order, folded, with a space around each."""
    return f" {' '.join(split_words(fold_spacing(text), joined_by=''))} "


def _find_line(item: Evidence, text: str) -> str:
    """Find the line that evidence stands in, from where it begins: what is indented goes on."""
    start = text.rfind("\n", 0, item.start) + 1
    while start > max(0, item.start - _LONGEST) and text[start : start + 1].isspace() and text[start - 2].strip():
        start = text.rfind("\n", 0, start - 1) + 1
    end = text.find("\n", item.end)
    return text[start : end if end >= 0 else len(text)][:_LONGEST]
