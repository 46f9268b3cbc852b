"""Which nodes of a graph belong together: dense groups, and never one giant (T10).

The measure is the constant Potts model (Traag, Van Dooren, Nesterov, 2011): nodes belong together where they are joined
more densely than a fixed share. Unlike modularity it has no limit of resolution, so that two cliques with a bridge stay
two in any graph; a hub whose neighbours do not know each other, or a chain of single links, holds few together, and
what has no more edges than a tree is no group at all.
It is optimised as Louvain does, by moving nodes to where they fit best, then groups as if they were nodes. A group that
is too large all the same is looked at again with a higher bar. The order of the nodes is the only order there is: the
same graph gives the same groups.
"""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DENSITY: Final = 0.15
"""The share of possible edges, each of the mean weight, above which nodes belong together."""
_STEEPER: Final = 2.0
_STEEPEST: Final = 16.0
_MORE: Final = 1e-9
_PATIENCE: Final = 40
"""Visits for each node, after which a level is as good as it gets."""


def find_communities(nodes: int, edges: Iterable[tuple[int, int, float]], least: int) -> list[tuple[int, ...]]:
    """Find groups of at least so many nodes, each node in one at most; the largest first. Weights are above 0."""
    graph = _build_graph(nodes, edges)
    most = max(40, int(5 * math.sqrt(nodes)))
    large = (tuple(group) for group in _find_bounded_groups(graph, DENSITY, most, least) if len(group) >= least)
    found = [group for group in large if _is_meshed(graph, group)]
    return sorted(found, key=lambda group: (-len(group), group))


@dataclass(frozen=True, slots=True)
class _Graph:
    """Neighbours and weights of each node, in units of the mean weight; how many nodes each one stands for."""

    near: Sequence[Sequence[tuple[int, float]]]
    sizes: Sequence[int]


def _is_meshed(graph: _Graph, group: Sequence[int]) -> bool:
    """Tell whether a group is more than a tree: a small star or a short chain is no community."""
    members = frozenset(group)
    return sum(to in members for node in group for to, _ in graph.near[node]) >= 2 * len(group)


def _build_graph(nodes: int, edges: Iterable[tuple[int, int, float]]) -> _Graph:
    import numpy as np  # slow to import

    told = np.array([edge for edge in edges if edge[0] != edge[1] and edge[2] > 0], dtype=np.float64).reshape(-1, 3)
    ends = told[:, :2].astype(np.int64)
    mean = float(told[:, 2].mean()) if len(told) else 1.0
    return _assemble_graph(nodes, ends[:, 0], ends[:, 1], told[:, 2] / mean, [1] * nodes)


