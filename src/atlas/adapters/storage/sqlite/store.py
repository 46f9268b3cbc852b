"""The store in one SQLite file, safe from several threads and several processes."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

import apsw

from atlas.adapters.storage.sql.reader import SqlReader
from atlas.adapters.storage.sql.writer import SqlWriter
from atlas.adapters.storage.sqlite import copies, opening
from atlas.adapters.storage.sqlite.driver_errors import DRIVERS, ours, translate_errors
from atlas.adapters.storage.sqlite.lineage import OpenFile
from atlas.adapters.storage.sqlite.lock_waiting import until_free
from atlas.adapters.storage.sqlite.schema import schema_problems
from atlas.adapters.storage.sqlite.statements import statements
from atlas.adapters.storage.sqlite.transaction import SqliteLane
from atlas.errors import NotFound, StoreCorrupt, StoreReadOnly, StoreTrouble
from atlas.model.ids import SpaceId
from atlas.ports.store import Progress, StoreHealth

_MAX_IDLE: Final = 8
_MAX_PROBLEMS: Final = 20
_FILES: Final = ("", "-wal", "-shm")


class SqliteStore:
    """Open it with `SqliteStore.open(path)`."""

    def __init__(self, path: Path, timeout_s: float, read_only: bool, first: apsw.Connection) -> None:
        self._path = path.absolute()
        """A program may change its folder while the store is open."""
        self._location = str(self._path)
        self._timeout_s = timeout_s
        self._read_only = read_only
        self._first = first
        """Open for as long as the store is, and read from once: while it is, no other file can have its number."""
        self._file = None if read_only else OpenFile(self._path, first)
        self._idle: list[apsw.Connection] = []
        self._pool = threading.Lock()
        self._writing = threading.Lock()
        self._closed = False
        self._known: set[SpaceId] = set()
        """Spaces whose row was committed or found; no space is ever deleted."""

    @classmethod
    def open(cls, path: str | Path, *, timeout_s: float = 10, read_only: bool = False) -> Self:
        """Open the store, creating it or bringing it forward; `timeout_s` is how long a lock is waited for."""
        where = Path(path)
        prepare = opening.prepare_reading if read_only else opening.prepare
        return cls(where, timeout_s, read_only, prepare(where, timeout_s))

    @classmethod
    def open_as_allowed(cls, path: str | Path, *, timeout_s: float = 10) -> Self:
        """Open it for writing; where it is there and may only be read, for reading."""
        try:
            return cls.open(path, timeout_s=timeout_s)
        except StoreTrouble:
            where = Path(path)
            if not where.exists() or opening.may_write(where):
                raise
        return cls.open(path, timeout_s=timeout_s, read_only=True)

    @property
    def location(self) -> str:
        return self._location

    @property
    def read_only(self) -> bool:
        return self._read_only

    @property
    def _only_read(self) -> str:
        return f"{self._path} was opened read-only: allow writing to it and its folder, and open it for writing."

    # --- transactions

    @contextmanager
    def reading(self, space: SpaceId) -> Iterator[SqlReader]:
        with self._transaction("BEGIN", space) as lane:
            yield SqlReader(lane)

    @contextmanager
    def writing(self, space: SpaceId) -> Iterator[SqlWriter]:
        if self._read_only:
            raise StoreReadOnly(self._only_read)
        with self._one_writer(), self._transaction("BEGIN IMMEDIATE", space, writes=True) as lane:
            if space not in self._known:
                lane.change("add_space")
            yield SqlWriter(lane)
        self._known.add(space)

    def spaces(self) -> Sequence[SpaceId]:
        with self._connection() as connection, translate_errors(self._location):
            return [SpaceId(str(id)) for (id,) in connection.execute(statements()["spaces"]).fetchall()]

    # --- care

    def purge(self) -> None:
        """Deleted rows are zeroed as they go, and that is not enough (docs/decisions/0004-storage.md).

        A page keeps pieces of rows that moved to another page, and the log keeps everything: so the file is rewritten
        and the log emptied.
        """
        with self._one_writer(), self._connection() as connection, translate_errors(self._location):
            _rewrite_file(connection)
            until_free(lambda: _truncate_log(connection), self._timeout_s)
            connection.execute(statements()["purged"])
            if self._file:
                self._file.note_commit(self._file.advance(connection))
                self._file.check(connection)

    def owes_purge(self) -> bool:
        with self._connection() as connection, translate_errors(self._location):
            [(owed,)] = connection.execute(statements()["owes_purge"]).fetchall()
            return bool(owed)

    def health(self) -> StoreHealth:
        problems: list[str] = []
        schema = 0
        try:
            with self._fresh() as connection, translate_errors(self._location):
                schema = opening.schema_of(connection)
                problems = _list_problems(connection)
        except StoreCorrupt as error:
            problems = [str(error)]
        return StoreHealth(not problems, tuple(problems), schema, self._bytes_on_disk(), self._location)

    def check_pages(self, at_most: int | None = None) -> None:
        if at_most is not None and self._bytes_on_disk() > at_most:
            return
        with self._connection() as connection, translate_errors(self._location):
            if connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
                raise apsw.CorruptError

    def copy_to(self, target: str, progress: Progress | None = None) -> None:
        with self._connection() as connection, translate_errors(self._location):
            copies.copy_moment(connection, Path(target), progress)
        if self._file:
            self._file.check_place()

    def reopened(self) -> Self:
        if not self._path.exists():
            raise NotFound(f"There is no store at {self._path}.")
        return type(self).open(self._path, timeout_s=self._timeout_s, read_only=self._read_only)

    def close(self) -> None:
        with self._pool:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in (*idle, self._first):
            self._discard(connection)

    def _bytes_on_disk(self) -> int:
        parts = (Path(f"{self._path}{suffix}") for suffix in _FILES)
        return sum(part.stat().st_size for part in parts if part.exists())

    # --- connections

    @contextmanager
    def _one_writer(self) -> Iterator[None]:
        """Threads of one process queue here, so that they do not spin on the file's lock."""
        if not self._writing.acquire(timeout=self._timeout_s):
            raise StoreTrouble(f"{self._path} is being written by this process: try again in a moment.")
        try:
            yield
        finally:
            self._writing.release()

    @contextmanager
    def _transaction(self, begin: str, space: SpaceId, writes: bool = False) -> Iterator[SqliteLane]:
        with self._connection() as connection:
            lane = SqliteLane(connection, space, self._location, writes=writes)
            self._say(connection, begin)
            try:
                self._check_age(connection)
                before = connection.total_changes()
                yield lane
                if writes and connection.total_changes() != before:
                    self._commit_stamped(connection)
                else:
                    self._say(connection, "COMMIT")
            finally:
                lane.end()
                if connection.in_transaction:
                    self._say(connection, "ROLLBACK")

    def _say(self, connection: apsw.Connection, statement: str) -> None:
        try:
            connection.execute(statement)
        except DRIVERS as error:
            raise ours(error, self._location) from error

    def _commit_stamped(self, connection: apsw.Connection) -> None:
        """X9: looked at before, so that nothing goes into another file, and after, so that nothing is told that did."""
        file = self._file
        if file is None:
            raise StoreReadOnly(self._only_read)
        try:
            changes = file.advance(connection) if file.stamped else 0
            file.check(connection)
            connection.execute("COMMIT")
            file.note_commit(changes)
            file.check_main(connection)
        except DRIVERS as error:
            raise ours(error, self._location) from error

    def _check_age(self, connection: apsw.Connection) -> None:
        """A later ATLAS may have changed the file under us while it was open."""
        try:
            opening.check_not_newer(connection, self._path)
        except DRIVERS as error:
            raise ours(error, self._location) from error

    @contextmanager
    def _connection(self) -> Iterator[apsw.Connection]:
        """One connection for one user at a time. After trouble with the file it is closed, not used again."""
        connection = self._take()
        try:
            yield connection
        except StoreTrouble:
            self._discard(connection)
            raise
        except BaseException:
            self._give_back(connection)
            raise
        self._give_back(connection)

    @contextmanager
    def _fresh(self) -> Iterator[apsw.Connection]:
        """A connection that has read nothing yet: one that remembers pages could overlook what happened to the file."""
        connection = self._connect()
        try:
            yield connection
        finally:
            connection.close()

    def _take(self) -> apsw.Connection:
        with self._pool:
            if self._closed:
                raise StoreTrouble(f"{self._path} is closed.")
            if self._idle:
                return self._idle.pop()
        return self._connect()

    def _connect(self) -> apsw.Connection:
        """Another handle of the same file, or none."""
        if self._file:
            self._file.check_place()
        connection = opening.connect(self._path, self._timeout_s, self._read_only)
        try:
            if self._file:
                self._file.check_place()
        except BaseException:
            connection.close()
            raise
        return connection

    def _discard(self, connection: apsw.Connection) -> None:
        """The last one that is closed writes the log into the file: not into one that something else stands in."""
        if self._file and self._file.overwritten:
            connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        connection.close()

    def _give_back(self, connection: apsw.Connection) -> None:
        with self._pool:
            if not self._closed and len(self._idle) < _MAX_IDLE:
                self._idle.append(connection)
                return
        self._discard(connection)


def _rewrite_file(connection: apsw.Connection) -> None:
    """The copy is as large as the store, so that for once it goes to a temporary file, which SQLite unlinks."""
    connection.execute("PRAGMA temp_store = FILE")
    try:
        connection.execute("VACUUM")
    finally:
        connection.execute("PRAGMA temp_store = MEMORY")


def _truncate_log(connection: apsw.Connection) -> bool:
    """Whether the whole log went into the file and was emptied; a reader of an older moment can hold it up."""
    busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()[0]
    return not busy


def _list_problems(connection: apsw.Connection) -> list[str]:
    """Pages and indexes, then rows that point nowhere, then what is not of ATLAS's making."""
    found = [str(text) for (text,) in connection.execute(f"PRAGMA integrity_check({_MAX_PROBLEMS})").fetchall()]
    problems = [] if found == ["ok"] else found
    for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check").fetchall()[:_MAX_PROBLEMS]:
        problems.append(f"A row of {table} points to a row of {parent} that is not there.")
    return problems or schema_problems(connection)[:_MAX_PROBLEMS]
