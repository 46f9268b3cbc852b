"""X3: what is forgotten leaves the process too."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator

import pytest

import atlas.adapters.embedding
import atlas.context
import atlas.curation
import atlas.language
import atlas.reflection
import atlas.retrieval
import atlas.signals
from atlas.adapters.embedding.wordpiece import WordPiece
from atlas.language.english.argument_topics import judge_word
from atlas.language.text_cache import _CACHES, cache_text, clear_text_caches, count_cached_texts
from atlas.language.words import spelled, words

PACKAGES = (
    *(atlas.adapters.embedding, atlas.context, atlas.curation, atlas.language),
    *(atlas.reflection, atlas.retrieval, atlas.signals),
)
OF_NO_USER = {
    "atlas.language.english.argument_network._weights",
    "atlas.language.words._compile_word",
}
"""They take the package's own tables, or the signs that join words."""


def _list_caches() -> Iterator[tuple[str, object]]:
    for package in PACKAGES:
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = importlib.import_module(found.name)
            for name, value in vars(module).items():
                if hasattr(value, "cache_info") and value.__module__ == module.__name__:
                    yield f"{module.__name__}.{name}", value


def _takes_text(function: object) -> bool:
    wrapped = inspect.unwrap(function)  # type: ignore[arg-type]
    return any(each.annotation in ("str", str) for each in inspect.signature(wrapped).parameters.values())


def test_what_is_forgotten_leaves_every_cache_of_words() -> None:
    words("Zaphod lives in Rome")
    spelled("Zaphod lives in Rome")
    judge_word("zaphod")
    pieces = WordPiece()
    pieces.encode("Zaphod lives in Rome")
    assert count_cached_texts() > 10
    clear_text_caches()
    assert count_cached_texts() == 0


def test_every_cache_of_a_word_or_a_text_is_one_that_forgetting_clears() -> None:
    kept = {name for name, value in _list_caches() if _takes_text(value) and value not in _CACHES}
    assert kept == OF_NO_USER


@pytest.mark.parametrize("most", [1, 2])
def test_no_more_is_kept_than_asked_for(most: int) -> None:
    @cache_text(most)
    def double(text: str) -> str:
        return text * 2

    assert [double(each) for each in "abca"] == ["aa", "bb", "cc", "aa"]
    assert double.cache_info().currsize == most  # type: ignore[attr-defined]


def test_of_a_long_text_nothing_is_kept() -> None:
    made: list[str] = []

    @cache_text(8, longest=3)
    def count(text: str) -> int:
        made.append(text)
        return len(text)

    assert [count(each) for each in ("abc", "abcd", "abc", "abcd")] == [3, 4, 3, 4]
    assert made == ["abc", "abcd", "abcd"]
