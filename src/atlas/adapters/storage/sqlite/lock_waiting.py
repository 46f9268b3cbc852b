"""Waiting for locks."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import apsw

_PAUSE_S: Final = 0.005


def until_free(attempt: Callable[[], bool], timeout_s: float) -> None:
    """Try until it works; raises what SQLite raises for a lock when the time is over."""
    end = time.monotonic() + timeout_s
    while not attempt():
        if time.monotonic() >= end:
            raise apsw.BusyError("still locked")
        time.sleep(_PAUSE_S)


def patience(timeout_s: float) -> Callable[[int], bool]:
    """A busy handler that looks often.

    SQLite's own sleeps a tenth of a second between two looks; where several processes write without a pause it finds
    the lock taken again each time, until its time is over. Steps of a few milliseconds, not all alike, get their turn.
    """
    began = 0.0

    def wait(tries: int) -> bool:
        nonlocal began
        now = time.monotonic()
        if tries == 0:
            began = now
        if now - began >= timeout_s:
            return False
        time.sleep(0.0005 + 0.0007 * (tries % 5))
        return True

    return wait
