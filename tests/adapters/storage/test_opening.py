"""Which files are opened, which are left alone, and how a schema moves forward (R4, R9)."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest
from _past_schema import past_schema
from _processes import run, start

from _unsynced_disk import UnsyncedDisk
from atlas.adapters.storage.sqlite import opening, schema
from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.errors import NotFound, StoreCorrupt, StoreNewer, StoreTrouble
from atlas.model.ids import MemoryId
from atlas.testing import samples
from atlas.testing.conformance.common import fill_first, fill_space
from atlas.testing.samples import AWAY, HOME, SMALL


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.atlas"


@pytest.fixture
def filled(path: Path) -> Path:
    with closing(SqliteStore.open(path)) as store, store.writing(HOME) as writer:
        fill_space(writer)
    return path


def test_a_store_is_there_again_when_opened_again(filled: Path) -> None:
    with closing(SqliteStore.open(str(filled))) as store, store.reading(HOME) as reader:
        assert reader.memory(MemoryId("m_1")) is not None


def test_acknowledged_means_durable(filled: Path, unsynced_disk: UnsyncedDisk) -> None:
    """Rule 8: every connection of the pool, not only the first."""
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1, "trusted_schema": 0}
    with (
        unsynced_disk.disabled(),
        closing(SqliteStore.open(filled)) as store,
        store._connection() as one,
        store._connection() as two,
    ):
        for connection in (one, two):
            assert {name: connection.pragma(name) for name in wanted} == wanted


# --- not ours


@pytest.mark.parametrize("content", [b"hello", b"PK\x03\x04" + b"\x00" * 200, b"\x00" * 4096])
def test_another_kind_of_file_is_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    for read_only in (False, True):
        with pytest.raises(StoreTrouble, match="is not an ATLAS store"):
            SqliteStore.open(path, read_only=read_only)
    assert path.read_bytes() == content
    assert [found.name for found in path.parent.iterdir() if found.is_file()] == [path.name]


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_another_programs_database_is_left_as_it_is(path: Path, mode: str) -> None:
    with closing(apsw.Connection(str(path))) as foreign:
        foreign.pragma("journal_mode", mode)
        foreign.execute("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)")
    before = path.read_bytes()
    with pytest.raises(StoreTrouble, match="another program's database"):
        SqliteStore.open(path)
    assert path.read_bytes() == before


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    with closing(SqliteStore.open(path)) as store:
        assert store.health().ok


def test_what_cannot_be_a_file_is_said(tmp_path: Path) -> None:
    for wrong in (tmp_path, tmp_path / "missing" / "store.atlas"):
        with pytest.raises(StoreTrouble, match="cannot be opened"):
            SqliteStore.open(wrong)


# --- not of our time


def test_a_newer_store_is_not_touched(filled: Path) -> None:
    with closing(apsw.Connection(str(filled))) as later:
        later.execute("PRAGMA user_version = 999")
    before = filled.read_bytes()
    for read_only in (False, True):
        with pytest.raises(StoreNewer, match="later version of ATLAS"):
            SqliteStore.open(filled, read_only=read_only)
    assert filled.read_bytes() == before


def test_a_store_upgraded_under_us_is_noticed(filled: Path) -> None:
    with closing(SqliteStore.open(filled)) as store:
        with closing(apsw.Connection(str(filled))) as later:
            later.execute("PRAGMA user_version = 999")
        with pytest.raises(StoreNewer), store.writing(HOME):
            pass
        with pytest.raises(StoreNewer), store.reading(HOME):
            pass


LAST = len(opening.migrations())


@pytest.mark.parametrize("step", range(2, LAST + 1))
def test_killed_while_moving_forward_it_never_happened(path: Path, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    """R9: and opening it again finishes what was begun."""
    with past_schema(monkeypatch, step - 1):
        SqliteStore.open(path).close()
    _check_killed(path, dies_in=step, leaves=step - 1)


def test_killed_while_moving_forward_what_was_done_before_stays_done(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R9: each step of an upgrade stands by itself."""
    with past_schema(monkeypatch, 1):
        SqliteStore.open(path).close()
    _check_killed(path, dies_in=LAST, leaves=LAST - 1)


