"""Edges of the graph between memories."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atlas.adapters.storage.graph import check_edge
from atlas.adapters.storage.sql import keeping_codec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.graph import Edge
from atlas.model.ids import MemoryId


class SqlEdgeReader(SqlRows):
    def edges(self, memories: Iterable[MemoryId]) -> Sequence[Edge]:
        return [
            keeping_codec.edge_of(row) for row in self._lane.rows("edges", {"ids": self._lane.list_value(memories)})
        ]

    def all_edges(self, limit: int, after: str = "") -> Sequence[Edge]:
        rows = self._lane.rows("all_edges", {"after": after, "limit": limit})
        return [keeping_codec.edge_of(row) for row in rows]


class SqlEdgeWriter(SqlEdgeReader):
    def put_edge(self, edge: Edge) -> None:
        check_edge(edge)
        self._lane.change("put_edge", keeping_codec.edge_values(edge))

    def remove_edge(self, edge: Edge) -> None:
        self._lane.change("remove_edge", {"key": edge.key})
