"""How memories hang together beyond what each says of itself: learned edges between two of them.

Lineage (what was derived from what, what replaced what) is a memory's own link. An edge belongs to neither of its ends:
it is learned from use, or found by comparing, and goes when either end goes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from atlas.model.ids import MemoryId
from atlas.model.memory import Relation

UNDIRECTED: Final = frozenset({Relation.CO_ACTIVATED, Relation.CONTRADICTS})
EDGES: Final = UNDIRECTED | {Relation.SUPPORTS}
"""What an edge may be. `one` supports `other`; the rest has no direction."""


@dataclass(frozen=True, slots=True)
class Edge:
    """Of two memories that are not the same. An undirected one is spelt with the smaller id first."""

    relation: Relation
    one: MemoryId
    other: MemoryId
    weight: float = 1.0

    @property
    def key(self) -> str:
        return f"{self.relation.value}:{self.one}:{self.other}"

    def beyond(self, memory: MemoryId) -> MemoryId:
        """The other end, seen from this one."""
        return self.other if memory == self.one else self.one


def build_edge(relation: Relation, one: MemoryId, other: MemoryId, weight: float = 1.0) -> Edge:
    if relation in UNDIRECTED and other < one:
        one, other = other, one
    return Edge(relation, one, other, weight)
