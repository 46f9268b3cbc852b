"""Work beside the caller's: what was said is handed over in the background, and a recall is waited for so long only."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, TypeVar

from atlas.errors import Trouble

T = TypeVar("T")

MOST_WAITING: Final = 1_000
_CLOSING_S: Final = 30.0


class Lane:
    """Does one thing after the other. Its thread is there while there is something to do, and a program that ends
    waits for it: what was said is not lost because nobody closed anything."""

    def __init__(self) -> None:
        self._changed = threading.Condition()  # re-entrant: a stream that is dropped may end in the middle of `put`
        self._waiting: deque[Callable[[], None]] = deque()
        self._put = self._done = 0
        self._running = False

    def put(self, task: Callable[[], None]) -> None:
        """`task` never raises."""
        with self._changed:
            if len(self._waiting) >= MOST_WAITING:
                raise Trouble(f"{MOST_WAITING:,} interactions wait to be stored already; this one is not kept.")
            self._waiting.append(task)
            self._put += 1
            if not self._running:
                threading.Thread(target=self._run, name="atlas-wrap").start()
                self._running = True

    def settle(self, seconds: float | None = _CLOSING_S) -> bool:
        """Wait until all that was put here by now is done; whether it is."""
        with self._changed:
            wanted = self._put
            return self._changed.wait_for(lambda: self._done >= wanted, seconds)

    def _run(self) -> None:
        while (task := self._next()) is not None:
            task()
            with self._changed:
                self._done += 1
                self._changed.notify_all()

    def _next(self) -> Callable[[], None] | None:
        with self._changed:
            self._running = bool(self._waiting)
            return self._waiting.popleft() if self._waiting else None


def aside(task: Callable[[], T]) -> Future[T]:
    """Its result, in a thread of its own that nobody has to wait for."""
    future: Future[T] = Future()

    def run() -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(task())
        except BaseException as error:  # noqa: BLE001 # handed to whoever waits for it
            future.set_exception(error)

    threading.Thread(target=run, name="atlas-context", daemon=True).start()
    return future
