"""Whether an entry says nothing worth remembering, and why (X6)."""

from __future__ import annotations

import re
from typing import Final

from atlas.language.english.calendar_words import MONTHS, SHORT_MONTHS, SHORT_WEEKDAYS, WEEKDAYS
from atlas.language.english.entry_rules.content_words import EMPTY, extract_telling_stems
from atlas.language.english.entry_rules.junk_rules import (
    ASKING,
    CHATTER,
    LONGEST_PLEASANTRY,
    MARKS,
    OWN,
    PLACEHOLDERS,
    PLEASANTRIES,
    POINTERS,
    RULES,
    STRONG,
    WISH,
)
from atlas.language.english.query_words import list_common_stems
from atlas.language.folding import fold_spacing
from atlas.language.sentences import split_sentences
from atlas.language.words import asks, words

_READ: Final = 2_000
_SHORT: Final = 40
"""Words up to which the rules speak; who writes more says something besides."""
_QUESTION: Final = 30
_CHATTER: Final = 15
_CROWDED: Final = 0.2
"""Marks of a machine for each word, from which on a text is a dump."""
_WORD: Final = re.compile(r"[^\s.,;:!?\"“”()\[\]…]+")
"""A cut of its own: a sign alone counts, since dumps of a machine are made of them ("{", "=>", "0x1f")."""
_QUOTED: Final = re.compile(r"`[^`\n]*`")
_TIMES: Final = re.compile(
    r"(?:\d+|[-:./,+\s]|[tz]\b|t(?=\d)|utc|gmt|[ap]m|am|pm|st|nd|rd|th|of|at|the|on"
    rf"|{'|'.join((*WEEKDAYS, *MONTHS))}|{'|'.join(sorted((*SHORT_WEEKDAYS, *SHORT_MONTHS), key=len, reverse=True))})+",
)


_TIME: Final = re.compile(
    r"\d{1,4}[-:/]\d{1,2}\b|\b\d{1,2}\.\d{1,2}\.\d{2,4}\b|\d ?(?:[ap]m|st|nd|rd|th|utc|gmt)\b"
    rf"|\b(?:{'|'.join((*MONTHS, *WEEKDAYS))})\b"
)
"""What makes a time of figures: "1" is none."""
_FIGURES: Final = re.compile(r"[\d\W_]+")


def find_junk_reason(text: str) -> str | None:
    """The reason, in a few words; None where it may be worth keeping."""
    read = text[:_READ].strip()
    low = fold_spacing(read)
    said = _WORD.findall(low)
    if not any(sign.isalnum() for sign in low):
        return "nothing in it"
    if len(said) <= _SHORT and len(text) <= _READ:
        found = _find_short_reason(read, low, said)
        if found:
            return found
    return "a dump of some machine" if _is_machine_dump(read, len(said)) else None


def is_pleasantry(text: str) -> bool:
    """Tell whether a text is courtesy and nothing else: "Good to know", "Thanks for telling me"."""
    said = _WORD.findall(fold_spacing(text[:_READ]))
    common = list_common_stems()
    short = len(said) <= LONGEST_PLEASANTRY
    return short and all(word in PLEASANTRIES or common.issuperset(words(word)) for word in said)


def _find_short_reason(read: str, low: str, said: list[str]) -> str | None:
    if _TIMES.fullmatch(low) and _TIME.search(low):
        return "only the date or time"
    if _FIGURES.fullmatch(low):
        return "only a figure"
    if len(said) <= LONGEST_PLEASANTRY and all(word in PLEASANTRIES for word in said):
        return "a pleasantry"
    plain = low.strip(" .!…\"'“”-*•")
    for reason, pattern in RULES:
        if pattern.search(plain):
            return reason
    if _is_bare_question(read, low, said):
        return "a question"
    if CHATTER.search(low) and len(said) <= _CHATTER and not OWN.search(low):
        return "a scrap of talk"
    return None if _has_content(read, said) else "nothing in it"


def _is_bare_question(read: str, low: str, said: list[str]) -> bool:
    """It ends in a question; before it, nothing is told of whoever asks, nor how they always want it."""
    if asks(read) != 2 or len(said) > _QUESTION:
        return False
    before = fold_spacing(" ".join(split_sentences(read)[:-1]))
    return (
        not OWN.search(before)
        and not WISH.search(before)
        and (bool(before) or not OWN.search(low) or bool(ASKING.match(low)))
    )


def _has_content(read: str, said: list[str]) -> bool:
    """Whether a word is left that is no filler, no placeholder, and does not only point elsewhere."""
    left = [word for word in said if word not in EMPTY and word not in PLACEHOLDERS and word not in POINTERS]
    return bool(left) and (bool(extract_telling_stems(read) - PLACEHOLDERS) or not read.isascii())


def _is_machine_dump(read: str, words: int) -> bool:
    """Many marks of it in few words, or one that nothing else has."""
    plain = _QUOTED.sub(" ", read)
    if STRONG.search(plain):
        return True
    found = sum(pattern.search(plain) is not None for pattern in MARKS.values())
    return found >= 3 or (found == 2 and found >= _CROWDED * max(1, words))
