"""What says the same becomes one; what says the opposite, or says it from further away, is linked instead (T8).

A merge takes older sayings into the newest one, and only such as say it as that one does (`wording`), so that a chain
of small steps never joins its two ends. Claims decide where there are any; "X" and "no longer X" are never one.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from atlas.consolidation.wording import same_wording
from atlas.model.ids import MemoryId
from atlas.model.journal import PEOPLE
from atlas.model.memory import STANDING, Kind, Memory, Relation, State, Status
from atlas.model.proposal import Merge, Strengthen
from atlas.model.text import folded

Clash = Callable[[str, str], bool]
"""Whether two texts commit to different things: figures, names, what is denied."""
Found = tuple[Memory, Memory, float]
"""Two memories and their cosine."""

MOST_ABSORBED: Final = 100
"""By one merge; the rest is for the next cycle."""
MOST_JOINED: Final = 5
"""Edges that one memory is given, the most alike first: sentences of one mould would all be joined with each other."""
_FIGURE: Final = re.compile(r"\d+(?:[.,:]\d+)*")


@dataclass(frozen=True, slots=True)
class Merged:
    merges: tuple[Merge, ...] = ()
    joined: tuple[Strengthen, ...] = ()
    """Edges: what supports and what contradicts."""


@dataclass(slots=True)
class _Group:
    survivor: Memory
    absorbed: list[Memory]
    texts: dict[str, str]
    """What its members say, by the folded text: what is spelt alike is compared once."""
    least: float = 1.0


def merge(found: Iterable[Found], clash: Clash) -> Merged:
    """Every memory is in one merge at most."""
    same: dict[MemoryId, dict[MemoryId, float]] = defaultdict(dict)
    known: dict[MemoryId, Memory] = {}
    edges: list[tuple[float, MemoryId, MemoryId, Relation]] = []
    for one, other, cosine in found:
        if one.id == other.id or not (_comparable(one) and _comparable(other)):
            continue
        known |= {one.id: one, other.id: other}
        relation = _relation(one, other, clash)
        if relation is Relation.SUPERSEDES:
            same[one.id][other.id] = same[other.id][one.id] = cosine
        elif relation is not None:
            lower, higher = sorted((one, other), key=lambda memory: (memory.trust, memory.id))
            edges.append((cosine, lower.id, higher.id, relation))
    groups = list(_groups(same, known, clash))
    return Merged(tuple(map(_merge, groups)), tuple(_joined(edges, _heirs(groups))))


def same_text(groups: Iterable[Sequence[Memory]]) -> Iterator[Found]:
    """Memories of equal content as pairs for `merge`: each with the newest of every standing that it may join."""
    for group in groups:
        newest: dict[tuple[object, ...], Memory] = {}
        for memory in sorted(group, key=_age, reverse=True):
            first = newest.setdefault(_standing(memory), memory)
            if first is not memory:
                yield first, memory, 1.0
        tops = sorted(newest.values(), key=_age, reverse=True)
        yield from ((tops[0], top, 1.0) for top in tops[1:])


# --- how two stand to each other


def _comparable(memory: Memory) -> bool:
    """What was said stays as it was said; what is out of service stays there."""
    episode = memory.kind is Kind.EPISODE or memory.transcribes is not None
    return memory.state is State.ACTIVE and memory.status in STANDING and not episode


def _relation(one: Memory, other: Memory, clash: Clash) -> Relation | None:
    """SUPERSEDES where one of them can take the other in; what waits for a decision is decided one by one.

    Two claims tell whether they contradict each other. Of texts only that they are not the same is known here: "every
    Tuesday" of one thing and "every Friday" of another are as alike and clash as much (see `updates`).
    """
    if one.claim is not None and other.claim is not None and one.claim.contradicts(other.claim):
        return Relation.CONTRADICTS if _overlap(one, other) else None
    if clash(one.content, other.content):
        return None
    if not _say_the_same(one, other) or not _one_time(one, other):
        return None
    if one.trust != other.trust:
        return Relation.SUPPORTS
    return Relation.SUPERSEDES if _standing(one) == _standing(other) and one.status is Status.APPROVED else None


def _say_the_same(one: Memory, other: Memory) -> bool:
    """Of what does not clash; a text without a claim may be the denial of one with a claim."""
    if one.claim is None or other.claim is None:
        return one.claim is other.claim and same_wording(one.content, other.content)
    return one.claim.same(other.claim)


def _standing(memory: Memory) -> tuple[object, ...]:
    return (memory.trust, memory.status, memory.kind, memory.basis)


def _overlap(one: Memory, other: Memory) -> bool:
    """Whether both hold at one time: what has ended contradicts nothing that came after."""
    return _begins_before_end(one, other) and _begins_before_end(other, one)


def _begins_before_end(one: Memory, other: Memory) -> bool:
    return one.valid_from is None or other.valid_until is None or one.valid_from < other.valid_until


def _one_time(one: Memory, other: Memory) -> bool:
    """Whether they speak of one time: to have seen the dentist in March and in May is two things."""
    ends = one.valid_until == other.valid_until
    return ends and _agree(one.valid_from, other.valid_from) and _agree(one.referred_at, other.referred_at)


def _agree(one: datetime | None, other: datetime | None) -> bool:
    return one is None or other is None or one.date() == other.date()


# --- groups


def _groups(
    same: Mapping[MemoryId, Mapping[MemoryId, float]], known: Mapping[MemoryId, Memory], clash: Clash
) -> Iterator[_Group]:
    """The newest takes in what is alike to it, then the newest of the rest."""
    taken: set[MemoryId] = set()
    for survivor in sorted((known[id] for id in same), key=_age, reverse=True):
        if survivor.id in taken:
            continue
        group = _Group(survivor, [], {folded(survivor.content): survivor.content})
        _take_in(group, same[survivor.id], known, taken, clash)
        for memory in tuple(group.absorbed):
            further = {id: cosine for id, cosine in same[memory.id].items() if _say_the_same(known[id], survivor)}
            _take_in(group, further, known, taken, clash)
        if group.absorbed:
            taken |= {survivor.id, *(memory.id for memory in group.absorbed)}
            yield group


def _take_in(
    group: _Group,
    near: Mapping[MemoryId, float],
    known: Mapping[MemoryId, Memory],
    taken: Collection[MemoryId],
    clash: Clash,
) -> None:
    """The nearest first."""
    within = {group.survivor.id, *(memory.id for memory in group.absorbed)}
    for id, cosine in sorted(near.items(), key=lambda item: (-item[1], item[0])):
        free = id not in taken and id not in within and len(group.absorbed) < MOST_ABSORBED
        if free and _fits(known[id], group, clash):
            group.absorbed.append(known[id])
            group.texts[folded(known[id].content)] = known[id].content
            group.least = min(group.least, cosine)


def _fits(memory: Memory, group: _Group, clash: Clash) -> bool:
    """Whether it can go into the survivor and nothing is lost: no figure, no pin, no person's approval."""
    survivor = group.survivor
    if _age(memory) > _age(survivor) or _held(memory) - _held(survivor):
        return False
    if not set(_FIGURE.findall(memory.content)) <= set(_FIGURE.findall(survivor.content)):
        return False
    if not all(_one_time(memory, other) for other in group.absorbed):
        return False
    known = folded(memory.content) in group.texts
    return known or not any(clash(memory.content, text) for text in group.texts.values())


