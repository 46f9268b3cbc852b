"""Thinks right after, in the background, so that the reply path never waits (J15)."""

from __future__ import annotations

import threading
from typing import Final

from atlas.engine import jobs, work
from atlas.engine.world import World
from atlas.errors import AtlasError
from atlas.model.task import Task
from atlas.surfaces import threads

_CLOSING_S: Final = 30.0
_LOOK_S: Final = 60.0


class Worker:
    """Its thread begins with the first thing that is owed, and ends with the store or with the program.

    Whoever wakes it stands in a host's chat path: that there is no thread to be had is noted, never raised.
    """

    def __init__(self, world: World, tasks: frozenset[Task]) -> None:
        self._world = world
        self._tasks = tasks
        self._owed = threading.Event()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def wake(self) -> None:
        with self._lock:
            if not self._stopping.is_set() and not (self._thread and self._thread.is_alive()):
                self._begin()
        self._owed.set()

    def _begin(self) -> None:
        """In a forked process too: its parent's thread did not come along. Without one, what is owed stays owed."""
        try:
            self._thread = threads.start(self._run, "atlas-worker", self._leave)
        except RuntimeError as full:
            self._world.note_trouble("worker", f"No thread could be started to think in ({full}); it is owed still.")

    def stop(self) -> None:
        """After what it is at; what takes too long is left, and owed still to whoever opens the store next."""
        self._leave()
        if self._thread is not None:
            self._thread.join(timeout=_CLOSING_S)
            threads.call_off(self._thread)

    def _leave(self) -> None:
        self._stopping.set()
        self._owed.set()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._owed.wait(self._patience())
            self._owed.clear()
            if not self._stopping.is_set():
                self._think()

    def _patience(self) -> float:
        """Until something falls due, or for a minute: another process may have made something owed."""
        try:
            due = jobs.next_at(self._world)
        except AtlasError:
            return _LOOK_S
        if due is None:
            return _LOOK_S
        return min(_LOOK_S, max(0.1, (due - self._world.now()).total_seconds()))

    def _think(self) -> None:
        try:
            work.work(self._world, tasks=self._tasks, progress=lambda _: threads.stay())
        except AtlasError as trouble:
            self._world.note_trouble("work", str(trouble))
        except Exception as error:  # noqa: BLE001 # the worker's bulkhead: it must live for the next interaction
            self._world.note_trouble("worker", work.where(error))
