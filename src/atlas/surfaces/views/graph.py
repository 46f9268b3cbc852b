"""A graph of memories, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from atlas.engine.inspect.graph import Graph


def view_graph(graph: Graph) -> dict[str, object]:
    names = ("centre", "nodes", "ties", "groups", "more")
    return {name: getattr(graph, name) for name in names}
