"""From the fifteenth schema to the sixteenth: what was owed and journaled stays, and beliefs can be kept (R9)."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from _past_schema import past_schema

from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.model.ids import BeliefId, MessageId
from atlas.model.journal import Change, RowKind
from atlas.model.task import Task
from atlas.model.thinking import JobState
from atlas.testing.conformance.common import fill_first
from atlas.testing.samples import HOME, argument, at, belief, entry, job, reflection, spending

FIFTEENTH = 15
MOVED = {"jobs": "seq", "reflections": "seq", "spendings": "seq", "journal_parts": "row"}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "store.atlas"
    with past_schema(monkeypatch, FIFTEENTH), closing(SqliteStore.open(path)) as store, store.writing(HOME) as writer:
        fill_first(writer)
        writer.add_job(job("j_2", "k_2", task=Task.SNAPSHOT, pinned=("after:1", "upto:9"), priority=4))
        writer.add_job(job("j_1", "k_1", state=JobState.POISON, problem="broke", failures=3, created_at=at(1)))
        writer.add_reflection(reflection("r_1", said={"tone": "é"}))
        writer.put_spending(spending("b_1"))
    return path


def rows(store: SqliteStore) -> dict[str, list[object]]:
    with store._connection() as connection:
        read = {table: f"SELECT * FROM {table} ORDER BY {key}" for table, key in MOVED.items()}  # noqa: S608 # our own names
        return {table: list(connection.execute(sql).fetchall()) for table, sql in read.items()}


def test_every_row_stays_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with past_schema(monkeypatch, FIFTEENTH), closing(SqliteStore.open(path)) as store:
        before = rows(store)
    with closing(SqliteStore.open(path)) as store:
        assert rows(store) == before
        assert all(before.values())
        assert store.health().problems == ()


def test_beliefs_are_kept_weighed_and_journaled(path: Path) -> None:
    with closing(SqliteStore.open(path)) as store, store.writing(HOME) as writer:
        assert list(writer.beliefs()) == []
        writer.put_belief(belief("v_1"), None)
        writer.put_argument(argument("a_1", "v_1", "u_1"))
        writer.add_job(job("j_9", "beliefs", task=Task.BELIEFS))
        writer.append(
            entry(writer.head(), Change(RowKind.BELIEF, "v_1", None, {}), Change(RowKind.ARGUMENT, "a_1", None, {}))
        )
        assert [each.belief for each in writer.arguments_from([MessageId("u_1")])] == [BeliefId("v_1")]
