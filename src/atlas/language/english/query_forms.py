"""The form of an English query: what it asks for besides its words, by the words that ask."""

from __future__ import annotations

import re
from typing import Final

_FRAME: Final = re.compile(
    r"\b(?:what|which|who|whom|whose|when|where|why|how|many|much|long|is|are|was|were|do|does|did|has|have|had|will"
    r"|would|can|could|should|be|been|the|a|an|of|in|on|at|to|for|with|and|or|that|this|these|those|it|its|her|his"
    r"|their|she|he|they|both|kinds?|types?|some|any|during|from|by|about|as|i|my|me|you|your)\b",
    re.IGNORECASE,
)
_WHEN: Final = re.compile(r"\W*(?:when|what (?:date|day|month|year|time)|how long ago|since when)\b", re.IGNORECASE)
_SEVERAL: Final = re.compile(
    r"\b(?:both|all|list|how many|how often|in what ways|different|various|order)\b"
    r"|\b(?:what|which)\s+(?:\w+\s+){0,3}?\w{2,}[^s\W]s\b(?!['’])\s"
    r"|\b(?:has|have)\b.*\b(?:\w+ed|done|been|made|seen|met|bought|gone)\b",
    re.IGNORECASE,
)
_TOLD: Final = re.compile(
    r"\byou(?:r)?\b.*\b(?:say|said|tell|told|suggest(?:ed|ions?)?|recommend(?:ed|ations?)?|mention(?:ed)?|gave|provided"
    r"|listed|explained|answer(?:ed)?|advised?)\b",
    re.IGNORECASE,
)
_PAST: Final = re.compile(
    r"\b(?:did|was|were|had|been|used to|previous(?:ly)?|former(?:ly)?|before|earlier|ever|back then|old|first"
    r"|original(?:ly)?|history|chang(?:ed|e|es)|when)\b",
    re.IGNORECASE,
)
_STOOD: Final = re.compile(
    r"\bdid\s+(?:i|we|my(?:\s+\w+){1,2})\s+(?:still\s+|already\s+)?"
    r"(?:believe|drive|feel|have|like|live|love|own|play|prefer|say|speak|study|think|use|want|work)\b"
    r"|\b(?:was|were)\s+(?:my|our)\b",
    re.IGNORECASE,
)
"""How things stood, as opposed to what happened: what happened in March may be told in May."""


def strip_question_words(text: str) -> str:
    """Blank the words that make a sentence a question, so that its topic is left."""
    return _FRAME.sub(" ", text)


def asks_when(text: str) -> bool:
    """Tell whether a query asks for a time."""
    return _WHEN.match(text) is not None


def asks_for_several(text: str) -> bool:
    """Tell whether a query seems to ask for more than one thing."""
    return _SEVERAL.search(text) is not None


def asks_for_reply(text: str) -> bool:
    """Tell whether a query asks for what the assistant said."""
    return _TOLD.search(text) is not None


def asks_about_past(text: str) -> bool:
    """Tell whether a query asks for how things were."""
    return _PAST.search(text) is not None


def asks_for_past_state(text: str) -> bool:
    """Tell whether a query asks how things stood at a time, and not what happened then."""
    return _STOOD.search(text) is not None
