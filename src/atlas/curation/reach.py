"""How many questions would have received a memory (C9): told from shared words, cheaply and the same everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from atlas.language.registry import LANGUAGE
from atlas.language.words import words

_SHARED: Final = 2
"""Telling words that a text shares with a question which has that many; with a shorter one, one."""


def read_question_terms(questions: Iterable[str]) -> tuple[frozenset[str], ...]:
    """Extract the telling words of each question that has any."""
    common = LANGUAGE.query_words.list_common_stems()
    found = (frozenset(words(question)) - common for question in questions)
    return tuple(terms for terms in found if terms)


def count_reach(text: str, questions: Sequence[frozenset[str]]) -> int:
    """Count the questions that share enough telling words with a text."""
    if not questions:
        return 0
    said = frozenset(words(text))
    return sum(len(terms & said) >= min(_SHARED, len(terms)) for terms in questions)
