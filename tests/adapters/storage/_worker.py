"""What a test runs in another process: `python _worker.py <what> <path> <arguments>`; it prints one line."""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw

from _patience import LIMIT_S
from atlas.adapters.storage.sqlite import opening
from atlas.adapters.storage.sqlite.statements import statements
from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.errors import AtlasError
from atlas.model.ids import MemoryId
from atlas.model.origin import Origin
from atlas.ports.writing import Writer
from atlas.testing import samples
from atlas.testing.samples import HOME

NOBODY = 65534


def write(path: Path, name: str, rounds: str) -> str:
    """What `observe` writes, again and again, with a counter that all processes raise."""
    with closing(SqliteStore.open(path, timeout_s=LIMIT_S)) as store:
        for number in range(int(rounds)):
            with store.writing(HOME) as writer:
                _observe(writer, f"{name}_{number}")
                _count_up(writer)
    return "wrote"


def _observe(writer: Writer, name: str) -> None:
    said = (f"u_{name}", f"said {name}", Origin.USER), (f"r_{name}", f"replied {name}", Origin.ASSISTANT)
    told = samples.tell(writer, f"i_{name}", *said)
    for message in told.messages:
        writer.put_memory(samples.episode(f"m_{message.id}", message), None)
    writer.add_job(samples.job(f"j_{name}"))
    writer.append(samples.entry(writer.head(), samples.note(name)))


def _count_up(writer: Writer) -> None:
    counter = writer.memory(MemoryId("counter"))
    if counter is None:
        writer.put_memory(samples.memory("counter", "counter", uses=1), None)
    else:
        writer.put_memory(samples.changed(counter, uses=counter.uses + 1), counter.version)


def claim(path: Path, name: str) -> str:
    """Every job that this process got."""
    got: list[str] = []
    with closing(SqliteStore.open(path, timeout_s=LIMIT_S)) as store:
        while True:
            with store.writing(HOME) as writer:
                job = writer.claim_job(name, samples.START, samples.at(5))
            if job is None:
                return " ".join(got)
            got.append(job.id)


def open_once(path: Path) -> str:
    with closing(SqliteStore.open(path, timeout_s=LIMIT_S)) as store:
        return str(store.health().ok)


def die_migrating(path: Path, step: str) -> str:
    """Killed inside the numbered step, after its statements and before its commit."""
    real = list(opening.migrations())
    real[int(step) - 1] += "\n;SELECT die();"
    opening.migrations = lambda: real  # type: ignore[assignment]

    def die(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def armed(connection: apsw.Connection) -> None:
        connection.create_scalar_function("die", die)

    apsw.connection_hooks.append(armed)
    SqliteStore.open(path)
    return "survived"


def fill_the_disk(path: Path) -> str:
    """No file may grow any more; then it may again."""
    with closing(SqliteStore.open(path)) as store:
        write_one = _numbered_writer(store)
        write_one()
        unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size, unlimited[1]))
        said = _until_trouble(write_one)
        resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
        write_one()
        with store.reading(HOME) as reader:
            whole = reader.interaction_count() == len(reader.entries(0, 9999))
        return f"{said} | healthy {store.health().ok} | whole {whole}"


def _numbered_writer(store: SqliteStore) -> Callable[[], None]:
    numbers = iter(range(9999))

    def write_one() -> None:
        with store.writing(HOME) as writer:
            _observe(writer, f"n{next(numbers)}")

    return write_one


def _until_trouble(act: Callable[[], None]) -> str:
    for _ in range(500):
        try:
            act()
        except AtlasError as error:
            return f"{type(error).__name__}: {error}"
    return "no trouble"


def open_as_nobody(path: Path, read_only: str) -> str:
    """Root may write anywhere, so that a write-protected file needs somebody else."""
    opening.migrations()  # whoever it is then may not reach the package
    statements()
    if os.geteuid() == 0:
        os.setegid(NOBODY)
        os.seteuid(NOBODY)
    try:
        with closing(SqliteStore.open(path, read_only=read_only == "True")) as store, store.reading(HOME) as reader:
            return f"read {len(reader.ids_like('', 9))}"
    except AtlasError as error:
        return f"{type(error).__name__}: {error}"


def lock_whole(path: Path) -> str:
    """Whether a file can be had by one process alone."""
    file = apsw.VFSFile("", str(path), [apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READWRITE, 0])
    try:
        for level in (apsw.SQLITE_LOCK_SHARED, apsw.SQLITE_LOCK_RESERVED, apsw.SQLITE_LOCK_EXCLUSIVE):
            file.xLock(level)
        return "locked"
    except apsw.Error as error:
        return type(error).__name__
    finally:
        file.xUnlock(apsw.SQLITE_LOCK_NONE)
        file.xClose()


if __name__ == "__main__":
    acts: dict[str, Callable[..., Any]] = {
        act.__name__: act for act in (write, claim, open_once, die_migrating, fill_the_disk, open_as_nobody, lock_whole)
    }
    sys.stdout.write(f"{acts[sys.argv[1]](Path(sys.argv[2]), *sys.argv[3:])}\n")
