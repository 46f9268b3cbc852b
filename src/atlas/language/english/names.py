"""Whether a text can be a name in English (rule 14 of the trust model): no sentence, no order, no party of the talk."""

from __future__ import annotations

import re
from typing import Final

from atlas.language.english.directives import has_order_words
from atlas.language.lookalikes import fold_lookalikes, strip_marks
from atlas.language.names import MAX_SPEAKER
from atlas.language.words import split_words

MAX_WORDS: Final = 6

_ENDS: Final = re.compile(r"[!?;:]\s|\w{4}\.\s")
"""The end of a sentence with more behind it; "J. R. Smith" and "Dr. Ana" have shorter points."""
_TALK: Final = re.compile(
    r"\b(?:is|are|was|were|be|you|your|yours|i|me|my|we|us|must|should|shall|will|would|can|cannot|may|always|never|ignore"
    r"|all|any|every|do|does|don['’]?t|not|please|when|if|then|that|this|these|those|to|from now|has|have|had|it|its"
    r"|them|who|what|which|because|instructions?|rules?|users?|assistant|system|admin\w*|root|operator)\b",
    re.IGNORECASE,
)
_LEAST_TALK: Final = 2
"""So many such words stand in no name."""

_RESERVED_WORDS: Final = """
admin administrator assistant atlas developer i me model myself operator root system theuser tool user you
"""
_RESERVED: Final = frozenset(_RESERVED_WORDS.split())
"""What ATLAS itself calls the parties of a conversation, and what they call themselves."""
_FIGURES: Final = (str.maketrans("01", "oi"), str.maketrans("01", "ol"))
"""Figures that stand for letters: "adm1n", "too1"."""
_LEAST_DISGUISED: Final = 3
_LEAST_APART: Final = 4
"""Shorter words than these are known only as they are spelled, else nobody could have such initials or such a name."""
_ARTICLES: Final = frozenset({"the", "a", "an", "this", "that", "my", "your", "our"})


def is_reserved_name(text: str) -> bool:
    """Tell whether a speaker so named would pass for the user, the assistant or the system: "The user", "SYSTEM", and
    what only looks so, in letters of other scripts, with marks on them, figures among them or spaces between."""
    words = split_words(fold_lookalikes(text), joined_by="")
    while len(words) > 1 and words[0] in _ARTICLES:
        words = words[1:]
    if len(words) == 1 and words[0] in _RESERVED:
        return True
    spelt = strip_marks("".join(words))
    apart = len(words) > 1 and not all(len(word) == 1 for word in words)
    if len(spelt) < (_LEAST_APART if apart else _LEAST_DISGUISED):
        return False  # "M. E." has initials, and "Y. Ou" a name
    return any(spelt.translate(figures) in _RESERVED for figures in _FIGURES)


def is_name(text: str) -> bool:
    """Tell whether a text can be what somebody is called, and no sentence or order in the place of a name."""
    words = text.split()
    if not words or len(text) > MAX_SPEAKER or len(words) > MAX_WORDS or _ENDS.search(text):
        return False
    return len(words) == 1 or (len(_TALK.findall(text)) < _LEAST_TALK and not has_order_words(text))
