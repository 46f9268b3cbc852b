"""Whether two texts say the same in the same words (T8): order, figures, signs and denials all count.

Closeness of meaning is no proof: "Anna owes Ben" is as near to "Ben owes Anna" as any two sentences are. So of texts
without a claim only those are one that are made of the same words in the same order, but for articles, forms of a verb,
marks at the edges of words, and a phrase of time or place that stands in front instead of at the end.
"""

from __future__ import annotations

from typing import Final

from atlas.language.registry import LANGUAGE
from atlas.language.text_cache import cache_text
from atlas.language.words import words

_EDGES: Final = ".,;:!…\"'“”‘’()[]"
_LONGEST: Final = 60
"""Words of a text that is compared; longer ones are one only letter by letter."""


def same_wording(one: str, other: str) -> bool:
    return one == other or not normalise_wording(one).isdisjoint(normalise_wording(other))


def normalise_wording(text: str) -> frozenset[tuple[str, ...]]:
    """Normalise a text for comparison: as written, and with a leading phrase moved to its end."""
    spelt = text.split()
    if len(spelt) > _LONGEST:
        return frozenset({tuple(spelt)})
    asked = text.rstrip().endswith(("?", "？"))
    is_filler = LANGUAGE.statements.is_filler
    told = [word for each in spelt if (word := _normalise_word(each)) and not is_filler(word)]
    found = {tuple(told)}
    if told and LANGUAGE.statements.opens_fronted_phrase(told[0]):
        found |= {(*told[cut:], *told[:cut]) for cut in range(1, len(told))}
    return frozenset((*each, "?") if asked else each for each in found)


@cache_text(50_000)
def _normalise_word(spelt: str) -> str:
    """Stem a plain English word in -s or -ing; keep others as written: "C++", "-5", "US".

    A word in -ed stays: "listened" is not "listens".
    """
    plain = spelt.strip(_EDGES).rstrip("?")
    if plain.isupper() and len(plain) > 1:
        return plain
    if not (plain.isascii() and plain.isalpha() and plain.lower().endswith(("s", "ing"))):
        return plain.casefold()
    return words(plain)[0]
