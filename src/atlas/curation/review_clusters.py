"""What waits, in clusters that one decision answers, in the order in which a person should see them (C9).

A cluster never mixes what one card cannot answer for: its items are of one band of risk, one trust, and one side of the
line between fact and behaviour, and its top card is the riskiest of them. Only rivals stand together whatever their
trust: at most one of them is approved, and it is the one that was seen.

Items are put together by the closest tie that they have: rivals, the same claim, the same wording, the same target, the
same conversation. Wordings are compared as for merging, where closeness of meaning is no proof.
"""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Final

from atlas.language.claim_comparison import claims_contradict, fold_value
from atlas.language.wording import normalise_wording
from atlas.model.claim import Cardinality, Claim
from atlas.model.ids import ConversationId
from atlas.model.origin import Trust
from atlas.model.review import Band, Cluster, Grouping, Risk

_FIGURES: Final = re.compile(r"\d[\d.,:]*")
_MOST_VALUES: Final = 60
"""Of one place; of more, only what is both affirmed and denied is compared, since to compare takes the square."""
_UNREACHED: Final = 0.5
"""What no question would have received counts half of what every question would have."""


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """One thing that waits, with what it is grouped and ordered by."""

    id: str
    text: str
    since: datetime
    risk: Risk
    trust: Trust
    steers: bool
    reach: int = 0
    """How many of the last questions would have received it."""
    claim: Claim | None = None
    target: str | None = None
    """The memory or document that a change is about."""
    conversation: ConversationId | None = None
    requested: bool = False
    """Whether a model asked for it by itself."""


def cluster_items(items: Iterable[ReviewItem], of: int) -> tuple[Cluster, ...]:
    """Put every item into one cluster, and the clusters into order; reach was counted over `of` questions."""
    left = _sort_items(items)
    groups: list[tuple[Grouping, Sequence[ReviewItem]]] = []
    for grouping, split in _SPLITS:
        found, left = split(left)
        groups += [(grouping, group) for group in found]
    groups += [(Grouping.ALONE, [item]) for item in left]
    ranked = sorted(groups, key=lambda group: _rank_group(group[1], of))
    return tuple(_build_cluster(grouping, group) for grouping, group in ranked)


def join_clusters(
    clusters: Iterable[Cluster], others: Iterable[Cluster], since: Callable[[str], datetime], of: int
) -> tuple[Cluster, ...]:
    """Put clusters into an ordered list of others; `since` tells when an item began to wait."""

    def rank(cluster: Cluster) -> tuple[bool, float, datetime, str]:
        return cluster.requested, *_rank(cluster.risk, cluster.reach, min(map(since, cluster.ids)), cluster.ids[0], of)

    joined = list(clusters)
    for each in others:
        insort(joined, each, key=rank)
    return tuple(joined)


def answers_for_all(cluster: Cluster) -> bool:
    """Tell whether a yes to the top card may be a yes to the whole cluster.

    Of rivals one is approved; of what says the same, one stands for all; what a user said in one conversation is
    approved together only where nothing depends on it. What comes from elsewhere, or changes one thing in several ways,
    is seen one by one before it is approved, and can be rejected whole.
    """
    if cluster.grouping in (Grouping.TARGET, Grouping.CONVERSATION):
        return cluster.risk.band is Band.LOW
    return True


def keeps_one(cluster: Cluster) -> bool:
    """Tell whether a yes to the whole cluster keeps its top card and replaces the others by it."""
    return cluster.grouping in (Grouping.SAME_CLAIM, Grouping.DUPLICATES)


def find_rivals(claims: Iterable[tuple[str, Claim]]) -> list[list[str]]:
    """Find what waits and cannot all hold, each with what says the same as one of them; by their ids."""
    slots: dict[Hashable, list[tuple[str, Claim]]] = {}
    for id, claim in claims:
        slots.setdefault(find_rival_place(claim), []).append((id, claim))
    return [group for found in slots.values() if len(found) > 1 for group in _split_slot(found)]


def find_rival_place(claim: Claim) -> Hashable:
    """Where rivals of a claim can be: in its slot, and where many values hold, beside the same words."""
    if claim.cardinality is Cardinality.SINGLE:
        return claim.slot
    return (*claim.slot, _FIGURES.sub("", fold_value(claim.value)))


