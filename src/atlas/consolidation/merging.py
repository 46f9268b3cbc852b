"""What says the same becomes one; what says the opposite, or says it from further away, is linked instead (T8).

A merge takes older sayings into the newest one, and only such as say it as that one does (`language/wording.py`), so
that a chain of small steps never joins its two ends. Claims decide where there are any; "X" and "no longer X" are never
one.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Final

from atlas.language.claim_comparison import claims_agree, claims_contradict
from atlas.language.folding import fold_text
from atlas.language.wording import same_wording
from atlas.model.ids import MemoryId
from atlas.model.journal import PEOPLE
from atlas.model.memory import STANDING, Kind, Memory, Relation, State, Status
from atlas.model.proposal import Merge, Strengthen

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
class MergeResult:
    merges: tuple[Merge, ...] = ()
    joined: tuple[Strengthen, ...] = ()
    """Edges: what supports and what contradicts."""


@dataclass(slots=True)
class _Group:
    survivor: Memory
    absorbed: list[Memory]
    texts: dict[str, str]
    """What its members say, by the folded text: what is spelt alike is compared once."""
    zone: tzinfo
    least: float = 1.0


def merge_duplicates(found: Iterable[Found], clash: Clash, zone: tzinfo = UTC) -> MergeResult:
    """Merge memories that state the same, of the same days in the zone; every memory is in one merge at most."""
    same: dict[MemoryId, dict[MemoryId, float]] = defaultdict(dict)
    known: dict[MemoryId, Memory] = {}
    edges: list[tuple[float, MemoryId, MemoryId, Relation]] = []
    for one, other, cosine in found:
        if one.id == other.id or not (_is_comparable(one) and _is_comparable(other)):
            continue
        known |= {one.id: one, other.id: other}
        relation = _find_relation(one, other, clash, zone)
        if relation is Relation.SUPERSEDES:
            same[one.id][other.id] = same[other.id][one.id] = cosine
        elif relation is not None:
            lower, higher = sorted((one, other), key=lambda memory: (memory.trust, memory.id))
            edges.append((cosine, lower.id, higher.id, relation))
    groups = list(_form_groups(same, known, clash, zone))
    return MergeResult(tuple(map(_make_merge, groups)), tuple(_make_edges(edges, _map_heirs(groups))))


def pair_same_texts(groups: Iterable[Sequence[Memory]]) -> Iterator[Found]:
    """Pair memories of equal content for merging: each with the newest of its standing."""
    for group in groups:
        newest: dict[tuple[object, ...], Memory] = {}
        for memory in sorted(group, key=_age_key, reverse=True):
            first = newest.setdefault(_standing_key(memory), memory)
            if first is not memory:
                yield first, memory, 1.0
        tops = sorted(newest.values(), key=_age_key, reverse=True)
        yield from ((tops[0], top, 1.0) for top in tops[1:])


# --- how two stand to each other


def _is_comparable(memory: Memory) -> bool:
    """Tell whether a memory is in service and no transcript."""
    episode = memory.kind is Kind.EPISODE or memory.transcribes is not None
    return memory.state is State.ACTIVE and memory.status in STANDING and not episode


def _find_relation(one: Memory, other: Memory, clash: Clash, zone: tzinfo) -> Relation | None:
    """Return SUPERSEDES where one can absorb the other; waiting memories are decided one by one.

    Two claims tell whether they contradict each other. Two texts tell only that they differ: "every Tuesday" of one
    thing and "every Friday" of another are as alike and clash as much (see `updates`).
    """
    if one.claim is not None and other.claim is not None and claims_contradict(one.claim, other.claim):
        return Relation.CONTRADICTS if _overlap_in_time(one, other) else None
    if clash(one.content, other.content):
        return None
    if not _state_the_same(one, other) or not _refer_to_one_time(one, other, zone):
        return None
    if one.trust != other.trust:
        return Relation.SUPPORTS
    return Relation.SUPERSEDES if _standing_key(one) == _standing_key(other) and one.status is Status.APPROVED else None


def _state_the_same(one: Memory, other: Memory) -> bool:
    """Of what does not clash; a text without a claim may be the denial of one with a claim."""
    if one.claim is None or other.claim is None:
        return one.claim is other.claim and same_wording(one.content, other.content)
    return claims_agree(one.claim, other.claim)


def _standing_key(memory: Memory) -> tuple[object, ...]:
    return (memory.trust, memory.status, memory.kind, memory.basis)


def _overlap_in_time(one: Memory, other: Memory) -> bool:
    """Tell whether both hold at one time: an ended fact contradicts nothing that came after."""
    return _begins_before_end(one, other) and _begins_before_end(other, one)


def _begins_before_end(one: Memory, other: Memory) -> bool:
    return one.valid_from is None or other.valid_until is None or one.valid_from < other.valid_until


def _refer_to_one_time(one: Memory, other: Memory, zone: tzinfo) -> bool:
    """Tell whether both refer to one time: the dentist in March and in May are two things."""
    ends = one.valid_until == other.valid_until
    days = (one.valid_from, other.valid_from), (one.referred_at, other.referred_at)
    return ends and all(_same_day(*each, zone) for each in days)


def _same_day(one: datetime | None, other: datetime | None, zone: tzinfo) -> bool:
    return one is None or other is None or one.astimezone(zone).date() == other.astimezone(zone).date()


# --- groups


def _form_groups(
    same: Mapping[MemoryId, Mapping[MemoryId, float]], known: Mapping[MemoryId, Memory], clash: Clash, zone: tzinfo
) -> Iterator[_Group]:
    """Let the newest absorb its likes, then the newest of the rest."""
    taken: set[MemoryId] = set()
    for survivor in sorted((known[id] for id in same), key=_age_key, reverse=True):
        if survivor.id in taken:
            continue
        group = _Group(survivor, [], {fold_text(survivor.content): survivor.content}, zone)
        _absorb_near(group, same[survivor.id], known, taken, clash)
        for memory in tuple(group.absorbed):
            further = {id: cosine for id, cosine in same[memory.id].items() if _state_the_same(known[id], survivor)}
            _absorb_near(group, further, known, taken, clash)
        if group.absorbed:
            taken |= {survivor.id, *(memory.id for memory in group.absorbed)}
            yield group


def _absorb_near(
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
        if free and _can_absorb(known[id], group, clash):
            group.absorbed.append(known[id])
            group.texts[fold_text(known[id].content)] = known[id].content
            group.least = min(group.least, cosine)


def _can_absorb(memory: Memory, group: _Group, clash: Clash) -> bool:
    """Tell whether the survivor can absorb a memory without loss: no figure, no pin, no person's approval."""
    survivor = group.survivor
    if _age_key(memory) > _age_key(survivor) or memory.pinned or _is_less_approved(survivor, memory):
        return False
    if not set(_FIGURE.findall(memory.content)) <= set(_FIGURE.findall(survivor.content)):
        return False
    if not all(_refer_to_one_time(memory, other, group.zone) for other in group.absorbed):
        return False
    known = fold_text(memory.content) in group.texts
    return known or not any(clash(memory.content, text) for text in group.texts.values())


def _is_less_approved(survivor: Memory, memory: Memory) -> bool:
    """Tell whether a person approved the memory, and nobody the survivor."""
    return memory.approved_by in PEOPLE and survivor.approved_by not in PEOPLE


def _age_key(memory: Memory) -> tuple[datetime, datetime, MemoryId]:
    """The newer one is the larger."""
    return (memory.observed_at, memory.created_at, memory.id)


def _make_merge(group: _Group) -> Merge:
    reason = f"The newer one says the same; they are alike by {min(1.0, group.least):.2f}."
    return Merge(group.survivor.id, tuple(memory.id for memory in group.absorbed), reason)


# --- edges


def _map_heirs(groups: Iterable[_Group]) -> dict[MemoryId, MemoryId]:
    return {memory.id: group.survivor.id for group in groups for memory in group.absorbed}


_REASONS: Final = {
    Relation.SUPPORTS: "It says the same, from further away.",
    Relation.CONTRADICTS: "They claim different things of one matter.",
}


def _make_edges(
    edges: Iterable[tuple[float, MemoryId, MemoryId, Relation]], heirs: Mapping[MemoryId, MemoryId]
) -> Iterator[Strengthen]:
    """Make edges, the most alike first; a merged memory leaves its edges to the survivor."""
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
