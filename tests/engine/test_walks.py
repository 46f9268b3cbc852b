"""Recall walks the graph one step from the best it found: nearer, never past a filter, never where there is no edge."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from atlas.engine.intake.observe import Said
from atlas.engine.serve import recall
from atlas.model.graph import build_edge
from atlas.model.interaction import Role
from atlas.model.memory import Kind, Link, Memory, Relation, State, Status
from atlas.model.origin import Origin
from atlas.model.recall import Recalled
from atlas.retrieval.graph_walk import LINKED, NEWER
from atlas.retrieval.rank import PlaceRanking
from atlas.testing.samples import memory
from atlas.testing.virtual import virtual
from engine.conftest import Life


def join(life: Any, relation: Relation, one: Memory, other: Memory, weight: float = 1.0) -> None:
    with life.runtime.store.writing(life.runtime.space) as txn:
        txn.put_edge(build_edge(relation, one.id, other.id, weight))


def put(life: Any, *memories: Memory) -> None:
    with life.runtime.store.writing(life.runtime.space) as txn:
        for each in memories:
            txn.put_memory(each, None)


def change(life: Any, changed: Memory, **fields: Any) -> None:
    with life.runtime.store.writing(life.runtime.space) as txn:
        txn.put_memory(replace(changed, version=changed.version + 1, **fields), changed.version)


def ids(found: Iterable[Recalled]) -> list[str]:
    return [item.memory.id for item in found]


def plain(found: Iterable[Recalled]) -> list[tuple[str, float, tuple[tuple[str, float], ...]]]:
    return [(item.memory.id, item.score, item.components) for item in found]


@pytest.fixture(scope="module")
def told_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Enough that not everything is among the best; made once, each test lives on in a copy."""
    place = tmp_path_factory.mktemp("walks") / "told.atlas"
    life = Life(virtual(place))
    life.say("My dog is called Rex.", conversation="dog")
    for at in range(40):
        life.say(f"The boat number {at} was painted green in the harbour.", conversation=f"c{at}")
    life.say("I am allergic to peanuts.", conversation="food")
    life.atlas.close(think=False)
    return place


@pytest.fixture
def told(told_store: Path, live_on: Callable[[Path, int], Life]) -> Life:
    return live_on(told_store, 42)


QUESTION = "Which boat was painted green in the harbour?"


