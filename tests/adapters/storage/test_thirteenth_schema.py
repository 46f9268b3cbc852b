"""From the twelfth schema to the thirteenth: what was owed and thought stays, and sessions can be gated (R9, E1)."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from _past_schema import past_schema

from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.model.ids import SessionId
from atlas.model.interaction import Gate
from atlas.model.task import Task
from atlas.model.thinking import JobState
from atlas.testing.conformance.common import fill_first
from atlas.testing.samples import HOME, at, job, reflection

TWELFTH = 12
MOVED = ("jobs", "reflections", "spendings", "interactions")
ROWS = "SELECT * FROM {} ORDER BY seq"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "store.atlas"
    with past_schema(monkeypatch, TWELFTH), closing(SqliteStore.open(path)) as store, store.writing(HOME) as writer:
        fill_first(writer)
        writer.add_job(job("j_2", "k_2", task=Task.NIGHTLY, pinned=("after:1", "upto:9"), priority=4))
        writer.add_job(job("j_1", "k_1", state=JobState.POISON, problem="broke", failures=3, created_at=at(1)))
        writer.add_reflection(replace(reflection("r_1"), duration_ms=12, money=7, said={"tone": "é"}))
    return path


def rows(store: SqliteStore) -> dict[str, list[object]]:
    with store._connection() as connection:
        return {table: list(connection.execute(ROWS.format(table)).fetchall()) for table in MOVED}


def test_every_row_stays_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with past_schema(monkeypatch, TWELFTH), closing(SqliteStore.open(path)) as store:
        before = rows(store)
    with closing(SqliteStore.open(path)) as store:
        assert rows(store) == before
        assert before["jobs"]
        assert before["reflections"]
        assert store.health().problems == ()


def test_sessions_from_before_are_open_and_can_be_gated(path: Path) -> None:
    with closing(SqliteStore.open(path)) as store, store.writing(HOME) as writer:
        (open_one,) = writer.sessions_idle(at(9_999), 9)
        assert (open_one.ended_at, open_one.gate) == (None, None)
        writer.put_session(replace(open_one, ended_at=at(31), gate=Gate.FIRED))
        writer.add_job(job("j_9", f"gate:{open_one.id}", task=Task.GATE))
        assert [each.id for each in writer.sessions_queued(9)] == [SessionId(open_one.id)]
