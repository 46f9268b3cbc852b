"""How word lists are written down: as text, one word after the other."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def phrases(text: str) -> tuple[str, ...]:
    """Phrases of several words, with a stroke between them."""
    return tuple(" ".join(phrase.split()) for phrase in text.split("|") if phrase.strip())
