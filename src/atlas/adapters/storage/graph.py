"""What a store asks of edges and links before it looks at any row."""

from __future__ import annotations

from typing import Final

from atlas.errors import BadInput, Refused
from atlas.model.graph import EDGES, UNDIRECTED, Edge
from atlas.model.memory import Memory, Relation

_HEAVIEST: Final = 1.0


def check_edge(edge: Edge) -> None:
    if edge.one == edge.other:
        raise Refused("An edge joins two memories, not one with itself.")
    if edge.relation not in EDGES:
        raise BadInput(f"Lineage is a memory's own link, not an edge: {edge.relation.value}.")
    if edge.relation in UNDIRECTED and edge.other < edge.one:
        raise BadInput(f"An edge without a direction is spelt with the smaller id first: {edge.key}.")
    if not 0 < edge.weight <= _HEAVIEST:
        raise BadInput(f"An edge weighs more than 0 and at most {_HEAVIEST}, not {edge.weight}.")


def check_links(memory: Memory) -> None:
    """What a memory is about is told from its claim."""
    if memory.linked(Relation.ABOUT):
        raise BadInput(f"A link leads to another memory, not to what {memory.id} is about.")
