"""The graph as people see it: around a memory, around somebody, or where memories hang together most."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from atlas.engine.inspect.graph import Graph
from atlas.errors import BadInput, NotFound
from atlas.model.graph import build_edge
from atlas.model.ids import MemoryId
from atlas.model.memory import Kind, Link, Memory, Relation, State, Status
from atlas.testing.samples import memory


def put(life: Any, *memories: Memory) -> None:
    with life.runtime.store.writing(life.runtime.space) as txn:
        for each in memories:
            txn.put_memory(each, None)


def join(life: Any, relation: Relation, one: str, other: str, weight: float = 1.0) -> None:
    with life.runtime.store.writing(life.runtime.space) as txn:
        txn.put_edge(build_edge(relation, MemoryId(one), MemoryId(other), weight))


def ties(graph: Graph) -> set[tuple[str, str, str]]:
    return {(tie.relation.value, tie.one, tie.other) for tie in graph.ties}


def ids(graph: Graph) -> list[str]:
    return [node.id for node in graph.nodes]


@pytest.fixture
def chained(life: Any) -> Any:
    """a - b - c - d - e, used together, and one that nothing joins."""
    names = [f"m_{letter}" for letter in "abcdef"]
    put(life, *(memory(name, f"{name} is a thing.") for name in names))
    for one, other in pairwise(names[:5]):
        join(life, Relation.CO_ACTIVATED, one, other, 0.5)
    return life


def test_around_a_memory_it_is_breadth_first_and_ends_somewhere(chained: Any) -> None:
    found = chained.atlas.inspect.graph("m_a")
    assert found.centre == "m_a"
    assert [(node.id, node.steps) for node in found.nodes] == [("m_a", 0), ("m_b", 1), ("m_c", 2), ("m_d", 3)]
    assert all(tie.weight == 0.5 for tie in found.ties)


def test_it_shows_no_more_than_asked_for_and_says_that_there_is_more(chained: Any) -> None:
    small = chained.atlas.inspect.graph("m_b", limit=2)
    assert len(small.nodes) == 2
    assert small.more
    assert not chained.atlas.inspect.graph("m_c").more
    assert {end for tie in small.ties for end in (tie.one, tie.other)} <= set(ids(small))


def test_every_relation_is_there_under_its_own_name(life: Any) -> None:
    life.say("My sister Maria lives in Rome.")
    life.say("My sister Maria moved to Oslo.", conversation="c2")
    now, (before,) = (
        life.fact("Maria lives in Oslo"),
        [each for each in life.atlas.memories(limit=100) if each.content == "Maria lives in Rome"],
    )
    both = (Link(Relation.SCHEMA_INSTANCE, now.id), Link(Relation.DERIVED_FROM, now.id))
    put(life, memory("m_insight", "Maria moves about.", kind=Kind.INSIGHT, links=both))
    put(life, memory("m_other", "Maria likes the sea."))
    join(life, Relation.SUPPORTS, "m_other", now.id, 0.3)
    join(life, Relation.CONTRADICTS, before.id, "m_other")
    found = ties(life.atlas.inspect.graph(now.id))
    one, other = sorted((before.id, "m_other"))
    assert found >= {
        ("supersedes", now.id, before.id),
        ("schema_instance", "m_insight", now.id),
        ("supports", "m_other", now.id),
        ("contradicts", one, other),
        ("about", now.id, "user/sister"),
    }
    assert ("derived_from", "m_insight", now.id) not in found, "that it generalises says it already"


def test_around_somebody_by_name_or_id(life: Any) -> None:
    life.say("My sister Maria lives in Rome.")
    life.say("I like jazz.", conversation="c2")
    by_name, by_id = life.atlas.inspect.graph("Maria"), life.atlas.inspect.graph("user/sister")
    assert by_name == by_id
    assert by_name.nodes[0].label == "Maria"
    assert by_name.nodes[0].kind is None
    assert "Maria lives in Rome" in {node.label for node in by_name.nodes}
    assert "The user likes jazz" not in {node.label for node in by_name.nodes}


def test_that_a_memory_is_about_the_user_is_told_to_who_asks_about_the_user(life: Any) -> None:
    life.say("I like jazz.")
    jazz = life.fact("jazz")
    assert ("about", jazz.id, "user") in ties(life.atlas.inspect.graph("user"))
    assert "user" not in ids(life.atlas.inspect.graph(jazz.id))


def test_the_best_connected_part_comes_first_and_archived_ones_have_no_place_in_it(chained: Any) -> None:
    put(chained, memory("m_y", "Gone out of service.", state=State.ARCHIVED))
    join(chained, Relation.CO_ACTIVATED, "m_c", "m_y")
    found = chained.atlas.inspect.graph()
    assert found.centre is None
    assert set(ids(found)) == {f"m_{letter}" for letter in "abcdef"}
    assert ids(found)[-1] == "m_f", "what nothing joins is last"
    assert "m_y" in ids(chained.atlas.inspect.graph("m_c"))


def test_groups_are_those_that_are_joined_densely(life: Any) -> None:  # T10
    names = [f"m_{letter}" for letter in "abcdefgh"]
    put(life, *(memory(name, f"{name} is a thing.") for name in names))
    for at, one in enumerate(names[:5]):
        for other in names[at + 1 : 5]:
            join(life, Relation.CO_ACTIVATED, one, other, 0.8)
    join(life, Relation.CO_ACTIVATED, "m_e", "m_f", 0.1)
    assert [set(group) for group in life.atlas.inspect.graph().groups] == [set(names[:5])]


def test_strength_is_that_of_now(life: Any) -> None:  # T1
    life.say("I like jazz.")
    jazz = life.fact("jazz")
    life.virtual.later(days=30)
    (node,) = [each for each in life.atlas.inspect.graph(jazz.id).nodes if each.id == jazz.id]
    assert node.strength == pytest.approx(jazz.strength / 2, rel=0.01)


def test_what_is_sensitive_is_there_and_says_nothing(life: Any) -> None:  # C5
    put(life, memory("m_a", "The pin is 4711.", status=Status.SENSITIVE))
    assert [node.label for node in life.atlas.inspect.graph("m_a").nodes] == ["(sensitive)"]


def test_the_same_graph_twice(chained: Any) -> None:
    assert chained.atlas.inspect.graph() == chained.atlas.inspect.graph()


def test_what_is_not_there_is_one_sentence(life: Any) -> None:
    life.say("I like jazz.")
    jazz = life.fact("jazz").id
    with pytest.raises(BadInput, match="Nobody and nothing called 'Zoe'"):
        life.atlas.inspect.graph("Zoe")
    with pytest.raises(NotFound):
        life.atlas.inspect.graph("m_nothing")
    with pytest.raises(BadInput, match="1 to 1,000 nodes"):
        life.atlas.inspect.graph(limit=0)
    life.atlas.forget(jazz)
    with pytest.raises(NotFound):
        life.atlas.inspect.graph(jazz)
    assert life.atlas.inspect.graph().nodes == ()
