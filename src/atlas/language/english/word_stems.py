"""Stems of telling words, the words that go with them, and the amounts beside them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from atlas.language.english.lexicon.deeds import BASES
from atlas.language.english.lexicon.grammar import NUMBER_WORDS
from atlas.language.english.lexicon.kindred_words import KINDRED_WORDS
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.query_words import find_telling_words

_NO_DEEDS: Final = word_set("bit bound lay lit rose shot wound wove")
"""Pasts that are mostly something else."""
_PRESENT: Final[Mapping[str, str]] = MappingProxyType(
    {past: base for past, base in BASES.items() if past not in _NO_DEEDS}
)
_AMERICAN: Final[Mapping[str, str]] = MappingProxyType(
    {"colour": "color", "favour": "favor", "neighbour": "neighbor", "flavour": "flavor", "behaviour": "behavior"}
    | {
        "labour": "labor",
        "honour": "honor",
        "humour": "humor",
        "harbour": "harbor",
        "centre": "center",
        "theatre": "theater",
    }
    | {
        "grey": "gray",
        "tyre": "tire",
        "pyjama": "pajama",
        "jewellery": "jewelry",
        "organis": "organiz",
        "programme": "program",
    }
)
_BRITISH_ONES: Final = MappingProxyType({american: british for british, american in _AMERICAN.items()})
_BRITISH, _AMERICAN_ONES = (re.compile("|".join(each)) for each in (_AMERICAN, _BRITISH_ONES))
"""Spellings of one word: asked in the one, it may have been told in the other."""
_CURRENCY: Final = (
    r"(?:(?-i:AUD|BRL|CAD|CHF|CLP|CNY|CZK|DKK|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KES|KRW|MXN|MAD|NGN|NOK|NZD|PLN|RON|RUB|SEK"
    r"|SGD|THB|TRY|UAH|USD|VND|ZAR|Rs|R(?=\d))|cedis?|dirhams?|lei|soum|yen|rand|rupees?|pesos?|soles)"
)
_UNIT: Final = (
    r"(?:k|[cmk]?m|miles?|(?:[mµu]|mc)?g|kg|lbs?|ml|units?|iu|hours?|hrs?|minutes?|mins?|euros?|dollars?|pounds?|quid"
    r"|bucks|kr|z[lł])"
)
_AMOUNT: Final = re.compile(
    rf"(?:[$€£¥₹₦₱]\s?|\b{_CURRENCY}\s?)\d[\d.,]*(?:\s?k\b)?|\b\d[\d.,]*\s?(?:[$€£¥₹%]|(?:{_CURRENCY}|{_UNIT})\b)",
    re.IGNORECASE,
)
"""A figure with its unit or its currency."""
_COUNT: Final = re.compile(rf"(?:\d+|{'|'.join(sorted(NUMBER_WORDS - {'one'}))})\s(?=[a-z])", re.IGNORECASE)
"""So many of something: "fourteen hives"."""


_LONGEST: Final = 200
"""Of a longer text no amount is looked for behind it."""


def split_amount(text: str) -> tuple[str, frozenset[str]]:
    """Split a value into its amount, empty where it has none, and the stems of what it is of: "sertraline 50 mg"."""
    text = text[:_LONGEST]
    found = _AMOUNT.search(text) or _COUNT.match(text)
    if found is None:
        return "", stem_words(text)
    return found.group(0).strip(), stem_words(f"{text[: found.start()]} {text[found.end() :]}")


def stem_words(text: str) -> frozenset[str]:
    """Stem the telling words by their suffixes: "flying", "flies" and "flew" become one."""
    return frozenset(_stem_word(word) for word in find_telling_words(text))


def list_spellings(text: str) -> list[str]:
    """List a text as it is, and as it is spelt in America and in Britain."""
    american = _BRITISH.sub(lambda found: _AMERICAN[found[0]], text)
    british = _AMERICAN_ONES.sub(lambda found: _BRITISH_ONES[found[0]], american)
    return list(dict.fromkeys((text, american, british)))


def list_kindred_stems(stems: frozenset[str]) -> frozenset[str]:
    """List the stems of words by which what is asked for with these may be told."""
    return frozenset().union(*(each for each in _kindred_stems() if stems & each)) - stems


@cache
def _kindred_stems() -> tuple[frozenset[str], ...]:
    return tuple(stem_words(" ".join(words)) for words in KINDRED_WORDS)


def _stem_word(word: str) -> str:
    word = _BRITISH.sub(lambda found: _AMERICAN[found[0]], _PRESENT.get(word, word))
    for ending in ("ing", "ies", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 2 and not word.endswith("ss"):
            word = word.removesuffix(ending) + ("y" if ending == "ies" else "")
            break
    word = word.removesuffix("e") if len(word) > 3 else word
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word
