"""Whether two claims say the same, or cannot both hold: values are compared as folded text, without an article."""

from __future__ import annotations

from atlas.language.folding import fold_text
from atlas.language.registry import LANGUAGE
from atlas.language.words import words
from atlas.model.claim import KINDRED_ATTRIBUTES, Cardinality, Claim


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


def claims_contradict(one: Claim, other: Claim) -> bool:
    """T16: another value where only one can hold, or the same value once affirmed and once denied."""
    if one.slot != other.slot:
        return False
    if have_same_value(one, other):
        return one.affirmed != other.affirmed
    return one.cardinality is Cardinality.SINGLE and one.affirmed and other.affirmed
