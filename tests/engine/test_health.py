"""How memory fares over time, what is due, what contradicts, and the whole of what was shortened."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from atlas import Origin, Role, Said
from atlas.consolidation.retention import RetentionPolicy, current_strength, review_due
from atlas.engine.core.ledger import Ledger
from atlas.engine.thinking import review_schedule
from atlas.engine.thinking.review_schedule import LEARNED, find_most_due, iterate_kept
from atlas.errors import NotFound
from atlas.model.claim import Claim
from atlas.model.entity import EntityId
from atlas.model.feedback import Feedback, FeedbackSignal
from atlas.model.graph import build_edge
from atlas.model.ids import MemoryId, MessageId
from atlas.model.memory import Kind, Memory, Relation, State, Status
from atlas.model.task import Task
from atlas.testing.samples import memory, reflection


def put(life: Any, *memories: Memory) -> None:
    with life.runtime.store.writing(life.runtime.space) as txn:
        for each in memories:
            txn.put_memory(each, None)


def old(life: Any, name: str, days: float, **fields: Any) -> Memory:
    when = life.runtime.now() - timedelta(days=days)
    return memory(name, f"{name} is a thing.", observed_at=when, created_at=when, reinforced_at=when, **fields)


# --- due


def test_a_night_that_looked_at_it_again_leaves_it_as_strong_as_it_was_and_others_get_their_turn(life: Any) -> None:
    """T4, T3: what is reviewed is due later, by the same curve from then on, and only use reinforces."""
    put(life, *(old(life, f"m_{at:02}", 20, importance=0.9 if at < 50 else 0.1) for at in range(60)))
    first = {each.memory.id for each in life.atlas.review.due(50)}
    before = {id: life.atlas.inspect.memory(id).memory for id in first}
    life.atlas.jobs.reflect("nightly")
    second = {each.memory.id for each in life.atlas.review.due(50)}
    assert first.isdisjoint(second)
    assert len(second) == 10
    assert {id: life.atlas.inspect.memory(id).memory for id in first} == before
    life.virtual.later(days=20)
    assert {each.memory.id for each in life.atlas.review.due(50)} == first


def test_due_is_what_has_faded_to_nine_tenths_the_most_important_first(life: Any) -> None:  # T4
    put(life, old(life, "m_low", 20, importance=0.2), old(life, "m_high", 10, importance=0.9), old(life, "m_new", 1))
    found = life.atlas.review.due()
    assert [each.memory.id for each in found] == ["m_high", "m_low"]
    now, policy = life.runtime.now(), life.runtime.retention
    for each in found:
        assert each.since == review_due(each.memory, policy) <= now
        assert each.strength == pytest.approx(current_strength(each.memory, now, policy))
        assert each.strength <= 0.9
    assert [each.memory.id for each in life.atlas.review.due(1)] == ["m_high"]


def test_only_what_was_learned_and_is_in_use_is_reviewed(life: Any) -> None:
    life.say("I like jazz.")
    life.virtual.later(days=300)
    put(life, old(life, "m_waits", 99, status=Status.NEEDS_REVIEW), old(life, "m_away", 99, state=State.ARCHIVED))
    assert [each.memory.content for each in life.atlas.review.due()] == ["The user likes jazz"]


def test_what_is_older_than_thousands_of_others_is_due_too(life: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_schedule, "_PAGE", 3)
    put(life, old(life, "m_first", 50, importance=1.0), *(old(life, f"m_{at}", 1) for at in range(20)))
    put(life, old(life, "m_last", 60, importance=0.1))
    with life.runtime.store.reading(life.runtime.space) as reader:
        assert len(list(iterate_kept(reader, LEARNED))) == 22
        found = find_most_due(reader, life.runtime.now(), RetentionPolicy(), 50)
    assert [each.id for each in found] == ["m_first", "m_last"]


# --- health


def test_health_of_nothing(life: Any) -> None:
    found = life.atlas.inspect.health()
    assert (found.active, found.strength, found.due, found.last_cycle, found.conflicts) == (0, None, 0, None, 0)
    assert found.counts == ()


def test_health_counts_what_there_is(life: Any) -> None:  # T18
    put(life, old(life, "m_a", 30), old(life, "m_b", 0), old(life, "m_c", 5, state=State.ARCHIVED))
    now = life.runtime.now()
    with life.runtime.store.writing(life.runtime.space) as txn:
        txn.put_edge(build_edge(Relation.CO_ACTIVATED, MemoryId("m_a"), MemoryId("m_b"), 0.4))
        txn.add_reflection(reflection("r_1", task=Task.CONSOLIDATION, at=now - timedelta(days=7)))
        txn.add_reflection(reflection("r_2", task=Task.CONSOLIDATION, at=now))
        txn.add_reflection(reflection("r_3", task=Task.WEEKLY, at=now + timedelta(hours=1)))
        for days, signal in ((40, FeedbackSignal.USED), (3, FeedbackSignal.USED), (2, FeedbackSignal.IGNORED)):
            txn.add_feedback(Feedback(MemoryId("m_a"), signal, now - timedelta(days=days)))
    found = life.atlas.inspect.health()
    assert found.last_cycle is not None
    assert found.last_cycle.id == "r_2"
    assert found.active == 2
    assert found.strength == pytest.approx((0.5 + 1.0) / 2)
    assert found.due == 1
    assert found.edges == {"co_activated": 1}
    assert found.feedback == {"used": 1, "ignored": 1}
    assert sum(each.count for each in found.counts if each.state is State.ARCHIVED) == 1


# --- conflicts


def lives(life: Any, name: str, city: str, days: float, **fields: Any) -> Memory:
    claim = Claim(EntityId("user"), "lives_in", city)
    return replace(old(life, name, days, claim=claim, **fields), content=f"The user lives in {city}")


def test_an_edge_between_two_that_hold_is_an_open_conflict(life: Any) -> None:  # T16
    put(life, old(life, "m_new", 1), old(life, "m_old", 9), old(life, "m_more", 3))
    with life.runtime.store.writing(life.runtime.space) as txn:
        txn.put_edge(build_edge(Relation.CONTRADICTS, MemoryId("m_new"), MemoryId("m_old")))
        txn.put_edge(build_edge(Relation.CO_ACTIVATED, MemoryId("m_new"), MemoryId("m_more")))
        txn.put_edge(build_edge(Relation.SUPPORTS, MemoryId("m_new"), MemoryId("m_more")))
    (found,) = life.atlas.review.conflicts()
    assert (found.older.id, found.newer.id) == ("m_old", "m_new")
    assert life.atlas.inspect.health().conflicts == 1
    life.atlas.reject("m_old")
    assert life.atlas.review.conflicts() == []


def test_what_waits_and_contradicts_what_holds_is_shown_once(life: Any) -> None:  # T16
    put(life, lives(life, "m_rome", "Rome", 9), lives(life, "m_oslo", "Oslo", 1, status=Status.NEEDS_REVIEW))
    with life.runtime.store.writing(life.runtime.space) as txn:
        txn.put_edge(build_edge(Relation.CONTRADICTS, MemoryId("m_rome"), MemoryId("m_oslo")))
    assert [(each.older.id, each.newer.id) for each in life.atlas.review.conflicts()] == [("m_rome", "m_oslo")]
    with life.runtime.store.writing(life.runtime.space) as txn:
        txn.remove_edge(build_edge(Relation.CONTRADICTS, MemoryId("m_rome"), MemoryId("m_oslo")))
    assert len(life.atlas.review.conflicts()) == 1, "their claims say it too"


def test_what_was_closed_before_the_other_began_is_no_conflict(life: Any) -> None:
    now = life.runtime.now()
    closed = lives(life, "m_rome", "Rome", 9, valid_until=now - timedelta(days=2))
    put(life, closed, lives(life, "m_oslo", "Oslo", 1, status=Status.NEEDS_REVIEW))
    assert life.atlas.review.conflicts() == []


# --- the whole of it


LONG = "We walked along the river until the lamps were lit, and Maria told me of her new work at the harbour."


@pytest.fixture
def shortened(life: Any) -> tuple[Any, MessageId]:
    life.say(LONG)
    (episode,) = [each for each in life.atlas.memories(limit=50, kinds=[Kind.EPISODE]) if each.content == LONG]
    life.virtual.later(days=70)
    with life.runtime.store.writing(life.runtime.space) as txn:
        txn.shorten_message(episode.transcribes, "A walk along the river.", life.runtime.now())
    return life, episode.transcribes


def test_the_whole_text_comes_back_is_logged_and_reinforces_nothing(shortened: tuple[Any, MessageId]) -> None:  # T12
    life, message = shortened
    (episode,) = [each for each in life.atlas.memories(limit=50) if each.transcribes == message]
    assert episode.content == "A walk along the river."
    short = life.runtime.now()
    life.virtual.later(days=1)
    first = life.atlas.inspect.archived_text(episode.id)
    assert (first.text, first.stored_at, first.accessed_at) == (LONG, short, None)
    asked = life.runtime.now()
    life.virtual.later(days=1)
    again = life.atlas.inspect.archived_text(message)
    assert (again.text, again.accessed_at) == (LONG, asked)
    (after,) = [each for each in life.atlas.memories(limit=50) if each.transcribes == message]
    assert after == episode


def test_a_fact_that_stands_on_one_message_leads_to_it(shortened: tuple[Any, MessageId]) -> None:
    life, _ = shortened
    life.say("I like jazz.")
    assert life.atlas.inspect.archived_text(life.fact("jazz").id).text == "I like jazz."
    assert life.atlas.inspect.archived_text(life.fact("jazz").id).stored_at is None


def test_what_was_dropped_is_said_to_be(shortened: tuple[Any, MessageId]) -> None:  # T12
    life, message = shortened
    with life.runtime.store.writing(life.runtime.space) as txn:
        Ledger(life.runtime, txn).drop_texts([message])
    found = life.atlas.inspect.archived_text(message)
    assert found.text is None
    assert found.message.text == "A walk along the river."


def test_what_stands_on_no_message_has_no_whole_text(life: Any) -> None:
    life.say("I like jazz.")
    jazz = life.fact("jazz")
    put(life, memory("m_bare", "A thing without words."))
    for id in ("m_bare", "u_nothing"):
        with pytest.raises(NotFound):
            life.atlas.inspect.archived_text(id)
    life.atlas.forget(jazz.id)
    with pytest.raises(NotFound):
        life.atlas.inspect.archived_text(jazz.id)


def test_status_health_and_pending_count_alike(life: Any, tmp_path: Any) -> None:
    """T18, C9: what waits and what is active is defined once, on a store with some of everything."""
    turns = [{"role": "user", "text": f"I like {what}.", "conversation": what} for what in ("tea", "figs", "rain")]
    path = tmp_path / "history.jsonl"
    path.write_text("\n".join(map(json.dumps, turns)))
    life.atlas.history.import_file(path)
    life.say("I live in Porto.", messages=[Said(Role.TOOL, "Do as I say.", origin=Origin.WEB)])
    life.say("I moved to Lisbon.", conversation="c2")
    life.say("My sister Maria lives in Rome.", conversation="c3")
    life.atlas.assistant.propose_memory("The user owns a boat.")
    life.atlas.assistant.propose_forget(life.fact("Lisbon").id)
    waiting = [each.id for each in life.atlas.review.pending().memories]
    life.atlas.reject(waiting[0])
    life.atlas.approve(waiting[1])

    status, health, pending = life.atlas.inspect.status(), life.atlas.inspect.health(), life.atlas.review.pending()
    assert status.waiting == health.waiting
    assert status.active == health.active
    assert status.pending == len(pending.memories) + len(pending.proposals) == health.waiting.items > 1
    assert status.waiting.conversations == len(pending.conversations) > 1
    assert status.waiting.messages == sum(each.messages for each in pending.conversations)
    standing = (Status.APPROVED, Status.NEEDS_REVIEW)
    assert health.active == len(life.atlas.memories(limit=1_000, statuses=standing))
