"""Names are input like any other (rule 14 of the trust model): bounded, cleaned, and nothing but names."""

from __future__ import annotations

import re
from typing import Final

from atlas.language.directives import has_order_words
from atlas.model.text import folded

MAX_SPEAKER: Final = 80
"""Characters of a person's name; the longest on passports have fewer."""
MAX_WORDS: Final = 6

_LINES: Final = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_MARKUP: Final = re.compile(r"[<>{}\[\]|`*#\\\"“”]+")
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
_ARTICLES: Final = frozenset({"the", "a", "an", "this", "that", "my", "your", "our"})
_BETWEEN_WORDS: Final = re.compile(r"[\W_]+")


def plain_name(text: str) -> str:
    """A name on one line, without signs that a format could read."""
    return _LINES.sub(" ", _MARKUP.sub(" ", text)).strip()


def is_reserved_name(text: str) -> bool:
    """Whether a speaker of that name would pass for the user, the assistant or the system: "The user", "SYSTEM"."""
    words = _BETWEEN_WORDS.sub(" ", folded(text)).split()
    while len(words) > 1 and words[0] in _ARTICLES:
        words = words[1:]
    return len(words) == 1 and words[0] in _RESERVED


def is_name(text: str) -> bool:
    """Whether it can be what somebody is called, as opposed to a sentence or an order in the place of a name."""
    words = text.split()
    if not words or len(text) > MAX_SPEAKER or len(words) > MAX_WORDS or _ENDS.search(text):
        return False
    return len(words) == 1 or (len(_TALK.findall(text)) < _LEAST_TALK and not has_order_words(text))
