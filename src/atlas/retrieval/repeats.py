"""One result for each fact (C13): a repeat of a better result stands behind all other results.

Two results repeat each other where both stand for the same claims and say hardly more; or where one has few words that
the other lacks and, beside the words of the question, one holds all that the other says. Other figures, names or
speakers make another fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

from atlas.language.text_cache import cache_text
from atlas.language.words import words
from atlas.model.ids import MemoryId
from atlas.model.recall import Recalled
from atlas.retrieval.query_terms import COMMON
from atlas.retrieval.rank import AGAIN

_KNOWN: Final = 0.6
"""The share of a text's telling words that an earlier one has, from which it adds little."""
_LEAST: Final = 3
"""Telling words that two texts share before they can tell the same: people say "that sounds great" of anything."""
_LONGEST: Final = 40
"""Telling words of a text that may be a repeat; a longer one tells more than one thing."""
_REMEMBERED: Final = 8_192
_SHORT: Final = 500
"""Characters of a text whose words, figures and names are remembered: the same texts are found turn after turn."""
_FIGURE: Final = re.compile(r"\d[\d.,:]*")
_NAME: Final = re.compile(r"(?<=[\w,;:’'\"“(] )[A-Z][\w’']*")
"""A word with a capital that begins no sentence."""

ClaimKey = tuple[str, str, str, bool]


NOBODY: Final = -1
"""The number of a speaker without a name."""


@dataclass(frozen=True, slots=True)
class ResultClaims:
    """The claims that a search result stands for."""

    claims: frozenset[ClaimKey] = frozenset()
    whole: bool = False
    """Whether it says hardly more than these."""
    speaker: int = NOBODY
    """Who said it, by number."""


def put_repeats_behind(
    ranked: Sequence[Recalled], terms: Sequence[str], claims: Mapping[MemoryId, ResultClaims]
) -> list[Recalled]:
    """Order results: first each new fact, then the repeats, marked as such."""
    repeated = _find_repeats(ranked, terms, claims)
    if not repeated:
        return list(ranked)
    first = [item for item in ranked if item.memory.id not in repeated]
    step = round(max(item.score for item in ranked) - min(item.score for item in first), 6)
    return [*first, *(_lower_score(item, step) for item in ranked if item.memory.id in repeated)]


def drop_repeats(
    ranked: Sequence[Recalled], terms: Sequence[str], claims: Mapping[MemoryId, ResultClaims]
) -> list[Recalled]:
    """Keep each fact in one wording, and a learned memory rather than a transcript."""
    learned_first = sorted(ranked, key=lambda item: item.memory.transcribes is not None)
    repeated = _find_repeats(learned_first, terms, claims)
    return [item for item in ranked if item.memory.id not in repeated]


def _find_repeats(
    ranked: Iterable[Recalled], terms: Sequence[str], told: Mapping[MemoryId, ResultClaims]
) -> frozenset[MemoryId]:
    asked, given, repeated = frozenset(terms), _EarlierResults(), set()
    for item in ranked:
        claims = told.get(item.memory.id, ResultClaims())
        text = _ResultText.of(item.memory.content, asked, claims.speaker)
        if given.has(text, claims):
            repeated.add(item.memory.id)
        else:
            given.add(text, claims)
    return frozenset(repeated)


def _lower_score(item: Recalled, step: float) -> Recalled:
    parts = dict(item.components)
    parts[AGAIN] = round(parts.get(AGAIN, 0.0) - step, 6)
    return replace(item, score=round(item.score - step, 6), components=tuple(parts.items()), repeat=True)


@dataclass(frozen=True, slots=True)
class _ResultText:
    telling: Set[str]
    beside: Set[str]
    """The telling words that the question does not have."""
    figures: Set[str]
    names: Set[str]
    speaker: int

    @classmethod
    def of(cls, text: str, asked: Set[str], speaker: int) -> _ResultText:
        telling, figures, names = _read_text(text)
        return cls(telling, telling - asked, figures, names, speaker)

    def repeats(self, other: _ResultText) -> bool:
        if self.speaker != other.speaker and min(self.speaker, other.speaker) >= 0:
            return False  # what two people say of themselves in the same words are two things
        if not self.beside or not other.beside or len(self.telling) > _LONGEST:
            return self.telling == other.telling and bool(self.telling)
        shared = len(self.telling & other.telling)
        if shared < _LEAST or shared < _KNOWN * len(self.telling):
            return False
        answers_the_same = self.beside <= other.beside or other.beside <= self.beside
        return answers_the_same and not self._clashes(other)

    def _clashes(self, other: _ResultText) -> bool:
        if self.figures != other.figures and self.figures and other.figures:
            return True
        return bool(self.names - other.telling) and bool(other.names - self.telling)


@cache_text(_REMEMBERED, _SHORT)
def _read_text(text: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Read the telling words of a text, its figures and its names."""
    names = frozenset(stem for name in _NAME.findall(text) for stem in words(name))
    return frozenset(words(text)) - COMMON, frozenset(_FIGURE.findall(text)), names


class _EarlierResults:
    """The results ranked so far."""

    def __init__(self) -> None:
        self._texts: list[_ResultText] = []
        self._claims: set[ClaimKey] = set()

    def has(self, text: _ResultText, told: ResultClaims) -> bool:
        if told.whole and told.claims and told.claims <= self._claims:
            return True
        return any(text.repeats(each) for each in self._texts)

    def add(self, text: _ResultText, told: ResultClaims) -> None:
        self._texts.append(text)
        self._claims |= told.claims
