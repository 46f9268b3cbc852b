"""Facts without a claim that say two things of one matter (T16): "kept in Dublin", "kept in Oslo".

Claims know their slot. Of other texts only the words tell: the same sentence but for a few words behind its beginning,
and those words commit to different things: a figure, a day, a denial, or, where the sentence ends, a name. The two are
joined as contradicting each other; which of them holds is for a person to say, and until then the newer one is given
first. Nothing is closed or merged here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from typing import Final

from atlas.language.registry import LANGUAGE
from atlas.language.words import IN_FIGURES, split_words
from atlas.model.ids import MemoryId
from atlas.model.memory import Relation
from atlas.model.proposal import Strengthen

Clash = Callable[[str, str], bool]
"""Whether two texts commit to different things: figures, days, names, yes and no."""

_BEGINNING: Final = 3
"""Words that both begin with: of whom, or of what, they speak."""
_LONGEST: Final = 30
_EXCHANGED: Final = 3
"""Words that may stand where the other has others."""
_NEAR_END: Final = 1
"""Words behind an exchanged name: "kept in Oslo now". Further ahead a name says of whom: "the day of Anna is May 4"."""
_DAYS: Final = frozenset(LANGUAGE.dates.calendar_names())
_CROWD: Final = 40
"""More sentences with one beginning are told apart by one more word of it; what cannot be, is left alone."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A text to be compared."""

    memory: MemoryId
    text: str
    at: datetime


def find_rivals(
    said: Iterable[Statement],
    clash: Clash,
    fresh: Collection[MemoryId] | None = None,
    heirs: Mapping[MemoryId, MemoryId] | None = None,
) -> list[Strengthen]:
    """Find each pair of rival statements once, with at least one fresh; the older is named first.

    A merged memory speaks for the one that absorbs it, given by `heirs`.
    """
    spelt = [(each, words) for each in said if (words := _split_words(each.text))]
    found = (pair for group in _group_by_beginning(spelt, _BEGINNING) for pair in combinations(group, 2))
    joined = (
        _older_and_newer(one[0], other[0], heirs or {})
        for one, other in found
        if (fresh is None or one[0].memory in fresh or other[0].memory in fresh)
        and _concern_one_matter(one[1], other[1])
        and clash(one[0].text, other[0].text)
    )
    return [_make_edge(pair) for pair in dict.fromkeys(joined) if pair[0] != pair[1]]


def _older_and_newer(one: Statement, other: Statement, heirs: Mapping[MemoryId, MemoryId]) -> tuple[MemoryId, MemoryId]:
    older, newer = sorted((one, other), key=lambda each: (each.at, each.memory))
    return heirs.get(older.memory, older.memory), heirs.get(newer.memory, newer.memory)


def _make_edge(pair: tuple[MemoryId, MemoryId]) -> Strengthen:
    return Strengthen(pair, 1.0, Relation.CONTRADICTS, "They say different things of one matter.")


Spelt = tuple[Statement, tuple[str, ...]]


def _group_by_beginning(spelt: Sequence[Spelt], length: int) -> Iterator[Sequence[Spelt]]:
    """Group texts that begin alike, never many of them."""
    beginning: defaultdict[tuple[str, ...], list[Spelt]] = defaultdict(list)
    for each in spelt:
        if len(each[1]) > length:
            beginning[each[1][:length]].append(each)
    for group in beginning.values():
        if 1 < len(group) <= _CROWD:
            yield group
        elif len(group) > _CROWD and length < _LONGEST:
            yield from _group_by_beginning(group, length + 1)


def _split_words(text: str) -> tuple[str, ...]:
    words = tuple(split_words(text.casefold(), joined_by=IN_FIGURES))
    return words if _BEGINNING < len(words) <= _LONGEST else ()


def _concern_one_matter(one: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether two texts differ in a few words only, and those are values and not the subject."""
    shorter = min(len(one), len(other))
    ahead = next((at for at in range(shorter) if one[at] != other[at]), shorter)
    behind = next((at for at in range(shorter - ahead) if one[-1 - at] != other[-1 - at]), shorter - ahead)
    if max(len(one), len(other)) - ahead - behind > _EXCHANGED:
        return False
    if not LANGUAGE.statements.list_many_valued_verbs().isdisjoint(one[:ahead]):
        return False
    return _differ_in_values(one[ahead : len(one) - behind], other[ahead : len(other) - behind], behind)


def _differ_in_values(one: Sequence[str], other: Sequence[str], behind: int) -> bool:
    """Tell whether the exchanged words are values; a name further ahead is the subject."""
    if len(one) != len(other):
        return not LANGUAGE.negation.list_negative_adverbs().isdisjoint({*one} ^ {*other})
    pairs = enumerate(zip(reversed(one), reversed(other), strict=True), start=behind)
    return all(a == b or (_is_date_or_figure(a) and _is_date_or_figure(b)) or at <= _NEAR_END for at, (a, b) in pairs)


def _is_date_or_figure(word: str) -> bool:
    return word in _DAYS or word[0].isdigit()
