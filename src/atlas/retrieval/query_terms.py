"""The words of a query for the text leg: data, never query syntax."""

from __future__ import annotations

from typing import Final

from atlas.language.registry import LANGUAGE
from atlas.language.words import MAX_QUERY, MAX_TERMS, words

COMMON: Final = LANGUAGE.query_words.list_common_stems()
"""Stems that stand in any question. The weights of ranking were fitted with these: another list is another fit."""


def extract_terms(query: str, names: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Extract the telling words, without repeats; the common ones only where there is no other.

    A speaker's name is matched by the speaker, and left out where there are other words.
    """
    found = tuple(dict.fromkeys(words(query[:MAX_QUERY])))
    telling = tuple(word for word in found if word not in COMMON)
    other = tuple(word for word in telling if word not in names)
    return (other or telling or found)[:MAX_TERMS]