def _assemble_graph(
    nodes: int,
    one: NDArray[np.int64],
    other: NDArray[np.int64],
    weights: NDArray[np.float64],
    sizes: Sequence[int],
) -> _Graph:
    """Store both directions of every edge; several between two nodes become one."""
    import numpy as np  # slow to import

    keys = np.concatenate([one * nodes + other, other * nodes + one])
    once, places = np.unique(keys, return_inverse=True)
    summed = np.bincount(places, weights=np.concatenate([weights, weights]), minlength=len(once))
    begins = np.searchsorted(once // nodes, np.arange(nodes + 1)).tolist() if nodes else [0]
    pairs = list(zip((once % nodes).tolist() if nodes else [], summed.tolist(), strict=True))
    return _Graph([pairs[begins[node] : begins[node + 1]] for node in range(nodes)], sizes)


# --- optimising


def _optimise_groups(graph: _Graph, bar: float) -> list[list[int]]:
    """Move nodes one by one, then group by group, until nothing gets better."""
    groups = [[node] for node in range(len(graph.sizes))]
    while True:
        labels = _move_nodes(graph, bar)
        count = max(labels, default=-1) + 1
        if count == len(graph.sizes):
            return groups
        joined: list[list[int]] = [[] for _ in range(count)]
        for node, label in enumerate(labels):
            joined[label] += groups[node]
        groups, graph = joined, _condense_graph(graph, labels, count)


def _move_nodes(graph: _Graph, bar: float) -> list[int]:
    """A label for each node, numbered by first appearance. Whoever's neighbour moved is looked at again."""
    labels = list(range(len(graph.sizes)))
    held = list(graph.sizes)
    waiting = deque(node for node in labels if graph.near[node])
    queued = [bool(near) for near in graph.near]
    visits = _PATIENCE * len(waiting)
    while waiting and visits:
        visits -= 1
        node = waiting.popleft()
        queued[node] = False
        best = _find_best_group(graph, node, labels, held, bar)
        if best != labels[node]:
            held[labels[node]] -= graph.sizes[node]
            held[best] += graph.sizes[node]
            labels[node] = best
            for neighbour, _ in graph.near[node]:
                if labels[neighbour] != best and not queued[neighbour]:
                    queued[neighbour] = True
                    waiting.append(neighbour)
    return _number_labels(labels)


def _find_best_group(graph: _Graph, node: int, labels: list[int], held: list[int], bar: float) -> int:
    """Find the group with the largest gain for a node: its links there, less the bar; its own on a tie."""
    pull: defaultdict[int, float] = defaultdict(float)
    for neighbour, weight in graph.near[node]:
        pull[labels[neighbour]] += weight
    size, own = graph.sizes[node], labels[node]
    best, gain = own, pull.get(own, 0.0) - bar * size * (held[own] - size)
    if gain < 0.0 and held[node] == 0:
        best, gain = node, 0.0  # alone again, under its own number if that is free
    for label, weight in pull.items():
        offered = weight - bar * size * held[label]
        if label != own and offered > gain + _MORE:
            best, gain = label, offered
    return best


def _number_labels(labels: Sequence[int]) -> list[int]:
    numbers: dict[int, int] = {}
    return [numbers.setdefault(label, len(numbers)) for label in labels]


def _condense_graph(graph: _Graph, labels: list[int], count: int) -> _Graph:
    """Each group as one node."""
    import numpy as np  # slow to import

    sizes = [0] * count
    for node, label in enumerate(labels):
        sizes[label] += graph.sizes[node]
    told = [
        (labels[node], labels[neighbour], weight)
        for node, near in enumerate(graph.near)
        for neighbour, weight in near
        if labels[node] < labels[neighbour]
    ]
    array = np.array(told, dtype=np.float64).reshape(-1, 3)
    ends = array[:, :2].astype(np.int64)
    return _assemble_graph(count, ends[:, 0], ends[:, 1], array[:, 2], sizes)


# --- never one giant


def _find_bounded_groups(graph: _Graph, bar: float, most: int, least: int) -> Iterator[list[int]]:
    for group in _optimise_groups(graph, bar):
        members = sorted(group)
        if len(members) <= most:
            yield members
        else:
            yield from _split_group(graph, members, bar, most, least)


def _split_group(graph: _Graph, members: list[int], bar: float, most: int, least: int) -> Iterator[list[int]]:
    """Split at a higher bar; a group that falls to pieces there is cut evenly."""
    inside = _extract_subgraph(graph, members)
    steeper = bar * _STEEPER
    parts = list(_find_bounded_groups(inside, steeper, most, least)) if steeper <= _STEEPEST else []
    if not any(len(part) >= least for part in parts):
        pieces = math.ceil(len(members) / most)
        parts = [list(range(len(members)))[piece::pieces] for piece in range(pieces)]
    for part in parts:
        yield [members[place] for place in part]


def _extract_subgraph(graph: _Graph, members: list[int]) -> _Graph:
    places = {node: place for place, node in enumerate(members)}
    near = [[(places[to], weight) for to, weight in graph.near[node] if to in places] for node in members]
    return _Graph(near, [1] * len(members))
