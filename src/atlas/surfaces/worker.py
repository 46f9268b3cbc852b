"""The worker: thinks in the background right after an interaction, so that the reply path never waits (J15).

One thread serves all spaces of a store. Quick work comes first, space by space in the order in which they were woken.
Slow work waits until it is quiet, so that a busy server does it once for many interactions. A space whose turn takes
long lets the others have theirs, wherever something has just been stored.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from atlas.compose import read_stopwatch
from atlas.engine.core.runtime import Runtime
from atlas.engine.jobs import job_control, runner
from atlas.engine.jobs.registry import QUICK
from atlas.errors import AtlasError
from atlas.model.ids import SpaceId
from atlas.model.task import Task
from atlas.surfaces import threads

_CLOSING_S: Final = 30.0
_LEAVING_S: Final = 2.0
"""For what it is at to be stored, before it is called off."""
_LOOK_S: Final = 60.0
"""So often it looks for what another process made owed."""
_LOOKED_AT: Final = 100
"""With more spaces than this, each is looked at less often: looking costs the same however many there are."""
_TURN_S: Final = 0.25
"""After so long, a space lets others have their turn."""
_QUIET_S: Final = 0.25
_PUT_OFF_S: Final = 30.0
"""What takes longer waits for quiet, but no longer than this."""


class Worker:
    """Its thread begins with the first use of any space, and ends with the store or with the program.

    Whoever wakes it stands in a host's chat path: that there is no thread to be had is noted, never raised.
    """

    def __init__(self, home: Runtime, tasks: frozenset[Task], runtime_of: Callable[[SpaceId], Runtime]) -> None:
        """`runtime_of` gives a space that was used before, also where nobody holds it any more."""
        self._home = home
        self._tasks = tasks
        self._runtime_of = runtime_of
        self._changed = threading.Condition(threading.RLock())
        self._quick: OrderedDict[SpaceId, Runtime] = OrderedDict()
        self._slow: OrderedDict[SpaceId, tuple[Runtime, float]] = OrderedDict()
        """What takes longer, and since when it waits."""
        self._looks: dict[SpaceId, float] = {}
        """When each space is next looked at, of those that were used."""
        self._dues: dict[SpaceId, datetime | None] = {}
        """When something is next due in each, by the store's clock (J3)."""
        self._woken = 0.0
        self._stopping = False
        self._thread: threading.Thread | None = None

    # --- for whoever uses a space

    def wake_space(self, runtime: Runtime) -> None:
        """Something is owed in this space."""
        with self._changed:
            self._quick.setdefault(runtime.space, runtime)
            self._woken = read_stopwatch()
            self._start_thread(runtime)
            self._changed.notify_all()

    def attend_space(self, runtime: Runtime) -> None:
        """This space is used: the clock runs for it (J3). Costs nothing where nothing is due."""
        with self._changed:
            due = self._dues.get(runtime.space, _NEVER_SEEN)
            if due is not None and due <= runtime.now():
                self.wake_space(runtime)

    def count_waiting(self) -> int:
        """Count the spaces that wait for their turn."""
        with self._changed:
            return len(self._quick.keys() | self._slow.keys())

    def stop(self) -> None:
        """Stop after the job at hand; a job that takes too long is left, and owed still to whoever opens the store
        next."""
        self._request_stop()
        if self._thread is not None:
            self._thread.join(timeout=_LEAVING_S)
            threads.call_off(self._thread)
            self._thread.join(timeout=_CLOSING_S)

    def _request_stop(self) -> None:
        with self._changed:
            self._stopping = True
            self._changed.notify_all()

    def _start_thread(self, runtime: Runtime) -> None:
        """Start the thread, in a forked process too; without one, what is owed stays owed."""
        if self._stopping or (self._thread and self._thread.is_alive()):
            return
        try:
            self._thread = threads.start_thread(self._run_turns, "atlas-worker", self._request_stop)
        except RuntimeError as full:
            runtime.note_trouble("worker", f"No thread could be started to think in ({full}); it is owed still.")

    # --- its own thread

    def _run_turns(self) -> None:
        while (turn := self._next_turn()) is not None:
            self._serve_space(*turn)

    def _next_turn(self) -> tuple[Runtime, bool] | None:
        """The next space, and whether its slow work is due; None at the end."""
        with self._changed:
            while not self._stopping:
                now = read_stopwatch()
                self._queue_looks(now)
                ready = self._next_slow_at()
                if self._quick and not self._is_slow_overdue(now):
                    return self._quick.popitem(last=False)[1], False
                if ready is not None and ready <= now:
                    return self._slow.popitem(last=False)[1][0], True
                ends = [at for at in (ready, min(self._looks.values(), default=now + _LOOK_S)) if at is not None]
                self._changed.wait(max(0.0, min(ends) - now))
            return None

    def _next_slow_at(self) -> float | None:
        """Find when the first slow work has its turn: when it is quiet, or when it waited long enough."""
        if not self._slow:
            return None
        since = next(iter(self._slow.values()))[1]
        return min(self._woken + _QUIET_S, since + _PUT_OFF_S)

    def _is_slow_overdue(self, now: float) -> bool:
        """Tell whether slow work waited so long that it comes first."""
        return bool(self._slow) and next(iter(self._slow.values()))[1] + _PUT_OFF_S <= now

    def _queue_looks(self, now: float) -> None:
        for space in [each for each, at in self._looks.items() if at <= now]:
            self._looks[space] = now + self._look_interval()
            if space not in self._quick and space not in self._slow and (runtime := self._find_runtime(space)):
                self._quick[space] = runtime

    def _find_runtime(self, space: SpaceId) -> Runtime | None:
        """The space to be looked at; None where it cannot be had this time."""
        if space == self._home.space:
            return self._home
        try:
            return self._runtime_of(space)
        except Exception as error:  # noqa: BLE001 # the worker's bulkhead: the other spaces have their turn all the same
            self._home.note_trouble("worker", runner.describe_error(error))
            return None

    def _look_interval(self) -> float:
        return _LOOK_S * max(1.0, len(self._looks) / _LOOKED_AT)

    def _serve_space(self, runtime: Runtime, slow: bool) -> None:
        began, since = read_stopwatch(), runtime.now()
        done = 0
        try:
            with threads.pausing_when(lambda: self._is_turn_over(began)):
                wanted = self._tasks if slow else self._tasks & QUICK
                done = runner.run_owed_jobs(runtime, tasks=wanted, progress=_after_progress)
        except threads.Paused:
            self._queue_again(runtime, slow)
            return
        except AtlasError as trouble:
            runtime.note_trouble("work", str(trouble))
        except Exception as error:  # noqa: BLE001 # the worker's bulkhead: it must live for the next interaction
            runtime.note_trouble("worker", runner.describe_error(error))
        if not slow and self._tasks - QUICK:
            with self._changed:
                self._slow.setdefault(runtime.space, (runtime, began))
        else:
            self._plan_next_look(runtime, None if done else since)

    def _is_turn_over(self, began: float) -> bool:
        return self._stopping or (read_stopwatch() - began >= _TURN_S and self.count_waiting() > 0)

    def _queue_again(self, runtime: Runtime, slow: bool) -> None:
        with self._changed:
            if slow:
                self._slow.setdefault(runtime.space, (runtime, read_stopwatch()))
            else:
                self._quick.setdefault(runtime.space, runtime)

    def _plan_next_look(self, runtime: Runtime, idle_since: datetime | None = None) -> None:
        """Leave a space until something falls due there, or until it is time to look again.

        What was due before a turn in which nothing could be done is not for this worker, or not now: it is no reason to
        come back at once.
        """
        try:
            due = job_control.find_next_time(runtime)
        except AtlasError:
            due = None
        if due is not None and idle_since is not None and due <= idle_since:
            due = None
        left = (due - runtime.now()).total_seconds() if due else _LOOK_S
        with self._changed:
            self._dues[runtime.space] = due
            self._looks[runtime.space] = read_stopwatch() + min(self._look_interval(), max(0.1, left))


_NEVER_SEEN: Final = datetime.min.replace(tzinfo=UTC)


def _after_progress(count: int) -> None:
    threads.pass_checkpoint()
