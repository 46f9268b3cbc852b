"""Work beside the caller's: what was said is handed over in the background, and a recall is waited for so long only.

All wrapped clients of a store share a few threads, however many users there are.
"""

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
"""Of one space; and there are spaces enough to fill a server's memory, so that all of them have a limit too."""
MOST_WAITING_IN_ALL: Final = 20_000
MOST_HANDING: Final = 2
"""Threads that store what was said: a store has one writer at a time."""
MOST_ASIDE: Final = 8
"""Recalls at a time; a call beyond them waits for its turn as long as it would wait for its recall."""
_CLOSING_S: Final = 30.0


class Lanes:
    """A few threads for all lanes, which take turns: one that is full does not hold up the others. They are there while
    there is something to do, and a program that ends waits for them: what was said is not lost because nobody closed
    anything."""

    def __init__(self) -> None:
        self.changed = threading.Condition()  # re-entrant: a stream that is dropped may end in the middle of anything
        self._ready: deque[Lane] = deque()
        self._running = 0
        self.waiting = 0
        """Tasks, in all lanes together."""

    def start_lane(self, lane: Lane) -> None:
        """Give a lane its turn; where no thread is to be had, it raises and nothing has changed."""
        if self._running < MOST_HANDING:
            try:
                threading.Thread(target=self._run_tasks, name="atlas-wrap").start()
                self._running += 1
            except RuntimeError:
                if not self._running:
                    raise
        self._ready.append(lane)

    def wait_until_done(self, seconds: float | None = _CLOSING_S) -> bool:
        """Wait until nothing waits in any lane; whether that is so."""
        with self.changed:
            return self.changed.wait_for(lambda: self.waiting == 0 and not self._running, seconds)

    def _run_tasks(self) -> None:
        while (turn := self._next_task()) is not None:
            lane, task = turn
            task()
            with self.changed:
                lane.done += 1
                if lane.has_more():
                    self._ready.append(lane)
                self.changed.notify_all()

    def _next_task(self) -> tuple[Lane, Callable[[], None]] | None:
        with self.changed:
            while self._ready:
                lane = self._ready.popleft()
                if (task := lane.take_task()) is not None:
                    return lane, task
            self._running -= 1
            self.changed.notify_all()
            return None


class Lane:
    """Does one thing after the other, in the order in which they came."""

    def __init__(self, lanes: Lanes | None = None) -> None:
        self._lanes = lanes or Lanes()
        self._changed = self._lanes.changed
        self._waiting: deque[Callable[[], None]] = deque()
        self._last: Callable[[], None] | None = None
        self._put = self.done = 0
        self._scheduled = False

    def put_task(self, task: Callable[[], None]) -> None:
        """`task` never raises."""
        with self._changed:
            full = len(self._waiting) >= MOST_WAITING
            if full or self._lanes.waiting >= MOST_WAITING_IN_ALL:
                waiting = MOST_WAITING if full else MOST_WAITING_IN_ALL
                raise Trouble(f"{waiting:,} interactions wait to be stored already; this one is not kept.")
            self._schedule_turn()
            self._waiting.append(task)

    def put_last(self, task: Callable[[], None]) -> None:
        """Put a task after all that waits.

        Of several such, the first is done for all of them; there is always room for it.
        """
        with self._changed:
            if self._last is None:
                self._schedule_turn()
                self._last = task

    def _schedule_turn(self) -> None:
        """Schedule the lane before a task is put there: where no thread is to be had, no task is."""
        if not self._scheduled:
            self._lanes.start_lane(self)
            self._scheduled = True
        self._put += 1
        self._lanes.waiting += 1

    def wait_until_done(self, seconds: float | None = _CLOSING_S) -> bool:
        """Wait until all that was put here by now is done; whether it is."""
        with self._changed:
            wanted = self._put
            return self._changed.wait_for(lambda: self.done >= wanted, seconds)

    # --- for the threads, which hold the lock

    def take_task(self) -> Callable[[], None] | None:
        if self._waiting:
            task: Callable[[], None] | None = self._waiting.popleft()
        else:
            task, self._last = self._last, None
        self._scheduled = task is not None
        self._lanes.waiting -= task is not None
        return task

    def has_more(self) -> bool:
        """Tell whether a task is left when one is done; without one, the next task to come gives the lane its turn
        again."""
        self._scheduled = bool(self._waiting) or self._last is not None
        return self._scheduled


class Asides:
    """Each task in a thread beside its caller, who waits for it so long only. At most so many at a time: a store that
    hangs holds a few threads, and not one for every call."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._waiting: deque[tuple[Callable[[], Any], Future[Any]]] = deque()
        self._running = 0

    def start_task(self, task: Callable[[], T]) -> Future[T]:
        """Start a task, and give its future result. A task that is cancelled before its turn is not begun."""
        future: Future[T] = Future()
        with self._lock:
            if self._running < MOST_ASIDE:
                threads.start_thread(self._run_tasks, "atlas-context", self._cancel_waiting)
                self._running += 1
            self._drop_cancelled()
            self._waiting.append((task, future))
        return future

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def _run_tasks(self) -> None:
        while (turn := self._next_task()) is not None:
            _run_task(*turn)

    def _next_task(self) -> tuple[Callable[[], Any], Future[Any]] | None:
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            self._running -= 1
            return None

    def _cancel_waiting(self) -> None:
        """Cancel the tasks that have not begun."""
        with self._lock:
            for _, future in self._waiting:
                future.cancel()

    def _drop_cancelled(self) -> None:
        self._waiting = deque(each for each in self._waiting if not each[1].cancelled())


def _run_task(task: Callable[[], Any], future: Future[Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(task())
    except BaseException as error:  # noqa: BLE001 # handed to whoever waits for it
        future.set_exception(error)