@pytest.mark.parametrize("step", [1, LAST])
def test_killed_while_a_store_is_made_there_is_none(path: Path, step: int) -> None:
    """R9: a new store is made whole or not at all."""
    _check_killed(path, dies_in=step, leaves=0)


def _check_killed(path: Path, dies_in: int, leaves: int) -> None:
    process = start("die_migrating", path, dies_in)
    process.communicate()
    assert process.returncode < 0
    with closing(apsw.Connection(str(path))) as connection:
        assert opening.schema_of(connection) == leaves
    with closing(SqliteStore.open(path)) as store:
        assert store.health().schema == LAST
        assert store.health().ok
        with store.writing(HOME) as writer:
            fill_space(writer)


def test_an_older_store_is_brought_forward(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with past_schema(monkeypatch, 1), closing(SqliteStore.open(path)) as store, store.writing(HOME) as writer:
        fill_first(writer)
    with pytest.raises(StoreTrouble, match="earlier version"):
        SqliteStore.open(path, read_only=True)
    with closing(SqliteStore.open(path)) as store, store.reading(HOME) as reader:
        assert store.health().schema == len(opening.migrations())
        assert reader.memory(MemoryId("m_2")) is not None


@pytest.mark.parametrize("step", range(1, len(opening.migrations()) + 1))
def test_an_honest_store_of_any_age_has_the_schema_of_a_new_one(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """R9: also where SQLite made figures of its own, and where the file was rewritten."""
    with past_schema(monkeypatch, step), closing(SqliteStore.open(path)) as store:
        if step == 1:
            with store.writing(HOME) as writer:
                fill_first(writer)
        with store._connection() as connection:
            connection.execute("ANALYZE; VACUUM")
    with closing(SqliteStore.open(path)) as store:
        assert store.health().problems == ()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("CREATE TABLE t (a,\n  b) -- why", "CREATE TABLE t (a, /* what */ b)", True),
        ("CHECK (a = 'x  y')", "CHECK (a = 'x y')", False),
        ("WHEN a -- why\n AND b", "WHEN a -- why AND b", False),
        ("CHECK (a = '--') -- b", "CHECK (a = '--')", True),
        ('SELECT "a /* b" FROM c */', 'SELECT "a /* d" FROM c */', False),
    ],
)
def test_blanks_and_comments_are_no_difference_of_a_schema(one: str, other: str, same: bool) -> None:
    assert (schema._normalise_text(one) == schema._normalise_text(other)) is same


