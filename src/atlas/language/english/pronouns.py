"""English pronouns as search sees them, and what stands before a noun without naming anything."""

from __future__ import annotations

import re
from typing import Final

from atlas.language.words import words

_FIRST: Final = frozenset(words("i my me mine we our us"))
_SECOND: Final = frozenset(words("you your yours"))
_OTHER: Final = re.compile(r"\b(?:he|him|his|she|her|hers|the\s+(?:boy|girl|kid|lad|little\s+one))\b", re.IGNORECASE)
_ARTICLE: Final = re.compile(r"\b(?:an?|the|my|our)\s+(?=\w)", re.IGNORECASE)


def list_first_person_stems() -> frozenset[str]:
    """List the stems by which people speak of themselves."""
    return _FIRST


def list_second_person_stems() -> frozenset[str]:
    """List the stems by which people speak of whom they talk to."""
    return _SECOND


def speaks_of_other(text: str) -> bool:
    """Tell whether a text speaks of somebody whom it need not name: "they take the boy in their academy"."""
    return _OTHER.search(text) is not None


def strip_article(text: str) -> str:
    """Strip the first article or possessive of a value: "my dog" is "dog"."""
    return _ARTICLE.sub("", text.strip(), count=1)


def strip_leading_article(text: str) -> str:
    """Strip the article or possessive with which a value begins, and none within it: "90,000 euros a year" stays."""
    value = text.strip()
    found = _ARTICLE.match(value)
    return value[found.end() :] if found else value
