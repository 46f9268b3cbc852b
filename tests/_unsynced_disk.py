"""Stores whose writes are left to the system to put on disk: no test takes the power away.

What is written survives the process, also one that is killed. What a test starts as a process of its own waits for the
disk as users' processes do, and so does the test of rule 8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from _switch import Switch
from atlas.adapters.storage.sqlite import opening

if TYPE_CHECKING:
    import apsw
    import pytest


class UnsyncedDisk(Switch):
    """Makes every connection of a store wait for no disk, unless it is told to wait."""

    def __init__(self) -> None:
        super().__init__()
        self._connect = opening._connect

    def install(self, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(opening, "_connect", self._connect_unsynced)

    def _connect_unsynced(self, name: str, timeout_s: float, flags: int) -> apsw.Connection:
        connection = self._connect(name, timeout_s, flags)
        if self.on:
            connection.execute("PRAGMA synchronous = OFF")
        return connection
