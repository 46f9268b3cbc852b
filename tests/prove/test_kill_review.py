"""Kill -9 of the full-screen review at random moments: no decision is lost, and none is doubled (C9)."""

from __future__ import annotations

import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from _patience import LIMIT_S
from atlas import Atlas
from atlas.model.journal import Action, RowKind
from atlas.model.memory import Status
from atlas.model.origin import Origin
from atlas.testing.virtual import virtual
from engine._waiting import wait

FULL = os.environ.get("ATLAS_PROVE") == "full"
LIVES = 40 if FULL else 2
WAITING = 30
KEYS = 20
_COUNT = re.compile(rb"(\d+) waits? in")
_ESCAPE = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.mark.parametrize("life", range(LIVES))
def test_a_review_that_is_killed_at_any_moment_keeps_what_it_showed(tmp_path: Path, life: int) -> None:
    home = tmp_path / "home"
    home.mkdir()
    made = virtual(home / "memory.atlas", seed=life)
    for number in range(WAITING):
        wait(made.runtime, f"The stall number {number} in row {number * 7} sells figs.", Origin.WEB)
    made.runtime.store.close()
    shown = _review_until_killed(home, random.Random(life).randint(1, 12_000))
    again = Atlas(virtual(home / "memory.atlas", seed=life + 100).runtime, background=False)
    decided = [each for each in again.history.log(1_000) if each.action is Action.DECIDED]
    ids = [part.id for entry in decided for part in entry.parts if part.kind is RowKind.MEMORY]
    left = again.review.queue().items
    assert len(ids) == len(set(ids)) == WAITING - left, "none is doubled"
    assert left <= shown, "what the screen had counted as decided is decided"
    assert len(decided) <= KEYS
    assert {again.inspect.memory(id).memory.status for id in ids} <= {Status.REJECTED}
    assert again.admin.verify().ok
    again.close(think=False)


def _review_until_killed(home: Path, after: int) -> int:
    """Reject by keyboard at a real terminal until so many bytes were drawn behind the first count; the last count."""
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    given = {**os.environ, "ATLAS_HOME": str(home), "ATLAS_EMBEDDER": "hashing", "TERM": "xterm-256color"}
    with subprocess.Popen(
        [sys.executable, "-m", "atlas", "review"], stdin=side, stdout=side, stderr=side, env=given,
        start_new_session=True,
    ) as process:  # fmt: skip
        os.close(side)
        drawn = b""
        while not _COUNT.search(_ESCAPE.sub(b"", drawn)):
            drawn += os.read(main, 65_536)
        os.write(main, b"x" * KEYS)
        until = len(drawn) + after
        while len(drawn) < until and _read_count(drawn) > WAITING - KEYS and select.select([main], [], [], LIMIT_S)[0]:
            drawn += os.read(main, 512)
        process.send_signal(signal.SIGKILL)
        process.wait()
    os.close(main)
    return _read_count(drawn)


def _read_count(drawn: bytes) -> int:
    """The last count of what waits that stood on the screen."""
    return int(_COUNT.findall(_ESCAPE.sub(b"", drawn))[-1])
