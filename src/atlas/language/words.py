"""The words of a text: as they are written, and as search sees them, cut to their stems.

Every reader cuts words here, and says which signs may join the parts of one ("don't", "9:30", "Anne-Marie"). Elsewhere
stand only the cuts that are no words: the pieces of an embedder and of the reader, a count of spaces.

Search has one cut for what is kept and asked.

Words are folded (compatibility forms, case, accents). English endings are taken off in the manner of Porter (1980), of
plain ASCII words only. Scripts that write without spaces are cut into pairs of characters, which match without a
dictionary.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Final

from atlas.language.folding import limit_marks
from atlas.language.stemmer import stem
from atlas.language.text_cache import cache_text

MAX_WORDS: Final = 20_000
"""Of one text; a longer one is searched by its beginning."""

MAX_QUERY: Final = 10_000
"""Characters of a query that are read."""
MAX_TERMS: Final = 64
"""Words of a query that are searched for."""

APOSTROPHES: Final = "'’"
IN_FIGURES: Final = "'’.:"
"""What joins the parts of a figure, too: "9:30", "v1.2"."""
IN_NAMES: Final = "-."
"""What joins the parts of a name: "Anne-Marie", "J.R"."""

_READ: Final = 200_000
"""Characters in which so many words have their place."""
_KEPT: Final = 2_048
"""Texts whose words are kept: who builds a context looks at the same few hundred again and again."""
_KEPT_LENGTH: Final = 1_000
"""A text of more characters is hardly cut twice."""
_ENDING: Final = re.compile(r"(?:n['’]t|['’](?:s|m|re|ve|ll|d))$")
_UNSPACED: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003134f]+"
)

_UNSPACED_RUN: Final = re.compile(f"({_UNSPACED.pattern})")
_ASKS: Final = re.compile(r"[?？؟]")
_ASKS_LAST: Final = re.compile(r"[?？؟][\s\"'”’)]*$")


def find_words(
    text: str, start: int = 0, end: int | None = None, *, joined_by: str = APOSTROPHES
) -> Iterator[re.Match[str]]:
    """Find every word as it is written, with its place: letters and figures, which one of these signs may join."""
    return _compile_word(joined_by).finditer(text, start, len(text) if end is None else end)


def split_words(text: str, *, joined_by: str = APOSTROPHES) -> list[str]:
    """List every word as it is written."""
    found: list[str] = _compile_word(joined_by).findall(text)
    return found


def match_word(text: str, start: int = 0, *, joined_by: str = APOSTROPHES) -> str | None:
    """Return the word that begins at this place; None where none does."""
    found = _compile_word(joined_by).match(text, start)
    return found.group() if found else None


def words(text: str) -> list[str]:
    """Stem every word of a text, in order, repeats included."""
    return list(_recent_stems(text)) if len(text) <= _KEPT_LENGTH else _stem_text(text)


def spelled(text: str) -> list[tuple[str, str]]:
    """Pair every word as it is written, folded, with its stem: a stem says no longer how long the word was."""
    return list(_recent_pairs(text)) if len(text) <= _KEPT_LENGTH else _pair_stems(text)


@cache_text(_KEPT)
def _recent_stems(text: str) -> tuple[str, ...]:
    return tuple(_stem_text(text))


@cache_text(_KEPT)
def _recent_pairs(text: str) -> tuple[tuple[str, str], ...]:
    return tuple(_pair_stems(text))


def _stem_text(text: str) -> list[str]:
    if text.isascii():
        return [_stem_word(word) for word in split_words(text[:_READ].lower())[:MAX_WORDS]]
    return [piece for word in split_words(_fold_text(text)) for piece in _split_word(word)][:MAX_WORDS]


def _pair_stems(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for word in split_words(text[:_READ].lower() if text.isascii() else _fold_text(text)):
        for run in filter(None, _UNSPACED_RUN.split(word)):
            pairs = unspaced(run)
            found += (
                [(pair, pair) for pair in _cut_run(run)] if pairs else [(_ENDING.sub("", run) or run, _stem_word(run))]
            )
    return found[:MAX_WORDS]


def unspaced(word: str) -> bool:
    """Tell whether a word is of a script that writes without spaces, and so a word or two however short."""
    return _UNSPACED.fullmatch(word) is not None


def asks(text: str) -> int:
    """Return 0 for a text without a question, 1 for one with a question somewhere, 2 for one that ends with it."""
    if not _ASKS.search(text):
        return 0
    return 2 if _ASKS_LAST.search(text) else 1


@cache
def _compile_word(joined_by: str) -> re.Pattern[str]:
    return re.compile(rf"[^\W_]+(?:[{re.escape(joined_by)}][^\W_]+)*" if joined_by else r"[^\W_]+")


def _fold_text(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", limit_marks(text[:_READ]))[:_READ].casefold()
    return unicodedata.normalize("NFC", "".join(mark for mark in decomposed if not unicodedata.combining(mark)))


def _split_word(word: str) -> list[str]:
    if word.isascii():
        return [_stem_word(word)]
    return [part for run in _UNSPACED_RUN.split(word) if run for part in _cut_run(run)]


def _cut_run(run: str) -> list[str]:
    if not _UNSPACED.fullmatch(run):
        return [_stem_word(run)]
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]


@cache_text(65_536)
def _stem_word(word: str) -> str:
    bare = _ENDING.sub("", word) or word
    return stem(bare) if bare.isascii() and len(bare) <= 40 else bare
