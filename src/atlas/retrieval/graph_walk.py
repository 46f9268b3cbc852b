"""One step along the graph from the best results: linked memories are ranked nearer to them (C8, T16).

A linked memory is lifted a part of the way towards the result that links to it, and never past it. Without edges
nothing moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from atlas.model.graph import Edge
from atlas.model.ids import MemoryId
from atlas.model.memory import Kind, Memory, Relation
from atlas.model.recall import Recalled

LINKED: Final = "linked"
"""The part of a score that comes from what a memory hangs together with."""
NEWER: Final = "newer"
"""The part by which the newer of two that contradict each other stands first."""

STARTS: Final = 5
"""From so many of the best the walk sets out."""
STEPS: Final = 8
"""So many from each of them, the strongest."""
_USED_TOGETHER: Final = 0.5
"""How far a full edge lifts: half the way."""
_STANDS_ON: Final = 0.25
"""An insight is found more often than any one of its sources is meant. A fact says what its own message said."""
_SOURCES: Final = frozenset({Relation.SCHEMA_INSTANCE, Relation.DERIVED_FROM})


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the walk: its target, its start and the part of the way that it lifts."""

    to: MemoryId
    start: MemoryId
    share: float


def find_steps(best: Sequence[Recalled], edges: Iterable[Edge]) -> list[Step]:
    """Find every single step from the best results: to memories used with them, and to the sources of insights."""
    learned = [edge for edge in edges if edge.relation is Relation.CO_ACTIVATED]
    return [step for item in best[:STARTS] for step in _find_steps_from(item.memory, learned)]


def _find_steps_from(memory: Memory, learned: Sequence[Edge]) -> list[Step]:
    used = (edge for edge in learned if memory.id in (edge.one, edge.other))
    found = [Step(edge.beyond(memory.id), memory.id, _USED_TOGETHER * edge.weight) for edge in used]
    sources = dict.fromkeys(link.to for link in memory.links if link.relation in _SOURCES)
    found += [Step(source, memory.id, _STANDS_ON) for source in sources if memory.kind is Kind.INSIGHT]
    return sorted(found, key=lambda step: (-step.share, step.to))[:STEPS]


def lift_linked(ranked: Sequence[Recalled], taken: Sequence[Step], added: Mapping[MemoryId, Memory]) -> list[Recalled]:
    """Reorder results by the walk; an added memory starts at the score of the last result.

    Equal scores keep their order, with added memories behind them.
    """
    if not ranked:
        return []
    last = ranked[-1].score
    scores = {item.memory.id: item.score for item in ranked}
    entering = [Recalled(memory, last, ((LINKED, last),)) for memory in added.values()]
    moved = [_lift_result(item, taken, scores) for item in (*ranked, *entering)]
    return sorted(moved, key=lambda item: -item.score)


def _lift_result(item: Recalled, taken: Sequence[Step], scores: Mapping[MemoryId, float]) -> Recalled:
    own = (step for step in taken if step.to == item.memory.id and step.start in scores)
    gain = round(max((step.share * (scores[step.start] - item.score) for step in own), default=0.0), 6)
    return _add_part(item, LINKED, gain) if gain > 0.0 else item


def _add_part(item: Recalled, part: str, gain: float) -> Recalled:
    parts = dict(item.components)
    parts[part] = round(parts.get(part, 0.0) + gain, 6)
    return replace(item, score=round(item.score + gain, 6), components=tuple(parts.items()))


def put_newer_first(ranked: Sequence[Recalled], edges: Iterable[Edge]) -> list[Recalled]:
    """T16: Put the newer of two contradicting results before the older, and the more trusted before both."""
    rivals = _find_newer_rivals(ranked, edges)
    if not rivals:
        return list(ranked)
    by_id, given = {item.memory.id: item for item in ranked}, set[MemoryId]()
    return [item for each in ranked for item in _order_after_rivals(each, each.score, rivals, by_id, given)]


def _find_newer_rivals(ranked: Sequence[Recalled], edges: Iterable[Edge]) -> dict[MemoryId, list[MemoryId]]:
    """Map each result to the newer or more trusted results that contradict it, newest first."""
    there = {item.memory.id: item.memory for item in ranked}
    rivals: dict[MemoryId, list[MemoryId]] = {}
    for edge in edges:
        if edge.relation is Relation.CONTRADICTS and edge.one in there and edge.other in there:
            # What may not replace it is not put before it either, however new it is (X1).
            weaker, stronger = sorted((edge.one, edge.other), key=lambda id: (there[id].trust, _age_key(there[id])))
            rivals.setdefault(weaker, []).append(stronger)
    for newer_ones in rivals.values():
        newer_ones.sort(key=lambda id: _age_key(there[id]), reverse=True)
    return rivals


def _age_key(memory: Memory) -> tuple[object, ...]:
    return memory.observed_at, memory.created_at, memory.id


def _order_after_rivals(
    item: Recalled,
    score: float,
    rivals: Mapping[MemoryId, Sequence[MemoryId]],
    by_id: Mapping[MemoryId, Recalled],
    given: set[MemoryId],
) -> Iterator[Recalled]:
    """Yield a result once, behind the newer results that contradict it."""
    if item.memory.id in given:
        return
    given.add(item.memory.id)
    for newer in rivals.get(item.memory.id, ()):
        yield from _order_after_rivals(by_id[newer], score, rivals, by_id, given)
    gain = round(score - item.score, 6)
    yield _add_part(item, NEWER, gain) if gain > 0.0 else item