def _held(memory: Memory) -> set[str]:
    return {name for name, holds in (("pin", memory.pinned), ("person", memory.approved_by in PEOPLE)) if holds}


def _age(memory: Memory) -> tuple[datetime, datetime, MemoryId]:
    """The newer one is the larger."""
    return (memory.observed_at, memory.created_at, memory.id)


def _merge(group: _Group) -> Merge:
    reason = f"The newer one says the same; they are alike by {min(1.0, group.least):.2f}."
    return Merge(group.survivor.id, tuple(memory.id for memory in group.absorbed), reason)


# --- edges


def _heirs(groups: Iterable[_Group]) -> dict[MemoryId, MemoryId]:
    return {memory.id: group.survivor.id for group in groups for memory in group.absorbed}


_REASONS: Final = {
    Relation.SUPPORTS: "It says the same, from further away.",
    Relation.CONTRADICTS: "They claim different things of one matter.",
}


def _joined(
    edges: Iterable[tuple[float, MemoryId, MemoryId, Relation]], heirs: Mapping[MemoryId, MemoryId]
) -> Iterator[Strengthen]:
    """The most alike first. What is merged away leaves its edges to the survivor."""
    degrees: Counter[MemoryId] = Counter()
    seen: set[tuple[frozenset[MemoryId], Relation]] = set()
    for _, first, second, relation in sorted(edges, key=lambda edge: (-edge[0], edge[1:])):
        pair = (heirs.get(first, first), heirs.get(second, second))
        known = (frozenset(pair), relation)
        if pair[0] == pair[1] or known in seen or max(degrees[pair[0]], degrees[pair[1]]) >= MOST_JOINED:
            continue
        seen.add(known)
        degrees.update(pair)
        yield Strengthen(pair, 1.0, relation, _REASONS[relation])
