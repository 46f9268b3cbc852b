"""A position in words: how far it leans, and how sure it is (B2, B3)."""

from __future__ import annotations

from typing import Final

_UNDECIDED: Final = 0.02
_LEANINGS: Final = ((0.15, "leans slightly"), (0.4, "leans"), (0.7, "leans strongly"))
"""Up to which distance from the middle; farther out it is firm."""
_SURENESS: Final = ((0.25, "unsure"), (0.5, "somewhat sure"), (0.75, "fairly sure"))
"""Below which confidence; from there on it is very sure."""


def describe_position(stance: float, confidence: float) -> str:
    """Describe both: "leans strongly for it, fairly sure"."""
    return f"{describe_stance(stance)}, {describe_confidence(confidence)}"


def describe_stance(stance: float) -> str:
    """Describe a stance: "leans strongly for it", "is undecided"."""
    if abs(stance) < _UNDECIDED:
        return "is undecided"
    how = next((words for most, words in _LEANINGS if abs(stance) < most), "is firmly")
    return f"{how} {'for' if stance > 0 else 'against'} it"


def describe_confidence(confidence: float) -> str:
    """Describe how sure a belief is: "fairly sure"."""
    return next((words for below, words in _SURENESS if confidence < below), "very sure")
