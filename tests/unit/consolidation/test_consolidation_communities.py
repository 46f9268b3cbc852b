"""Groups in a graph: dense ones, disjoint, and never one giant (T10)."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.consolidation.communities import find_communities

Edges = list[tuple[int, int, float]]


def clique(first: int, size: int, weight: float = 1.0) -> Edges:
    return [(first + a, first + b, weight) for a in range(size) for b in range(a)]


def ring(cliques: int, size: int) -> Edges:
    bridges = [(place * size, (place + 1) * size % (cliques * size) + 1, 1.0) for place in range(cliques)]
    return [*bridges, *(edge for place in range(cliques) for edge in clique(place * size, size))]


def test_two_cliques_with_a_bridge_are_two() -> None:  # T10
    assert find_communities(10, [*clique(0, 5), *clique(5, 5), (0, 5, 1.0)], 5) == [(0, 1, 2, 3, 4), (5, 6, 7, 8, 9)]


@pytest.mark.parametrize("cliques", [4, 30, 200])
def test_a_ring_of_cliques_falls_into_its_cliques(cliques: int) -> None:  # T10
    """Modularity would join neighbours from some thirty on."""
    found = find_communities(cliques * 5, ring(cliques, 5), 5)
    assert found == [tuple(range(place * 5, place * 5 + 5)) for place in range(cliques)]


@pytest.mark.parametrize("rays", [5, 9, 40, 1_000])
def test_a_hub_holds_nobody_together(rays: int) -> None:  # T10
    assert find_communities(rays + 1, [(0, ray, 1.0) for ray in range(1, rays + 1)], 5) == []


def test_a_hub_that_knows_everybody_does_not_make_one_of_all() -> None:  # T10
    """An entity that every memory is about may bring two cliques together, and no more."""
    hub = [(150, node, 1.0) for node in range(150)]
    found = find_communities(151, [*ring(30, 5), *hub], 5)
    assert len(found) >= 29
    assert max(map(len, found)) <= 11


def test_a_chain_of_single_links_is_no_group() -> None:  # T10
    assert find_communities(500, [(node, node + 1, 1.0) for node in range(499)], 5) == []


def test_what_is_too_large_is_split_again() -> None:  # T10
    found = find_communities(300, clique(0, 300), 5)
    assert max(map(len, found)) <= max(40, 5 * math.sqrt(300))
    assert sorted(node for group in found for node in group) == list(range(300))


def test_what_was_planted_is_found_whatever_the_weights_are() -> None:  # T10
    chance = random.Random(7)
    inside = [
        (node, node // 20 * 20 + chance.randrange(20), 0.1 + 0.1 * chance.random())
        for node in range(600)
        for _ in range(4)
    ]
    across = [(chance.randrange(600), chance.randrange(600), 0.1) for _ in range(300)]
    found = find_communities(600, inside + across, 5)
    pure = [group for group in found if len({node // 20 for node in group}) == 1]
    assert len(pure) >= 0.9 * len(found)
    assert sum(map(len, pure)) >= 500


def test_chance_alone_makes_no_giant() -> None:  # T10
    chance = random.Random(8)
    edges = [(chance.randrange(2_000), chance.randrange(2_000), 1.0) for _ in range(8_000)]
    assert max(map(len, find_communities(2_000, edges, 2)), default=0) <= 40


def test_the_order_of_edges_does_not_matter() -> None:  # T13
    edges = [*ring(12, 6), *clique(3, 4)]
    assert find_communities(72, edges, 5) == find_communities(72, [(b, a, w) for a, b, w in reversed(edges)], 5)


NODES = st.integers(0, 29)


@given(st.lists(st.tuples(NODES, NODES, st.floats(0.01, 1.0)), max_size=200), st.integers(2, 6))
def test_groups_are_disjoint_bounded_and_joined_inside(edges: Edges, least: int) -> None:  # T10
    found = find_communities(30, edges, least)
    members = [node for group in found for node in group]
    assert len(members) == len(set(members))
    assert set(members) <= set(range(30))
    for group in found:
        assert least <= len(group) <= 40
        assert list(group) == sorted(group)
        inside = {(a, b) for a, b, _ in edges if a in group and b in group and a != b}
        assert {end for edge in inside for end in edge} == set(group)


def test_of_nothing_there_is_nothing() -> None:
    assert find_communities(0, [], 5) == []
    assert find_communities(3, [(0, 0, 1.0)], 2) == []
