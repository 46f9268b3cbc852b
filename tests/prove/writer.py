"""A process that observes as fast as it can and says so, until it is killed. For test_kill.py, test_backup_load.py.

A file that is named last is a gate: nothing is observed while it is there.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from _patience import LIMIT_S
from atlas import Atlas
from atlas.settings import load_settings

path, name = sys.argv[1], sys.argv[2]
gate = Path(sys.argv[3]) if len(sys.argv) > 3 else None
settings = load_settings(environ={"ATLAS_EMBEDDER": "hashing", "ATLAS_HOME": str(Path(path).parent)})
atlas = Atlas.open(path, settings=settings, lock_seconds=LIMIT_S)
for number in range(100_000):
    while gate and gate.exists():
        time.sleep(0.01)
    receipt = atlas.observe(
        user=f"I live in town {number} and I like tea.", assistant="Noted.", conversation=f"{name}-{number % 7}"
    )
    if receipt.acknowledged:
        os.write(1, f"{receipt.interaction}\n".encode())
    else:
        os.write(2, f"{receipt.problem}\n".encode())
