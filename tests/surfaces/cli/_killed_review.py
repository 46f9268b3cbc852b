"""Somebody reviews until the process is killed, in the middle of a decision. Started by test_cli_review.py."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from atlas import Atlas
from atlas.engine.core.ledger import Ledger
from atlas.surfaces.cli.review.review_session import ReviewSession
from atlas.testing.virtual import virtual

store, after = sys.argv[1:]
session = ReviewSession(Atlas(virtual(store, seed=8).runtime, background=False))
write = Ledger.record_entry


def die(*args: Any, **more: Any) -> Any:
    """Die with the entry written and nothing committed."""
    write(*args, **more)
    os.kill(os.getpid(), signal.SIGKILL)


for _ in range(int(after)):
    decided = session.current
    session.reject()
    session.card()  # the next one is drawn: what was decided is told to whoever watches
    os.write(1, f"{decided}\n".encode())
Ledger.record_entry = die  # type: ignore[method-assign]
session.reject()
