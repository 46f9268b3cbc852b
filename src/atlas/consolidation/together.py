"""Memories used together belong together (T9): Hebb's rule on memories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from atlas.consolidation.policy import ConsolidationPolicy
from atlas.model.ids import MemoryId
from atlas.model.memory import Relation
from atlas.model.proposal import Strengthen


def strengthen_used_together(used: Iterable[Sequence[MemoryId]], policy: ConsolidationPolicy) -> list[Strengthen]:
    """Strengthen one edge for each pair used in the same reply, in proportion to the replies.

    Each inner sequence is one reply, the best ranked first; of many only those are joined.
    """
    times: Counter[tuple[MemoryId, MemoryId]] = Counter()
    for reply in used:
        best = list(dict.fromkeys(reply))[: policy.most_together]
        times.update(combinations(sorted(best), 2))
    return [_make_edge(pair, count, policy) for pair, count in sorted(times.items())]


def _make_edge(pair: tuple[MemoryId, MemoryId], times: int, policy: ConsolidationPolicy) -> Strengthen:
    amount = min(1.0, round(policy.together * times, 6))
    replies = "one reply" if times == 1 else f"{times} replies"
    return Strengthen(pair, amount, Relation.CO_ACTIVATED, f"They were used together for {replies}.")
