"""Two legs into one order.

Each leg's scores are put on one scale by their own spread (the sum of per-query z-scores measures better than rank
fusion, docs/decisions/0005), a candidate that a leg did not find gets that leg's lowest. Every part of the sum is kept
by name: it is the explanation.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from atlas.model.ids import MemoryId
from atlas.model.memory import Kind, Memory
from atlas.model.recall import Recalled
from atlas.retrieval.policy import RecallPolicy
from atlas.retrieval.question import Wanted


@dataclass(frozen=True, slots=True)
class Legs:
    """What each leg found: memory to raw score, higher is better."""

    text: Mapping[MemoryId, float]
    dense: Mapping[MemoryId, float]


def rank(memories: Sequence[Memory], legs: Legs, wanted: Wanted, policy: RecallPolicy) -> list[Recalled]:
    """Best first; equal scores in the order of their ids, so that the same inputs give the same answer."""
    text, dense = _standardised(memories, legs.text), _standardised(memories, legs.dense)
    found = [_recalled(memory, text[place], dense[place], wanted, policy) for place, memory in enumerate(memories)]
    return sorted(found, key=lambda item: (-item.score, item.memory.id))


def _recalled(memory: Memory, text: float, dense: float, wanted: Wanted, policy: RecallPolicy) -> Recalled:
    components = (
        ("text", policy.text_weight * text),
        ("meaning", policy.dense_weight * dense),
        ("asked", policy.asked_weight * wanted.match(memory.claim)),
        ("fact", 0.0 if memory.kind is Kind.EPISODE else policy.fact_weight),
    )
    kept = tuple((name, round(value, 6)) for name, value in components)
    return Recalled(memory, round(sum(value for _, value in kept), 6), kept)


def _standardised(memories: Sequence[Memory], scores: Mapping[MemoryId, float]) -> list[float]:
    """A score that is no number (a broken embedder's) counts as not found (R7)."""
    finite = {name: score for name, score in scores.items() if math.isfinite(score)}
    if not finite or not memories:
        return [0.0] * len(memories)
    lowest = min(finite.values())
    values = [finite.get(memory.id, lowest) for memory in memories]
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    return [(value - mean) / spread if spread > 1e-12 else 0.0 for value in values]
