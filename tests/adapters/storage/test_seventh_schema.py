"""From the sixth schema to the seventh: what was owed and thought before stays owed and thought (R9)."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import apsw
import pytest
from _past_schema import past_schema
from _processes import start

from atlas.adapters.storage.sqlite import opening
from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.model.ids import JobId, MemoryId, MessageId, ReflectionId
from atlas.model.task import Task
from atlas.model.thinking import JobState, Reflection
from atlas.ports.writing import Writer
from atlas.testing.conformance.common import fill_first
from atlas.testing.samples import AWAY, HOME, at, job

SIXTH = 6
OLD_ROWS = """
INSERT INTO jobs (seq, space, id, tier, key, interaction, state, priority, created_at, attempts, lease_owner,
    lease_until, problem) VALUES
    (3, 'home', 'j_3', 'nightly', 'k_1', NULL, 'done', 0, '2026-03-01T09:33:00.000000+00:00', 1, NULL, NULL, NULL),
    (4, 'away', 'j_1', 'adaptive', 'k_1', NULL, 'queued', 0, '2026-03-01T09:31:00.000000+00:00', 0, NULL, NULL, NULL),
    (7, 'home', 'j_1', 'adaptive', 'k_1', NULL, 'running', 0, '2026-03-01T09:31:00.000000+00:00', 0, 'me',
        '2026-03-01T09:34:00.000000+00:00', NULL),
    (8, 'home', 'j_4', 'weekly', 'k_4', NULL, 'poison', 0, '2026-03-01T09:34:00.000000+00:00', 9, NULL, NULL, 'broke'),
    (40, 'home', 'j_2', 'lightweight', 'k_2', 'i_1', 'queued', 5, '2026-03-01T09:32:00.000000+00:00', 3, NULL, NULL,
        'no model');
INSERT INTO reflections (seq, space, id, job, tier, thinker, inputs, at, proposed, prompt_hash, problem) VALUES
    (5, 'home', 'r_2', 'j_3', 'nightly', 'rules', '["u_2","u_1"]', '2026-03-01T09:32:00.000000+00:00', 4, 'ab', 'late'),
    (6, 'away', 'r_2', NULL, 'adaptive', 'rules', '[]', '2026-03-01T09:32:00.000000+00:00', 0, NULL, NULL),
    (9, 'home', 'r_1', NULL, 'lightweight', 'large', '[]', '2026-03-01T09:31:00.000000+00:00', 0, NULL, NULL);
"""
"""Not in the order of their ids, with gaps, in two spaces with the same ids and keys."""

RUNNING = job("j_1", "k_1", task=Task.ADAPTIVE, state=JobState.RUNNING, created_at=at(1))
JOBS = [
    job("j_2", "k_2", interaction="i_1", priority=5, created_at=at(2), attempts=3, problem="no model"),
    job("j_3", "k_1", task=Task.NIGHTLY, state=JobState.DONE, created_at=at(3), attempts=1),
    replace(RUNNING, lease_owner="me", lease_until=at(4)),
    job("j_4", "k_4", task=Task.WEEKLY, state=JobState.POISON, created_at=at(4), attempts=9, problem="broke"),
]
REFLECTIONS = [
    Reflection(ReflectionId("r_1"), None, Task.LIGHTWEIGHT, "large", (), at(1), 0),
    Reflection(
        id=ReflectionId("r_2"),
        job=JobId("j_3"),
        task=Task.NIGHTLY,
        thinker="rules",
        inputs=(MessageId("u_2"), MessageId("u_1")),
        at=at(2),
        proposed=4,
        prompt_hash="ab",
        problem="late",
    ),
]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store of the sixth schema."""
    path = tmp_path / "store.atlas"
    with past_schema(monkeypatch, SIXTH), closing(SqliteStore.open(path)) as store, store.writing(HOME) as writer:
        fill_first(writer)
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute(OLD_ROWS)
    return path


def test_every_row_stays_as_it_was_and_in_its_order(path: Path) -> None:
    with closing(SqliteStore.open(path)) as store:
        assert store.health().ok
        with store.reading(HOME) as reader:
            assert list(reader.jobs(None, 9)) == JOBS
            assert list(reader.reflections(9)) == REFLECTIONS
            assert reader.memory(MemoryId("m_2")) is not None
        with store._connection() as connection:
            for table, numbers in (("jobs", [3, 4, 7, 8, 40]), ("reflections", [5, 6, 9])):
                rows = connection.execute(f"SELECT seq FROM {table} ORDER BY seq").fetchall()  # noqa: S608 # our own
                assert [seq for (seq,) in rows] == numbers


def test_what_was_open_is_still_owed_once(path: Path) -> None:
    """J4, J5: a lease from before runs out as it would have."""
    with closing(SqliteStore.open(path)) as store:
        with store.writing(HOME) as writer:
            assert not writer.add_job(job("j_9", "k_1"))
            assert not writer.add_job(job("j_9", "k_4"))
            assert writer.job(RUNNING.id) == replace(JOBS[2], again=1)
            assert [_claimed(writer, minute) for minute in (0, 0, 4)] == ["j_2", None, "j_1"]
        with store.writing(AWAY) as writer:
            assert [_claimed(writer, minute) for minute in (0, 0)] == ["j_1", None]


def test_killed_in_the_middle_with_rows_in_it_nothing_is_lost(path: Path) -> None:
    killed = start("die_migrating", path, SIXTH + 1)
    killed.communicate()
    assert killed.returncode < 0
    with closing(apsw.Connection(str(path))) as connection:
        assert opening.schema_of(connection) == SIXTH
        assert connection.execute("SELECT count(tier) FROM jobs").fetchall() == [(5,)]
    with closing(SqliteStore.open(path)) as store, store.reading(HOME) as reader:
        assert (list(reader.jobs(None, 9)), list(reader.reflections(9))) == (JOBS, REFLECTIONS)


def _claimed(writer: Writer, minute: int) -> str | None:
    found = writer.claim_job("you", at(minute), at(60))
    return found.id if found else None
