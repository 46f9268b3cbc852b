"""For or against: how far a statement speaks for what it is about (B1)."""

from __future__ import annotations

import re
from typing import Final

from atlas.language.english.argument_topics import judge_word, tokenize
from atlas.language.english.argument_words import WORDS, count_phrases
from atlas.language.english.lexicon.arguing import (
    DESIRED,
    DOWNWARD,
    LESS,
    THESIS_BAD,
    THESIS_GOOD,
    UNDESIRED,
    UPWARD,
    VERDICTS,
)
from atlas.language.english.negation import is_denial
from atlas.language.words import words

_DENYING: Final = re.compile(
    r"\W*(?:you|i|one|we|people)(?: really| just)?(?:'d| would| do| could| can)?(?:n't| not|not)(?: really"
    r"| just| ever)?"
    r" (?:say|claim|think|believe|agree|find|call|see)\b(?! much of| why| how| what| so)|\W*(?:i doubt"
    r"|i disagree that|it(?:'s| is) (?:not true|a myth|"
    r"false|wrong) that|who says)\b"
)
_FROM_TO: Final = re.compile(
    r"\bfrom (?:about |around |roughly )?(\d[\d,]*(?:\.\d+)?)(?:\s?%|[\w ]{0,20}?) to (?:about |around |just )?"
    r"(\d[\d,]*(?:\.\d+)?|zero|none)\b"
)
_NUMBERS: Final = {"zero": 1e-9, "none": 1e-9}
_VERDICTS: Final = tuple((re.compile(pattern), value) for pattern, value in VERDICTS)
_BEING: Final = frozenset({"is", "are", "was", "were", "be", "been", "'s", "'re", "seem", "seems"})
_CHANGING: Final = re.compile(
    r"\W+(?:\w+ly )?(?:cuts?|reduced?s?|lower(?:s|ed)?|closed?s?|improved?s?|raised?s?|saved?s?|prevent(?:s|ed)?"
    r"|boost(?:s|ed)?|(?:halve|double|triple)[sd]? (?:our|the|my|their|its))\b"
)
_IS: Final = frozenset({"is", "are", "be", "'s", "'re"})
_TAIL: Final = 6
"""Words behind a thing's name that may still belong to it."""


def judge_statement(low: str) -> float:
    """How far a statement speaks for what it is about, or against it."""
    value = 3.0 * count_verdicts(low) + weigh_words(low) + 2.0 * weigh_change(low)
    return -value if _DENYING.match(low) else value


def count_verdicts(low: str) -> int:
    formed = sum(value for pattern, value in _VERDICTS if pattern.search(low))
    return count_phrases(low, THESIS_GOOD) - count_phrases(low, THESIS_BAD) + formed


def weigh_words(low: str) -> float:
    said = [token.low for token in tokenize(low)]
    total = 0.0
    for place, word in enumerate(said):
        value = judge_word(word)
        if not value:
            continue
        before, after = said[max(0, place - 4) : place], said[place + 1 : place + 4]
        denied = any(is_denial(one) or one in {"n't", "hardly"} for one in before[-3:])
        less = any(one in LESS for one in before[-3:] if not is_denial(one)) or any(one in LESS for one in after)
        weight = 2.0 if _BEING & set(before) else 1.0
        total += value * weight * (-1 if denied != less else 1)
    return total


def weigh_change(low: str) -> int:
    """Whether something became more or less of what one wants: by its words, or by figures from one to another."""
    found = WORDS.findall(low)
    wanted = sum(word in DESIRED for word in found) - sum(word in UNDESIRED for word in found)
    wanted += sum(judge_word(word) for word in found if word not in UPWARD | DOWNWARD) if _FROM_TO.search(low) else 0
    if not wanted:
        return 0
    figures = _FROM_TO.search(low)
    if figures:
        before, after = (_NUMBERS.get(part, None) or float(part.replace(",", "")) for part in figures.groups())
        change = (after > before) - (after < before)
    else:
        change = bool(UPWARD.intersection(found)) - bool(DOWNWARD.intersection(found))
    return change if wanted > 0 else -change


def is_predicative(low: str) -> bool:
    """Whether it says of something that it is good or bad."""
    said = [token.low for token in tokenize(low)]
    return any(judge_word(word) for at, word in enumerate(said) if _BEING & set(said[max(0, at - 4) : at]))


def is_judged(low: str, topic: str) -> bool:
    """Whether it says of this very thing that it is good or bad: "night trains for families are hard on children"."""
    said = [token.low for token in tokenize(low)]
    head = words(topic)[-1:]
    for at in (place for place, word in enumerate(said) if words(word) == head):
        being = next((place for place in range(at + 1, min(at + _TAIL, len(said))) if said[place] in _IS), None)
        if being is not None and any(map(judge_word, said[being + 1 : being + 5])):
            return True
    return False


def changes_something(low: str, topic: str) -> bool:
    """Whether it says what this very thing made more or less of: "bus lanes cut the delays by a third"."""
    behind = low.partition(topic.casefold())[2]
    return _CHANGING.match(behind) is not None and bool(weigh_change(behind))
