"""Edges of the graph between memories."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from atlas.adapters.storage.graph import check_edge
from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.graph import Edge
from atlas.model.ids import MemoryId

_EDGES: Final = RowCodec(Edge)


class SqlEdgeReader(SqlRows):
    def edges(self, memories: Iterable[MemoryId]) -> Sequence[Edge]:
        return self._read_all(_EDGES, "edges", {"ids": self._lane.list_value(memories)})

    def all_edges(self, limit: int, after: str = "") -> Sequence[Edge]:
        return self._read_all(_EDGES, "all_edges", {"after": after, "limit": limit})


class SqlEdgeWriter(SqlEdgeReader):
    def put_edge(self, edge: Edge) -> None:
        check_edge(edge)
        self._lane.change("put_edge", _EDGES.encode(edge) | {"key": edge.key})

    def remove_edge(self, edge: Edge) -> None:
        self._lane.change("remove_edge", {"key": edge.key})
