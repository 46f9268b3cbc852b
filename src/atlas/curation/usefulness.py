"""Which decisions a person is asked for first (C9): risk × reach, by how likely it is that the answer is yes.

A wish steers every answer, a lesson the answers to one question, a fact what is said of it; what contradicts something
that is served now is worth more, what a model asked for itself nothing until somebody looks. Of several that tell of
one thing the surest comes first, and the others go behind what tells of something else. Ratings are rough on purpose:
among what is about as useful the oldest comes first, so that what was shown is not pushed aside by every newcomer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from math import log2
from typing import Final

from atlas.model.ids import MemoryId
from atlas.model.memory import Kind, Memory
from atlas.model.proposal import Forget, Revise
from atlas.model.thinking import Judged

_WISH: Final = 1.0
_REACH: Final = {
    Kind.LESSON: 0.9,
    Kind.FACT: 0.7,
    Kind.PREFERENCE: 0.7,
    Kind.DECISION: 0.5,
    Kind.KNOWLEDGE: 0.4,
    Kind.INSIGHT: 0.3,
}
_LEAST: Final = 0.2
_CONTRADICTING: Final = 2.0
_SAME_THING: Final = 0.5
_NOTHING: Final = 1e-6
_CHANGES: Final = {Forget: _NOTHING, Revise: 0.4}
"""That something be forgotten is a model's wish; a person who wants it forgets it."""
_CHANGE: Final = 0.1
"""Any other change to what is there: to merge, to promote, to put away."""

Rank = tuple[int, datetime]
"""How useful, roughly, and since when it waits: the lower the first."""


def rank_waiting(
    memories: Sequence[Memory],
    changes: Sequence[Judged],
    contradicting: Collection[MemoryId] = (),
    requested: Collection[MemoryId] = (),
) -> list[Memory | Judged]:
    """Order what waits for a person, the most useful first; what models requested comes last."""
    rated = [(_rate_memory(each, each.id in contradicting), each) for each in memories if each.id not in requested]
    ranked: list[tuple[Rank, Memory | Judged]] = [
        (_rank(rating, each), each) for rating, each in _lower_repeated(rated)
    ]
    ranked += [(_rank(_CHANGES.get(type(each.proposal), _CHANGE), each), each) for each in changes]
    ranked += [(_rank(_NOTHING, each), each) for each in memories if each.id in requested]
    return [each for _, each in sorted(ranked, key=lambda one: one[0])]


def _rate_memory(memory: Memory, contradicting: bool) -> float:
    reach = _WISH if memory.is_wish else _REACH.get(memory.kind, _LEAST)
    return reach * memory.importance * memory.confidence * (_CONTRADICTING if contradicting else 1.0)


def _rank(rating: float, waiting: Memory | Judged) -> Rank:
    return -round(log2(max(rating, _NOTHING))), waiting.created_at if isinstance(waiting, Memory) else waiting.at


def _lower_repeated(rated: Sequence[tuple[float, Memory]]) -> Iterator[tuple[float, Memory]]:
    """Lower what tells of the same thing as a better one."""
    told: set[tuple[str, str]] = set()
    for rating, memory in sorted(rated, key=lambda one: (-one[0], one[1].created_at)):
        slot = memory.claim.slot if memory.claim else None
        yield (rating * _SAME_THING if slot in told else rating), memory
        told |= {slot} if slot else set()
