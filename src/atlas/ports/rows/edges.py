"""Edges of the graph between memories."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from atlas.model.graph import Edge
from atlas.model.ids import MemoryId


class EdgeReader(Protocol):
    def edges(self, memories: Iterable[MemoryId]) -> Sequence[Edge]:
        """All that touch one of these, by relation and ends."""
        ...

    def all_edges(self, limit: int, after: str = "") -> Sequence[Edge]:
        """By key, ascending, for paging: pass the last one's key back."""
        ...


class EdgeWriter(EdgeReader, Protocol):
    def put_edge(self, edge: Edge) -> None:
        """Insert or replace its weight. Refused when either memory is not there or gone, or both are one; BadInput
        when the relation is none of an edge's, an undirected one is spelt the wrong way round, or the weight is not
        above 0 and up to 1."""
        ...

    def remove_edge(self, edge: Edge) -> None:
        """Whatever its weight; to remove what is not there is no error."""
        ...
