"""What can be noted of an exchange in English: remarks, topics, names, tone, an open question."""

from __future__ import annotations

from atlas.language.english.rules.noteworthy import NO_TOPIC
from atlas.language.english.rules.noteworthy import names_told as find_names
from atlas.language.english.rules.noteworthy import remarks as find_remarks
from atlas.language.english.rules.noting import common_words as find_common_words
from atlas.language.english.rules.noting import insight_of as write_insight
from atlas.language.english.rules.noting import left_open as is_left_open
from atlas.language.english.rules.noting import tone_of as judge_tone
from atlas.language.english.rules.noting import topics_of as find_topics
from atlas.language.english.verbatim import find_invented

__all__ = [
    "find_common_words",
    "find_invented",
    "find_names",
    "find_remarks",
    "find_topics",
    "is_left_open",
    "is_topic",
    "judge_tone",
    "write_insight",
]


def is_topic(word: str) -> bool:
    """Tell whether a word can be what a text is about; days, units and feelings are common to unlike things."""
    return word.casefold() not in NO_TOPIC
