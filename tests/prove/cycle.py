"""A process that consolidates, and dies at the statement it is told to. Started by its test.

Statements are counted from where the commit of the cycle begins: every single one that reaches the database, the
commit itself among them.
"""

from __future__ import annotations

import os
import signal
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import apsw

from atlas.engine.consolidate import commit_cycle
from atlas.engine.jobs.run_cycle import run_consolidation
from atlas.testing.virtual import START, Virtual, virtual
from engine._aged import aged

LATER = timedelta(days=71)


class Counted:
    """Counts statements once the commit has begun, and dies in time."""

    def __init__(self, die_at: int) -> None:
        self.die_at = die_at
        self.count = 0
        self.begun = False

    def statement(self, *_: object) -> bool:
        if self.begun:
            if self.count == self.die_at:
                os.kill(os.getpid(), signal.SIGKILL)
            self.count += 1
        return True

    def watch(self) -> None:
        def armed(connection: apsw.Connection) -> None:
            connection.exec_trace = self.statement

        apsw.connection_hooks.append(armed)
        real = commit_cycle.commit_cycle

        def begin(*args: Any, **kwargs: Any) -> Any:
            self.begun = True
            return real(*args, **kwargs)

        commit_cycle.commit_cycle = begin


def lived(path: Path) -> None:
    """The days before: nothing of them is deadly."""
    made = virtual(path, seed=7)
    aged(made.runtime, made.clock)
    made.runtime.store.close()


def opened(path: Path, hours: int) -> Virtual:
    return virtual(path, seed=11 + hours, start=START + LATER + timedelta(hours=hours))


if __name__ == "__main__":
    place, hours, die_at = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    doomed = Counted(die_at)
    doomed.watch()
    run_consolidation(opened(place, hours).runtime)
    sys.stdout.write(f"{doomed.count}\n")
