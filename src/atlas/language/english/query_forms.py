"""The form of an English query: what it asks for besides its words, by the words that ask."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from atlas.language.english.calendar_words import MONTH, PLAIN_WEEKDAY, WEEKDAYS
from atlas.language.english.lexicon.grammar import NUMBER_WORDS
from atlas.language.interface import AnswerType

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
_PRICED: Final = r"rent|salary|wage|pay|dose|budget|score|weight|height|size|fee|deposit"
_QUANTITY: Final = re.compile(
    r"\bhow (?:much|many|long|old|big|tall|heavy|far|often|high|large)\b"
    rf"|\b(?:what|which)\b.{{0,25}}\b(?:{_PRICED}|price|cost|dosage|strength|amount|rate|sum|mark|grade|number|debt)\b"
    rf"|\bmy\b.{{0,20}}\b(?:{_PRICED})\b"
    r"|\bwhat (?:do|did|does|am|was|is) .{0,30}\b(?:paid|pay|cost|charge|charging|fetch|earn|owe|weigh|score)\b",
    re.IGNORECASE,
)
_TIME: Final = re.compile(
    r"\bwhen(?:['’]?s)?\b|\b(?:what|which) (?:date|day|days|time|month|year|week|evening|morning)\b"
    r"|\bhow (?:soon|long ago)\b",
    re.IGNORECASE,
)
_REASON: Final = re.compile(r"\bwhy\b|\bhow come\b|\bwhat(?:['’]s| is| was)? (?:the |my )?reason\b", re.IGNORECASE)
_TOLD_QUANTITY: Final = re.compile(
    rf"(?<![A-Za-z])\d|\b(?:{'|'.join(sorted(NUMBER_WORDS))}|half|dozen|every|daily|once|twice)\b", re.IGNORECASE
)
_TOLD_TIME: Final = re.compile(
    rf"\d|\b(?:(?:{'|'.join(WEEKDAYS)})s?|{PLAIN_WEEKDAY}|{MONTH}|today|tomorrow|yesterday|tonight|years?"
    r"|week(?:end|day)?s?|months?|spring|summer|autumn|winter|christmas|easter|noon|midnight|mornings?|evenings?|nights?)\b",
    re.IGNORECASE,
)
_TOLD_REASON: Final = re.compile(
    r"\b(?:because|bc|cos|cause|since|so|as|due|reason|too|sick of|tired of|fed up"
    r"|couldn['’]?t|can['’]?t|didn['’]?t|wouldn['’]?t)\b",
    re.IGNORECASE,
)
_ASKED_TYPES: Final = MappingProxyType(
    {AnswerType.REASON: _REASON, AnswerType.TIME: _TIME, AnswerType.QUANTITY: _QUANTITY}
)
_SIGNS: Final = MappingProxyType(
    {AnswerType.REASON: _TOLD_REASON, AnswerType.TIME: _TOLD_TIME, AnswerType.QUANTITY: _TOLD_QUANTITY}
)


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


def read_answer_type(text: str) -> AnswerType | None:
    """Read what sort of thing a query asks for: a figure, a time, a reason."""
    return next((each for each, pattern in _ASKED_TYPES.items() if pattern.search(text)), None)


def holds_answer_type(text: str, answer_type: AnswerType) -> bool:
    """Tell whether a text holds something of the sort that is asked for: a figure, a time, a reason."""
    return bool(_SIGNS[answer_type].search(text))