def test_a_store_with_a_text_index_gets_a_feed_instead(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the third schema, with rows in it: every row stays, every memory is in the feed in the order of writing, the
    words that the text index kept are in no byte, and what happens from then on is told."""
    with past_schema(monkeypatch, 3), closing(SqliteStore.open(path)) as store:
        _fill_the_past(store)
    with closing(SqliteStore.open(path)) as store:
        assert store.health().ok
        with store.reading(HOME) as reader:
            changes = reader.changes(SMALL, 0, 9)
            assert [(change.memory, change.listing is None) for change in changes] == [
                ("m_1", False),
                ("m_2", False),
                ("m_gone", True),
            ]
            assert changes[0].listing is not None
            assert (changes[0].listing.content, changes[0].listing.role) == ("I live in Porto", "user")
            assert changes[0].listing.vectors == samples.vector(1, 0)
            assert reader.last_change() == changes[-1].seq
            kept = reader.memory(MemoryId("m_2"))
            assert kept is not None
        with store.reading(AWAY) as reader:
            assert [change.memory for change in reader.changes(SMALL, 0, 9)] == ["m_1"]
        with store.writing(HOME) as writer:
            writer.put_memory(samples.changed(kept, uses=9), kept.version)
            assert [change.memory for change in writer.changes(SMALL, changes[-1].seq, 9)] == ["m_2"]
        store.purge()
    assert b"canaryterm" not in path.read_bytes()


def _fill_the_past(store: SqliteStore) -> None:
    with store.writing(HOME) as writer:
        fill_first(writer)
        writer.put_memory(samples.memory("m_gone", "forgotten"), None)
        writer.erase_memory(MemoryId("m_gone"), samples.START)
    with store.writing(AWAY) as writer:
        writer.put_memory(samples.memory("m_1", "elsewhere"), None)
    with store._connection() as connection:
        connection.execute("INSERT INTO memory_text (rowid, content) VALUES (1, 'canaryterm')")


def test_a_step_that_fails_changes_nothing(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = list(opening.migrations())
    monkeypatch.setattr(opening, "migrations", lambda: [*real, "CREATE TABLE half (x); SELECT nonsense"])
    with pytest.raises(StoreTrouble):
        SqliteStore.open(filled)
    monkeypatch.undo()
    with closing(SqliteStore.open(filled)) as store:
        assert store.health().ok
        with store._connection() as connection:
            assert not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'half'").fetchall()


# --- read-only


def test_read_only_reads_and_says_why_it_does_not_write(filled: Path) -> None:
    with closing(SqliteStore.open(filled, read_only=True)) as store:
        with store.reading(HOME) as reader:
            assert reader.memory(MemoryId("m_1")) is not None
        with pytest.raises(StoreTrouble, match="read-only"), store.writing(HOME):
            pass
        assert store.health().ok


def test_read_only_needs_a_store(path: Path) -> None:
    with pytest.raises(NotFound, match="no store"):
        SqliteStore.open(path, read_only=True)
    assert not path.exists()


@pytest.fixture
def protected(filled: Path) -> Iterator[Path]:
    """A store that only its owner may write, in a folder that only its owner may write."""
    folder = Path(tempfile.mkdtemp())
    copy = folder / "store.atlas"
    shutil.copy(filled, copy)
    copy.chmod(0o444)
    folder.chmod(0o555)
    yield copy
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_write_protected_store_says_so(protected: Path) -> None:
    """R4."""
    said = run("open_as_nobody", protected, False)
    assert said.startswith("StoreReadOnly: ")
    assert "allow writing" in said


def test_a_folder_without_room_for_locks_is_read_without(protected: Path) -> None:
    assert run("open_as_nobody", protected, True).startswith("read ")


def test_a_folder_without_room_for_locks_is_named_where_there_is_a_log(protected: Path, filled: Path) -> None:
    """What stands in the log alone would be missing without a word."""
    with closing(SqliteStore.open(filled)) as store:
        with store.writing(HOME) as writer:
            writer.put_memory(samples.memory("m_9", "in the log alone"), None)
        protected.parent.chmod(0o755)
        protected.unlink()
        for part in ("", "-wal"):
            shutil.copy(f"{filled}{part}", f"{protected}{part}")
            Path(f"{protected}{part}").chmod(0o444)
        protected.parent.chmod(0o555)
    said = run("open_as_nobody", protected, True)
    assert said.startswith("StoreReadOnly: ")
    assert "copy both elsewhere" in said


# --- damaged


def damaged(path: Path, offset: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(data)


def test_a_damaged_beginning_is_named(filled: Path) -> None:
    damaged(filled, 0, b"XXXX")
    with pytest.raises(StoreCorrupt, match="its beginning is damaged"):
        SqliteStore.open(filled)


def test_a_cut_file_is_named(filled: Path) -> None:
    os.truncate(filled, 3 * 4096 + 100)
    with pytest.raises(StoreCorrupt, match="restore a backup"):
        SqliteStore.open(filled)


def test_any_damaged_page_is_trouble_of_ours(filled: Path, tmp_path: Path) -> None:
    """Whatever byte is flipped: one of our errors or a right answer, and health tells when pages do not fit."""
    pages = filled.stat().st_size // 4096
    noticed = 0
    for page in range(1, pages):
        copy = tmp_path / f"copy_{page}.atlas"
        shutil.copy(filled, copy)
        damaged(copy, page * 4096, bytes(255 - byte for byte in filled.read_bytes()[page * 4096 :][:4096]))
        noticed += _troubled(copy)
    assert noticed >= pages * 3 // 4


def _troubled(path: Path) -> bool:
    try:
        with closing(SqliteStore.open(path)) as store:
            health = store.health()
            with store.reading(HOME) as reader:
                _read_all(reader)
            return not health.ok
    except StoreTrouble:
        return True


def _read_all(reader: object) -> None:
    from atlas.testing.conformance.transactions import READS, as_items

    for name, arguments in READS:
        as_items(getattr(reader, name)(*arguments))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE memories SET observed_at = 'yesterday' WHERE id = 'm_1'",
        "UPDATE memories SET tags = '[' WHERE id = 'm_1'",
        "UPDATE memories SET tags = CAST(x'5b22ff225d' AS TEXT) WHERE id = 'm_1'",
        "UPDATE proposals SET proposal = '{}'",
        "UPDATE jobs SET pinned = '['",
        "UPDATE reflections SET said = '{'",
        "UPDATE signals SET figures = '[1]'",
        "UPDATE failures SET at = 'yesterday'",
        "UPDATE patterns SET sources = ''",
        "UPDATE suggestions SET due_at = 'tomorrow'",
        "UPDATE spendings SET day = 'monday'",
        "UPDATE standings SET next_due = 'soon'",
        "UPDATE answers SET at = 'now'",
    ],
)
def test_a_damaged_row_is_named(filled: Path, damage: str) -> None:
    with closing(apsw.Connection(str(filled))) as connection:
        connection.execute(damage)
    with closing(SqliteStore.open(filled)) as store, store.reading(HOME) as reader, pytest.raises(StoreCorrupt):
        _read_all(reader)


def test_health_notices_rows_that_point_nowhere(filled: Path) -> None:
    with closing(apsw.Connection(str(filled))) as connection:
        connection.execute("PRAGMA foreign_keys = OFF; DELETE FROM interactions")
    with closing(SqliteStore.open(filled)) as store:
        assert not store.health().ok
        assert "messages" in store.health().problems[0]


def test_health_notices_an_index_that_lost_a_row(filled: Path) -> None:
    """An index that disagrees with its table hides rows from whoever asks by it: here, a change from its followers."""
    with closing(apsw.Connection(str(filled))) as connection:
        [(root,)] = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'changes_in_order'").fetchall()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    cells_at = (int(str(root)) - 1) * 4096 + 3
    cells = int.from_bytes(filled.read_bytes()[cells_at : cells_at + 2], "big")
    damaged(filled, cells_at, (cells - 1).to_bytes(2, "big"))
    with closing(SqliteStore.open(filled)) as store:
        assert not store.health().ok
        assert "changes_in_order" in " ".join(store.health().problems)


def test_health_tells_where_and_how_large(filled: Path) -> None:
    with closing(SqliteStore.open(filled)) as store:
        health = store.health()
        assert (health.ok, health.problems, health.location) == (True, (), str(filled))
        assert health.bytes_on_disk >= filled.stat().st_size


# --- full


def test_a_full_disk_changes_nothing_and_is_said(path: Path) -> None:
    """R4: no file may grow; the transaction in flight is lost whole, the store stays clean."""
    said = run("fill_the_disk", path)
    assert said.startswith("StoreTrouble: ")
    assert "nothing was changed" in said
    assert said.endswith("| healthy True | whole True")


def test_a_full_store_is_said(filled: Path) -> None:
    with closing(SqliteStore.open(filled)) as store:
        with store._connection() as connection:
            connection.execute("PRAGMA max_page_count = 1")
        huge = samples.memory("m_huge", "x" * 1_000_000)
        with pytest.raises(StoreTrouble, match="full"), store.writing(HOME) as writer:
            writer.put_memory(huge, None)
        with store.reading(HOME) as reader:
            assert reader.memory(huge.id) is None


def test_a_new_store_is_its_owners_alone(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path / "me.atlas")
    with store.writing(HOME):
        pass
    modes = {file.name: file.stat().st_mode & 0o077 for file in tmp_path.iterdir()}
    store.close()
    assert set(modes.values()) == {0}, modes
