"""Whether two claims say the same, or cannot both hold: values are compared as folded text, without an article."""

from __future__ import annotations

import re
from typing import Final

from atlas.language.folding import fold_text
from atlas.language.registry import LANGUAGE
from atlas.language.words import words
from atlas.model.claim import KINDRED_ATTRIBUTES, Cardinality, Claim

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
    first, second = (_VERSION.fullmatch(fold_value(each.value)) for each in (one, other))
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