def _split_slot(found: Sequence[tuple[str, Claim]]) -> list[list[str]]:
    said: dict[tuple[str, bool], list[tuple[str, Claim]]] = {}
    for id, claim in found:
        said.setdefault((fold_value(claim.value), claim.affirmed), []).append((id, claim))
    values = list(said)
    if len(values) > _MOST_VALUES:
        values = [value for value in values if (value[0], not value[1]) in said]
    claims = {value: said[value][0][1] for value in values}
    groups: list[list[str]] = []
    while values:
        group = [values.pop(0)]
        for value in group:
            against = [each for each in values if claims_contradict(claims[value], claims[each])]
            values = [each for each in values if each not in against]
            group += against
        if len(group) > 1:
            groups.append([id for value in group for id, _ in said[value]])
    return groups


Split = tuple[list[list[ReviewItem]], list[ReviewItem]]
"""Groups of several, and the items that are in none."""


def _split_rivals(items: Sequence[ReviewItem]) -> Split:
    """Split by side alone: of rivals at most one is approved, so that nothing comes along with it."""
    known = {item.id: item for item in items}
    found = [
        find_rivals((item.id, item.claim) for item in items if item.claim and item.steers is side)
        for side in (True, False)
    ]
    groups = [_sort_items(known[id] for id in ids) for ids in chain.from_iterable(found)]
    taken = {item.id for group in groups for item in group}
    return groups, [item for item in items if item.id not in taken]


def _sort_items(items: Iterable[ReviewItem]) -> list[ReviewItem]:
    """The riskiest first; among equals what waits longest."""
    return sorted(items, key=lambda item: (-item.risk.score, item.since, item.id))


def _split_by(key: Callable[[ReviewItem], Hashable | None]) -> Callable[[Sequence[ReviewItem]], Split]:
    """Split by a key within one band, trust and side; None has no group."""

    def split(items: Sequence[ReviewItem]) -> Split:
        groups: dict[Hashable, list[ReviewItem]] = {}
        for item in items:
            if (found := key(item)) is not None:
                groups.setdefault((_side(item), found), []).append(item)
        several = [group for group in groups.values() if len(group) > 1]
        grouped = {item.id for group in several for item in group}
        return several, [item for item in items if item.id not in grouped]

    return split


def _split_wordings(items: Sequence[ReviewItem]) -> Split:
    """Split by wording within one band, trust and side; a text with a claim never stands for one without."""
    groups: list[list[ReviewItem]] = []
    known: dict[Hashable, list[ReviewItem]] = {}
    for item in items:
        if item.claim is not None or item.target is not None:
            continue
        forms = [(_side(item), form) for form in normalise_wording(item.text)]
        group = next((known[form] for form in forms if form in known), None)
        if group is None:
            group = []
            groups.append(group)
        group.append(item)
        for form in forms:
            known.setdefault(form, group)
    several = [group for group in groups if len(group) > 1]
    grouped = {item.id for group in several for item in group}
    return several, [item for item in items if item.id not in grouped]


def _side(item: ReviewItem) -> Hashable:
    return item.risk.band, item.trust, item.steers, item.requested


def _claim_key(item: ReviewItem) -> Hashable | None:
    claim = item.claim
    return (*claim.slot, fold_value(claim.value), claim.affirmed) if claim else None


def _target_key(item: ReviewItem) -> Hashable | None:
    return item.target


def _conversation_key(item: ReviewItem) -> Hashable | None:
    return item.conversation if item.target is None else None


_SPLITS: Final[tuple[tuple[Grouping, Callable[[Sequence[ReviewItem]], Split]], ...]] = (
    (Grouping.RIVALS, _split_rivals),
    (Grouping.SAME_CLAIM, _split_by(_claim_key)),
    (Grouping.DUPLICATES, _split_wordings),
    (Grouping.TARGET, _split_by(_target_key)),
    (Grouping.CONVERSATION, _split_by(_conversation_key)),
)


def _rank_group(group: Sequence[ReviewItem], of: int) -> tuple[bool, float, datetime, str]:
    """What models asked for comes last: no number of wishes pushes out what else waits."""
    return _is_requested(group), *_rank(
        group[0].risk, _reach(group), min(item.since for item in group), group[0].id, of
    )


def _rank(risk: Risk, reach: int, since: datetime, top: str, of: int) -> tuple[float, datetime, str]:
    """Risk × reach, the greatest first; among equals what waits longest."""
    share = min(1.0, reach / of) if of else 0.0
    return -round(risk.score * (_UNREACHED + (1.0 - _UNREACHED) * share), 6), since, top


def _reach(group: Sequence[ReviewItem]) -> int:
    return max(item.reach for item in group)


def _is_requested(group: Sequence[ReviewItem]) -> bool:
    return all(item.requested for item in group)


def _build_cluster(grouping: Grouping, group: Sequence[ReviewItem]) -> Cluster:
    top = group[0]
    ids = tuple(item.id for item in group)
    return Cluster(grouping, ids, top.text, top.risk, _reach(group), _is_requested(group))
