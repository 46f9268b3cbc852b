"""From the sixteenth schema to the seventeenth: rows stay, and figures can be kept (R9, H3, H6)."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from _past_schema import past_schema

from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.model.journal import Change, RowKind
from atlas.model.metric import Escalation, Rung
from atlas.model.task import Task
from atlas.model.thinking import JobState
from atlas.testing.conformance.common import fill_first
from atlas.testing.samples import HOME, START, at, entry, figure, job, reflection, spending

SIXTEENTH = 16
MOVED = {"jobs": "seq", "reflections": "seq", "spendings": "seq", "journal_parts": "row"}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "store.atlas"
    with past_schema(monkeypatch, SIXTEENTH), closing(SqliteStore.open(path)) as store, store.writing(HOME) as writer:
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
    with past_schema(monkeypatch, SIXTEENTH), closing(SqliteStore.open(path)) as store:
        before = rows(store)
    with closing(SqliteStore.open(path)) as store:
        assert rows(store) == before
        assert all(before.values())
        assert store.health().problems == ()


def test_figures_and_the_place_on_the_ladder_are_kept(path: Path) -> None:
    stands = Escalation(Rung.PAUSED, START, "The constitution was changed.")
    with closing(SqliteStore.open(path)) as store, store.writing(HOME) as writer:
        assert (list(writer.figures(START.date())), writer.escalation()) == ([], None)
        writer.put_figure(figure("consistency", START.date()))
        writer.put_escalation(stands)
        writer.append(entry(writer.head(), Change(RowKind.ESCALATION, "l_ladder", None, {})))
        assert list(writer.figures(START.date())) == [figure("consistency", START.date())]
        assert writer.escalation() == stands


def test_the_name_of_a_task_is_no_matter_of_the_tables(path: Path) -> None:
    """The next task needs no move of a hundred thousand rows."""
    with closing(SqliteStore.open(path)) as store, store._connection() as connection:
        connection.execute("UPDATE jobs SET task = 'another'")
