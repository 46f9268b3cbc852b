"""Which entries contradict an earlier one (X6, T16)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Final

from atlas.language.registry import LANGUAGE
from atlas.language.words import IN_FIGURES, split_words, words
from atlas.metrics.columns import Columns
from atlas.metrics.copies import Copies

Rivals = Callable[[Sequence[tuple[int, str]]], Iterable[tuple[int, int]]]
"""Of texts that begin alike, oldest first, each pair that says two things of one matter: the older, the newer."""

_DATED: Final = re.compile(
    rf"\d.*|{'|'.join({stem for name in LANGUAGE.dates.calendar_names() for stem in words(name)})}"
)
_BEGINNING: Final = 3
_MOST: Final = 2_000
"""Texts with one beginning that are compared; more of them are a form that somebody filled in."""


def find_contradictions(columns: Columns, copies: Copies, rivals: Rivals) -> dict[int, int]:
    """Each entry that contradicts an earlier one, and which."""
    slots: dict[int, tuple[int, int]] = {}
    sides: tuple[dict[int, int], dict[int, int]] = ({}, {})
    beginnings: defaultdict[int, list[int]] = defaultdict(list)
    found: dict[int, int] = {}
    for place in _list_statements(columns, copies):
        text, owner = columns.texts[place], columns.owner[place]
        if against := _find_slot_rival(slots, place, text, owner) or _find_denied(sides, place, text, owner):
            found[place] = against - 1
        begins = split_words(text.casefold(), joined_by=IN_FIGURES)[:_BEGINNING]
        if len(begins) == _BEGINNING:
            beginnings[_hash_key(owner, *begins)].append(place)
    for newer, older in _find_rivals(columns, beginnings.values(), rivals):
        found.setdefault(newer, older)
    return found


def _list_statements(columns: Columns, copies: Copies) -> Iterator[int]:
    """Each thing that is said, once, in order. Noise says nothing that could be contradicted, nor what is over."""
    for place in columns.order().tolist():
        passed_by = (columns.junk, copies.first, columns.cut, columns.closed)
        if not any(place in each for each in passed_by):
            yield place


def _find_slot_rival(slots: dict[int, tuple[int, int]], place: int, text: str, owner: int) -> int:
    """The place, plus one, of an earlier entry that gives the same slot another value; 0 where there is none."""
    read = LANGUAGE.entries.read_slot_value(text)
    if read is None:
        return 0
    slot, value = _hash_key(owner, read.slot), _hash_key(owner, read.value)
    before = slots.get(slot)
    slots[slot] = (place, value)
    return before[0] + 1 if before and before[1] != value else 0


def _find_denied(sides: tuple[dict[int, int], dict[int, int]], place: int, text: str, owner: int) -> int:
    """The same, of one that says the opposite: on one side stands what is affirmed, on the other what is denied."""
    told = LANGUAGE.entries.read_matter(text)
    if told is None:
        return 0
    about, denied = _hash_key(owner, told[0]), told[1]
    sides[denied].setdefault(about, place)
    return sides[not denied].get(about, -1) + 1


def _find_rivals(columns: Columns, groups: Iterable[list[int]], rivals: Rivals) -> Iterator[tuple[int, int]]:
    for group in groups:
        if 1 < len(group) <= _MOST:
            for older, newer in rivals([(place, columns.texts[place]) for place in group]):
                if _differ_in_one_thing(columns.texts[older], columns.texts[newer]):
                    yield newer, older


def _differ_in_one_thing(one: str, other: str) -> bool:
    """Whether they differ in one thing alone: where a name differs too, they may well speak of two matters."""
    first, second = LANGUAGE.entries.extract_telling_stems(one), LANGUAGE.entries.extract_telling_stems(other)
    left, right = first - second, second - first
    return max(len(left), len(right)) <= 1 or all(_DATED.fullmatch(stem) for stem in left | right)


def _hash_key(owner: int, *parts: str) -> int:
    told = blake2b("\0".join((str(owner), *parts)).encode("utf-8", "surrogatepass"), digest_size=8)
    return int.from_bytes(told.digest(), "big")
