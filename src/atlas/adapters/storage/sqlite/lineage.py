"""Which file a store is: told by the system's numbers while it is open, and by a stamp inside it from then on (X9).

Every change counts the stamp up, and a backup begins a line of its own. So a log that lies beside a file can be held
against it before SQLite applies it: one that was begun on another file would undo or mix up what lies there.

The file itself is only ever read through SQLite's own file layer: with POSIX locks, closing any other handle of a file
lets go of the locks that SQLite holds on it. This module loads nothing heavy, since hooks need it.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import apsw

from atlas.errors import StoreTrouble

ADVANCE: Final = (
    "UPDATE lineage SET stamp = substr(stamp, 1, 47) || printf('%020d', CAST(substr(stamp, 48) AS INTEGER) + 1) "
    "RETURNING stamp"
)
BEGIN: Final = (
    "UPDATE lineage SET stamp = 'atlas-lineage ' || lower(hex(randomblob(16))) || ' ' || "
    "printf('%020d', CAST(substr(stamp, 48) AS INTEGER) + 1)"
)
"""A line of its own: no log of the line that it came from can be taken for one of this."""

_STAMP: Final = "SELECT stamp FROM lineage"
_ROOT: Final = "SELECT rootpage FROM sqlite_schema WHERE name = 'lineage'"
_TEXT: Final = re.compile(r"atlas-lineage ([0-9a-f]{32}) ([0-9]{20})")
_CELL: Final = re.compile(rb"\x47\x01\x04\x00\x81\x13atlas-lineage ([0-9a-f]{32}) ([0-9]{20})")
"""The only row of the table, as it stands on its page: its length, its number, the header of its record, the text."""
_LEAF_OF_ONE: Final = b"\x0d"
_LOG_MAGIC: Final = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
_LOG_HEADER: Final = 32
_FRAME_HEADER: Final = 24
_PAGE: Final = 4_096
_TRIES: Final = 20
_PAUSE_S: Final = 0.005
_AGAIN: Final = "close it and open it again; nothing more is stored until then."
_READ: Final = apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READONLY


@dataclass(frozen=True, slots=True)
class Stamp:
    line: str
    changes: int


def stamp_of(connection: apsw.Connection) -> Stamp | None:
    """As it stands for whoever reads now; None in a file from before there were stamps."""
    try:
        found = connection.execute(_STAMP).fetchall()
    except apsw.SQLError:
        return None
    return _parse_stamp(str(found[0][0])) if found else None


def header_of(path: Path, size: int) -> bytes:
    """The first bytes of a file; raises what SQLite raises where it cannot be read."""
    return _read_bytes(path, size, 0)


def log_of(path: Path) -> Path:
    """SQLite follows links and keeps the log beside what they lead to."""
    return Path(f"{os.path.realpath(path)}-wal")


def log_is_empty(path: Path) -> bool:
    try:
        return log_of(path).stat().st_size == 0
    except FileNotFoundError:
        return True
    except OSError:
        return False


# --- before it is opened


def check_log(path: Path) -> None:
    """Nothing where the log beside a file is its own, or there is none.

    Others may write meanwhile, and empty the log and begin it anew; what does not fit then fits when looked at again.
    """
    for _ in range(_TRIES):
        before = _read_log(path)
        if before is None:
            return
        if not path.exists() or not path.stat().st_size:
            raise StoreTrouble(
                f"The log {log_of(path)} lies there without its store {path}: "
                "put the store back, or move the log away to begin anew."
            )
        main = _stamp_in_file(path)
        after = _read_log(path)
        if after is None or _log_fits(before, main, after):
            return
        time.sleep(_PAUSE_S)
    raise StoreTrouble(
        f"{path} does not fit the log beside it, as if a copy had been laid over the store: lay "
        f"the copy in place with `atlas operate restore`, or move {log_of(path)} away to go on with what lies there."
    )


@dataclass(frozen=True, slots=True)
class _Log:
    salts: bytes
    first: Stamp
    last: Stamp


def _log_fits(before: _Log, main: Stamp | None, after: _Log) -> bool:
    """The file stands where the log was begun, or further, as far as the log went into it already."""
    if main is None:
        return True
    if main.line and main.line != before.first.line:
        return False
    return before.first.changes - 1 <= main.changes and (
        main.changes <= after.last.changes or before.salts != after.salts
    )


def _read_log(path: Path) -> _Log | None:
    """The first and the last stamp of the log as it is now; None where it holds none."""
    first = last = None
    for salts, stamp in _stamps_in_log(path):
        first = first or _Log(salts, stamp, stamp)
        last = stamp
    return _Log(first.salts, first.first, last) if first and last else None


def _first_in_log(path: Path) -> Stamp | None:
    return next((stamp for _, stamp in _stamps_in_log(path)), None)


def _stamps_in_log(path: Path) -> Iterator[tuple[bytes, Stamp]]:
    """Each with the salts that tell when the log was begun."""
    try:
        with log_of(path).open("rb") as file:
            header = file.read(_LOG_HEADER)
            if len(header) < _LOG_HEADER or header[:4] not in _LOG_MAGIC:
                return
            salts, size = header[16:24], int.from_bytes(header[8:12], "big")
            while len(frame := file.read(_FRAME_HEADER + size)) == _FRAME_HEADER + size:
                if frame[8:16] != salts:
                    break  # what stands here is from before it was last begun
                if stamp := _stamp_on(frame[_FRAME_HEADER:]):
                    yield salts, stamp
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreTrouble(f"{log_of(path)} cannot be read: {error.strerror or error}.") from error


def _stamp_in_file(path: Path) -> Stamp | None:
    """As it stands in the file itself, whatever its log says; -1 changes where there are no stamps in it yet.

    None where nothing can be said: a file into which a log went by half may not be readable without it.
    """
    try:
        connection = apsw.Connection(immutable_uri(path), flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    except apsw.Error:
        return None
    try:
        if not connection.execute(_ROOT).fetchall():
            return Stamp("", -1)
        return stamp_of(connection)
    except apsw.Error:
        return None
    finally:
        connection.close()


def immutable_uri(path: Path) -> str:
    """The file alone, without its log and without locks."""
    return f"{Path(os.path.realpath(path)).as_uri()}?immutable=1"


# --- while it is open


class OpenFile:
    """The files of a store that is open for writing, to be held against what lies at their place."""

    def __init__(self, path: Path, connection: apsw.Connection) -> None:
        """The connection has read already, so that the log is there too."""
        self._path = path
        self._main = str(path)
        log = str(log_of(path))
        self._beside = (log, f"{log.removesuffix('-wal')}-shm")
        found, *beside = (_stat_file(place) for place in (self._main, *self._beside))
        if found is None or None in beside:
            raise StoreTrouble(f"{path} or its log was removed while it was being opened: open it again.")
        self._known = _make_identity(found)
        self._known_beside = tuple(_make_identity(each) for each in beside if each)
        self._written = (found.st_mtime_ns, found.st_size)
        self._root = 0
        now = stamp_of(connection)
        self.stamped = now is not None
        """Whether it is of a schema that has stamps."""
        self._on_disk = self._stamp_on_disk(connection) if now else None
        """The last that was seen in the file itself; there is none while it stands in the log alone."""
        self._line = now.line if now else ""
        self._seen = now.changes if now else 0
        """How many changes this process knows to be stored: a file or a log that stands before them is another."""
        self.overwritten = False
        """Whether something else was written into the file: then neither file nor log can be gone by."""

    def advance(self, connection: apsw.Connection) -> int:
        """Count one change more; raises where that was counted already, as in an earlier copy laid over the store."""
        stamp = _parse_stamp(str(connection.execute(ADVANCE).fetchall()[0][0]))
        if stamp is None or stamp.line != self._line or stamp.changes <= self._seen:
            self.overwritten = True
            raise StoreTrouble(self._replaced())
        return stamp.changes

    def note_commit(self, changes: int) -> None:
        self._seen = changes

    def check(self, connection: apsw.Connection) -> None:
        """Raises where what is written by this connection would not be found at the store's place."""
        self._check_beside()
        self._check_written(connection, is_committed=False)

    def check_main(self, connection: apsw.Connection) -> None:
        """The same of the file alone: what is written may have been written for nothing since the last look."""
        self._check_written(connection, is_committed=True)

    def _check_written(self, connection: apsw.Connection, is_committed: bool) -> None:
        """A file that stands behind is looked at again after the commit, which may begin the log anew."""
        found = self._found()
        written = (found.st_mtime_ns, found.st_size)
        if written != self._written and self.stamped:
            self._check_stamp(connection)
            if is_committed or (self._on_disk and self._on_disk.changes >= self._seen):
                self._written = written

    def _check_beside(self) -> None:
        """The log, and the file of locks that all who use it share."""
        for place, known in zip(self._beside, self._known_beside, strict=True):
            found = _stat_file(place)
            if found is None or _make_identity(found) != known:
                self._found()  # what happened to the file itself is told first
                raise StoreTrouble(f"The log of {self._path} was removed or replaced while it was open: {_AGAIN}")

    def check_place(self) -> None:
        """For whoever is about to open another handle: the system's numbers alone."""
        self._found()
        self._check_beside()

    def _found(self) -> os.stat_result:
        if self.overwritten:
            raise StoreTrouble(self._replaced())
        found = _stat_file(self._main)
        if found is None:
            raise StoreTrouble(f"{self._path} is no longer there: put it back, or {_AGAIN}")
        if _make_identity(found) != self._known:
            raise StoreTrouble(self._replaced())
        return found

    def _replaced(self) -> str:
        return f"{self._path} was replaced while it was open: {_AGAIN}"

    def _check_stamp(self, connection: apsw.Connection) -> None:
        """Somebody wrote into the file: the log went into it, or a copy was laid over it."""
        for _ in range(_TRIES):
            stamp = self._stamp_on_disk(connection)
            if stamp is None and self._on_disk is None:
                return
            if stamp and self._goes_on(stamp, connection) and self._is_completed_by_log(stamp):
                self._on_disk = stamp
                return
            time.sleep(_PAUSE_S)
        self.overwritten = True
        raise StoreTrouble(self._replaced())

    def _goes_on(self, stamp: Stamp, connection: apsw.Connection) -> bool:
        if stamp.line != self._line or (self._on_disk and stamp.changes < self._on_disk.changes):
            return False
        now = stamp_of(connection)
        return now is not None and stamp.changes <= now.changes

    def _is_completed_by_log(self, stamp: Stamp) -> bool:
        """Whether the log holds what the file lacks of the changes that were seen; it begins where the file stands."""
        if stamp.changes >= self._seen:
            return True
        first = _first_in_log(self._path)
        return first is not None and first.line == stamp.line and first.changes - 1 <= stamp.changes

    def _stamp_on_disk(self, connection: apsw.Connection) -> Stamp | None:
        """Its page moves when the file is rewritten; until that has gone into the file, it is still where it was."""
        found = self._stamp_at(self._root) if self._root else None
        if found is None:
            [(root,)] = connection.execute(_ROOT).fetchall()
            found = self._stamp_at(int(str(root)))
            self._root = int(str(root)) if found else self._root
        return found

    def _stamp_at(self, page: int) -> Stamp | None:
        try:
            return _stamp_on(_read_bytes(self._path, _PAGE, (page - 1) * _PAGE))
        except apsw.Error:
            return None


def _make_identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def _stat_file(place: str) -> os.stat_result | None:
    try:
        return os.stat(place)  # noqa: PTH116 # three of them for each change
    except OSError:
        return None


# --- pages


def _stamp_on(page: bytes) -> Stamp | None:
    """No text of anybody's can pose as it: text stands in cells of other shapes, or on pages that are no leaves."""
    if page[:1] != _LEAF_OF_ONE or page[3:5] != b"\x00\x01":
        return None
    found = _CELL.match(page, int.from_bytes(page[8:10], "big"))
    return Stamp(found[1].decode(), int(found[2])) if found else None


def _parse_stamp(text: str) -> Stamp | None:
    found = _TEXT.fullmatch(text)
    return Stamp(found[1], int(found[2])) if found else None


def _read_bytes(path: Path, size: int, at: int) -> bytes:
    file = apsw.VFSFile("", os.path.realpath(path), [_READ, 0])
    try:
        return file.xRead(min(size, max(0, file.xFileSize() - at)), at)
    finally:
        file.xClose()
