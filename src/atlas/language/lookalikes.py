"""Letters of other scripts that look like Latin ones: a word spelled with them reads the same, yet is another."""

from __future__ import annotations

from typing import Final

from atlas.language.folding import fold_spacing

_CYRILLIC: Final = ("авеёзікмнорсстухѕјһԁԛԝґԍ", "abee3ikmhopcctyxsjhdqwrg")
_GREEK: Final = ("αβγεηικνορτυχω", "abyenikvoptuxw")
_LATIN: Final = ("ıɑɡɩʟոսցօ", "iagilnugo")
_LOOKALIKES: Final = str.maketrans(
    {sign: plain for signs, plains in (_CYRILLIC, _GREEK, _LATIN) for sign, plain in zip(signs, plains, strict=True)}
)


def fold_lookalikes(text: str) -> str:
    """Fold case, width and spacing, and spell what looks Latin with Latin letters: to compare by, never to show."""
    folded = fold_spacing(text)
    return folded if folded.isascii() else folded.translate(_LOOKALIKES)
