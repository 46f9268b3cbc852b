"""Opening a file: is it ours, is it of our time, and which steps bring it there."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import apsw

from atlas.adapters.storage.sqlite.dialect import APPLICATION_ID, CONNECTION_PRAGMAS
from atlas.adapters.storage.sqlite.driver_errors import translate_errors
from atlas.adapters.storage.sqlite.lineage import check_log, header_of, immutable_uri, log_is_empty, stamp_of
from atlas.adapters.storage.sqlite.lock_waiting import patience, until_free
from atlas.errors import NotFound, StoreCorrupt, StoreNewer, StoreReadOnly, StoreTrouble

_LOG: Final = logging.getLogger("atlas.storage")
_MAGIC: Final = b"SQLite format 3\x00"
_APPLICATION_ID_AT: Final = slice(68, 72)
_HEADER_BYTES: Final = 100
_PREPARED: Final = 512
"""Statements that a connection keeps compiled, all that there are: compiling takes longer than running most of them."""
_NUMBERED: Final = re.compile(r"^(\d{4})_\w+\.sql$")


@cache
def migrations() -> Sequence[str]:
    """Every step of the schema as text, in order; step n brings version n - 1 to n."""
    folder = files(__package__).joinpath("migrations")
    named = sorted((item for item in folder.iterdir() if _NUMBERED.match(item.name)), key=lambda item: item.name)
    return [item.read_text("utf-8") for item in named]


def connect(path: Path, timeout_s: float, read_only: bool) -> apsw.Connection:
    """To a store that is there; it is never made here."""
    if read_only:
        return _connect_for_reading(path, timeout_s)
    with translate_errors(str(path)):
        return _connect(str(path), timeout_s, apsw.SQLITE_OPEN_READWRITE)


def _connect(name: str, timeout_s: float, flags: int) -> apsw.Connection:
    connection = apsw.Connection(name, flags=flags, statementcachesize=_PREPARED)
    connection.set_busy_handler(patience(timeout_s))
    # One plan for a statement, whatever is asked with it. Else SQLite compiles it anew whenever a value changes.
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
    for pragma in CONNECTION_PRAGMAS:
        connection.execute(pragma).fetchall()
    return connection


def prepare(path: Path, timeout_s: float) -> apsw.Connection:
    """A connection to an up-to-date store, created or brought forward as needed."""
    check_link(path)
    check_ours(path)
    check_log(path)
    _make_private(path)
    with translate_errors(str(path)):
        connection = _connect(str(path), timeout_s, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
    try:
        with translate_errors(str(path)):
            _check_writable(connection, path)
            _bring_forward(connection, path)
            until_free(lambda: _switch_to_log(connection), timeout_s)
            stamp_of(connection)  # the first look opens the log
    except BaseException:
        connection.close()
        raise
    return connection


def _make_private(path: Path) -> None:
    """A new store is its owner's alone; SQLite gives the log beside it the same mode. Trouble is told by opening it."""
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def prepare_reading(path: Path, timeout_s: float) -> apsw.Connection:
    check_link(path)
    if not path.exists():
        raise NotFound(f"There is no store at {path}.")
    check_ours(path)
    check_log(path)
    connection = _connect_for_reading(path, timeout_s)
    try:
        with translate_errors(str(path)):
            _check_current(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def connect_to_copy(path: Path, timeout_s: float) -> apsw.Connection:
    """To a store of this version or an earlier one, for reading alone: it is left as it is."""
    check_link(path)
    check_ours(path)
    check_log(path)
    connection = _connect_for_reading(path, timeout_s)
    try:
        with translate_errors(str(path)):
            if not check_not_newer(connection, path):
                raise StoreCorrupt(f"{path} is empty: name a backup of a store.")
    except BaseException:
        connection.close()
        raise
    return connection


def check_link(path: Path) -> None:
    """A link to nothing is a disk that is not there, or a file that went: a new store would only hide that."""
    if path.is_symlink() and not path.exists():
        raise StoreTrouble(
            f"{path} is a link to {path.readlink()}, where there is nothing: "
            "bring back what it leads to, or remove the link to begin anew."
        )


def check_ours(path: Path) -> None:
    """Read the header ourselves: merely opening another program's database could already change it."""
    head = _read_header(path)
    if not head:
        return
    if not head.startswith(_MAGIC):
        raise StoreCorrupt(f"{path} is not an ATLAS store, or its beginning is damaged; it was left as it is.")
    if int.from_bytes(head[_APPLICATION_ID_AT], "big") != APPLICATION_ID:
        raise StoreTrouble(f"{path} is not an ATLAS store but another program's database; it was left as it is.")


def check_not_newer(connection: apsw.Connection, path: Path) -> int:
    """Also pins the moment that a transaction reads: the first look at the file begins its snapshot."""
    found = schema_of(connection)
    if found > len(migrations()):
        raise StoreNewer(f"{path} was written by a later version of ATLAS (schema {found}): upgrade ATLAS to open it.")
    return found


def schema_of(connection: apsw.Connection) -> int:
    [(version,)] = connection.execute("PRAGMA user_version").fetchall()
    return int(str(version))


def _read_header(path: Path) -> bytes:
    if not path.exists():
        return b""
    if not path.is_file():
        raise StoreTrouble(f"{path} cannot be opened: it is not a file.")
    try:
        return header_of(path, _HEADER_BYTES)
    except apsw.Error as error:
        raise StoreTrouble(f"{path} cannot be opened: check who may read it.") from error


def _check_writable(connection: apsw.Connection, path: Path) -> None:
    """A write-protected file opens silently for reading only; better said now than at the first write."""
    if connection.readonly("main"):
        raise StoreReadOnly(f"{path} is write-protected: allow writing to it, or open it read-only.")


def _connect_for_reading(path: Path, timeout_s: float) -> apsw.Connection:
    """Even a reader keeps a file of locks beside the log, and needs a folder where it may.

    Where it may not, and there is no log, nobody has the store open for writing: then it is read without locks.
    """
    with translate_errors(str(path)):
        try:
            return _looked_at(_connect(str(path), timeout_s, apsw.SQLITE_OPEN_READONLY))
        except (apsw.ReadOnlyError, apsw.CantOpenError) as error:
            if not log_is_empty(path):
                why = "has a log, and cannot be read in a folder that may not be written to"
                raise StoreReadOnly(f"{path} {why}: copy both elsewhere and open the copy.") from error
            flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
            return _looked_at(_connect(immutable_uri(path), timeout_s, flags))


def _looked_at(connection: apsw.Connection) -> apsw.Connection:
    """Only the first look at a file tells whether it can be read."""
    try:
        schema_of(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def may_write(path: Path) -> bool:
    """Whether the file and the names beside it may be changed by who this process acts for."""
    effective = os.access in os.supports_effective_ids
    return all(os.access(place, os.W_OK, effective_ids=effective) for place in (path, path.resolve().parent))


def _check_current(connection: apsw.Connection, path: Path) -> None:
    if check_not_newer(connection, path) < len(migrations()):
        raise StoreTrouble(
            f"{path} was written by an earlier version of ATLAS: open it once for writing to upgrade it."
        )


def _bring_forward(connection: apsw.Connection, path: Path) -> None:
    found = check_not_newer(connection, path)
    while check_not_newer(connection, path) < len(migrations()):
        _run_steps(connection, path)
    if 0 < found < len(migrations()):
        fields = {"atlas_from": found, "atlas_to": len(migrations())}
        _LOG.info("A store of an earlier version was brought forward.", extra=fields)


def _run_steps(connection: apsw.Connection, path: Path) -> None:
    """One migration in one transaction, or of a new store all: killed in the middle, it never happened.

    Who comes second finds it done.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        done = check_not_newer(connection, path)
        steps = migrations()[done : done + 1] if done else migrations()
        for step in steps:
            connection.execute(step)
        if steps:
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {done + len(steps)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _switch_to_log(connection: apsw.Connection) -> bool:
    """The write-ahead log, once and for all: the file remembers. False while somebody else has the file open for it."""
    try:
        return bool(connection.execute("PRAGMA journal_mode = WAL").fetchall()[0][0] == "wal")
    except apsw.BusyError:
        return False
