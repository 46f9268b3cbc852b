"""What English statements are compared and weighed by: fillers, fronted phrases, verbs of many objects, commitments."""

from __future__ import annotations

import re
from typing import Final

from atlas.language.english.lexicon.word_sets import word_set

_FILLERS: Final = word_set("the a an our is are am be being been get gets")
_FRONTED: Final = word_set("on in at every each since until during by for with near")
_MANY_VALUED: Final = word_set(
    """
    like likes liked love loves loved enjoy enjoys hate hates dislike dislikes have has had own owns know knows speak
    speaks read reads saw watched met visited bought tried play plays want wants collects need needs
    """
)
_COMMITTED: Final = re.compile(
    r"\b(?:i|we|you|he|she|they)(?:['’]ll|\s+(?:will|shall|must|promised?|agreed?|decided|booked|signed|owe))\b"
    r"|\b(?:need|have|has|going|plan|plans|planning|promised?)\s+to\b"
    r"|\b(?:deadline|due|appointment|meeting|agreed|decided|promise[ds]?|always|never)\b",
    re.IGNORECASE,
)


def is_filler(word: str) -> bool:
    """Tell whether a word comes and goes without a change of meaning.

    A possessive other than ours says whose it is, and is none.
    """
    return word in _FILLERS


def opens_fronted_phrase(word: str) -> bool:
    """Tell whether a word opens a phrase of time or place that may stand in front instead of at the end."""
    return word in _FRONTED


def list_many_valued_verbs() -> frozenset[str]:
    """List what one can do to several things at once: two of them are no contradiction."""
    return _MANY_VALUED


def states_commitment(text: str) -> bool:
    """Tell whether a sentence promises, plans, decides or sets a date."""
    return _COMMITTED.search(text) is not None
