"""The floor: vectors of words and letters, for where no model can run.

It is lexical, and its name says so: two texts are near when they share words or parts of words, never because they mean
the same. It needs nothing but NumPy, and gives the same vector in every process and on every machine.
"""

from __future__ import annotations

import hashlib
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from atlas.adapters.embedding.characters import CharacterTable
from atlas.adapters.embedding.rows import unit_rows
from atlas.errors import BadInput
from atlas.language.text_cache import cache_text
from atlas.model.recall import EmbedderIdentity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_CAP: Final = 20_000
"""Characters read of one text. A memory is a sentence or a page; the rest would only cost time."""

_LONGEST_WORD: Final = 64
"""Beyond it nothing is a word, and the cache of hashes must not fill with pages."""

_IDEOGRAPH: Final = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
"""Scripts written without spaces: each character counts as a word."""

_TRIGRAM_WEIGHT: Final = 0.5
"""Parts of words find inflections and typing errors; whole words should still count for more."""


class _Characters(CharacterTable):
    """Letters, marks and numbers make words; pictures are words by themselves; the rest is space."""

    def piece(self, code: int) -> str:
        character = chr(code)
        category = unicodedata.category(character)
        if category[0] in "LMN":
            return character
        return f" {character} " if category == "So" else " "


_CHARACTERS: Final = _Characters()


class HashingEmbedder:
    """Word unigrams and character trigrams, hashed with a sign into a fixed number of buckets."""

    def __init__(self, dimension: int = 256) -> None:
        if dimension < 1:
            raise BadInput("A vector needs at least one dimension.")
        self._dimension = dimension

    @property
    def identity(self) -> EmbedderIdentity:
        return EmbedderIdentity("hashing-lexical", self._dimension, "1")

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        rows = np.zeros((len(texts), self._dimension), dtype=np.float64)
        for row, text in zip(rows, texts, strict=True):
            self._fill_vector(row, text)
        return unit_rows(rows)

    def _fill_vector(self, row: NDArray[np.float64], text: str) -> None:
        """Repetition counts less and less. Nothing to say, or all of it cancelled, is one fixed direction."""
        for (feature, weight), times in Counter(_list_features(text)).items():
            number = _hash_feature(feature)
            sign = 1.0 if number >> 63 else -1.0
            row[number % self._dimension] += sign * weight * (1.0 + math.log(times))
        if not row.any():
            row[:] = 1.0


def _list_features(text: str) -> Iterator[tuple[str, float]]:
    folded = unicodedata.normalize("NFKC", text[:_CAP]).casefold()
    for run in folded[:_CAP].translate(_CHARACTERS).split():
        for word in _IDEOGRAPH.sub(r" \g<0> ", run).split():
            yield f"w{word[:_LONGEST_WORD]}", 1.0
        bounded = f"^{run}$"
        for at in range(len(bounded) - 2):
            yield f"t{bounded[at : at + 3]}", _TRIGRAM_WEIGHT


@cache_text(65_536)
def _hash_feature(feature: str) -> int:
    """Not `hash()`: that one is salted anew in every process."""
    return int.from_bytes(hashlib.blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
