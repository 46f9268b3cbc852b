"""A process that imports and kills itself in the middle of it. Started by test_bringing_killed.py."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

from atlas import Atlas
from atlas.engine.jobs import runner
from atlas.engine.transfer import replay
from atlas.settings import load_settings

store, export, stage, share = sys.argv[1:]
done = 0


def told(what: str, more: int, whole: int) -> None:
    global done
    done += more if what.startswith(stage) else 0
    if done > float(share) * whole:
        die()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def dying_before(where: Any, name: str) -> None:
    """Once half of it was lived through."""
    done_so_far = getattr(where, name)

    def dies(*args: Any, **more: Any) -> Any:
        if lived > float(share):
            die()
        return done_so_far(*args, **more)

    setattr(where, name, dies)


lived = 0.0


def living(what: str, more: int, whole: int) -> None:
    global lived
    lived += more / whole if what.startswith("living") else 0.0


if stage == "taken in":
    dying_before(replay._ReplayLife, "run_work")
elif stage == "leased":
    dying_before(runner, "_think_over")

environ = {"ATLAS_EMBEDDER": "hashing", "ATLAS_HOME": str(Path(store).parent)}
with Atlas.open(store, settings=load_settings(environ=environ), background=False) as atlas:
    atlas.history.import_file(
        export, vouch=True, replay=stage != "reading", progress=told if stage in ("reading", "living") else living
    )
