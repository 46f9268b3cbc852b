"""Plain substrings, folded: how messages that mention someone are found, however they spelt it."""

from __future__ import annotations

from collections.abc import Sequence

from atlas.model.text import fold_spacing


def needles(words: Sequence[str]) -> Sequence[str]:
    """The words as they are looked for; an empty one is in nothing."""
    return [folded for word in words if (folded := fold_spacing(word))]


def mentions(text: str, speaker: str | None, wanted: Sequence[str]) -> bool:
    """Whether text or speaker contains any of these needles.

    An accent can be written in two ways, and two words stand on two lines: forgetting must find them all the same (X3).
    """
    said, who = fold_spacing(text), fold_spacing(speaker or "")
    return any(word in said or word in who for word in wanted)
