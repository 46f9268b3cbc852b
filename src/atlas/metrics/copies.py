"""Which entries are copies of earlier ones: word for word, nearly, or again and again (X6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from atlas.metrics.columns import Columns
from atlas.metrics.likeness import SAME, Clash, compare_texts, find_partners
from atlas.metrics.loops import COPIES, mark_repetitions

if TYPE_CHECKING:
    from atlas.metrics.likeness import Places

BINS: Final = 10

Meant = Callable[[Sequence[str]], Iterable[tuple[int, int, float]]]
"""Pairs of texts that mean nearly the same, by their places, with how near they are: what an embedder is good for."""


@dataclass(slots=True)
class Copies:
    exact: set[int] = field(default_factory=set)
    near: dict[int, float] = field(default_factory=dict)
    """How alike it is to the one that it repeats."""
    loops: dict[int, str] = field(default_factory=dict)
    """Why it is taken for one."""
    first: dict[int, int] = field(default_factory=dict)
    """The earliest of those that say the same; of a text that nobody repeats, nothing."""
    members: dict[int, list[int]] = field(default_factory=dict)
    """All that say the same, in order, by the earliest."""
    likeness: list[int] = field(default_factory=lambda: [0] * (BINS + 1))


def find_copies(columns: Columns, clash: Clash, meant: Meant | None) -> Copies:
    found = Copies()
    if not len(columns):
        return found
    order = columns.order()
    originals = _find_exact_copies(columns, order, found)
    _find_near_copies(columns, originals, clash, found)
    if meant is not None:
        _find_copies_by_meaning(columns, originals, clash, meant, found)
    _group_copies(order, found)
    _find_loops(columns, found)
    return found


def _find_exact_copies(columns: Columns, order: Places, found: Copies) -> Places:
    """The first of each text, in order; the others are copies."""
    import numpy as np  # slow to import

    _, firsts, inverse = np.unique(columns.digests_of(order), return_index=True, return_inverse=True)
    originals = order[firsts[inverse]]
    again = originals != order
    found.exact = set(order[again].tolist())
    found.first = dict(zip(order[again].tolist(), originals[again].tolist(), strict=True))
    found.likeness[BINS] = len(found.exact)
    kept: Places = order[~again]
    return kept


def _find_near_copies(columns: Columns, originals: Places, clash: Clash, found: Copies) -> None:
    places = originals.tolist()
    judged = 0
    for later, candidates in find_partners(columns.signatures()[originals], columns.owner_of(originals)):
        best = max((_compare_texts(columns, places[later], places[at], seems, clash) for at, seems in candidates))
        judged += 1
        found.likeness[min(BINS - 1, int(best[1] * BINS))] += 1
        if best[0]:
            found.near[places[later]] = best[1]
            found.first[places[later]] = best[2]
    found.likeness[0] += len(places) - judged


def _compare_texts(columns: Columns, place: int, earlier: int, seems: float, clash: Clash) -> tuple[bool, float, int]:
    """Whether both say the same, and how alike they are; of what is not kept whole, by its signature."""
    if place in columns.cut or earlier in columns.cut:
        return seems >= SAME, seems, earlier
    value, same = compare_texts(columns.texts[place], columns.texts[earlier], clash)
    return same, value, earlier


def _find_copies_by_meaning(columns: Columns, originals: Places, clash: Clash, meant: Meant, found: Copies) -> None:
    places = originals.tolist()
    for one, other, value in meant([columns.texts[place] for place in places]):
        earlier, later = places[min(one, other)], places[max(one, other)]
        if columns.owner[earlier] != columns.owner[later] or clash(columns.texts[earlier], columns.texts[later]):
            continue
        if later not in found.near:
            found.near[later] = value
            found.first[later] = earlier


def _group_copies(order: Places, found: Copies) -> None:
    """Whatever repeats what repeats something, repeats that."""
    for place in order.tolist():
        earlier = found.first.get(place)
        if earlier is None:
            continue
        found.first[place] = found.first.get(earlier, earlier)
        found.members.setdefault(found.first[place], [found.first[place]]).append(place)


def _find_loops(columns: Columns, found: Copies) -> None:
    for place in columns.framed:
        found.loops[place] = "it has the shape of a served memory"
    for place in columns.bulleted:
        if place in found.first:
            found.loops[place] = "it repeats an earlier entry as a line of a list"
    for members in found.members.values():
        kept = [place for place in members if place not in columns.junk]
        if len(kept) < COPIES:
            continue
        marked = mark_repetitions([columns.time(place) for place in kept], kept)
        for place in (place for place, is_loop in zip(kept, marked, strict=True) if is_loop):
            found.loops.setdefault(place, "it came again and again within days")
