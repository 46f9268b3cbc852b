"""Observing is one short durable transaction and never raises into the host's chat path."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from _minds import remade

from atlas import Atlas, Kind, Role, Said
from atlas.engine.core.policy import SessionPolicy
from atlas.errors import StoreTrouble
from atlas.model.ids import SpaceId
from atlas.model.journal import Action
from atlas.model.thinking import JobState
from atlas.ports.reading import MemoryFilter


class Flaky:
    """A store that can be told to fail its writes."""

    def __init__(self, inner: Any) -> None:
        self.inner, self.broken, self.writes = inner, False, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    @contextmanager
    def writing(self, space: Any) -> Iterator[Any]:
        self.writes += 1
        if self.broken:
            raise StoreTrouble("The disk is full.")
        with self.inner.writing(space) as txn:
            yield txn


@pytest.fixture
def flaky(life) -> tuple[Atlas, Flaky]:
    store = Flaky(life.runtime.store)
    return Atlas(replace(life.runtime, store=store), background=False), store


def test_one_transaction_and_no_thinking(flaky: tuple[Atlas, Flaky]) -> None:  # J15
    atlas, store = flaky
    receipt = atlas.observe(user="I live in Porto.", assistant="Nice!")
    assert receipt.acknowledged
    assert store.writes == 1
    assert atlas.jobs.owed() == 1
    with store.inner.reading(SpaceId("default")) as reader:
        assert reader.newest_memories(MemoryFilter(), 9) == []
        assert reader.identities() == []
    atlas.flush()
    assert [memory.kind.value for memory in atlas.memories(kinds=[Kind.EPISODE])] == ["episode", "episode"]


def test_trouble_is_reported_and_nothing_is_lost(flaky: tuple[Atlas, Flaky]) -> None:  # J15
    atlas, store = flaky
    store.broken = True
    receipt = atlas.observe(user="I live in Porto.", assistant="Nice!")
    assert not receipt.acknowledged
    assert "disk is full" in (receipt.problem or "")
    assert any("disk is full" in check.says for check in atlas.admin.doctor() if not check.ok)
    store.broken = False
    assert atlas.observe(user="I work as a nurse.", assistant="Good.").acknowledged
    atlas.flush()
    contents = " ".join(memory.content for memory in atlas.memories())
    assert "Porto" in contents
    assert "nurse" in contents
    assert Action.TROUBLE in {entry.action for entry in atlas.history.log()}


def test_even_the_unexpected_does_not_reach_the_host(life, monkeypatch: pytest.MonkeyPatch) -> None:  # J15
    def broken(*_: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr("atlas.engine.intake.observe._store_interaction", broken)
    receipt = life.atlas.observe(user="hello")
    assert not receipt.acknowledged
    assert "boom" in (receipt.problem or "")


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({}, "nothing to observe"),
        ({"user": "   "}, "nothing to observe"),
        ({"user": "\u200b\u202e"}, "nothing to observe"),
        ({"user": "hi", "conversation": ""}, "name of a conversation"),
        ({"user": "hi", "conversation": "c" * 500}, "name of a conversation"),
        ({"user": 5}, "A message is text"),
        ({"messages": [Said(Role.USER, "x")] * 201}, "at most 200 messages"),
    ],
)
def test_bad_input_is_one_sentence_and_stores_nothing(life, said: dict[str, Any], says: str) -> None:
    receipt = life.atlas.observe(**said)
    assert not receipt.acknowledged
    assert says in (receipt.problem or "")
    assert life.atlas.inspect.status().interactions == 0


def test_hidden_and_control_characters_do_not_get_in(life) -> None:
    life.say("I live in Por\u200bto\x00\x1b[31m.\ud800")
    (message,) = life.atlas.inspect.memory(life.fact("Porto").id).messages
    assert message.text == "I live in Porto[31m.\ufffd"


def test_secrets_are_redacted_before_anything_is_stored(life, tmp_path) -> None:  # P5
    key = "sk-ant-" + "a1B2c3D4" * 5
    receipt = life.atlas.observe(user=f"my key is {key}, keep it", assistant=f"I saw {key}")
    assert receipt.redacted == ("anthropic key", "anthropic key")
    life.atlas.flush()
    life.atlas.context(f"Do you still have my key {key}?")
    for file in tmp_path.iterdir():
        assert key.encode() not in file.read_bytes()


def test_what_is_said_to_be_a_secret_is_in_no_file(life, tmp_path) -> None:
    """P5: on whichever side of the word for it a secret stands, and nothing is read of its rest."""
    said = {"correcthorse9": "I use {} as my password everywhere", "48395": "{} is the PIN of my card"}
    for secret, frame in said.items():
        assert life.atlas.observe(user=frame.format(secret)).redacted
    life.atlas.flush()
    assert not [each for each in life.atlas.memories() if each.claim is not None]
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert not [secret for secret in said if secret.encode() in stored]


@pytest.mark.parametrize(("idle", "pauses"), [(30, (0, 29, 31)), (10, (0, 9, 11))])
def test_a_session_ends_after_the_idle_minutes_that_are_set(life, idle: int, pauses: tuple[int, ...]) -> None:
    remade(life, sessions=SessionPolicy(timedelta(minutes=idle)))
    for minutes in pauses:
        life.virtual.clock.advance(timedelta(minutes=minutes))
        assert life.atlas.observe(user="hello there", conversation="c1").acknowledged
    with life.runtime.store.reading(life.runtime.space) as reader:
        sessions = [interaction.session for _, interaction in reader.interactions(0, 10)]
    assert sessions[0] == sessions[1] != sessions[2]


def test_a_thinker_that_fails_never_blocks_the_others(life, monkeypatch: pytest.MonkeyPatch) -> None:  # J4, J7
    from atlas.reflection import lightweight

    real = lightweight.reflect_by_rules

    def picky(material: Any) -> Any:
        if "poison" in material.interaction.messages[0].text:
            raise ValueError("cannot")
        return real(material)

    monkeypatch.setattr(lightweight, "reflect_by_rules", picky)
    life.atlas.observe(user="poison", conversation="c1")
    life.atlas.observe(user="I live in Porto.", conversation="c2")
    for _ in range(4):
        life.atlas.flush()
        life.virtual.later(hours=1)
    assert life.fact("lives in Porto")
    with life.runtime.store.reading(life.runtime.space) as reader:
        (job,) = reader.jobs(JobState.POISON, 10)
    assert job.failures == 3
    assert "ValueError" in (job.problem or "")
    assert "cannot" not in (job.problem or ""), "an error's own words may hold somebody's text"
    assert any(check.name == "jobs" and not check.ok for check in life.atlas.admin.doctor())


def test_an_owed_thought_survives_and_is_done_by_the_next_process(live) -> None:  # J4, J7
    first = live()
    assert first.atlas.observe(user="I live in Porto.").acknowledged
    second = live(seed=8)
    assert second.fact("lives in Porto")


def test_a_leased_job_is_left_alone_until_its_lease_runs_out(live) -> None:  # J4
    first, second = live(), live(seed=8)
    assert first.atlas.observe(user="I live in Porto.").acknowledged
    now = first.runtime.now()
    with first.runtime.store.writing(first.runtime.space) as txn:
        assert txn.claim_job("somebody", now, now + timedelta(minutes=1))
    assert second.atlas.flush() == 0
    second.virtual.later(minutes=2)
    assert second.atlas.flush() == 1
