"""Work beside the caller's: what was said is handed over in the background, and a recall is waited for so long only."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, TypeVar

from atlas.errors import Trouble
from atlas.surfaces import threads

T = TypeVar("T")

MOST_WAITING: Final = 1_000
MOST_ASIDE: Final = 8
"""Recalls at a time; a call beyond them waits for its turn as long as it would wait for its recall."""
_CLOSING_S: Final = 30.0


class Lane:
    """Does one thing after the other. Its thread is there while there is something to do, and a program that ends
    waits for it: what was said is not lost because nobody closed anything."""

    def __init__(self) -> None:
        self._changed = threading.Condition()  # re-entrant: a stream that is dropped may end in the middle of `put`
        self._waiting: deque[Callable[[], None]] = deque()
        self._last: Callable[[], None] | None = None
        self._put = self._done = 0
        self._running = False

    def put(self, task: Callable[[], None]) -> None:
        """`task` never raises."""
        with self._changed:
            if len(self._waiting) >= MOST_WAITING:
                raise Trouble(f"{MOST_WAITING:,} interactions wait to be stored already; this one is not kept.")
            self._begin()
            self._waiting.append(task)

    def put_last(self, task: Callable[[], None]) -> None:
        """After all that waits. Of several such, the first is done for all of them; there is always room for it."""
        with self._changed:
            if self._last is None:
                self._begin()
                self._last = task

    def _begin(self) -> None:
        """Before it is put there: where no thread is to be had, nothing is."""
        if not self._running:
            threading.Thread(target=self._run, name="atlas-wrap").start()
            self._running = True
        self._put += 1

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
            if self._waiting:
                return self._waiting.popleft()
            last, self._last = self._last, None
            self._running = last is not None
            return last


class Asides:
    """Each task in a thread beside its caller, who waits for it so long only. At most so many at a time: a store that
    hangs holds a few threads, and not one for every call."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._waiting: deque[tuple[Callable[[], Any], Future[Any]]] = deque()
        self._running = 0

    def ask(self, task: Callable[[], T]) -> Future[T]:
        """Its result, sooner or later. What is cancelled before its turn is not begun."""
        future: Future[T] = Future()
        with self._lock:
            if self._running < MOST_ASIDE:
                threads.start(self._run, "atlas-context", self._leave)
                self._running += 1
            self._drop_cancelled()
            self._waiting.append((task, future))
        return future

    def _run(self) -> None:
        while (turn := self._next()) is not None:
            _do(*turn)

    def _next(self) -> tuple[Callable[[], Any], Future[Any]] | None:
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            self._running -= 1
            return None

    def _leave(self) -> None:
        """What has not begun is not begun any more."""
        with self._lock:
            for _, future in self._waiting:
                future.cancel()

    def _drop_cancelled(self) -> None:
        self._waiting = deque(each for each in self._waiting if not each[1].cancelled())


def _do(task: Callable[[], Any], future: Future[Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(task())
    except BaseException as error:  # noqa: BLE001 # handed to whoever waits for it
        future.set_exception(error)
