"""Somebody quarantines a conversation, and the process is killed while it writes. Started by
test_quarantined_life.py."""

from __future__ import annotations

import os
import signal
import sys
from datetime import UTC, datetime
from typing import Any

from atlas import Atlas
from atlas.engine.core.ledger import ChangeRun
from atlas.testing.virtual import virtual

store, dies_at = sys.argv[1], int(sys.argv[2])
made = virtual(store, seed=8, start=datetime(2026, 10, 5, 6, 0, tzinfo=UTC), zone="Europe/Lisbon")
made.later(days=30)
atlas = Atlas(made.runtime, background=False)
add, written = ChangeRun.add, []


def add_or_die(self: ChangeRun, change: Any) -> None:
    written.append(change)
    if len(written) == dies_at:
        os.kill(os.getpid(), signal.SIGKILL)
    add(self, change)


ChangeRun.add = add_or_die  # type: ignore[method-assign]
atlas.review.quarantine(conversation="bad")