def test_without_an_edge_recall_is_exactly_what_it_was(told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    walked = plain(told.atlas.recall(QUESTION, 10))
    monkeypatch.setattr(
        recall,
        "_walk_edges",
        lambda reader, search, query, standing, pairing, limit: pairing.best_servable(standing, limit),
    )
    assert walked == plain(told.atlas.recall(QUESTION, 10))
    assert len(walked) == 10


def test_what_was_used_with_the_best_comes_in_and_says_why(told: Any) -> None:  # T9, C8
    far = told.fact("allergic")
    best = told.atlas.recall(QUESTION, 10)
    assert far.id not in ids(best)
    join(told, Relation.CO_ACTIVATED, best[0].memory, far)
    found = told.atlas.recall(QUESTION, 10)
    assert len(found) == 10
    (reached,) = [item for item in found if item.memory.id == far.id]
    assert dict(reached.components)[LINKED] > 0
    assert reached.score == pytest.approx(sum(value for _, value in reached.components), abs=1e-4)
    assert reached.score <= found[0].score
    assert ids(found)[0] == best[0].memory.id


def test_a_weak_edge_brings_nothing_in(told: Any) -> None:
    far, best = told.fact("allergic"), told.atlas.recall(QUESTION, 10)
    join(told, Relation.CO_ACTIVATED, best[0].memory, far, 0.01)
    assert ids(told.atlas.recall(QUESTION, 10)) == ids(best)


def test_an_insight_that_was_found_brings_its_sources_nearer(told: Any) -> None:  # T10
    source = told.fact("Rex")
    stands_on = (Link(Relation.SCHEMA_INSTANCE, source.id), Link(Relation.DERIVED_FROM, source.id))
    put(
        told, memory("m_insight", f"{QUESTION} It is painted green in the harbour.", kind=Kind.INSIGHT, links=stands_on)
    )
    with_it = told.atlas.recall(QUESTION, 20)
    assert with_it[0].memory.id == "m_insight"
    (reached,) = [item for item in with_it if item.memory.id == source.id]
    assert dict(reached.components)[LINKED] > 0


@pytest.mark.parametrize(
    "out_of_use",
    [{"status": Status.REJECTED}, {"status": Status.SENSITIVE}, {"status": Status.NEEDS_REVIEW},
     {"state": State.ARCHIVED}, {"status": Status.SUPERSEDED}],
)  # fmt: skip
def test_nothing_comes_in_by_a_step_that_may_not_be_served(told: Any, out_of_use: dict[str, Any]) -> None:  # C1
    far, best = told.fact("allergic"), told.atlas.recall(QUESTION, 10)
    join(told, Relation.CO_ACTIVATED, best[0].memory, far)
    assert far.id in ids(told.atlas.recall(QUESTION, 10))
    change(told, far, **out_of_use)
    assert far.id not in ids(told.atlas.recall(QUESTION, 10))


def test_every_filter_holds_on_the_way(told: Any) -> None:
    far, best = told.fact("allergic"), told.atlas.recall(QUESTION, 10)
    join(told, Relation.CO_ACTIVATED, best[0].memory, far)
    now = told.runtime.now()
    asked = told.atlas.recall
    assert far.id in ids(asked(QUESTION, 10))
    assert far.id not in ids(asked(QUESTION, 10, kinds=[Kind.EPISODE]))
    assert far.id not in ids(asked(QUESTION, 10, before=now - timedelta(minutes=5)))
    assert far.id not in ids(asked(QUESTION, 10, within=best[0].memory.conversation))
    change(told, far, valid_until=now)
    assert far.id not in ids(asked(QUESTION, 10, at=now + timedelta(hours=1)))


def test_the_past_is_asked_without_the_edges_of_today(told: Any) -> None:  # X4
    now = told.runtime.now()
    far, before = told.fact("allergic"), ids(told.atlas.recall(QUESTION, 10, as_of=now))
    for item in told.atlas.recall(QUESTION, 5):
        join(told, Relation.CO_ACTIVATED, item.memory, far)
    assert ids(told.atlas.recall(QUESTION, 10, as_of=now)) == before


def test_a_reply_does_not_come_in_without_its_question(told: Any) -> None:  # C3
    told.say("What do you think of lighthouses?", "Lighthouses are lovely towers.", conversation="sea")
    (reply,) = [m for m in told.atlas.memories(limit=500, kinds=[Kind.EPISODE]) if m.content.startswith("Lighthouses")]
    best = told.atlas.recall(QUESTION, 10)
    join(told, Relation.CO_ACTIVATED, best[0].memory, reply)
    assert reply.id not in ids(told.atlas.recall(QUESTION, 10))


def test_of_two_that_contradict_each_other_the_newer_is_given_first(life: Any) -> None:  # T16
    now = life.runtime.now()
    old = memory("m_old", "The harbour gate opens at nine, the harbour gate.", observed_at=now - timedelta(days=9))
    new = memory("m_new", "The gate opens at ten.", observed_at=now - timedelta(days=1))
    put(life, old, new)
    assert ids(life.atlas.recall("When does the harbour gate open?", 5)) == ["m_old", "m_new"]
    join(life, Relation.CONTRADICTS, old, new)
    found = life.atlas.recall("When does the harbour gate open?", 5)
    assert ids(found) == ["m_new", "m_old"]
    assert NEWER in dict(found[0].components)


def test_what_else_is_known_of_somebody_fills_the_room_that_is_left(life: Any) -> None:
    life.say("My sister Maria works as a nurse.")
    life.say("My sister Maria likes swimming.", conversation="c2")
    found = life.atlas.recall("nurse", 50, kinds=[Kind.FACT, Kind.PREFERENCE])
    assert {item.memory.content for item in found} >= {"Maria works as a nurse", "Maria likes swimming"}


# --- looking further


def test_a_few_replies_that_stand_alone_cost_no_second_ranking(life: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """At 100,000 memories that second ranking made a context seven times as dear as its search."""
    for at in range(35):
        life.say(f"Boat {at} was painted green.", f"Noted {at}.", conversation=f"c{at}")
        life.say(f"Go on with {at}.", f"Boat {at + 100} was painted green.", conversation=f"d{at}")
    ranked = []

    take_rows = PlaceRanking.take_rows

    def counted(ranking: PlaceRanking, limit: int) -> Any:
        ranked.append(limit)
        return take_rows(ranking, limit)

    monkeypatch.setattr(PlaceRanking, "take_rows", counted)
    found = life.atlas.recall("Which boat was painted green?", 40)
    assert len(found) in range(20, 40)
    assert len(ranked) == 1


def test_behind_many_that_may_not_be_served_there_is_still_something(life: Any) -> None:  # C3
    life.say("A green boat is what I painted.", conversation="mine")
    page = Said(Role.TOOL, "outside text", Origin.WEB)
    for at in range(60):
        life.virtual.later(minutes=1)
        life.atlas.observe(
            user="go on", assistant=f"Which boat was painted green? Boat {at}.", messages=[page], conversation="read"
        )
    life.atlas.flush()
    found = life.atlas.recall("Which boat was painted green?", 5)
    assert "A green boat is what I painted." in [item.memory.content for item in found]
    replies = [item.memory for item in found if item.memory.origin is Origin.ASSISTANT]
    assert all(reply.conversation != "read" for reply in replies)
