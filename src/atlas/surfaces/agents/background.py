"""What goes on after a hook has returned: the transcript is followed, and thought about, by a process of its own.

The hook starts it and does not wait. It belongs to no terminal, says nothing, and ends by itself.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

PATIENCE_S: Final = 300.0
"""Then it ends, whatever it is at: what is stored is whole, and the next one goes on from there."""


def start(agent: str, transcript: str, ended: bool, home: str | None, space: str | None) -> None:
    """A process that outlives this one. `-P`: the folder where an agent works is no place to import from."""
    if not transcript:
        return
    told = json.dumps([agent, transcript, ended, home, space])
    subprocess.Popen(  # noqa: S603 # our own interpreter and module; the rest is data
        [sys.executable, "-P", "-m", __name__, told],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def follow(agent: str, transcript: Path, ended: bool, home: str | None, space: str | None) -> int:
    """Take in what is new in a transcript and think about it; how many interactions."""
    if not transcript.is_file():
        return 0
    from atlas import compose
    from atlas.engine import follow as following
    from atlas.engine import work
    from atlas.model.history import Format
    from atlas.settings import load

    settings, kind = load(home), Format(agent)
    items = compose.history().read(transcript, kind, None)
    settings.home.mkdir(mode=0o700, exist_ok=True)
    world = compose.world(settings, space=space or settings.space)
    try:
        done = following.follow(world, items, kind, ended=ended)
        work.try_work(world)
    finally:
        world.store.close()
    return done.new_interactions


def main() -> None:
    timer = threading.Timer(PATIENCE_S, os._exit, (0,))
    timer.daemon = True
    timer.start()
    agent, transcript, ended, home, space = json.loads(sys.argv[1])
    follow(agent, Path(transcript).expanduser(), ended, home, space)


if __name__ == "__main__":
    main()
