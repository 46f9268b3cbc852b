"""What can be noted of an exchange by simple rules: remarks, topics, its tone, whether something is left open (J8)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from atlas.language.english.lexicon.tone import FEELINGS
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.passage import blank_foreign_text
from atlas.language.english.remarks import find_names, find_remarks, is_topic, is_worth_noting
from atlas.language.english.topics import find_common_words, find_topics
from atlas.language.english.verbatim import find_invented
from atlas.language.words import asks, spelled
from atlas.model.interaction import Message, Role
from atlas.model.proposal import Remember

__all__ = [
    "admits_ignorance",
    "find_common_words",
    "find_invented",
    "find_names",
    "find_remarks",
    "find_topics",
    "is_left_open",
    "is_topic",
    "is_worth_noting",
    "judge_tone",
    "write_insight",
]

_GLAD: Final = word_set(
    """
    amazed blessed calm cheerful comfortable confident content eager ecstatic elated energised energized excited
    fulfilled glad grateful happy hopeful inspired joyful keen lucky motivated optimistic overjoyed passionate peaceful
    pleased proud psyched pumped refreshed relaxed relieved satisfied stoked thankful thrilled touched
    love great awesome amazing fantastic wonderful thanks perfect
    """
)
_BAD: Final = (
    FEELINGS - _GLAD - word_set("curious open ready interested committed dedicated focused low down moved")
) | (word_set("hate annoying terrible horrible useless broken wrong worse worst awful"))

_IGNORANT: Final = re.compile(
    r"\W*(?:sorry|hm+|unfortunately|i['’]?m (?:sorry|afraid))?[\s,]*(?:but )?"
    r"(?:i(?:['’]?m| am) not sure(?! (?:that|you))"
    r"|i (?:do ?n[o'’]?t|do not|can(?:no|['’])t) (?:know|tell|remember|have (?:that|any|your|this)|see that)"
    r"|you (?:have ?n[o'’]t|have not|did ?n[o'’]t|never) (?:told|tell|mentioned|mention|said|say))",
    re.IGNORECASE,
)


def judge_tone(messages: Iterable[Message]) -> str:
    """As the user's own words sound: one of `shapes.TONES`."""
    said = {word for message in messages for word, _ in spelled(blank_foreign_text(message.text))}
    glad, bad = bool(said & _GLAD), bool(said & _BAD)
    if glad and bad:
        return "mixed"
    return "positive" if glad else "negative" if bad else "neutral"


def is_left_open(messages: Sequence[Message]) -> bool:
    """Whether a question stands without an answer: the user's with no reply, or the one that a reply ends with."""
    if not messages:
        return False
    last = messages[-1]
    return asks(last.text) > 0 if last.role is Role.USER else asks(last.text) == 2


def admits_ignorance(text: str) -> bool:
    """Whether a reply says at its beginning that it does not know."""
    return _IGNORANT.match(text) is not None


def write_insight(proposals: Sequence[Remember], topics: Sequence[str]) -> str | None:
    """One sentence: what weighs most of what was learned, else what it was about."""
    if proposals:
        return f"{max(proposals, key=lambda proposal: proposal.importance).content}."
    return f"Nothing new; the words that say most: {', '.join(topics[:3])}." if topics else None
