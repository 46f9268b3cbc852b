"""The form of an English query: what it asks for besides its words, by the words that ask."""

from __future__ import annotations

import re
from typing import Final

_WHEN: Final = re.compile(r"\W*(?:when|what (?:date|day|month|year|time)|how long ago|since when)\b", re.IGNORECASE)
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


def asks_when(text: str) -> bool:
    """Tell whether a query asks for a time."""
    return _WHEN.match(text) is not None


def asks_for_reply(text: str) -> bool:
    """Tell whether a query asks for what the assistant said."""
    return _TOLD.search(text) is not None


def asks_about_past(text: str) -> bool:
    """Tell whether a query asks for how things were."""
    return _PAST.search(text) is not None


def asks_for_past_state(text: str) -> bool:
    """Tell whether a query asks how things stood at a time, and not what happened then."""
    return _STOOD.search(text) is not None
