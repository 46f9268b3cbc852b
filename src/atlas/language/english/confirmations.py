"""The English of a question that a bare "yes" answers: whom it is put to, and whether it asks for a power."""

from __future__ import annotations

import re
from typing import Final

from atlas.language.english.lexicon.word_sets import word_set

_DIRECT: Final = re.compile(
    r"\s*(?:(?:so|and),?\s+)?(?:(?P<first>[^,]{1,80}),\s*)?(?:do|are) you\b[^,]*(?:,\s*(?P<last>[^,?]{1,80}))?\?", re.I
)
"""A question that begins with its verb and asks about now, with nobody's name but one at either end."""
_ADDRESSEE: Final = re.compile(r"\byou\b", re.I)
_INTERJECTIONS: Final = word_set(
    """
    ah aha alright amazing congratulations cool done excellent fine good great hello hey hi hm hmm indeed lovely nice
    noted oh ok okay perfect right sure super sweet thanks understood welcome well wonderful wow yes
    """
)
_AUTHORITY: Final = re.compile(
    r"\b(?:admin\w*|root|sudo\w*|super-?users?|owners?|operators?|moderators?|maintainers?|developers?|security"
    r"|officers?|authori[sz]\w*|permi\w+|access|allow\w*|approv\w*|consent\w*|clear(?:ed|ance)|boss|chief|director"
    r"|manager|supervisor|guardian|system|assistant|model|police|government|court)\b",
    re.I,
)


def names_authority(text: str) -> bool:
    """Tell whether a text has words of power: it is a role or a permission then, whatever the attribute is."""
    return _AUTHORITY.search(text) is not None


def find_addressees(question: str) -> tuple[str, ...] | None:
    """Find the names by which a direct question addresses somebody; None for a question that is not asked outright."""
    direct = _DIRECT.fullmatch(question)
    return tuple(name for name in direct.group("first", "last") if name) if direct else None


def strip_addressee(question: str) -> str:
    """Cut a question behind its last *you*: what it asks of them."""
    return _ADDRESSEE.split(question)[-1]


def is_interjection(word: str) -> bool:
    """Tell whether a folded word may stand as a sentence of its own and is nobody's name."""
    return word in _INTERJECTIONS
