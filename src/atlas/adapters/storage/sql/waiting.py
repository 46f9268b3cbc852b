"""Waiting for a lock that SQLite itself does not wait for."""

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
