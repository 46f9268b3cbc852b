"""A process that imports and kills itself in the middle of it. Started by test_bringing_killed.py."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from atlas import Atlas
from atlas.settings import load

store, export, stage, share = sys.argv[1:]
done = 0


def told(what: str, more: int, whole: int) -> None:
    global done
    done += more if what.startswith(stage) else 0
    if done > float(share) * whole:
        os.kill(os.getpid(), signal.SIGKILL)


environ = {"ATLAS_EMBEDDER": "hashing", "ATLAS_HOME": str(Path(store).parent)}
with Atlas.open(store, settings=load(environ=environ), background=False) as atlas:
    atlas.bring(export, vouch=True, replay=stage == "living", progress=told)
