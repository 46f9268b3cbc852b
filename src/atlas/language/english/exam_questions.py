"""The question to which a claim is the answer, as the user would ask it (C10)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from atlas.model.claim import FAVOURITE, RELATIONS, Claim
from atlas.model.entity import USER

_LONGEST: Final = 300
"""What is longer is no sentence."""
_BRIEF: Final = 8
"""Words of an answer that says one thing, and that last."""
_QUESTIONS: Final[Mapping[str, str]] = {
    "name": "What is my name?",
    "age": "How old am I?",
    "birthday": "When is my birthday?",
    "pronouns": "What are my pronouns?",
    "nationality": "What is my nationality?",
    "from": "Where am I from?",
    "lives_in": "Where do I live?",
    "address": "What is my address?",
    "works_as": "What is my job?",
    "works_at": "Where do I work?",
    "works_on": "What am I working on?",
    "studies": "What do I study?",
    "diet": "What is my diet?",
    "timezone": "What is my time zone?",
    "speaks": "Which languages do I speak?",
    "allergic_to": "What am I allergic to?",
    "takes": "Which medicine do I take?",
    "plays": "What do I play?",
    "deadline": "When is my deadline?",
    "budget": "What is my budget?",
    "phone": "What is my phone number?",
    "email": "What is my email address?",
}


_TELLING: Final = re.compile(r"(?<=[a-z0-9,;:] )(?:\d[\w.:/-]*\w|\d|[A-Z][\w-]+)(?=[\s.,;!?)]|$)")
"""A number or a name, not at the beginning of a sentence."""


_REWORDED: Final[Mapping[str, str]] = {
    "name": "What am I called?",
    "age": "What is my age?",
    "birthday": "On which day was I born?",
    "from": "Where do I come from?",
    "lives_in": "In which city do I live?",
    "works_as": "What do I do for a living?",
    "works_at": "Who is my employer?",
    "allergic_to": "Which allergies do I have?",
    "speaks": "What languages can I speak?",
    "studies": "What is it that I study?",
}


def word_question(claim: Claim) -> str | None:
    """None where nobody asks for it so that one answer is right."""
    if claim.subject != USER or not claim.affirmed:
        return None
    if claim.attribute in RELATIONS:
        return f"What is my {claim.attribute.replace('-', ' ')}'s name?"
    if claim.attribute.startswith(FAVOURITE):
        return f"What is my {claim.attribute}?"
    return _QUESTIONS.get(claim.attribute)


def reword_question(claim: Claim) -> str | None:
    """The same question in other words; None where there are none, or nobody asks for it."""
    if claim.subject != USER or not claim.affirmed:
        return None
    if claim.attribute in RELATIONS:
        return f"What is the name of my {claim.attribute.replace('-', ' ')}?"
    if claim.attribute.startswith(FAVOURITE):
        return f"Which {claim.attribute.removeprefix(FAVOURITE)} do I like best?"
    return _REWORDED.get(claim.attribute)


def word_cloze(text: str) -> tuple[str, str] | None:
    """A sentence with its last number or name left out, and what was left out; None where it has none."""
    found = list(_TELLING.finditer(text))
    if not found or len(text) > _LONGEST:
        return None
    last = found[-1]
    return f"What is missing here: {text[: last.start()]}…{text[last.end() :]}", last[0]


def find_values(text: str) -> tuple[str, ...]:
    """The names and numbers that an answer gives; of a brief one without any its last word."""
    found = tuple(dict.fromkeys(each[0] for each in _TELLING.finditer(text)))
    words = text.split()
    if found or not 1 < len(words) <= _BRIEF:
        return found
    return (words[-1].strip(".,;:!?"),)
