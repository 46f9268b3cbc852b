"""Traits that steer what observation looks for, and how a contradiction is met (T17). Off unless somebody sets them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from atlas.errors import BadInput

STRONG: Final = 0.6
"""A trait above this has a say."""


class Trait(StrEnum):
    EMOTIONALITY = "emotionality"
    CONSCIENTIOUSNESS = "conscientiousness"
    OPENNESS = "openness"
    AGREEABLENESS = "agreeableness"
    HONESTY = "honesty"


LOOKS_FOR: Final[Mapping[Trait, str]] = {
    Trait.EMOTIONALITY: "shifts of feeling and of tone",
    Trait.CONSCIENTIOUSNESS: "commitments, deadlines and action items",
    Trait.OPENNESS: "new ideas and tangents",
    Trait.AGREEABLENESS: "preferences, rapport and style",
    Trait.HONESTY: "corrections, retractions and contradictions",
}


def read_traits(given: Mapping[str, object]) -> dict[Trait, float]:
    """Traits by name, each from 0 to 1. Raises BadInput for what is none."""
    return {_parse_trait(name): _parse_strength(name, value) for name, value in given.items()}


def pick_strong_traits(traits: Mapping[Trait, float]) -> frozenset[Trait]:
    return frozenset(trait for trait, strength in traits.items() if strength > STRONG)


def keeps_both(traits: Mapping[Trait, float]) -> bool:
    """Whether a contradiction is noted and both stay: agreeable more than honest. Else the newer supersedes."""
    agreeable = traits.get(Trait.AGREEABLENESS, 0.0)
    return agreeable > STRONG and agreeable > traits.get(Trait.HONESTY, 0.0)


def describe_emphasis(traits: Iterable[Trait]) -> str:
    """Describe in one sentence what to look for above all; the same traits give the same sentence."""
    named = [LOOKS_FOR[trait] for trait in Trait if trait in set(traits)]
    return f"Look above all for {'; '.join(named)}." if named else "Nothing in particular."


def _parse_trait(name: str) -> Trait:
    try:
        return Trait(name.strip().lower())
    except ValueError:
        raise BadInput(f"There is no trait {name!r}; there are {', '.join(Trait)}.") from None


def _parse_strength(name: str, value: object) -> float:
    try:
        strength = float(str(value))
    except ValueError:
        strength = -1.0
    if not 0.0 <= strength <= 1.0:
        raise BadInput(f"The trait {name!r} is a number from 0 to 1, such as 0.8.")
    return strength
