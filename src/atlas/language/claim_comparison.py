"""Whether two claims say the same, or cannot both hold: values are compared as folded text, without an article."""

from __future__ import annotations

import re
from typing import Final

from atlas.language.folding import fold_text
from atlas.language.registry import LANGUAGE
from atlas.language.words import words
from atlas.model.claim import KINDRED_ATTRIBUTES, Cardinality, Claim, known_attributes

_VERSION: Final = re.compile(r"(?P<name>.*\S)\s+v?(?P<number>\d+(?:\.\d+)*)")
_USED: Final = "uses"


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


def names_another_version(one: Claim, other: Claim) -> bool:
    """T16: Tell whether two claims say that one thing is used, in different versions: Python 3.11, Python 3.12."""
    if one.slot != other.slot or one.attribute != _USED or not (one.affirmed and other.affirmed):
        return False
    return _differ_in_version(one.value, other.value)


def outdates_claim(newer: Claim, held: Claim) -> bool:
    """T16: Tell whether a newer claim leaves an older one behind that is not of its slot, or of a slot of many values:
    another version, day or date of what is called by a kindred word (the repo, our code), or its end; and another
    number of the same thing (its port)."""
    if newer.attribute != held.attribute or not held.affirmed:
        return False
    if newer.subject == held.subject and newer.affirmed and held.attribute not in known_attributes():
        return _are_other_numbers(newer.value, held.value)
    if newer.subject not in LANGUAGE.kindred_things.list_kindred_subjects(held.subject, held.attribute):
        return False
    if fold_value(newer.value) == fold_value(held.value):
        return not newer.affirmed
    return newer.affirmed and (held.attribute != _USED or _differ_in_version(newer.value, held.value))


def _are_other_numbers(one: str, other: str) -> bool:
    return one != other and one.isdecimal() and other.isdecimal()


def _differ_in_version(one: str, other: str) -> bool:
    first, second = (_VERSION.fullmatch(fold_value(each)) for each in (one, other))
    if first is None or second is None:
        return False
    return first["name"] == second["name"] and first["number"] != second["number"]


def claims_contradict(one: Claim, other: Claim) -> bool:
    """T16: another value where only one can hold, or the same value once affirmed and once denied."""
    if one.slot != other.slot:
        return False
    if have_same_value(one, other):
        return one.affirmed != other.affirmed
    return one.cardinality is Cardinality.SINGLE and one.affirmed and other.affirmed
