"""Negation in English: the one home of the words that deny.

All lists are made of the same few words. They differ by the form in which a word is met (cut in two at its
apostrophe, whole, or as a stem) and by what is asked: whether a verb is denied, or whether anything in a text is.
"""

from __future__ import annotations

import re
from typing import Final

from atlas.language.english.lexicon.word_sets import word_set

NEGATIVE_ADVERBS: Final = word_set("not no never")
"""What makes a sentence its own denial when it is put in and nothing else is changed. Two sentences that differ by
another word of denial ("nobody", "without") differ in what they speak of, too."""

SOFT_NEGATIONS: Final = word_set("hardly scarcely barely")
"""Too weak to affirm or to deny."""

CUT_NEGATIONS: Final = word_set("n't nt")
"""What is left of "don't" and "dont" where a word is cut in two."""

NEGATIONS: Final = NEGATIVE_ADVERBS | SOFT_NEGATIONS | CUT_NEGATIONS | word_set("neither nor nobody none nothing")
"""What denies the verb that it stands beside, of words that are cut so. *Without* is none of them: it denies a
noun and leaves the verb as it is."""

_CONTRACTIONS: Final = word_set(
    """
    cannot can't isn't aren't wasn't weren't don't doesn't didn't won't wouldn't shouldn't couldn't haven't hasn't
    hadn't mustn't needn't isnt arent dont doesnt didnt wont cant
    """
)
DENIALS: Final = NEGATIONS | _CONTRACTIONS | word_set("without")
"""What denies anything in a text whose words are whole, also as people type them without the apostrophe."""

_STATEMENT_DENIAL: Final = re.compile(r"\b(?:not|no longer|never|none|cannot|without|\w+n['’]t)\b", re.IGNORECASE)
"""Narrower than the list: a bare *no*, *nothing* or *hardly* in a stored note is as often part of its value
("no sugar", "nothing but tea") as its denial, and a note so read would contradict others that say the same."""
_FORBIDDING: Final = re.compile(
    r"(?:please\s+)?(?:do not|don['’]?t|never)\s+(?!(?:i|we|he|she|they|you|worry)\b)\w+", re.IGNORECASE
)
"""An order not to do something begins with its denial; "never you mind" and "don't worry" are none."""


def list_negative_adverbs() -> frozenset[str]:
    """List the words that make a sentence its own denial."""
    return NEGATIVE_ADVERBS


def is_denial(word: str) -> bool:
    """Tell whether a whole word, case folded and with a straight apostrophe, denies."""
    return word in DENIALS or word.endswith("n't")


def denies_statement(text: str) -> bool:
    """Tell whether a note is the denial of what its other words say."""
    return _STATEMENT_DENIAL.search(text) is not None


def opens_with_prohibition(text: str) -> bool:
    """Tell whether a text begins with an order not to do something."""
    return _FORBIDDING.match(text) is not None
