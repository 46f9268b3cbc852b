"""Caches of users' words and texts, kept to be quick, and dropped together when something is forgotten (X3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Final, TypeVar
from weakref import WeakSet

Made = TypeVar("Made")

_CACHES: Final[WeakSet[Any]] = WeakSet()


def cache_text(most: int, longest: int | None = None) -> Callable[[Callable[[str], Made]], Callable[[str], Made]]:
    """Keep the latest results of a function of a word or a text, `most` of them, until something is forgotten.

    Of texts with more than `longest` characters nothing is kept: few of them would fill the memory.
    """

    def decorate(function: Callable[[str], Made]) -> Callable[[str], Made]:
        kept = lru_cache(maxsize=most)(function)
        _CACHES.add(kept)
        return kept if longest is None else _except_long(function, kept, longest)

    return decorate


def _except_long(made: Callable[[str], Made], kept: Callable[[str], Made], longest: int) -> Callable[[str], Made]:
    @wraps(made)
    def look_up(text: str) -> Made:
        return kept(text) if len(text) <= longest else made(text)

    return look_up


def clear_text_caches() -> None:
    """What is forgotten leaves the process too."""
    for kept in list(_CACHES):
        kept.cache_clear()


def count_cached_texts() -> int:
    return sum(kept.cache_info().currsize for kept in list(_CACHES))
