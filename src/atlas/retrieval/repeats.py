"""One place a fact (C13): what tells again what a better result tells stands behind all that tells something else.

Two results tell the same where both stand for the same claims and say hardly more, or where the one has few words that
the other has not and both have the same ones beside those of the question. Other figures or names make another fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

from atlas.model.ids import MemoryId
from atlas.model.recall import Recalled
from atlas.model.words import words
from atlas.retrieval.rank import AGAIN
from atlas.retrieval.terms import COMMON

_SHARED: Final = 0.6
_LONGEST: Final = 40
"""Telling words of a text that may be a repeat; a longer one tells more than one thing."""
_FIGURE: Final = re.compile(r"\d[\d.,:]*")
_NAME: Final = re.compile(r"(?<=[\w,;:’'\"“(] )[A-Z][\w’']*")
"""A word with a capital that begins no sentence."""

ClaimKey = tuple[str, str, str, bool]


@dataclass(frozen=True, slots=True)
class Told:
    """The claims that a result stands for."""

    claims: frozenset[ClaimKey] = frozenset()
    whole: bool = False
    """Whether it says hardly more than these."""


def put_repeats_behind(
    ranked: Sequence[Recalled], terms: Sequence[str], told: Mapping[MemoryId, Told]
) -> list[Recalled]:
    """The same results: first each that tells something else than those before it, then the others, marked so."""
    repeated = _repeated(ranked, terms, told)
    if not repeated:
        return list(ranked)
    first = [item for item in ranked if item.memory.id not in repeated]
    step = round(max(item.score for item in ranked) - min(item.score for item in first), 6)
    return [*first, *(_lowered(item, step) for item in ranked if item.memory.id in repeated)]


def without_repeats(ranked: Sequence[Recalled], terms: Sequence[str], told: Mapping[MemoryId, Told]) -> list[Recalled]:
    """Each fact in one wording: what was learned of it rather than what was said, whichever stands first."""
    learned_first = sorted(ranked, key=lambda item: item.memory.transcribes is not None)
    repeated = _repeated(learned_first, terms, told)
    return [item for item in ranked if item.memory.id not in repeated]


def _repeated(ranked: Iterable[Recalled], terms: Sequence[str], told: Mapping[MemoryId, Told]) -> frozenset[MemoryId]:
    asked, given, repeated = frozenset(terms), _Given(), set()
    for item in ranked:
        text, claims = _Text.of(item.memory.content, asked), told.get(item.memory.id, Told())
        if given.has(text, claims):
            repeated.add(item.memory.id)
        else:
            given.add(text, claims)
    return frozenset(repeated)


def _lowered(item: Recalled, step: float) -> Recalled:
    parts = dict(item.components)
    parts[AGAIN] = round(parts.get(AGAIN, 0.0) - step, 6)
    return replace(item, score=round(item.score - step, 6), components=tuple(parts.items()), repeat=True)


@dataclass(frozen=True, slots=True)
class _Text:
    telling: Set[str]
    beside: Set[str]
    """The telling words that the question does not have."""
    figures: Set[str]
    names: Set[str]

    @classmethod
    def of(cls, text: str, asked: Set[str]) -> _Text:
        telling = frozenset(words(text)) - COMMON
        names = frozenset(stem for name in _NAME.findall(text) for stem in words(name))
        return cls(telling, telling - asked, frozenset(_FIGURE.findall(text)), names)

    def repeats(self, other: _Text) -> bool:
        if not self.beside or not other.beside or len(self.telling) > _LONGEST:
            return self.telling == other.telling and bool(self.telling)
        adds_little = len(self.telling & other.telling) >= _SHARED * len(self.telling)
        common = len(self.beside & other.beside)
        return adds_little and common >= _SHARED * min(len(self.beside), len(other.beside)) and not self._clashes(other)

    def _clashes(self, other: _Text) -> bool:
        if self.figures != other.figures and self.figures and other.figures:
            return True
        return bool(self.names - other.telling) and bool(other.names - self.telling)


class _Given:
    """What was told so far."""

    def __init__(self) -> None:
        self._texts: list[_Text] = []
        self._claims: set[ClaimKey] = set()

    def has(self, text: _Text, told: Told) -> bool:
        if told.whole and told.claims and told.claims <= self._claims:
            return True
        return any(text.repeats(each) for each in self._texts)

    def add(self, text: _Text, told: Told) -> None:
        self._texts.append(text)
        self._claims |= told.claims
