"""How the words of a message are looked up in the lists of arguing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from atlas.language.english.lexicon.grammar import STOP_WORDS
from atlas.language.text_cache import cache_text
from atlas.language.words import spelled

WORDS: Final = re.compile(r"[\w'/-]+")
_BETWEEN: Final = re.compile(r"[^\w'/%-]+")


def list_telling_stems(text: str) -> list[str]:
    return [stem for word, stem in spelled(text) if word not in STOP_WORDS]


def fold_text(text: str) -> str:
    return text.casefold().replace("’", "'")


def has_any(low: str, phrases: Iterable[str]) -> bool:
    return count_phrases(low, phrases) > 0


def count_phrases(low: str, phrases: Iterable[str]) -> int:
    padded = pad_words(low)
    return sum(f" {phrase} " in padded for phrase in phrases)


@cache_text(512)
def pad_words(low: str) -> str:
    return f" {_BETWEEN.sub(' ', low)} "
