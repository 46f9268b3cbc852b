"""Plain substrings, folded: how messages that mention someone are found, however they spelt it."""

from __future__ import annotations

from collections.abc import Sequence

from atlas.language.folding import fold_spacing


def fold_needles(words: Sequence[str]) -> Sequence[str]:
    """Fold the words as they are looked for; an empty word is in nothing."""
    return [folded for word in words if (folded := fold_spacing(word))]


def mentions_any(text: str, speaker: str | None, wanted: Sequence[str]) -> bool:
    """Tell whether the text or the speaker contains any of these needles."""
    said, who = fold_spacing(text), fold_spacing(speaker or "")
    return any(word in said or word in who for word in wanted)
