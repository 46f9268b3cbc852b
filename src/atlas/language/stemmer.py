"""English words without their endings, by Porter's algorithm (1980)."""

from __future__ import annotations

import re
from typing import Final

from atlas.language.text_cache import cache_text

_STEP_2: Final = (
    ("ational", "ate"),
    ("tional", "tion"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("abli", "able"),
    ("alli", "al"),
    ("entli", "ent"),
    ("eli", "e"),
    ("ousli", "ous"),
    ("ization", "ize"),
    ("ation", "ate"),
    ("ator", "ate"),
    ("alism", "al"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("biliti", "ble"),
)
_STEP_3: Final = (
    ("icate", "ic"),
    ("ative", ""),
    ("alize", "al"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ful", ""),
    ("ness", ""),
)
_STEP_4: Final = (
    "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split()  # noqa: SIM905 # a table
)


@cache_text(50_000)
def stem(word: str) -> str:
    """`volunteered`, `volunteering` and `volunteers` are one word."""
    if len(word) <= 2 or not word.isascii() or not word.isalpha():
        return word
    word = _strip_plural(word)
    word = _strip_past(word)
    if word.endswith("y") and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    word = _replace_suffix(word, _STEP_2)
    word = _replace_suffix(word, _STEP_3)
    return _tidy_ending(_strip_suffix(word))


def _is_consonant(word: str, place: int) -> bool:
    sign = word[place]
    if sign in "aeiou":
        return False
    return sign != "y" or place == 0 or not _is_consonant(word, place - 1)


def _count_vowel_groups(word: str) -> int:
    """How often a vowel is followed by a consonant: [C](VC)^m[V]."""
    shape = "".join("c" if _is_consonant(word, place) else "v" for place in range(len(word)))
    return len(re.findall("v+c+", shape))


def _has_vowel(word: str) -> bool:
    return any(not _is_consonant(word, place) for place in range(len(word)))


def _ends_doubled(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and _is_consonant(word, len(word) - 1)


def _ends_short(word: str) -> bool:
    """Ends consonant, vowel, consonant, the last not w, x or y."""
    if len(word) < 3 or word[-1] in "wxy":
        return False
    return [_is_consonant(word, len(word) - place) for place in (3, 2, 1)] == [True, False, True]


def _strip_plural(word: str) -> str:
    for ending, kept in (("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", "")):
        if word.endswith(ending):
            return word[: len(word) - len(ending)] + kept
    return word


def _strip_past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _count_vowel_groups(word[:-3]) > 0 else word
    for ending in ("ed", "ing"):
        if word.endswith(ending) and _has_vowel(word[: -len(ending)]):
            return _restore_ending(word[: -len(ending)])
    return word


def _restore_ending(word: str) -> str:
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if _ends_doubled(word) and word[-1] not in "lsz":
        return word[:-1]
    return word + "e" if _count_vowel_groups(word) == 1 and _ends_short(word) else word


def _replace_suffix(word: str, table: tuple[tuple[str, str], ...]) -> str:
    for ending, kept in table:
        if word.endswith(ending):
            root = word[: -len(ending)]
            return root + kept if _count_vowel_groups(root) > 0 else word
    return word


def _strip_suffix(word: str) -> str:
    for ending in sorted(_STEP_4, key=len, reverse=True):
        if word.endswith(ending):
            root = word[: -len(ending)]
            fits = _count_vowel_groups(root) > 1 and (ending != "ion" or root.endswith(("s", "t")))
            return root if fits else word
    return word


def _tidy_ending(word: str) -> str:
    if word.endswith("e"):
        root = word[:-1]
        if _count_vowel_groups(root) > 1 or (_count_vowel_groups(root) == 1 and not _ends_short(root)):
            word = root
    return word[:-1] if word.endswith("ll") and _count_vowel_groups(word) > 1 else word
