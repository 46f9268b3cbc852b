"""Threads that work beside the caller, and how they end with the program.

The interpreter ends a daemon thread wherever it stands. One that stands in native code, such as onnxruntime's, takes
the whole program down with it: an abort where the program meant to end well. So the end of a program calls each of
these off, and waits for them a while.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final
from weakref import WeakSet

_LEAVING_S: Final = 5.0
"""For all of them together. What takes longer waits for a network, or thinks in Python, and can be ended anywhere."""

_changed: Final = threading.Condition()
_running: Final[dict[threading.Thread, Callable[[], None]]] = {}
"""Each with what wakes it, so that it sees that it is to end."""
_called_off: Final[WeakSet[threading.Thread]] = WeakSet()


class CalledOff(BaseException):
    """No `Exception`: a thought that is left in the middle did not fail, and is owed still (J7)."""


class Paused(BaseException):
    """Others wait for their turn: what was done is stored, and the rest is taken up again later."""


_turn: Final = threading.local()


def start_thread(run: Callable[[], None], name: str, leave: Callable[[], None]) -> threading.Thread:
    """Start a thread that the end of the program calls off; `leave` returns at once, and is called in another thread
    than `run`."""

    def run_registered() -> None:
        try:
            with suppress(CalledOff):
                run()
        finally:
            with _changed:
                del _running[thread]
                _changed.notify_all()

    thread = threading.Thread(target=run_registered, name=name, daemon=True)
    with _changed:  # held until it is listed: it may be done at once
        thread.start()
        _running[thread] = leave
    return thread


def call_off(thread: threading.Thread) -> None:
    """Have a thread leave its work as soon as it asks whether to stay."""
    _called_off.add(thread)


def call_back(thread: threading.Thread) -> None:
    """Let a thread go on after all, or with something else."""
    _called_off.discard(thread)


def check_called_off() -> None:
    """Raise where this thread was called off; asked before each thing that takes a while."""
    if threading.current_thread() in _called_off:
        raise CalledOff


@contextmanager
def pausing_when(is_over: Callable[[], bool]) -> Iterator[None]:
    """Have this thread pause at the next checkpoint at which its turn is over."""
    _turn.is_over = is_over
    try:
        yield
    finally:
        del _turn.is_over


def pass_checkpoint() -> None:
    """Leave, or let others have their turn, where something has just been stored for good."""
    check_called_off()
    is_over: Callable[[], bool] | None = getattr(_turn, "is_over", None)
    if is_over is not None and is_over():
        raise Paused


@atexit.register
def end_threads(seconds: float = _LEAVING_S) -> None:
    """The interpreter calls this while its threads still run. A forked child has none of its parent's."""
    with _changed:
        alive = {thread: leave for thread, leave in _running.items() if thread.is_alive()}
    for thread, leave in alive.items():
        call_off(thread)
        leave()
    with _changed:
        _changed.wait_for(lambda: alive.keys().isdisjoint(_running), seconds)
