"""Copies of a store: SQLite's own backup, and how a copy is laid in a store's place so that no log undoes it (X9)."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final

import apsw

from atlas.adapters.storage.sqlite.driver_errors import translate_errors
from atlas.adapters.storage.sqlite.lineage import BEGIN
from atlas.errors import BadInput, StoreTrouble
from atlas.ports.store import Progress

_STEP: Final = 256
"""Pages at a time: a megabyte, after which whoever waits is told."""
_BESIDE: Final = ("-wal", "-shm", "-journal")
_TO_WHOLE: Final = (apsw.SQLITE_LOCK_SHARED, apsw.SQLITE_LOCK_RESERVED, apsw.SQLITE_LOCK_EXCLUSIVE)


def copy_moment(connection: apsw.Connection, target: Path, progress: Progress | None = None) -> None:
    """Everything that was committed when this begins, into an empty file.

    The moment is held by a transaction, so that what others write meanwhile neither goes in nor makes it begin anew.
    """
    connection.execute("BEGIN")
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        with closing(apsw.Connection(str(target), flags=apsw.SQLITE_OPEN_READWRITE)) as made:
            made.execute("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
            _copy_pages(connection, made, progress)
            begin_line(made)
    finally:
        connection.execute("ROLLBACK")


def _copy_pages(source: apsw.Connection, made: apsw.Connection, progress: Progress | None) -> None:
    with made.backup("main", source, "main") as copying:
        left = None
        while not copying.done:
            copying.step(_STEP)
            done = (copying.page_count if left is None else left) - copying.remaining
            left = copying.remaining
            if progress:
                progress("copying", done, copying.page_count)


def begin_line(made: apsw.Connection) -> None:
    """A line of its own, in one file: it needs no log until somebody opens it for writing."""
    if made.execute("SELECT 1 FROM sqlite_schema WHERE name = 'lineage'").fetchall():
        made.execute(BEGIN)
    [(mode,)] = made.execute("PRAGMA journal_mode = DELETE").fetchall()
    if mode != "delete":
        raise StoreTrouble(f"{made.filename} could not be made one file: try again.")


# --- files


@contextmanager
def draft(target: Path) -> Iterator[Path]:
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".draft", dir=target.parent)
    except OSError as error:
        raise BadInput(f"{target} cannot be written: {error.strerror or error}.") from None
    os.close(handle)
    made = Path(name)
    try:
        yield made
    finally:
        for part in ("", *_BESIDE):
            with suppress(FileNotFoundError):
                Path(f"{made}{part}").unlink()


def publish(made: Path, target: Path, like: Path, force: bool) -> None:
    try:
        made.chmod(stat.S_IMODE(like.stat().st_mode) & 0o666)
        sync(made)
        _lay_in_place(made, target, force)
        sync(target.parent)
    except FileExistsError:
        raise BadInput(f"{target} is there already; write over it with --force.") from None
    except OSError as error:
        raise BadInput(f"{target} cannot be written: {error.strerror or error}.") from None


def _lay_in_place(made: Path, target: Path, force: bool) -> None:
    """A link fails where something is, in one step; where there are no links, a look must do."""
    if force:
        made.replace(target)
        return
    try:
        os.link(made, target)
    except FileExistsError:
        raise
    except OSError:
        if target.exists():
            raise FileExistsError from None
        made.replace(target)


def exchange(made: Path, store: Path, mark: str) -> Path | None:
    """First the old files have a second name, then the new one takes their place, then the old log goes from beside it.

    Killed in between, the old store is there whole, or the new one with a log that does not fit it, which is told when
    it is opened.
    """
    real = Path(os.path.realpath(store))
    aside = _find_free_name(real.with_name(f"{real.name}.{mark}"))
    try:
        with _hold_alone(real):
            kept = _keep_aside(real, aside)
            made.chmod(stat.S_IMODE(real.stat().st_mode) & 0o666 if real.exists() else 0o600)
            sync(made)
            made.replace(real)
            for part in _BESIDE:
                Path(f"{real}{part}").unlink(missing_ok=True)
            for place in {real, store}:
                shutil.rmtree(place.with_name(f"{place.name}-index"), ignore_errors=True)
            sync(real.parent)
    except OSError as error:
        raise StoreTrouble(f"{store} could not be replaced: {error.strerror or error}; look at {aside}.") from error
    return aside if kept else None


def _find_free_name(aside: Path) -> Path:
    """Two in one second do not write over each other."""
    return next(
        place
        for number in count(1)
        if not (place := aside if number == 1 else aside.with_name(f"{aside.name}-{number}")).exists()
    )


def _keep_aside(real: Path, aside: Path) -> bool:
    """The lock file is made anew from the log, and is not kept."""
    kept = False
    for part in ("", "-wal", "-journal"):
        if Path(f"{real}{part}").exists():
            _link_file(Path(f"{real}{part}"), Path(f"{aside}{part}"))
            kept = True
    if kept:
        sync(real.parent)
    return kept


def _link_file(old: Path, new: Path) -> None:
    try:
        os.link(old, new)
    except FileExistsError:
        raise
    except OSError:
        shutil.copy2(old, new)
        sync(new)


@contextmanager
def _hold_alone(store: Path) -> Iterator[None]:
    """Nobody else has the file open, nor can open it while this lasts."""
    if not store.exists():
        yield
        return
    with translate_errors(str(store)):
        file = apsw.VFSFile("", str(store), [apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READWRITE, 0])
    try:
        try:
            for level in _TO_WHOLE:
                file.xLock(level)
        except apsw.BusyError:
            raise StoreTrouble(
                f"{store} is open in another process or here: stop what uses it, then restore; nothing was changed."
            ) from None
        yield
    finally:
        file.xUnlock(apsw.SQLITE_LOCK_NONE)
        file.xClose()


def sync(path: Path) -> None:
    """On the disk, a folder's names too."""
    if sys.platform == "win32" and path.is_dir():
        return  # folders cannot be opened there, and renames are on the disk without
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def same_store(one: Path, other: Path) -> bool:
    """Whether two names lead to one file, or to one that SQLite keeps beside it."""
    real = os.path.realpath(other)
    places = {real, *(os.path.realpath(f"{real}{part}") for part in _BESIDE)}
    return os.path.realpath(one) in places or (one.exists() and other.exists() and one.samefile(other))
