"""`observe` beside the least that being on disk can cost, one row in one transaction; alone and during a night."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from atlas.engine.core.runtime import Runtime
from atlas.errors import BadInput
from atlas.surfaces.library import Atlas
from benchmarks.night_load import Anything, nights
from benchmarks.repository import ROOT
from benchmarks.stopwatch import elapsed, times

if TYPE_CHECKING:
    import apsw

BAR: Final = 6
OBSERVED: Final = 200
PAUSE_S: Final = 0.01
_PAUSE: Final = threading.Event()

Said = tuple[str, str]
"""What a user said, and the reply."""


def observing(runtime: Runtime, file: Path, said: Sequence[Said]) -> dict[str, Any]:
    """The times of both, alone and while a night goes on in another thread and in another process."""
    beside: dict[str, AbstractContextManager[None]] = {
        "alone": nullcontext(),
        "thread": _night_in_a_thread(runtime),
        "process": _night_in_a_process(file),
    }
    found = {}
    with closing(_bare(file.with_name("bare.sqlite"))) as bare:
        for name, night in beside.items():
            with night:
                found[name] = _measured(runtime, bare, said)
    return found


def times_bare(found: dict[str, Any]) -> float:
    """How many bare inserts an `observe` takes, at p50: as long as somebody waits for each."""
    return float(found["atlas"]["wall"]["p50_ms"] / found["bare_insert"]["wall"]["p50_ms"])


def _measured(runtime: Runtime, bare: apsw.Connection, said: Sequence[Said]) -> dict[str, Any]:
    atlas = Atlas(runtime, background=False)
    ways: dict[str, Callable[[Said], Any]] = {
        "atlas": lambda pair: atlas.observe(*pair, conversation="bench"),
        "bare_insert": lambda pair: _insert(bare, pair),
    }
    # In turns, because how long a disk keeps one waiting changes from one moment to the next; and with pauses, because
    # people make them, and so that more is seen of a night than one moment of it.
    measured = []
    for pair in said[:OBSERVED]:
        measured.append({name: elapsed(way, pair) for name, way in ways.items()})
        _PAUSE.wait(PAUSE_S)
    return {name: _both([each[name] for each in measured]) for name in ways}


def _both(measured: Sequence[tuple[float, float]]) -> dict[str, dict[str, float]]:
    cpu, wall = (times([pair[at] for pair in measured]) for at in (0, 1))
    return {"cpu": cpu.figures(), "wall": wall.figures()}


def _bare(file: Path) -> apsw.Connection:
    import apsw

    connection = apsw.Connection(str(file))
    for pragma in ("journal_mode = WAL", "synchronous = FULL"):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    connection.execute("CREATE TABLE said (id INTEGER PRIMARY KEY, text TEXT NOT NULL, reply TEXT NOT NULL)")
    return connection


def _insert(bare: apsw.Connection, pair: Said) -> None:
    bare.execute("BEGIN IMMEDIATE")
    bare.execute("INSERT INTO said (text, reply) VALUES (?, ?)", pair)
    bare.execute("COMMIT")


@contextmanager
def _night_in_a_thread(runtime: Runtime) -> Iterator[None]:
    """Ends with the night that has begun."""
    begun, ended = threading.Event(), threading.Event()
    own = replace(runtime, embedder=Anything())
    night = threading.Thread(target=nights, args=(own, lambda: not ended.is_set(), begun.set), daemon=True)
    night.start()
    begun.wait()
    try:
        yield
    finally:
        ended.set()
        night.join()


@contextmanager
def _night_in_a_process(file: Path) -> Iterator[None]:
    """It is ended in the middle of a night: the store is thrown away."""
    command = [sys.executable, "-m", "benchmarks.night_load", str(file)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as night:  # noqa: S603 # our own
        try:
            if not (night.stdout and night.stdout.readline()):
                raise BadInput(f"A night in another process could not begin: {night.communicate()[1].strip()[-200:]}")
            yield
        finally:
            night.terminate()
