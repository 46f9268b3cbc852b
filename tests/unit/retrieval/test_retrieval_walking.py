"""A step along the graph: what it lifts, how far, and that nothing moves where nothing hangs together (C8, T16)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.model.graph import Edge, build_edge
from atlas.model.ids import MemoryId
from atlas.model.memory import Kind, Link, Memory, Relation
from atlas.model.recall import Recalled
from atlas.retrieval.graph_walk import LINKED, NEWER, STARTS, STEPS, Step, find_steps, lift_linked, put_newer_first
from atlas.testing.samples import START, memory

names = st.sampled_from([f"m_{letter}" for letter in "abcdefgh"])


def found(*scores: float, **fields: Any) -> list[Recalled]:
    """Memories a, b, c, … with these scores, each a day older than the one before."""
    return [
        Recalled(_memory(f"m_{chr(97 + at)}", at, **fields), score, (("words", score),))
        for at, score in enumerate(scores)
    ]


def _memory(name: str, days: int = 0, **fields: Any) -> Memory:
    when = START - timedelta(days=days)
    return memory(name, f"What {name} says.", observed_at=when, created_at=when, **fields)


def together(one: str, other: str, weight: float = 1.0) -> Edge:
    return build_edge(Relation.CO_ACTIVATED, MemoryId(one), MemoryId(other), weight)


def against(one: str, other: str) -> Edge:
    return build_edge(Relation.CONTRADICTS, MemoryId(one), MemoryId(other))


def order(items: Sequence[Recalled]) -> list[str]:
    return [item.memory.id for item in items]


# --- where the walk goes


def test_a_step_leads_to_what_was_used_together_as_strongly_as_it_was() -> None:  # T9
    best = found(5.0, 3.0)
    (step,) = find_steps(best, [together("m_z", "m_a", 0.4)])
    assert (step.to, step.start) == (MemoryId("m_z"), MemoryId("m_a"))
    assert step.share == pytest.approx(0.2)


def test_a_step_leads_from_an_insight_to_its_sources_and_not_back() -> None:  # T10
    stands_on = (Link(Relation.SCHEMA_INSTANCE, MemoryId("m_x")), Link(Relation.DERIVED_FROM, MemoryId("m_y")))
    insight = Recalled(_memory("m_i", kind=Kind.INSIGHT, links=stands_on), 4.0, ())
    assert {step.to for step in find_steps([insight], [])} == {"m_x", "m_y"}
    replaced = Recalled(_memory("m_n", links=(Link(Relation.SUPERSEDES, MemoryId("m_x")),)), 4.0, ())
    assert find_steps([replaced], []) == []


def test_a_fact_does_not_lead_to_the_message_that_it_repeats() -> None:
    drawn = Recalled(_memory("m_f", links=(Link(Relation.DERIVED_FROM, MemoryId("m_x")),)), 4.0, ())
    assert find_steps([drawn], []) == []


def test_the_walk_sets_out_from_the_best_alone_and_is_bounded() -> None:
    best = found(*range(20, 10, -1))
    far = [together("m_a", f"m_far{at:02}", (at + 1) / 20) for at in range(20)]
    taken = find_steps(best, [*far, together(best[STARTS].memory.id, "m_z")])
    assert len(taken) == STEPS
    assert "m_z" not in {step.to for step in taken}
    assert min(step.share for step in taken) > max(far[at].weight / 2 for at in range(20 - STEPS)) - 1e-9


def test_only_use_together_is_walked() -> None:
    supports = build_edge(Relation.SUPPORTS, MemoryId("m_a"), MemoryId("m_z"))
    assert find_steps(found(5.0), [against("m_a", "m_z"), supports]) == []


# --- what it does to the order


def test_what_is_reached_rises_towards_where_it_was_reached_from() -> None:  # C8
    ranked = found(9.0, 5.0, 4.0, 1.0)
    moved = lift_linked(ranked, find_steps(ranked, [together("m_a", "m_d")]), {})
    assert order(moved) == ["m_a", "m_b", "m_d", "m_c"] or order(moved) == ["m_a", "m_d", "m_b", "m_c"]
    (risen,) = [item for item in moved if item.memory.id == "m_d"]
    assert risen.score == pytest.approx(5.0)
    assert dict(risen.components) == {"words": 1.0, LINKED: 4.0}


def test_what_nothing_found_enters_from_behind_the_last() -> None:
    ranked, new = found(9.0, 5.0, 4.0), _memory("m_z")
    weak = lift_linked(ranked, [Step(new.id, MemoryId("m_a"), 0.0)], {new.id: new})
    assert order(weak) == ["m_a", "m_b", "m_c", "m_z"]
    strong = lift_linked(ranked, [Step(new.id, MemoryId("m_a"), 0.5)], {new.id: new})
    assert order(strong) == ["m_a", "m_z", "m_b", "m_c"]
    assert strong[1].components == ((LINKED, 6.5),)


def test_two_that_reach_the_same_do_not_add_up() -> None:
    ranked = found(9.0, 9.0, 1.0)
    once = lift_linked(ranked, [Step(MemoryId("m_c"), MemoryId("m_a"), 0.5)], {})
    twice = lift_linked(
        ranked, [Step(MemoryId("m_c"), MemoryId("m_a"), 0.5), Step(MemoryId("m_c"), MemoryId("m_b"), 0.5)], {}
    )
    assert once == twice


@given(st.lists(st.floats(-5, 10), min_size=1, max_size=8))
def test_without_a_step_everything_stays_exactly_as_it_was(scores: list[float]) -> None:
    ranked = found(*sorted(scores, reverse=True))
    assert find_steps(ranked, []) == []
    assert lift_linked(ranked, [], {}) == ranked
    assert put_newer_first(ranked, []) == ranked


@given(
    st.lists(st.floats(-5, 10), min_size=2, max_size=8),
    st.lists(st.tuples(names, names, st.floats(0.01, 1.0)), max_size=12),
)
def test_nothing_overtakes_what_it_was_reached_from_and_nobody_is_lost(
    scores: list[float], pairs: list[tuple[str, str, float]]
) -> None:
    ranked = found(*sorted(scores, reverse=True))
    edges = [together(one, other, weight) for one, other, weight in pairs if one != other]
    taken = find_steps(ranked, edges)
    moved = lift_linked(ranked, taken, {})
    assert sorted(order(moved)) == sorted(order(ranked))
    assert all(one.score >= other.score for one, other in pairwise(moved))
    before = {item.memory.id: item.score for item in ranked}
    for item in moved:
        reached_from = [before[step.start] for step in taken if step.to == item.memory.id]
        assert before[item.memory.id] <= item.score <= max([*reached_from, before[item.memory.id]]) + 1e-5
        assert item.score == pytest.approx(sum(value for _, value in item.components), abs=1e-4)


# --- contradictions


def test_of_two_that_contradict_each_other_the_newer_stands_first() -> None:  # T16
    ranked = found(9.0, 5.0, 4.0)[::-1]
    ranked = [
        Recalled(item.memory, score, (("words", score),)) for item, score in zip(ranked, (9.0, 5.0, 4.0), strict=True)
    ]
    assert order(ranked) == ["m_c", "m_b", "m_a"]  # the oldest has the highest score
    settled = put_newer_first(ranked, [against("m_a", "m_c")])
    assert order(settled) == ["m_a", "m_c", "m_b"]
    assert settled[0].score == pytest.approx(9.0)
    assert dict(settled[0].components) == {"words": 4.0, NEWER: 5.0}
    assert settled[1].components == (("words", 9.0),)


def test_one_of_two_alone_stays_where_it_is() -> None:
    ranked = found(9.0, 5.0)
    assert put_newer_first(ranked, [against("m_a", "m_z")]) == ranked


@given(st.permutations(range(6)), st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=10))
def test_however_many_contradict_each_other_the_newer_of_each_two_comes_first(
    ages: list[int], pairs: list[tuple[int, int]]
) -> None:
    ranked = [
        Recalled(_memory(f"m_{age}", age), float(10 - place), (("words", float(10 - place)),))
        for place, age in enumerate(ages)
    ]
    edges = [against(f"m_{one}", f"m_{other}") for one, other in pairs if one != other]
    settled = put_newer_first(ranked, edges)
    place: dict[str, int] = {item.memory.id: at for at, item in enumerate(settled)}
    assert sorted(place) == sorted(order(ranked))
    assert all(one.score >= other.score for one, other in pairwise(settled))
    for one, other in pairs:
        if one != other:
            newer, older = sorted((one, other))  # the number is its age in days
            assert place[f"m_{newer}"] < place[f"m_{older}"]
