"""Whether two claims say the same, or cannot both hold: values are compared as folded text, without an article."""

from __future__ import annotations

import re
from typing import Final

from atlas.language.folding import fold_text
from atlas.language.registry import LANGUAGE
from atlas.language.text_cache import cache_text
from atlas.language.words import words
from atlas.model.claim import KINDRED_ATTRIBUTES, Cardinality, Claim, known_attributes

_USED: Final = "uses"
_FIGURES: Final = re.compile(r"\bv?\d[\d.,:]*")


@cache_text(4_096, 500)
def fold_value(value: str) -> str:
    """An interview and the interview are one."""
    return fold_text(LANGUAGE.pronouns.strip_article(value))


def have_same_value(one: Claim, other: Claim) -> bool:
    """Tell whether two claims give one slot one value, affirmed or not."""
    return one.slot == other.slot and fold_value(one.value) == fold_value(other.value)


def claims_agree(one: Claim, other: Claim) -> bool:
    """Tell whether two claims say the same."""
    return have_same_value(one, other) and one.affirmed == other.affirmed


def ends_kindred_claim(ended: Claim, held: Claim) -> bool:
    """T16: Tell whether what is over is what is held under a kindred attribute; the ending may say more of it."""
    kindred = KINDRED_ATTRIBUTES.issuperset((ended.attribute, held.attribute))
    if ended.affirmed or not held.affirmed or ended.subject != held.subject or not kindred:
        return False
    named = set(words(held.value))
    return bool(named) and named <= set(words(ended.value))


def outdates_claim(newer: Claim, held: Claim) -> bool:
    """T16: Tell whether a newer claim leaves an older one behind that is not of its slot, or of a slot of many values:
    another version, day or date of what is called by a kindred word (the repo, our code), or its end; and another
    number of the same thing (its port)."""
    if newer.attribute != held.attribute or not held.affirmed:
        return False
    if newer.subject == held.subject and newer.affirmed and held.attribute not in known_attributes():
        return claims_contradict(newer, held)
    if newer.subject not in LANGUAGE.kindred_things.list_kindred_subjects(held.subject, held.attribute):
        return False
    if fold_value(newer.value) == fold_value(held.value):
        return not newer.affirmed
    return newer.affirmed and (held.attribute != _USED or _is_other_version(newer, held))


def restates_kindred_claim(one: Claim, other: Claim) -> bool:
    """Tell whether two claims say the same of what people call by turns the project, our code or the team."""
    same = one.attribute == other.attribute and one.affirmed and other.affirmed
    if not same or fold_value(one.value) != fold_value(other.value):
        return False
    return other.subject in LANGUAGE.kindred_things.list_kindred_subjects(one.subject, one.attribute)


def claims_contradict(one: Claim, other: Claim) -> bool:
    """T16: another value where only one can hold, another figure of one thing, or the same value once affirmed and once
    denied."""
    if one.slot != other.slot:
        return False
    if have_same_value(one, other):
        return one.affirmed != other.affirmed
    only_one = one.cardinality is Cardinality.SINGLE or _differ_in_figures(one, other)
    return only_one and one.affirmed and other.affirmed


def _differ_in_figures(one: Claim, other: Claim) -> bool:
    """Tell whether two claims give another figure to one thing: the staging's port, or a version of what has a name.

    "Python 3.9", then "Python 3.11"; ports, which have none, are used side by side.
    """
    if one.attribute not in known_attributes():
        return _find_thing(one) == _find_thing(other) is not None
    return one.attribute in KINDRED_ATTRIBUTES and any(map(str.isupper, one.value)) and _is_other_version(one, other)


def _is_other_version(one: Claim, other: Claim) -> bool:
    return bool(_find_thing(one)) and _find_thing(one) == _find_thing(other)


def _find_thing(claim: Claim) -> str | None:
    """What a value gives a figure of: its name without the figure, which may be nothing; None where it has none."""
    thing, figures = _FIGURES.subn("", fold_value(claim.value))
    return " ".join(thing.split()) if figures else None
