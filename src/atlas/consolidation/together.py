"""What is used together belongs together (T9): Hebb's rule on memories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from atlas.consolidation.policy import ConsolidationPolicy
from atlas.model.ids import MemoryId
from atlas.model.memory import Relation
from atlas.model.proposal import Strengthen


def strengthen(used: Iterable[Sequence[MemoryId]], policy: ConsolidationPolicy) -> list[Strengthen]:
    """One edge for each pair that was used for the same reply, as much stronger as there were replies.

    Each inner sequence is one reply, the best ranked first; of many only those are joined.
    """
    times: Counter[tuple[MemoryId, MemoryId]] = Counter()
    for reply in used:
        best = list(dict.fromkeys(reply))[: policy.most_together]
        times.update(combinations(sorted(best), 2))
    return [_edge(pair, count, policy) for pair, count in sorted(times.items())]


def _edge(pair: tuple[MemoryId, MemoryId], times: int, policy: ConsolidationPolicy) -> Strengthen:
    amount = min(1.0, round(policy.together * times, 6))
    replies = "one reply" if times == 1 else f"{times} replies"
    return Strengthen(pair, amount, Relation.CO_ACTIVATED, f"They were used together for {replies}.")
