"""Calls that somebody waits for go before long thinking in the same process, which pauses meanwhile (J15).

Two threads share one interpreter. Whoever thinks asks at every small step whether a call is in flight, and stands still
until it is answered; the interpreter's own settings belong to the host and are left alone.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

LONGEST_PAUSE_S: Final = 0.05
"""Thinking comes to its end also beside a host that never stops calling."""

T = TypeVar("T")


class _Calls:
    """The threads of this process that are being answered at the moment."""

    def __init__(self) -> None:
        self.forget_all()

    def forget_all(self) -> None:
        """Begin anew, as a forked process does: the threads of its parent do not come along."""
        self.threads: list[int] = []
        self.answered = threading.Condition()


_CALLS: Final = _Calls()
if hasattr(os, "register_at_fork"):  # Windows does not fork
    os.register_at_fork(after_in_child=_CALLS.forget_all)


@contextmanager
def foreground_call() -> Iterator[None]:
    """While the call lasts, threads that think pause at their next step."""
    caller = threading.get_ident()
    _CALLS.threads.append(caller)
    try:
        yield
    finally:
        with _CALLS.answered:
            _CALLS.threads.remove(caller)
            if not _CALLS.threads:
                _CALLS.answered.notify_all()


def yield_to_foreground() -> None:
    """Pause while a call of another thread is in flight; not to be called inside a writing transaction."""
    if _CALLS.threads and threading.get_ident() not in _CALLS.threads:
        with _CALLS.answered:
            _CALLS.answered.wait_for(lambda: not _CALLS.threads, LONGEST_PAUSE_S)


def iterate_yielding(items: Iterable[T]) -> Iterator[T]:
    """Iterate with a pause for foreground calls before each item."""
    for item in items:
        yield_to_foreground()
        yield item
